"""A request to an address, and what many of them send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from mahjongclub.tables.models import Session

from .hall import NAMES, Hall

Fields = dict[str, Any]


@dataclass(frozen=True)
class Ask:
    """A request to one address. `fields` and `query` are given the hall and the key of whoever asks."""

    name: str = ""
    fields: Callable[[Hall, str], Fields] = lambda hall, who: {}
    query: Callable[[Hall, str], Fields] = lambda hall, who: {}
    things: Callable[[Hall], Fields] = lambda hall: {}
    #: a second case of an address leaves out what the first has asked
    methods: tuple[str, ...] = ("GET", "POST")


def at(table: str, **fields: Any) -> Ask:
    """A change of the hall's table of that name, as it stands."""
    return Ask(
        fields=lambda hall, who: seen(hall, table, **fields), things=lambda hall: {"code": code(hall, table)}
    )


def afterwards(**fields: Any) -> Ask:
    """A change of a table whose evening is over."""
    return replace(at("past", **fields), name="once its evening is over", methods=("POST",))


def code(hall: Hall, table: str) -> str:
    found: Session = getattr(hall, table)
    return found.code


def seen(hall: Hall, table: str, **fields: Any) -> Fields:
    """What every change of a table carries: what its phone saw, and a key of its own."""
    session = Session.objects.get(pk=getattr(hall, table).pk)
    stands = {"version": session.version, "played": session.state["hands"], "hand": session.next_row_number}
    return {**stands, "key": uuid4().hex, **fields}


def names(**more: Any) -> Fields:
    return {**{f"name-{seat}": name for seat, name in enumerate(NAMES)}, **more}


def scores(**more: Any) -> Fields:
    """Four scores that add up to the 100,000 of a riichi table."""
    points = ("10000", "20000", "30000", "40000")
    return {**{f"score-{seat}": score for seat, score in enumerate(points)}, "sticks": "0", **more}


def plain(**fields: Any) -> Ask:
    return Ask(fields=lambda hall, who: fields)
