"""A game that begins elsewhere than at its beginning. GAME_RECORD.md, "Beginning elsewhere"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mahjongclub.rules.beginning import (
    Start,
    read_start,
    state_at_start,
    stored_start,
    surplus_over_start,
    winds_of,
)
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.registry import find_variant

RIICHI, TEN, HONGKONG = find_variant("riichi"), find_variant("ten"), find_variant("hongkong")
RULES = RIICHI.default_preset.rules


def read(start: dict[str, Any], variant: Any = RIICHI) -> Start:
    rules = variant.default_preset.rules
    return read_start(Reader({"start": start}).object("start"), variant, rules)


@pytest.mark.parametrize(
    ("start", "written"),
    [
        (Start(), {}),
        (
            Start((30_000, 20_000, 25_000, 25_000), "S", 2, 1, 3),
            {
                "scores": [30_000, 20_000, 25_000, 25_000],
                "round_wind": "S",
                "dealer": 2,
                "honba": 1,
                "riichi_sticks": 3,
            },
        ),
        # nought is said, and is not left out
        (Start(dealer=0, honba=0, sticks=0), {"dealer": 0, "honba": 0, "riichi_sticks": 0}),
    ],
)
def test_a_start_is_written_and_read_back(start: Start, written: dict[str, Any]) -> None:
    assert start.to_json() == written
    assert read(written) == start
    assert stored_start(RIICHI, RULES, written) == start
    assert stored_start(RIICHI, RULES, None) is None


@pytest.mark.parametrize(
    ("game", "start", "code", "field"),
    [
        (RIICHI, {"scores": [1, 2, 3]}, None, "start.scores"),
        (RIICHI, {"dealer": 4}, None, "start.dealer"),
        (RIICHI, {"honba": 1001}, None, "start.honba"),
        (RIICHI, {"honba": -1}, None, "start.honba"),
        (RIICHI, {"riichi_sticks": 1001}, None, "start.riichi_sticks"),
        (RIICHI, {"riichi_sticks": -1}, None, "start.riichi_sticks"),
        (RIICHI, {"wind": "S"}, None, "start.wind"),
        (HONGKONG, {"honba": 1}, "no_honba", "start.honba"),
        (HONGKONG, {"riichi_sticks": 1}, "no_riichi_sticks", "start.riichi_sticks"),
        (TEN, {"round_wind": "W"}, "no_such_round", "start.round_wind"),
    ],
)
def test_what_a_game_cannot_begin_with_is_refused_at_its_field(
    game: Any, start: dict[str, Any], code: str | None, field: str
) -> None:
    with pytest.raises(RuleError) as fault:
        read(start, game)
    assert fault.value.field == field
    assert code in (None, fault.value.code)


def test_a_thousand_counters_and_sticks_are_taken() -> None:
    assert read({"honba": 1000, "riichi_sticks": 1000}) == Start(honba=1000, sticks=1000)
    assert read({"honba": 0}, HONGKONG) == Start(honba=0)


def test_the_table_stands_as_the_start_says_and_else_as_usual() -> None:
    usual = RIICHI.start(RULES, None)
    assert state_at_start(RIICHI, RULES) == usual
    assert state_at_start(RIICHI, RULES, None, Start()) == usual
    start = Start((30_000, 20_000, 24_000, 24_000), "S", 2, 1, 2)
    state = state_at_start(RIICHI, RULES, None, start)
    assert state == replace(
        usual, scores=(30_000, 20_000, 24_000, 24_000), round=1, dealer=2, honba=1, sticks=2
    )
    assert state_at_start(RIICHI, RULES, None, Start(dealer=0)).dealer == 0
    assert state_at_start(RIICHI, RULES, None, Start(round_wind="E")).round == 0
    assert winds_of(RIICHI, RULES) == ["E", "S", "W", "N"]


def test_a_bank_holds_what_is_missing_from_what_was_dealt_out() -> None:
    rules = TEN.default_preset.rules
    # two players with 10,000 each and a bank of 100,000
    state = state_at_start(TEN, rules, (1, 1), Start((15_000, 8_000), sticks=2))
    assert (state.bank, state.sticks) == (100_000 - 3_000 - 2_000, 2)
    assert surplus_over_start(TEN, rules, replace(state, scores=(15_000, 8_100))) == 100
    with pytest.raises(RuleError) as fault:
        state_at_start(TEN, rules, (1, 1), Start((110_000, 10_000)))
    assert (fault.value.code, fault.value.field) == ("bank_empty", "start.scores")
    assert state_at_start(TEN, rules, (1, 1), Start((109_900, 10_000))).bank == 100


def test_points_beyond_those_handed_out_are_counted_with_sticks() -> None:
    state = RIICHI.start(RULES, None)
    assert surplus_over_start(RIICHI, RULES, state) == 0
    assert surplus_over_start(RIICHI, RULES, replace(state, sticks=1)) == 1_000
    short = replace(state, scores=(25_000, 24_000, 25_000, 23_500), sticks=1)
    assert surplus_over_start(RIICHI, RULES, short) == -1_500


def test_a_game_of_five_at_four_seats_begins_with_five_scores() -> None:
    five = RIICHI.with_rotation("loser")
    assert (five.seats, five.players) == (4, 5)
    scores = (25_000, 24_000, 26_000, 25_000, 20_000)
    state = state_at_start(five, RULES, None, Start(scores))
    assert (state.scores, state.aside[0]) == (scores[:4], 20_000)
    assert surplus_over_start(five, RULES, state) == -5_000
