"""Whole games, one a situation. The figures are worked out by hand in docs/rules/riichi.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.rules.record import read_record, replay

GAMES = Path(__file__).parents[3] / "rules" / "games"

# game: label and scores after each hand; why it ended; seat, rank, score, points in ranking order
WORKED: dict[str, tuple[list[tuple[str, list[int]]], str, list[tuple[int, int, int, float]]]] = {
    "double_ron": (
        [
            ("E1", [24000, 27000, 24000, 24000]),
            ("E2-1", [24000, 32200, 28200, 15600]),
            ("E2-2", [25600, 30600, 28200, 15600]),
            ("E3", [24900, 29900, 30300, 14900]),
            ("E3-1", [24900, 29900, 30300, 14900]),
            ("E4-2", [24900, 32500, 30300, 12300]),
        ],
        "last_hand",
        [(1, 1, 32500, 42.5), (2, 2, 30300, 10.3), (0, 3, 24900, -15.1), (3, 4, 12300, -37.7)],
    ),
    "own_stick_first": (
        [("E1", [29000, 29000, 29000, 32000]), ("E2-1", [19300, 34200, 34500, 32000])],
        "closed",
        [(2, 1, 34500, 19.5), (1, 2, 34200, 9.2), (3, 3, 32000, -3.0), (0, 4, 19300, -25.7)],
    ),
    "pao": (
        [
            ("E1", [25000, 25000, 57000, -7000]),
            ("E2", [24000, 28000, 56000, -8000]),
            ("E2-1", [56300, 12000, 39700, -8000]),
            ("E3", [56300, 12000, 39700, -8000]),
            ("E4-1", [44000, 12000, 39700, 4300]),
            ("E4-2", [44000, 13600, 39700, 2700]),
        ],
        "last_hand",
        [(0, 1, 44000, 64.0), (2, 2, 39700, 19.7), (1, 3, 13600, -26.4), (3, 4, 2700, -57.3)],
    ),
    "nagashi": (
        [
            ("E1", [37000, 21000, 20000, 21000]),
            ("E1-1", [35100, 23900, 20000, 21000]),
            ("E2", [33100, 19900, 18000, 29000]),
            ("E3-1", [31000, 17800, 14000, 37200]),
            ("E4", [31000, 17800, 22000, 29200]),
        ],
        "last_hand",
        [(0, 1, 31000, 41.0), (3, 2, 29200, 9.2), (2, 3, 22000, -18.0), (1, 4, 17800, -32.2)],
    ),
    "chombo": (
        [
            ("E1", [29000, 27000, 27000, 17000]),
            ("E1", [17000, 31000, 31000, 21000]),
            ("E1", [17000, 28400, 33600, 21000]),
            ("E2", [17000, 28400, 33600, 21000]),
            ("E3-1", [17000, 28400, 33600, 21000]),
            ("E4-2", [17000, 28400, 33600, 21000]),
        ],
        "last_hand",
        [(2, 1, 33600, 43.6), (1, 2, 28400, 8.4), (3, 3, 21000, -19.0), (0, 4, 17000, -33.0)],
    ),
    "bust_at_zero": (
        [("E1", [25000, 37000, 13000, 25000]), ("E2", [38000, 37000, 0, 25000])],
        "bust",
        [(0, 1, 38000, 48.0), (1, 2, 37000, 17.0), (3, 3, 25000, -15.0), (2, 4, 0, -50.0)],
    ),
    "west_extension": (
        [
            ("E1", [24500, 26100, 24700, 24700]),
            *[
                (label, [24500, 26100, 24700, 24700])
                for label in ("E2", "E3-1", "E4-2", "S1-3", "S2-4", "S3-5", "S4-6")
            ],
            ("W1-7", [27500, 25100, 23700, 23700]),
            ("W1-8", [27500, 25100, 31300, 16100]),
        ],
        "target",
        [(2, 1, 31300, 41.3), (0, 2, 27500, 7.5), (1, 3, 25100, -14.9), (3, 4, 16100, -33.9)],
    ),
    "agari_yame": (
        [
            ("E1", [25000, 25000, 21100, 28900]),
            ("E2", [25000, 25000, 21100, 28900]),
            ("E3-1", [25000, 25000, 21100, 28900]),
            ("E4-2", [26500, 23500, 19600, 30400]),
        ],
        "dealer_leads",
        [(3, 1, 30400, 20.4), (0, 2, 26500, 6.5), (1, 3, 23500, -6.5), (2, 4, 19600, -20.4)],
    ),
    "leftover_sticks": (
        [(label, [30500, 30500, 28500, 28500]) for label in ("E1", "E1-1", "E2-2", "E3-3", "E4-4")],
        "last_hand",
        [(0, 1, 31500, 11.5), (1, 1, 31500, 11.5), (2, 3, 28500, -11.5), (3, 3, 28500, -11.5)],
    ),
    "ties": (
        [("E1", [26000, 26000, 26000, 22000])],
        "closed",
        [(0, 1, 26000, 9.4), (1, 1, 26000, 9.3), (2, 1, 26000, 9.3), (3, 4, 22000, -28.0)],
    ),
}


def settled(name: str) -> dict[str, Any]:
    return replay(read_record(json.loads((GAMES / f"riichi_{name}.json").read_text("utf-8")))).to_json()


def test_every_game_is_worked():
    assert {path.stem.removeprefix("riichi_") for path in GAMES.glob("riichi_*.json")} == set(WORKED)


@pytest.mark.parametrize("name", WORKED)
def test_a_worked_game(name):
    hands, ended, final = WORKED[name]
    result = settled(name)
    assert [(hand["label"], hand["scores"]) for hand in result["hands"]] == hands
    assert result["ended"] == ended
    assert result["next"] is None
    assert [(row["seat"], row["rank"], row["score"], row["points"]) for row in result["final"]] == final


@pytest.mark.parametrize("name", WORKED)
def test_the_documentation_shows_the_same_figures(name):
    page = (Path(__file__).parents[4] / "docs" / "rules" / "riichi.md").read_text("utf-8")
    section = page.split(f"### {name}\n", 1)[1].split("\n### ", 1)[0]
    hands, _, final = WORKED[name]
    for _, scores in hands:
        assert " / ".join(f"{score:,}".replace("-", "−") for score in scores) in section
    for _, _, _, points in final:
        assert f"{points:+.1f}".replace("-", "−") in section
