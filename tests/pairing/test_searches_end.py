"""What cannot be bettered is not searched any further: a hall that is ready at once waits for nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from mahjongclub.pairing.designs import Round
from mahjongclub.pairing.night import NightGame, RoundDraw, TableDraw, seat_round
from mahjongclub.pairing.search import HOT, RoundSearch
from mahjongclub.pairing.visits import spread_over_hall
from mahjongclub.pairing.wishes import Wishes, exchange_places

TABLES: Round = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]


class Counted(random.Random):
    """Counts what a search draws for each step it takes."""

    drawn: list[str]

    def random(self) -> float:
        self.drawn.append("random")
        return super().random()

    def choice(self, seq: Any) -> Any:
        self.drawn.append("choice")
        return super().choice(seq)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        self.drawn.append("sample")
        return super().sample(population, k, counts=counts)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    drawn: list[str] = []
    monkeypatch.setattr(Counted, "drawn", drawn, raising=False)
    monkeypatch.setattr(random, "Random", Counted)
    return drawn


@pytest.mark.parametrize("enough", [0, 24])
def test_rounds_that_repeat_no_more_than_is_enough_are_left_as_they_are(
    drawn: list[str], enough: float
) -> None:
    rounds = [TABLES, TABLES] if enough else [TABLES]
    search = RoundSearch(range(16), 4, [], (), 1)
    assert search.improved(rounds, 1000, enough, HOT) == rounds
    assert not drawn


def test_a_round_without_a_repeated_meeting_is_left_as_it_is(drawn: list[str]) -> None:
    search = RoundSearch(range(16), 4, [], (), 1)
    assert search.rounds(1, start=range(16)) == [TABLES]
    assert not drawn


def test_a_plan_that_grants_every_wish_is_left_as_it_is(drawn: list[str]) -> None:
    wishes = Wishes(frozenset({frozenset((0, 4))}), 1)
    assert exchange_places([TABLES], wishes, (), 16, 1) == [TABLES]
    assert not drawn


def test_once_everybody_comes_to_a_new_table_no_round_moves_any_more(drawn: list[str]) -> None:
    first, second = spread_over_hall([TABLES, TABLES], 1)
    assert not any(set(table) & set(other) for table, other in zip(first, second, strict=True))
    assert drawn.count("sample") == 1, "the order of the hall alone"


@pytest.mark.parametrize("before", [(), (RoundDraw((TableDraw("four", (20, 21, 22, 23)),)),)])
def test_a_round_of_people_who_have_not_met_is_taken_at_once(
    drawn: list[str], before: Sequence[RoundDraw]
) -> None:
    assert len(seat_round(range(16), [NightGame("four", 4)], before, seed=1).tables) == 4
    assert "choice" not in drawn
