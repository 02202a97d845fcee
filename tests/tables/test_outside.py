"""Points given or taken that no player of the table pays or gets: what everybody is told to do."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from mahjongclub.tables.payments import payments_of, to_put_right

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


def adjusted(*points: int) -> Any:
    hands = [{"type": "adjust", "points": list(points)}]
    record = {"format": 1, "variant": "hongkong", "players": list(NAMES), "hands": hands}
    return replay(read_record(record)).hands[0]


def told(language: str, *points: int) -> list[tuple[str, str, int]]:
    with override(language):
        said = payments_of(Session(), 1, adjusted(*points), NAMES, sticks=False)
    return [(one["from_name"], one["to_name"], one["points"]) for one in said["payments"]]


def test_who_pays_nobody_pays_the_kitty() -> None:
    assert told("en", 0, -10, 0, 0) == [("Benoît", "the kitty", 10)]
    assert told("fr", 0, -1, 0, 0) == [("Benoît", "la caisse", 1)]


def test_who_is_given_points_gets_them_from_the_kitty() -> None:
    assert told("en", 0, 0, 5, 0) == [("The kitty", "Chen", 5)]
    assert told("fr", 0, 0, 5, 0) == [("La caisse", "Chen", 5)]


def test_points_between_players_are_paid_and_only_the_rest_goes_to_the_kitty() -> None:
    assert told("en", 5, -8, 0, 0) == [("Benoît", "Aiko", 5), ("Benoît", "the kitty", 3)]


@pytest.mark.parametrize("points", [(0, -10, 0, 0), (0, 0, 7, 0), (5, -8, 0, 0)])
def test_what_was_taken_is_put_right_from_outside(points: tuple[int, ...]) -> None:
    """Points given or taken that are undone: the fewest payments bring back what lay there before."""
    entry = adjusted(*points)
    payments = to_put_right(entry.settlement.after, entry.before, NAMES)
    assert sum(one["points"] for one in payments) == sum(map(abs, [*points, sum(points)])) // 2
