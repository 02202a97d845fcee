"""Wishes of a seating: who is kept apart in the first rounds, and who stays at which tables."""

from __future__ import annotations

from itertools import combinations

import pytest

from mahjongclub.pairing.drawing import count_meetings, draw_by_lot, draw_swiss, plan_rounds
from mahjongclub.pairing.wishes import Wishes


def wishes(groups: list[range], rounds: int, tables: dict[int, list[int]]) -> Wishes:
    pairs = (frozenset(pair) for group in groups for pair in combinations(group, 2))
    return Wishes(frozenset(pairs), rounds, tables)


@pytest.mark.parametrize(
    ("players", "rounds", "wished", "apart"),
    [
        # 21 tables: four of a country of 25 meet another in each of three rounds, whatever is done
        (84, 7, wishes([range(25), range(30, 45), range(50, 60)], 3, {80: [1], 81: [2, 3]}), 12),
        (40, 6, wishes([range(10), range(10, 18), range(20, 26)], 2, {3: [4]}), 0),
    ],
)
def test_wishes_are_met_at_the_cost_of_no_meeting(
    players: int, rounds: int, wished: Wishes, apart: int
) -> None:
    found = count_meetings(
        plan_rounds(4, rounds, [None] * players, 1, wishes=wished), [None] * players, wished
    )
    assert (found.repeated, found.apart, found.elsewhere) == (0, apart, 0)
    assert found.winds <= 1


def test_rounds_drawn_one_by_one_and_around_others_mind_the_wishes() -> None:
    wished = wishes([range(5), range(8, 13)], 2, {7: [3]})
    nobody = [None] * 20
    first = draw_by_lot(range(20), 4, nobody, [], 1, wishes=wished)
    second = draw_swiss(range(20), 4, nobody, [first], 2, wishes=wished)
    found = count_meetings([first, second], nobody, wished)
    assert (found.apart, found.elsewhere) == (0, 0)
    rest = plan_rounds(4, 2, nobody, 3, before=[first], wishes=wished)
    found = count_meetings([first, *rest], nobody, wished)
    assert (found.repeated, found.apart, found.elsewhere) == (0, 0, 0)
