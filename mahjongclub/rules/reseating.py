"""The same hand with its players on other seats: what a record says by seat, moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: GAME_RECORD.md: the parts of an outcome that name one seat, several, and those with something for each
ONE = frozenset(
    ("winner", "from", "pao", "declared", "offender", "guarantor", "seat", "next_east", "cannon", "bet")
)
SEVERAL = frozenset(("riichi", "tenpai", "nagashi", "offenders", "dead"))
EACH = frozenset(("hands", "points"))
#: said of tiles, not of seats
TILES = frozenset(("tiles", "sets", "melds"))


def swapped(first: int, other: int, seats: int) -> list[int]:
    """The places of a table whose two seats change.

    >>> swapped(0, 2, 4)
    [2, 1, 0, 3]
    """
    return [{first: other, other: first}.get(seat, seat) for seat in range(seats)]


def reseated(data: Any, places: Sequence[int]) -> Any:
    """An outcome, or the notes of a hand being played, as it is where `places[s]` did what seat s did.

    >>> reseated({"type": "win", "wins": [{"winner": 1, "from": 3}], "riichi": [1, 0]}, [1, 0, 2, 3])
    {'type': 'win', 'wins': [{'winner': 0, 'from': 3}], 'riichi': [0, 1]}
    >>> reseated({"type": "adjust", "points": [0, -10, 0, 0]}, [1, 0, 2, 3])["points"]
    [-10, 0, 0, 0]
    """
    if isinstance(data, list):
        return [reseated(item, places) for item in data]
    if not isinstance(data, dict):
        return data
    if data.get("type") == "adjust":
        return {**data, "points": [data["points"][places.index(seat)] for seat in range(len(places))]}
    return {name: _moved(name, value, places) for name, value in data.items()}


def _moved(name: str, value: Any, places: Sequence[int]) -> Any:
    if name in TILES:
        return value
    if name in ONE and _is_seat(value):
        return places[value]
    if name == "pao" and isinstance(value, dict):
        return {yakuman: places[seat] for yakuman, seat in value.items()}
    if name in SEVERAL and isinstance(value, list) and all(map(_is_seat, value)):
        return sorted(places[seat] for seat in value)
    if name in EACH and isinstance(value, list):
        return [value[places.index(seat)] for seat in range(len(value))]
    if name in EACH and isinstance(value, dict):
        return {str(places[int(seat)]): hand for seat, hand in value.items()}
    return reseated(value, places)


def _is_seat(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
