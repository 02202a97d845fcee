"""People a card each: contacts of a phone (vCard), objects (JSON), lines that begin with headings."""

from __future__ import annotations

import json
import quopri
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .headings import NAMES, exact_heading_kind

#: letters of a line that are looked at
LONGEST_LINE = 500
#: what a contact says: the property of a vCard and the heading of its column
PROPERTIES = {"FN": "Name", "EMAIL": "Email", "TEL": "Phone", "ORG": "Club"}
PROPERTY = re.compile(r"(?:item[0-9]+\.)?([A-Z-]+)((?:;[^:]*)?):(.*)", re.IGNORECASE)
LABELLED = re.compile(r"[-*•]?\s*([^:：=]{1,40}?)\s*[:：=]\s*(.*)")
#: what may stand between two cards
RULE = re.compile(r"[-=_*–—#\s]{3,}")
#: share of the lines that have a label
MOST_OF = 0.6


@dataclass(frozen=True, slots=True)
class Cards:
    """People of cards as rows below their headings, and the lines that are in no card."""

    rows: tuple[tuple[str, ...], ...]
    left_out: tuple[str, ...] = ()


def read_cards(text: str) -> Cards | None:
    """Return the people of cards; None for another text.

    >>> read_cards("Name: Bo\\nCountry: Denmark\\n\\nName: Lu\\nEMA: 4010001").rows
    (('Name', 'Country', 'EMA'), ('Bo', 'Denmark', ''), ('Lu', '', '4010001'))
    >>> read_cards("BEGIN:VCARD\\nFN:Bo Lind\\nTEL;TYPE=CELL:+45 12\\nEND:VCARD").rows
    (('Name', 'Phone'), ('Bo Lind', '+45 12'))
    >>> read_cards("Bo: yes\\nLu: no") is None
    True
    """
    if text.lstrip().startswith("["):
        return _objects(text)
    lines = [line[:LONGEST_LINE].strip() for line in text.splitlines()]
    if any(line.upper() == "BEGIN:VCARD" for line in lines[:10]):
        return _table([*_contacts(lines)], ())
    return _labelled(lines)


def _objects(text: str) -> Cards | None:
    """Return the people of a JSON list of objects with texts and numbers; None for another one."""
    try:
        people = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(person, dict) and person for person in people):
        return None
    cells = [
        {str(head): str(value) for head, value in person.items() if isinstance(value, str | int | float)}
        for person in people
    ]
    return _table(cells, ())


def _contacts(lines: Sequence[str]) -> Iterator[dict[str, str]]:
    contact: dict[str, str] = {}
    for line in lines:
        property_match = PROPERTY.match(line)
        if line.upper() == "END:VCARD":
            yield contact
            contact = {}
        elif property_match is not None and (name := property_match[1].upper()) in (*PROPERTIES, "N"):
            is_quoted = "QUOTED-PRINTABLE" in property_match[2].upper()
            value = (
                quopri.decodestring(property_match[3]).decode("utf-8", "replace")
                if is_quoted
                else property_match[3]
            )
            value = re.sub(r"\\([,;\\])", r"\1", value)
            if name == "N":
                last, _semicolon, first = value.partition(";")
                contact.setdefault("Name", " ".join(filter(None, (first.partition(";")[0], last))))
            elif name == "FN" and value.strip():
                contact["Name"] = value
            else:
                contact.setdefault(PROPERTIES[name], value)


def _labelled(lines: Sequence[str]) -> Cards | None:
    """Return cards whose lines begin with headings; a card ends where a label comes again, or at a rule."""
    cards: list[dict[str, str]] = [{}]
    left_out = []
    labels: Counter[str] = Counter()
    for line in lines:
        label_match = LABELLED.fullmatch(line)
        label = label_match[1] if label_match is not None else ""
        if label and exact_heading_kind(label):
            labels[label] += 1
            if label in cards[-1]:
                cards.append({})
            cards[-1][label] = label_match[2] if label_match is not None else ""
        elif not line or RULE.fullmatch(line):
            cards += [{}] if cards[-1] else []
        else:
            left_out.append(line)
    kinds = {exact_heading_kind(label) for label in labels}
    has_names = any(labels[label] > 1 for label in labels if exact_heading_kind(label) in NAMES)
    if len(kinds) < 2 or not has_names or sum(labels.values()) < MOST_OF * len([*filter(None, lines)]):
        return None
    return _table([card for card in cards if card], left_out)


def _table(people: Sequence[dict[str, str]], left_out: Sequence[str]) -> Cards | None:
    heads = list(dict.fromkeys(head for person in people for head in person))
    rows = [tuple(person.get(head, "") for head in heads) for person in people]
    return Cards((tuple(heads), *rows), tuple(left_out)) if heads and rows else None
