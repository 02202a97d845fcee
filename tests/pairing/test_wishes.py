"""Wishes of a seating: who is kept apart in the first rounds, and who stays at which tables."""

from __future__ import annotations

from itertools import combinations

import pytest

from mahjongclub.pairing.drawing import draw_by_lot, draw_swiss, measure_seating, plan_rounds
from mahjongclub.pairing.search import RoundSearch
from mahjongclub.pairing.wishes import (
    Wishes,
    exchange_places,
    move_to_wished_tables,
    unmet_table_wishes,
    unwanted_meetings,
)


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
    found = measure_seating(
        plan_rounds(4, rounds, [None] * players, 1, wishes=wished), [None] * players, wished
    )
    assert (found.repeated, found.apart, found.elsewhere) == (0, apart, 0)
    assert found.winds <= 1


def test_rounds_drawn_one_by_one_and_around_others_mind_the_wishes() -> None:
    wished = wishes([range(5), range(8, 13)], 2, {7: [3]})
    nobody = [None] * 20
    first = draw_by_lot(range(20), 4, nobody, [], 1, wishes=wished)
    second = draw_swiss(range(20), 4, nobody, [first], 2, wishes=wished, rounds_to_follow=2)
    found = measure_seating([first, second], nobody, wished)
    assert (found.apart, found.elsewhere) == (0, 0)
    rest = plan_rounds(4, 2, nobody, 3, before=[first], wishes=wished)
    found = measure_seating([first, *rest], nobody, wished)
    assert (found.repeated, found.apart, found.elsewhere) == (0, 0, 0)


#: two rounds of eight at two tables
TWO_ROUNDS = [[(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 1, 4, 5), (2, 3, 6, 7)]]
#: in the first round 0 and 1, and 2 and 7, are kept apart; three places stay at tables
SOME = Wishes(frozenset({frozenset((0, 1)), frozenset((2, 7))}), 1, {3: [2], 5: [1, 2], 6: [1]})


def test_unmet_wishes_are_told_by_round_and_table_from_one() -> None:
    # in the second round, in which 2 meets 7, nobody is kept apart any more
    assert unwanted_meetings(TWO_ROUNDS, SOME) == [(1, 1, frozenset((0, 1)))]
    assert unmet_table_wishes(TWO_ROUNDS, SOME) == [(1, 1, 3), (1, 2, 6), (2, 2, 6)]


def test_wishes_to_be_kept_apart_end_after_their_rounds() -> None:
    two = Wishes(SOME.apart, 2)
    assert [two.for_round(number) == SOME.apart for number in (1, 2, 3)] == [True, True, False]
    five = Wishes(SOME.apart, 5)
    assert [five.after(rounds).rounds for rounds in range(8)] == [5, 4, 3, 2, 1, 0, 0, 0]


@pytest.mark.parametrize(("rounds", "tables"), [(1, {(0, 1), (2, 3)}), (2, {(0, 3), (1, 2)})])
def test_neighbours_in_the_ranking_meet_once_their_wish_has_ended(
    rounds: int, tables: set[tuple[int, int]]
) -> None:
    wished = Wishes(frozenset({frozenset((0, 1))}), rounds, {})
    drawn = draw_swiss(range(4), 2, [None] * 4, [[(0, 2), (1, 3)]], 1, wishes=wished, rounds_to_follow=0)
    assert {tuple(sorted(table)) for table in drawn} == tables


def test_two_who_can_share_no_table_clash() -> None:
    assert SOME.pairs_without_shared_table == {frozenset((3, 6))}


def test_wishes_among_some_are_numbered_as_these_are() -> None:
    assert SOME.among([7, 2, 3, 1]) == Wishes(frozenset({frozenset((0, 1))}), 1, {2: [2]})


def test_those_kept_apart_by_way_of_others_are_kin() -> None:
    pairs = ((0, 1), (1, 2), (4, 5))
    kin = Wishes(frozenset(map(frozenset, pairs))).apart_groups(7)
    assert kin[0] == kin[1] == kin[2] != kin[4] == kin[5]
    assert (kin[3], kin[6]) == (None, None)


def test_tables_change_places_in_the_hall_for_who_stays_at_one() -> None:
    # 6 has one table to choose from, and so has 3: both are where they wish
    assert move_to_wished_tables(TWO_ROUNDS[0], SOME) == [(4, 5, 6, 7), (0, 1, 2, 3)]
    # the fewer tables the sooner, the nearest of them, and none that is taken or not in the hall
    wished = Wishes(tables={0: [4], 1: [4, 1], 2: [9], 3: [4, 3, 2]})
    assert move_to_wished_tables([(0,), (1,), (2,), (3,)], wished) == [(1,), (3,), (2,), (0,)]
    # who does not play this round is not looked for
    assert move_to_wished_tables([(0,), (1,)], Wishes(tables={7: [2], 0: [2]})) == [(1,), (0,)]
    # who sits where they wish is not moved for another who wishes for the same table
    assert move_to_wished_tables([(0,), (1,)], Wishes(tables={0: [1], 1: [1]})) == [(0,), (1,)]


def test_a_search_begins_with_the_cost_of_those_who_wish_to_be_apart() -> None:
    # nobody meets anybody twice: all that the first try costs is that 0 and 1 sit together
    search = RoundSearch(range(4), 2, [], set(), 1, apart={frozenset({0, 1})})
    assert {0, 1} not in map(set, search.rounds(1, start=[0, 1, 2, 3])[0])


def pairs_of(*pairs: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, pairs))


@pytest.mark.parametrize(
    ("apart", "opponent"),
    [
        # 0 and 1 together leave a wish unmet in each round, three; any others two in two rounds, four
        (pairs_of((0, 2), (1, 3), (0, 3), (1, 2)), 1),
        # 0 and 2 together leave one in two rounds
        (pairs_of((0, 2), (0, 3), (1, 2)), 2),
    ],
)
def test_a_plan_leaves_the_fewest_wishes_unmet_of_either_kind(
    apart: frozenset[frozenset[int]], opponent: int
) -> None:
    """Four play three rounds in twos: 0 and 1 stay at different tables, others are apart in two rounds."""
    wished = Wishes(apart, 2, {0: [1], 1: [2]})
    for seed in range(3):
        plan = exchange_places([[(0, 3), (1, 2)]] * 3, wished, (), 4, seed)
        tables = [next(table for table in tables if 0 in table) for tables in plan]
        assert {place for table in tables for place in table} == {0, opponent}


def test_a_plan_of_no_rounds_has_none() -> None:
    assert plan_rounds(4, 0, [None] * 16, 1, wishes=wishes([range(3)], 1, {})) == []
