"""A registration sheet, pasted or from a spreadsheet: what each column is, and whom it puts on the list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.naming import tidy_name
from mahjongclub.clubs.typed_names import TypedName, columns_in, looked_up, nearness

from ..federation.details import COUNTRY, EMA_NUMBER, federation_name_of
from ..models import Tournament
from .changes import MOST_ENTRANTS, Status
from .forms import ListedForm

LONGEST_LIST = 100_000
MOST_COLUMNS = 20
#: what a column may be, and what its head may say (the first that fits; "" is a column that is left out)
KINDS = {
    "": gettext_lazy("– left out –"),
    "name": gettext_lazy("Name"),
    "turned": gettext_lazy("Name, family name first"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "country": gettext_lazy("Country"),
    "ema_number": gettext_lazy("EMA number"),
    "federation": gettext_lazy("Federation or club"),
    "team": gettext_lazy("Team"),
}
HEADS = (
    ("first_name", r"(first|given)\b.*|pr[ée]noms?|forename|vorname"),
    ("last_name", r"(last|family)\b.*|surname|noms?|nom de famille|nachname"),
    ("name", r"(full |whole )?names?|players?|joueure?s?|participants?|pseudo|noms? et pr[ée]noms?"),
    ("ema_number", r".*\bema\b.*|licen[cs]e.*|num[ée]ro.*|.*\bnumber"),
    ("country", r"country|pays|nation(ality|alité)?|land"),
    ("federation", r".*(federation|f[ée]d[ée]ration|association|club|verband).*"),
    ("team", r"teams?|[ée]quipes?"),
)
NAMES = ("name", "turned", "first_name", "last_name")


@dataclass
class Listing:
    """A list as it was read. `entries` are the columns of those who are new, without a fault.

    `doubles` are names that stand on the list already, or twice in this one; `asked` are those nearly on the
    club's roster.
    """

    rows: list[list[str]]
    kinds: list[str]
    has_heads: bool
    entries: list[dict[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    doubles: list[str] = field(default_factory=list)
    asked: list[TypedName] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether something has still to be said or mended."""
        return bool(self.faults) or not self.entries or any(one.asks for one in self.asked)


def rows_in(text: str) -> list[list[str]]:
    """The cells of a list: separated by tabs or semicolons, by commas where every line has several."""
    if rows := columns_in(text):
        return [row[:MOST_COLUMNS] for row in rows]
    lines = [line.strip() for line in re.split(r"[\n\r]+", text) if line.strip()]
    if len(lines) > 1 and all(line.count(",") > 1 for line in lines):
        return [[cell.strip() for cell in line.split(",")][:MOST_COLUMNS] for line in lines]
    single = [re.split(r"[\t;；]", line) for line in lines]
    return [[cell.strip() for cell in row][:MOST_COLUMNS] for row in single]


def guess(rows: Sequence[Sequence[str]]) -> tuple[list[str], bool]:
    """What each column probably is, by its head and by what stands in it; whether the first row are heads.

    >>> guess([["Nom", "Prénom", "Pays", "N° EMA"], ["Dupont", "Léa", "FRA", "04010001"]])
    (['last_name', 'first_name', 'country', 'ema_number'], True)
    >>> guess([["Léa Dupont", "FRA"], ["Max Durand", "FRA"]])
    (['name', 'country'], False)
    """
    width = max(map(len, rows), default=0)
    heads = [_head(cell) for cell in rows[0]] if rows else []
    has_heads = len(rows) > 1 and any(kind in NAMES for kind in heads)
    below = rows[1:] if has_heads else rows
    kinds: list[str] = []
    for at in range(width):
        cells = [row[at] for row in below if at < len(row) and row[at]]
        kind = heads[at] if has_heads and at < len(heads) else ""
        if cells and all(EMA_NUMBER.fullmatch(cell) for cell in cells):
            kind = "ema_number"
        elif cells and all(COUNTRY.fullmatch(cell) for cell in cells):
            kind = "country"
        elif kind in ("", "name") and cells and all(re.fullmatch(r"[^,]+,[^,]+", cell) for cell in cells):
            kind = "turned"
        elif not kind and not has_heads and not any(one in NAMES for one in kinds):
            kind = "name"
        kinds.append(kind if kind not in kinds else "")
    if "first_name" in kinds and "last_name" not in kinds and "name" in kinds:
        kinds[kinds.index("name")] = "last_name"
    return kinds, has_heads


def _head(cell: str) -> str:
    """What a column is by its head, "" for a head that says nothing."""
    told = cell.casefold().strip(" .:*")
    return next((kind for kind, words in HEADS if re.fullmatch(words, told)), "")


def read_list(tournament: Tournament, text: str, told: Mapping[str, str]) -> Listing:
    """The list as `told` says what its columns are ("column-0": a kind), else as they are guessed.

    "heads" says that the first row are heads, "others" that doubles are other people.
    """
    rows = rows_in(text)
    kinds, has_heads = guess(rows)
    if "column-0" in told:
        kinds = [told.get(f"column-{at}", "") for at in range(len(kinds))]
        kinds = [kind if kind in KINDS else "" for kind in kinds]
        has_heads = "heads" in told
    if not federation_name_of(tournament):
        kinds = ["" if kind == "ema_number" else kind for kind in kinds]
    found = Listing(rows, kinds, has_heads)
    if not any(kind in NAMES for kind in kinds):
        found.faults.append(_("Say which column holds the names."))
    elif len(rows) > MOST_ENTRANTS or len(text) > LONGEST_LIST:
        found.faults.append(_("That is too long a list."))
    else:
        _read(tournament, found, told)
    return found


def _read(tournament: Tournament, found: Listing, told: Mapping[str, str]) -> None:
    listed = tournament.entrants.exclude(status=Status.OUT)
    there = {nearness(one.name) for one in listed}
    numbers: set[str] = set()
    for number, row in enumerate(found.rows, start=1):
        if (number == 1 and found.has_heads) or not any(row):
            continue
        form = ListedForm(tournament, _cells(found.kinds, row))
        entry = form.columns if form.is_valid() else {}
        fault = " ".join(str(error) for errors in form.errors.values() for error in errors)
        if entry and (ema := entry.get("ema_number", "")):
            fault = _("Another player here has this EMA number.") if ema in numbers else fault
            numbers.add(ema)
        known = bool(entry) and nearness(entry["name"]) in there
        if known and "others" not in told:
            found.doubles.append(entry["name"])
        elif fault:
            where = _("Line %(number)s, “%(name)s”: %(what)s")
            name = " ".join(filter(None, row))[:40]
            found.faults.append(where % {"number": number, "name": name, "what": fault})
        else:
            there.add(nearness(entry["name"]))
            found.entries.append(entry)
    names = [entry["name"] for entry in found.entries]
    people = {one.name: one for one in looked_up(tournament.club, names, told)}
    found.asked = [one for one in people.values() if one.near]
    for entry in found.entries:
        one = people[entry["name"]]
        if one.player is not None:
            entry["name"] = one.player.shown_name


def _cells(kinds: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """A row as a form of somebody has it."""
    found = {kind: tidy_name(cell) for kind, cell in zip(kinds, row, strict=False) if kind}
    if turned := found.pop("turned", ""):
        last, _comma, first = turned.partition(",")
        found |= {"last_name": last.strip(), "first_name": first.strip()}
    return found
