"""Whole games of three that riichienv 0.4.11 (PyPI) played agree with ours hand by hand."""

from __future__ import annotations

import json
import random

import pytest

from tests.games.riichi.engine.made_by_riichienv import lines

from ..test_riichienv import follow


def test_five_hundred_games_played_anew_agree():
    pytest.importorskip("riichienv")
    for line in lines(500, first=random.randrange(1_000_000), seats=3):
        follow(json.loads(line))
