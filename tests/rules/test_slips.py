"""The hands that a slip of the finger may have made of another, listed by hand."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.slips import hands_one_slip_away

RIICHI = find_variant("riichi")


def changes(hand: dict[str, Any], variant: Any = RIICHI) -> list[tuple[str, Any]]:
    """Each slip by the field that differs, and what stands there; several fields as a list."""
    found = []
    for other in hands_one_slip_away(variant, hand):
        differ = [name for name in other if other[name] != hand.get(name, [] if name == "riichi" else None)]
        found.append((" ".join(differ), [other[name] for name in differ]))
    return found


def test_another_seat_may_have_been_meant_in_a_draw_or_a_fault() -> None:
    assert changes({"type": "draw", "tenpai": [0, 2], "riichi": []}) == [
        ("riichi", [[0]]),
        ("riichi", [[1]]),
        ("riichi", [[2]]),
        ("riichi", [[3]]),
        ("tenpai", [[2]]),
        ("tenpai", [[0, 2, 1]]),
        ("tenpai", [[0]]),
        ("tenpai", [[0, 2, 3]]),
    ]
    offended = [change for change in changes({"type": "chombo", "offender": 1}) if change[0] == "offender"]
    assert offended == [("offender", [0]), ("offender", [2]), ("offender", [3])]


def test_riichi_sticks_may_have_been_forgotten_in_a_game_that_has_them() -> None:
    assert ("riichi", [[2]]) in changes({"type": "draw", "tenpai": []})
    assert "riichi" not in [name for name, _values in changes({"type": "draw"}, find_variant("hongkong"))]


def test_a_win_may_have_another_winner_discarder_or_value() -> None:
    win = {"winner": 1, "from": 2, "han": 3, "fu": 40}
    hand = {"type": "win", "wins": [win], "riichi": [1]}
    others = [slip["wins"][0] for slip in hands_one_slip_away(RIICHI, hand) if slip["wins"] != [win]]
    assert others[0] == {**win, "winner": 2, "from": 1}, "exchanged"
    assert {**win, "winner": 0} in others
    assert {**win, "from": None} in others
    assert {**win, "from": 3} in others
    assert {**win, "from": 2} not in others
    steps = RIICHI.steps["han"]
    at = steps.index(3)
    assert [other["han"] for other in others if other["han"] != 3] == [steps[at - 1], steps[at + 1]]
    assert all(slip["type"] == "win" for slip in hands_one_slip_away(RIICHI, hand))
    riichi = [slip["riichi"] for slip in hands_one_slip_away(RIICHI, hand) if slip["wins"] == [win]]
    assert riichi == [[1, 0], [], [1, 2], [1, 3]]


def test_the_least_and_the_most_of_a_value_have_one_neighbour() -> None:
    steps = RIICHI.steps["fu"]
    for value, neighbour in ((steps[0], steps[1]), (steps[-1], steps[-2])):
        win = {"winner": 1, "from": 2, "han": 2, "fu": value}
        found = [
            slip["wins"][0]["fu"] for slip in hands_one_slip_away(RIICHI, {"type": "win", "wins": [win]})
        ]
        assert [fu for fu in found if fu != value] == [neighbour]
    unknown = {"winner": 1, "from": 2, "han": 2, "fu": 7}
    assert {
        slip["wins"][0]["fu"] for slip in hands_one_slip_away(RIICHI, {"type": "win", "wins": [unknown]})
    } == {7}


def test_of_two_winners_each_may_be_another() -> None:
    first, second = {"winner": 0, "from": 3, "han": 1, "fu": 30}, {"winner": 1, "from": 3, "han": 2, "fu": 30}
    found = [slip["wins"] for slip in hands_one_slip_away(RIICHI, {"type": "win", "wins": [first, second]})]
    assert [first, {**second, "winner": 2}] in found
    assert [{**first, "winner": 2}, second] in found


def test_a_self_draw_that_is_left_out_may_have_been_a_discard() -> None:
    ten = find_variant("ten")
    hand = {"type": "win", "winner": 0, "han": 3, "fu": 30}
    found = list(hands_one_slip_away(ten, hand))
    assert {"riichi": [], **hand, "from": 0} in found
    assert {"riichi": [], **hand, "from": 1} in found


def test_a_yes_may_have_been_a_no() -> None:
    assert {"type": "draw", "nagashi": False, "riichi": []} in list(
        hands_one_slip_away(RIICHI, {"type": "draw", "nagashi": True})
    )


def test_what_is_no_hand_has_no_slips() -> None:
    assert (
        list(hands_one_slip_away(RIICHI, {"type": "adjust", "points": [100, -100, 0, 0], "why": "a gift"}))
        == []
    )
