"""Points given or taken, other rules, another player and a start elsewhere, in riichi with worked numbers."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.record import read_record, replay

from .records import draw, record, ron, tsumo

LATE = {"type": "adjust", "points": [0, -1000, 0, 0], "why": "late"}


def played(*hands: dict[str, Any], start: dict[str, Any] | None = None, **rules: Any) -> dict[str, Any]:
    written = record(*hands, **rules)
    return replay(read_record({**written, "start": start} if start is not None else written)).to_json()


def test_points_taken_for_nobody_go_outside() -> None:
    one = played(LATE)["hands"][0]
    assert one["transfers"] == [{"from": 1, "to": "outside", "points": 1000, "for": "penalty"}]
    assert one["deltas"] == [0, -1000, 0, 0]
    assert one["scores"] == [25000, 24000, 25000, 25000]


def test_points_one_gives_another_stay_at_the_table() -> None:
    one = played({"type": "adjust", "points": [3000, -1000, -1000, -1000]})["hands"][0]
    assert {(move["from"], move["to"], move["points"]) for move in one["transfers"]} == {
        (1, 0, 1000),
        (2, 0, 1000),
        (3, 0, 1000),
    }


def test_what_stands_between_hands_keeps_dealer_counters_and_sticks() -> None:
    """East's draw with a riichi leaves a counter and a stick: E1-1 before and after what is no hand."""
    seat = {"type": "seat", "seat": 2, "player": "Eva"}
    result = played(draw(0, riichi=(0,)), LATE, seat, {"type": "rules", "rules": {"bust": "off"}})
    assert [one["label"] for one in result["hands"]] == ["E1", "E1-1", "E1-1", "E1-1"]
    assert result["next"] == {
        "label": "E1-1",
        "round_wind": "E",
        "dealer": 0,
        "honba": 1,
        "riichi_sticks": 1,
    }


def test_a_game_begins_in_the_south_with_counters_and_sticks() -> None:
    """The start of GAME_RECORD.md: S3-1, two sticks there. A ron of 3 han 40 fu by the dealer is 7,700
    (riichi.wiki, "Scoring table"), with 300 for the counter, and the 2,000 of the sticks.
    """
    start = {
        "scores": [31000, 24000, 25000, 20000],
        "round_wind": "S",
        "dealer": 2,
        "honba": 1,
        "riichi_sticks": 2,
    }
    result = played(ron(2, 0, han=3, fu=40), start=start)
    assert result["hands"][0]["label"] == "S3-1"
    assert result["hands"][0]["deltas"] == [-8000, 0, 10000, 0]
    assert result["hands"][0]["scores"] == [23000, 24000, 35000, 20000]
    assert result["next"]["label"] == "S3-2"


def test_rules_noticed_wrong_hold_from_there_on() -> None:
    """A child's self-draw of 4 han 30 fu is 2,000 from each and 3,900 from the dealer; rounded up to mangan
    (kiriage) 2,000 and 4,000 (riichi.wiki, "Kiriage mangan").
    """
    change = {"type": "rules", "rules": {"kiriage_mangan": True}}
    result = played(tsumo(1, han=4, fu=30), change, tsumo(2, han=4, fu=30), kiriage_mangan=False)
    assert result["hands"][0]["deltas"] == [-3900, 7900, -2000, -2000]
    assert result["hands"][2]["deltas"] == [-2000, -4000, 8000, -2000]


def test_uma_of_the_last_rules_ranks_the_end() -> None:
    change = {"type": "rules", "rules": {"uma": [30, 10, -10, -30]}}
    both = played(change, closed=True, uma=[20, 10, -10, -20], ties="seat")["final"]
    only = played(closed=True, uma=[30, 10, -10, -30], ties="seat")["final"]
    assert [row["points"] for row in both] == [row["points"] for row in only]
