"""Hong Kong settled: the worked examples with their sources, the options, random games, broken records.

Sources of the figures stand in docs/rules/hongkong.md; "2.3" and the like are its sections.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from ..test_examples import DRAW, win


def command(*records: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    lines = "\n".join(json.dumps(record) for record in records)
    call = [sys.executable, "-m", "mahjongclub.rules", "replay", "-"]
    return subprocess.run(call, input=lines, capture_output=True, text=True, check=False)


def test_the_examples_of_the_game_record_by_the_command_line():
    """The hands of the game record's page, `guarantor` null and all."""
    record = {
        "format": 1,
        "variant": "hongkong",
        "preset": "hkma",
        "players": ["A", "B", "C", "D"],
        "hands": [
            {"type": "win", "wins": [{"winner": 1, "from": 0, "faan": 4, "guarantor": None}]},
            {"type": "win", "wins": [{"winner": 1, "from": 0, "patterns": ["half_flush"], "robbed": True}]},
            DRAW,
            {"type": "false_win", "offender": 2},
        ],
    }
    done = command(record)
    assert (done.returncode, done.stderr) == (0, "")
    hands = json.loads(done.stdout)["hands"]
    assert [hand["deltas"] for hand in hands] == [
        [-64, 64, 0, 0],
        [-48, 48, 0, 0],
        [0, 0, 0, 0],
        [256, 256, -768, 256],
    ]
    assert [hand["label"] for hand in hands] == ["E1", "E2", "E2-1", "E2-2"]


def test_a_refusal_by_the_command_line():
    record = {"format": 1, "variant": "hongkong", "players": ["A", "B", "C", "D"], "hands": [win(1, 0, 2)]}
    done = command(record)
    assert (done.returncode, done.stdout) == (2, "")
    fault = json.loads(done.stderr)["error"]
    assert (fault["hand"], fault["field"], fault["code"]) == (1, "wins.0.faan", "below_minimum")
