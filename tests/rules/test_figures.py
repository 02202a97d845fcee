"""Figures counted from whole games whose records stand in tests/rules/games, counted there by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.rules.figures import Figures, figures_by_seat
from mahjongclub.rules.record import read_record, replay

GAMES = Path(__file__).parent / "games"


def figures(name: str) -> tuple[Figures, ...]:
    """The figures of every seat of a kept game."""
    played = replay(read_record(json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))))
    variant = played.record.variant
    hands = [(variant.outcome_to_json(hand.outcome), hand.to_json()) for hand in played.hands]
    return figures_by_seat(variant.seats, hands)


def counted(name: str, *what: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(seat, key) for key in what) for seat in figures(name)]


def test_a_yakuman_paid_by_the_liable_player_is_worth_its_full_value() -> None:
    # seat 2 self-draws a yakuman (32,000) with seat 3 liable, seat 0 wins one from seat 1 with seat 2 liable,
    # then seat 3 wins from seat 0 and seat 1 from seat 3
    wins = counted("riichi_pao", "wins", "self_draws", "deal_ins")
    assert wins == [(1, 0, 1), (1, 0, 1), (1, 1, 0), (1, 0, 1)]
    assert figures("riichi_pao")[2].won_points == 32000
    assert figures("riichi_pao")[2].best_hand == 32000


def test_two_rons_on_one_discard_are_one_deal_in() -> None:
    one = {"winner": 0, "from": 3, "han": 1, "fu": 30}
    other = {"winner": 1, "from": 3, "han": 2, "fu": 30}
    transfers = [
        {"from": 3, "to": 0, "points": 1500, "for": "hand"},
        {"from": 3, "to": 1, "points": 2000, "for": "hand"},
        {"from": 3, "to": 0, "points": 300, "for": "honba"},
    ]
    found = figures_by_seat(4, [({"type": "win", "wins": [one, other]}, {"transfers": transfers})])
    assert (found[3].deal_ins, found[3].dealt_points) == (1, 3500)
    assert (found[0].won_points, found[1].won_points) == (1500, 2000)
    assert found[3].fed == {"0": [1, 1500], "1": [1, 2000]}


def test_a_ron_void_by_head_bump_is_no_win() -> None:
    wins = [{"winner": seat, "from": 3, "han": 1, "fu": 30} for seat in (0, 1)]
    paid = [{"from": 3, "to": 0, "points": 1500, "for": "hand"}]
    found = figures_by_seat(4, [({"type": "win", "wins": wins}, {"transfers": paid})])
    assert [seat.wins for seat in found] == [1, 0, 0, 0]
    assert found[3].fed == {"0": [1, 1500]}


def test_a_fault_is_no_hand_and_its_sticks_no_riichi() -> None:
    chombo = {"type": "chombo", "offenders": [1], "riichi": [2]}
    found = figures_by_seat(4, [(chombo, {"transfers": []})])
    assert [(seat.hands, seat.faults, seat.riichi) for seat in found] == [
        (0, 0, 0),
        (0, 1, 0),
        (0, 0, 0),
        (0, 0, 0),
    ]


def test_tenpai_is_counted_at_exhausted_walls_and_not_at_aborts() -> None:
    drawn = {"type": "draw", "tenpai": [0, 2], "riichi": [2]}
    aborted = {"type": "abort", "reason": "four_winds", "riichi": []}
    found = figures_by_seat(4, [(drawn, {"transfers": []}), (aborted, {"transfers": []})])
    assert [(seat.hands, seat.draws, seat.tenpai) for seat in found] == [
        (2, 1, 1),
        (2, 1, 0),
        (2, 1, 1),
        (2, 1, 0),
    ]


def test_a_classical_hand_is_worth_the_points_counted() -> None:
    # first hand of the record: Benoît wins from Dina with 68 points counted
    record = json.loads((GAMES / "classical_family.json").read_text(encoding="utf-8"))
    played = replay(read_record({**record, "hands": record["hands"][:1]}))
    hand = played.hands[0]
    found = figures_by_seat(4, [(played.record.variant.outcome_to_json(hand.outcome), hand.to_json())])
    assert (found[1].won_points, found[3].deal_ins) == (68, 1)


@pytest.mark.parametrize(
    ("game", "yaku"),
    [("six_double_win", {"pure": 2}), ("taiwanese_nearest", {"concealed": 1, "self_drawn": 1})],
)
def test_named_parts_are_counted_where_the_record_has_them(game: str, yaku: dict[str, int]) -> None:
    assert figures(game)[3].yaku == yaku


def test_who_left_a_round_of_six_by_winning_does_not_see_its_wall_run_out() -> None:
    # second round: seats 3, 4 and 0 win; third: seat 3 wins alone; the first runs out untouched
    assert [seat.draws for seat in figures("six_double_win")] == [2, 3, 3, 1, 2, 3]


@pytest.mark.parametrize("game", sorted(path.stem for path in GAMES.glob("*.json")))
def test_nobody_has_more_parts_than_wholes(game: str) -> None:
    for seat in figures(game):
        assert seat.self_draws <= seat.wins <= seat.hands
        assert seat.riichi_wins <= min(seat.wins, seat.riichi)
        assert seat.tenpai <= seat.draws <= seat.hands
        assert seat.deal_ins <= seat.hands
