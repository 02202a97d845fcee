"""A seating repeats with its seed, in a later version too: what was printed can be made again.

docs/leagues.md promises it of `manage.py seating`. These are the rounds of 27 November 2026. Whoever betters
a search puts its new rounds here, and says in the changelog that seeds give other plans.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from mahjongclub.pairing.designs import Round
from mahjongclub.pairing.drawing import draw_by_lot, draw_swiss, plan_rounds
from mahjongclub.pairing.night import NightGame, RoundDraw, TableDraw, seat_round
from mahjongclub.pairing.wishes import Wishes

THREE_TABLES = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)]
TWO_TABLES = THREE_TABLES[:2]
#: six people of whom no two are to meet
ALL_APART = frozenset(map(frozenset, combinations(range(6), 2)))

PLANS: dict[str, tuple[Callable[[], list[Round]], list[Round]]] = {
    "everybody, more rounds than a design has": (
        lambda: plan_rounds(3, 5, [None] * 9, 7),
        [
            [(2, 1, 4), (7, 5, 3), (0, 8, 6)],
            [(1, 3, 0), (5, 6, 2), (8, 4, 7)],
            [(3, 2, 8), (6, 7, 1), (4, 0, 5)],
            [(5, 1, 8), (2, 7, 0), (4, 3, 6)],
            [(1, 6, 7), (8, 0, 4), (3, 2, 5)],
        ],
    ),
    "everybody, by search alone": (
        lambda: plan_rounds(4, 4, [None] * 12, 7),
        [
            [(4, 1, 7, 11), (3, 2, 10, 5), (8, 6, 0, 9)],
            [(2, 3, 9, 1), (0, 5, 11, 8), (6, 7, 4, 10)],
            [(10, 0, 1, 6), (5, 9, 2, 7), (11, 8, 3, 4)],
            [(7, 10, 8, 2), (9, 11, 6, 3), (1, 4, 5, 0)],
        ],
    ),
    "members of teams": (
        lambda: plan_rounds(4, 3, [0, 1, 2] * 3 + [None] * 3, 7),
        [
            [(5, 11, 7, 0), (10, 1, 8, 3), (2, 4, 6, 9)],
            [(4, 2, 0, 10), (1, 6, 11, 5), (7, 9, 3, 8)],
            [(6, 8, 10, 7), (9, 0, 2, 1), (11, 3, 5, 4)],
        ],
    ),
    "members of teams of three sizes, in a design": (
        lambda: plan_rounds(4, 3, [0] * 3 + [1] * 2 + [2] * 4 + [None] * 7, 7),
        [
            [(7, 1, 13, 10), (4, 5, 12, 14), (15, 0, 8, 9), (6, 3, 2, 11)],
            [(5, 15, 10, 2), (9, 13, 14, 6), (1, 12, 3, 8), (0, 4, 11, 7)],
            [(12, 10, 6, 0), (14, 7, 15, 3), (8, 2, 4, 13), (11, 9, 1, 5)],
        ],
    ),
    "some sit out": (
        lambda: plan_rounds(4, 4, [None] * 10, 7, byes=True),
        [
            [(6, 7, 4, 1), (9, 3, 8, 0)],
            [(5, 4, 3, 8), (2, 9, 0, 7)],
            [(0, 2, 6, 4), (3, 5, 1, 9)],
            [(4, 1, 9, 2), (8, 6, 7, 5)],
        ],
    ),
    "some sit out, after other rounds": (
        lambda: plan_rounds(4, 2, [None] * 10, 7, byes=True, before=[[(0, 1, 2, 3), (4, 5, 6, 7)]]),
        [[(3, 6, 8, 9), (1, 0, 7, 4)], [(2, 8, 4, 6), (5, 3, 9, 1)]],
    ),
    "more who wish to be apart than can be": (
        lambda: plan_rounds(4, 2, [None] * 16, 7, wishes=Wishes(ALL_APART, 2)),
        [
            [(7, 12, 0, 15), (10, 2, 13, 4), (1, 3, 6, 8), (14, 9, 5, 11)],
            [(2, 11, 8, 0), (9, 13, 12, 3), (6, 7, 4, 5), (15, 1, 14, 10)],
        ],
    ),
}

ROUNDS: dict[str, tuple[Callable[[], Round], Round]] = {
    "by lot, members of teams": (
        lambda: draw_by_lot(range(12), 4, [0, 1, 2, 3] * 3, [], 7),
        [(1, 6, 7, 8), (3, 4, 9, 10), (0, 2, 5, 11)],
    ),
    "by lot, after another round": (
        lambda: draw_by_lot(range(12), 4, [None] * 12, [THREE_TABLES], 8),
        [(1, 4, 7, 8), (9, 0, 11, 10), (2, 3, 5, 6)],
    ),
    "swiss": (
        lambda: draw_swiss(range(12), 4, [None] * 12, [THREE_TABLES], 7, rounds_to_follow=2),
        [(1, 0, 4, 8), (2, 6, 5, 9), (3, 7, 11, 10)],
    ),
    "swiss, one sits out": (
        lambda: draw_swiss(range(13), 4, [None] * 13, [THREE_TABLES], 7, Counter([12]), rounds_to_follow=2),
        [(1, 0, 4, 8), (2, 6, 5, 9), (3, 7, 12, 10)],
    ),
    "swiss, all have met": (
        lambda: draw_swiss(
            range(8), 4, [None] * 8, [TWO_TABLES, [(0, 1, 4, 5), (2, 3, 6, 7)]], 7, rounds_to_follow=2
        ),
        [(6, 2, 0, 4), (3, 7, 5, 1)],
    ),
}

RIICHI = [NightGame("riichi", 4)]
FIRST = RoundDraw(tuple(TableDraw("riichi", table) for table in THREE_TABLES), (12,))

NIGHTS: dict[str, tuple[Callable[[], RoundDraw], list[tuple[Any, ...]], tuple[int, ...]]] = {
    "a first round": (
        lambda: seat_round(range(13), RIICHI, seed=7),
        [("riichi", (7, 9, 10, 12), None), ("riichi", (1, 4, 8, 11), None), ("riichi", (0, 2, 5, 6), None)],
        (3,),
    ),
    "a round after another": (
        lambda: seat_round(range(13), RIICHI, [FIRST], seed=7),
        [("riichi", (6, 0, 7, 9), None), ("riichi", (1, 4, 11, 10), None), ("riichi", (2, 8, 5, 12), None)],
        (3,),
    ),
    "two games": (
        lambda: seat_round(range(15), [*RIICHI, NightGame("sanma", 3)], [FIRST], {3: "sanma"}, seed=7),
        [
            ("riichi", (1, 4, 11, 12), None),
            ("riichi", (2, 8, 5, 14), None),
            ("riichi", (7, 0, 13, 10), None),
            ("sanma", (3, 6, 9), None),
        ],
        (),
    ),
    "few people": (
        lambda: seat_round(range(9), RIICHI, [FIRST], seed=7, fives=True),
        [("riichi", (6, 0, 7, 8), 1), ("riichi", (2, 3, 4, 5), None)],
        (),
    ),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_repeats_with_its_seed(name: str) -> None:
    make, rounds = PLANS[name]
    assert make() == rounds


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_repeats_with_its_seed(name: str) -> None:
    make, tables = ROUNDS[name]
    assert make() == tables


@pytest.mark.parametrize("name", NIGHTS)
def test_a_round_of_a_night_repeats_with_its_seed(name: str) -> None:
    make, tables, waiting = NIGHTS[name]
    drawn = make()
    assert [(table.game, table.places, table.waits) for table in drawn.tables] == tables
    assert drawn.waiting == waiting


def test_another_seed_gives_another_plan() -> None:
    plans = [plan_rounds(4, 4, [None] * 12, seed) for seed in range(4)]
    assert all(one != other for one, other in combinations(plans, 2))
