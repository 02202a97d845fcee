"""The bracket of a playoff: whole tables, everybody once."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.pairing.bracket import bracket_levels, is_whole_bracket


@given(st.integers(4, 64), st.sampled_from([2, 3, 4]), st.integers(1, 3))
def test_a_bracket_seats_everybody_once_and_fills_every_table(entrants: int, seats: int, go_on: int) -> None:
    if not is_whole_bracket(entrants, seats, go_on):
        return
    rounds = bracket_levels(entrants, seats, go_on)
    assert len(rounds[-1].tables) == 1
    assert all(len(table) == seats for one in rounds for table in one.tables)
    first = [source.seed for one in rounds for table in one.tables for source in table if source.seed]
    assert sorted(first) == list(range(1, entrants + 1))
    for before, after in pairwise(rounds):
        through = [
            (source.table, source.place) for table in after.tables for source in table if source.seed is None
        ]
        assert sorted(through) == sorted(
            (table, place) for table in range(1, len(before.tables) + 1) for place in range(1, go_on + 1)
        )
