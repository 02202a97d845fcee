"""The bracket of a playoff: whole tables, everybody once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.pairing.bracket import BracketLevel, SeatSource, bracket_levels, rotated_seats


def is_whole_bracket(entrants: int, seats: int, go_on: int) -> bool:
    """Whether so many entrants make a bracket of whole tables."""
    try:
        return bool(bracket_levels(entrants, seats, go_on))
    except ValueError:
        return False


@given(st.integers(4, 64), st.sampled_from([2, 3, 4]), st.integers(1, 3))
def test_a_bracket_seats_everybody_once_and_fills_every_table(entrants: int, seats: int, go_on: int) -> None:
    if not is_whole_bracket(entrants, seats, go_on):
        return
    rounds = bracket_levels(entrants, seats, go_on)
    assert len(rounds[-1].tables) == 1
    assert all(len(table) == seats for one in rounds for table in one.tables)
    first = [source.seed for one in rounds for table in one.tables for source in table if source.seed]
    assert sorted(first) == list(range(1, entrants + 1))
    assert {SeatSource(seed) for seed in first} == {SeatSource(seed, table=0, place=0) for seed in first}
    for before, after in pairwise(rounds):
        through = [
            (source.table, source.place) for table in after.tables for source in table if source.seed is None
        ]
        assert sorted(through) == sorted(
            (table, place) for table in range(1, len(before.tables) + 1) for place in range(1, go_on + 1)
        )


def in_short(level: BracketLevel) -> list[list[int | tuple[int, int]]]:
    """Each table of a round: the numbers of entrants, and (table, place) of the round before."""
    return [[source.seed or (source.table, source.place) for source in table] for table in level.tables]


def test_the_strongest_are_spread_over_the_tables_and_who_met_meets_again_late() -> None:
    first, second, last = bracket_levels(16, 4, 2)
    assert in_short(first) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    # the first and the second of one table are at different tables
    assert in_short(second) == [[(1, 1), (4, 1), (2, 2), (3, 2)], [(2, 1), (3, 1), (1, 2), (4, 2)]]
    assert in_short(last) == [[(1, 1), (2, 1), (1, 2), (2, 2)]]
    assert [level.go_on for level in (first, second, last)] == [2, 2, None]


def test_the_best_begin_a_round_later_where_entrants_do_not_fill_the_first() -> None:
    first, second, last = bracket_levels(12, 4, 2)
    assert in_short(first) == [[5, 8, 9, 12], [6, 7, 10, 11]]
    assert in_short(second) == [[1, 4, (1, 1), (2, 2)], [2, 3, (2, 1), (1, 2)]]
    assert len(last.tables) == 1
    first, second, _last = bracket_levels(5, 2, 1)
    assert (in_short(first), in_short(second)) == ([[4, 5]], [[1, (1, 1)], [2, 3]])


@pytest.mark.parametrize(
    ("seats", "go_on", "entrants"),
    [
        (4, 2, [4, 6, 8, 10, 12, 14, 16, 18, 20]),
        (4, 1, [4, 7, 10, 13, 16, 19]),
        (3, 1, [3, 5, 7, 9, 11, 13, 15, 17, 19]),
        (2, 1, [*range(2, 21)]),
        # three of four would go on to a table and a third of one
        (4, 3, [4]),
        (3, 2, [3]),
        # nobody goes on, or all do
        (4, 0, []),
        (4, 4, []),
    ],
)
def test_so_many_entrants_make_a_bracket_of_whole_tables(seats: int, go_on: int, entrants: list[int]) -> None:
    assert [number for number in range(1, 21) if is_whole_bracket(number, seats, go_on)] == entrants


def test_a_bracket_has_six_rounds_at_most() -> None:
    assert len(bracket_levels(64, 2, 1)) == 6
    assert not is_whole_bracket(65, 2, 1)
    with pytest.raises(ValueError, match="no whole tables"):
        bracket_levels(65, 2, 1)


def test_everybody_sits_one_wind_further_with_every_game() -> None:
    sides = (7, 8, 9, 6)
    assert list(rotated_seats(sides, 1)) == [(0, 7), (1, 8), (2, 9), (3, 6)]
    assert list(rotated_seats(sides, 2)) == [(1, 7), (2, 8), (3, 9), (0, 6)]
    assert list(rotated_seats(sides, 5)) == list(rotated_seats(sides, 1))
