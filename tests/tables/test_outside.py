"""Points given or taken that no player of the table pays or gets: what everybody is told to do."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from mahjongclub.tables.payments import correcting_payments, payment_notice

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


def adjusted(*points: int) -> Any:
    hands = [{"type": "adjust", "points": list(points)}]
    record = {"format": 1, "variant": "hongkong", "players": list(NAMES), "hands": hands}
    return replay(read_record(record)).hands[0]


def told(language: str, *points: int) -> tuple[str, ...]:
    with override(language):
        notice = payment_notice(Session(), 1, adjusted(*points), NAMES, sticks=False, mine=None)
    return (notice.title, *notice.lines)


def test_who_pays_nobody_pays_the_kitty() -> None:
    assert told("en", 0, -10, 0, 0) == ("Benoît pays the kitty 10.",)
    assert told("fr", 0, -1, 0, 0) == ("Benoît paie 1 à la caisse.",)


def test_who_is_given_points_gets_them_from_the_kitty() -> None:
    assert told("en", 0, 0, 5, 0) == ("The kitty pays Chen 5.",)
    assert told("fr", 0, 0, 5, 0) == ("La caisse paie 5 à Chen.",)


def test_points_between_players_are_paid_and_only_the_rest_goes_to_the_kitty() -> None:
    assert told("en", 5, -8, 0, 0) == ("Benoît pays Aiko 5", "Benoît pays the kitty 3.")


@pytest.mark.parametrize("points", [(0, -10, 0, 0), (0, 0, 7, 0), (5, -8, 0, 0)])
def test_what_was_taken_is_put_right_from_outside(points: tuple[int, ...]) -> None:
    """Points given or taken that are undone: the fewest payments bring back what lay there before."""
    entry = adjusted(*points)
    payments = correcting_payments(entry.settlement.after, entry.before, NAMES)
    assert sum(payment.points for payment in payments) == sum(map(abs, [*points, sum(points)])) // 2
