"""Every form of the site, found on its page, and what may be sent in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.server.page_forms import post_forms

from .site import LEFT_OUT, Address
from .visits import Seen
from .world import World

JUNK = ("", "\x00", "9" * 400, "-1", "٣", "x" * 300, "0001-01-01", "1e999", '{"type": []}', "2026-02-30", "0")
Fields = dict[str, list[str]]
#: the number or the code in an address
NAMES_A_THING = re.compile(r"(?<=/)(?:[0-9]+|[2-9a-z]{14})(?=/)")


@dataclass(frozen=True, slots=True)
class FoundForm:
    """A form as it stood on a page, every list it has chosen from; `files` are fields that take one."""

    address: Address
    fields: Fields
    files: frozenset[str]

    def with_field(self, name: str, values: list[str]) -> Fields:
        return {**self.fields, name: values}

    def __str__(self) -> str:
        return self.address.path


def forms_on(pages: list[Seen]) -> list[FoundForm]:
    """The forms that these pages offer, each once. What a list would send unasked is its last choice."""
    found: dict[tuple[str, tuple[str, ...]], FoundForm] = {}
    for seen in pages:
        address = seen.address
        if address.foreign or address.pattern in LEFT_OUT:
            continue
        for form in post_forms(seen.page):
            where = (form.action or address.path).partition("?")[0]
            if where.lstrip("/") in LEFT_OUT:
                continue
            last = {name: values[-1:] for name, values in form.choices.items() if not form.fields.get(name)}
            fields = {name: last.get(name, values) for name, values in form.fields.items()}
            # the same form stands beside each of many games: it is one
            kind = (NAMES_A_THING.sub("#", where), tuple(sorted(fields)))
            here = Address(where, address.pattern)
            found.setdefault(kind, FoundForm(here, fields, frozenset(form.files)))
    return list(found.values())


def foreign_values(world: World) -> list[str]:
    """What names something of the private club."""
    values = world.shut.values
    kinds = ("players", "evenings", "code", "seasons", "members", "tournaments", "rules", "slug")
    return [str(values[kind][0]) for kind in kinds]


def as_sent(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields as a client sends them: those with no value at all are left out."""
    return {name: values for name, values in fields.items() if values != []}
