"""Whole games that riichienv 0.4.11 (PyPI) played under Tenhou's rules agree with ours hand by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import TENHOU

DATA = Path(__file__).parent / "data" / "riichienv.jsonl"
GAMES = [json.loads(line) for line in DATA.read_text().splitlines()]


def follow(game):
    """Settle a game of riichienv's hand by hand beside its scores."""
    state = VARIANT.start(TENHOU, None)
    for number, (hand, scores) in enumerate(zip(game["hands"], game["scores"], strict=True), 1):
        assert state.ended is None, number
        state = VARIANT.settle(TENHOU, state, VARIANT.read_outcome(TENHOU, hand)).after
        if number < len(game["hands"]):
            assert list(state.scores) == scores, (number, hand)
    assert state.ended is not None
    final = {one.seat: one.score for one in VARIANT.rank(TENHOU, state)}
    assert [final[seat] for seat in range(4)] == game["scores"][-1]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_scores_after_every_hand_are_those_of_riichienv(game):
    follow(game)
