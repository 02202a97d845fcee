"""Whole classical hands and sessions: payment, East, limits, broken records. Source: RULES.md section 2."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.classical import VARIANT
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.settle import (
    Draw,
    Rules,
    Win,
    dominant_wind,
    settle,
)
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.kit.payers import start_even
from mahjongclub.rules.record import read_record, replay

from .strategies import book_games, book_hands, games, rules, wins

GAMES = Path(__file__).parents[3] / "rules" / "games"
RULES = Rules()
TABLE = start_even(RULES)
PLAYERS = ["Aiko", "Benoît", "Chen", "Dina"]


def result(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    data = {"format": 1, "variant": "classical", "players": PLAYERS, "hands": list(hands), **more}
    return replay(read_record(data)).to_json()


def points(*counted: int, winner: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "win", "winner": winner, "hands": [{"points": worth} for worth in counted], **more}


def part(kind: str, tile: str, concealed: bool = False) -> dict[str, Any]:
    return {"kind": kind, "tile": tile, "concealed": concealed}


MAHJONG = [part("pung", "2m"), part("chow", "3p"), part("chow", "4s"), part("chow", "6s"), part("pair", "5z")]


def counted(winner_sets: list[dict[str, Any]] = MAHJONG, **more: Any) -> dict[str, Any]:
    """A hand won by seat 0, counted by its sets; the others typed nothing."""
    by = {"by": more.pop("by")} if "by" in more else {}
    others = more.pop("others", [{"points": 0}] * 3)
    hand = {"type": "win", "winner": 0, "dice": [1, 1], "hands": [{"sets": winner_sets, **by}, *others]}
    return {**hand, **more}


# ------------------------------------------------------------------------------------ payment


def test_all_settle_with_all_and_east_double():
    assert result(points(40, 20, 8, 0))["hands"][0]["deltas"] == [184, -8, -68, -108]


def test_an_exempt_winner_pays_nobody():
    played = result(points(40, 20, 8, 0), rules={"winner_pays": "no"})["hands"][0]
    assert played["deltas"] == [240, -48, -84, -108]


def test_one_transfer_for_each_pair_of_seats_that_differ():
    played = result(points(30, 30, 8, 0, winner=1))["hands"][0]
    assert [(t["from"], t["to"], t["points"], t["for"]) for t in played["transfers"]] == [
        (2, 1, 22, "hand"),
        (3, 1, 30, "hand"),  # seats 0 and 1 hold the same and pay nothing
        (3, 2, 8, "hand"),
        (2, 0, 44, "hand"),
        (3, 0, 60, "hand"),
    ]


def test_a_loser_with_the_better_hand_is_paid_by_the_winner():
    assert result(points(20, 50, 0, 0, winner=2))["hands"][0]["deltas"] == [0 - 60 + 40 + 40, 160, -90, -90]


def test_the_limit_caps_every_hand_before_the_settlement_and_says_so():
    rules = Rules(limit=100)
    outcome = VARIANT.read_outcome(rules, points(160, 120, 100, 0))
    settled = settle(rules, TABLE, outcome)
    assert settled.hand_points == (100, 100, 100, 0)
    assert [str(note) for note in settled.notes] == [
        "East: 160 counted, 100 by the limit.",
        "South: 120 counted, 100 by the limit.",
    ]


def test_the_preset_with_an_exempt_winner():
    played = result(points(1500, 20, 0, 0), preset="exempt-1000")["hands"][0]
    assert played["deltas"] == [6000, -2000 + 20 + 20, -2000 - 20, -2000 - 20]


def test_every_seat_has_its_own_wind_and_flower():
    hands = [{"sets": [part("pung", f"{seat + 1}z")], "flowers": [seat + 1]} for seat in range(4)]
    hands[1] = {"points": 20}
    played = result({"type": "win", "winner": 1, "dice": [1, 1], "hands": hands})["hands"][0]
    assert played["hand_points"] == [16, 20, 16, 16]


@pytest.mark.parametrize(
    ("totals", "wind"), [((5, 9), "E"), ((2, 6, 10), "S"), ((3, 7, 11), "W"), ((4, 8, 12), "N")]
)
def test_the_throw_tells_the_dominant_wind(totals, wind):
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7) if a + b in totals]
    assert {dominant_wind(throw) for throw in throws} == {wind}


def test_the_dominant_wind_of_the_dice_doubles_and_is_told():
    hand = VARIANT.read_outcome(RULES, counted([part("pung", "4z"), *MAHJONG[1:]], dice=[2, 2]))
    settled = settle(RULES, TABLE, hand)
    assert (settled.hand_points, settled.round_wind) == (((4 + 22) * 2, 0, 0, 0), "N")


def test_a_self_draw_is_told_by_nobody_having_discarded():
    assert result(counted(**{"from": None}))["hands"][0]["hand_points"][0] == 2 + 22
    assert result(counted(**{"from": 3}))["hands"][0]["hand_points"][0] == 2 + 20


# ------------------------------------------------------------------------------------ East and the end


def test_east_stays_while_winning_then_the_winner_is_east():
    played = result(points(20, 0, 0, 0), points(20, 0, 0, 0, winner=2), points(0, 0, 20, 0, winner=3))
    assert [hand["dealer"] for hand in played["hands"]] == [0, 0, 2]
    assert played["next"] == {
        "label": "4",
        "round_wind": None,
        "dealer": 3,
        "honba": 0,
        "riichi_sticks": 0,
    }


def test_winds_follow_the_order_of_play_from_the_new_east():
    hands = [{"points": 0}, {"sets": [part("pung", "4z")]}, {"points": 0}, {"points": 0}]
    hands[3] = {"points": 20}
    last = {"type": "win", "winner": 3, "dice": [1, 4], "hands": hands}
    assert result(points(0, 0, 20, 0, winner=2), last)["hands"][1]["hand_points"] == [0, 8, 0, 20]


@pytest.mark.parametrize(("reading", "east"), [("stays", 0), ("passes", 1)])
def test_east_after_a_draw(reading, east):
    played = result({"type": "draw", "dice": [3, 4]}, rules={"draw_east": reading})
    assert played["next"]["dealer"] == east
    assert played["hands"][0]["deltas"] == [0, 0, 0, 0]


def test_a_session_may_have_a_number_of_hands():
    played = result({"type": "draw"}, {"type": "draw"}, rules={"hands": 2, "starting_points": 2000})
    assert played["ended"] == "last_hand"
    assert [row["score"] for row in played["final"]] == [2000] * 4
    assert [row["rank"] for row in played["final"]] == [1, 1, 1, 1]


def test_without_a_number_of_hands_it_goes_on_until_the_players_stop():
    assert result(*[{"type": "draw"}] * 40)["ended"] is None
    assert result({"type": "draw"}, closed=True)["ended"] == "closed"


def test_an_ended_session_can_go_on():
    assert VARIANT.continued(Rules(hands=2), "last_hand") == Rules()
    assert VARIANT.continued(Rules(limit=5), "closed") == Rules(limit=5)


@pytest.mark.parametrize(
    ("name", "scores", "order", "ended"),
    [
        # Worked out step by step in docs/rules/classical.md.
        ("classical_family", [-946, 2940, -1092, -902], [1, 3, 0, 2], "closed"),
        ("classical_exempt", [6724, -590, -698, 2564], [0, 3, 1, 2], "last_hand"),
        ("classical_readings", [-128, 84, 182, -138], [2, 1, 0, 3], "last_hand"),
    ],
)
def test_whole_games_worked_out_by_hand(name, scores, order, ended):
    played = replay(read_record(json.loads((GAMES / f"{name}.json").read_text()))).to_json()
    assert played["hands"][-1]["scores"] == scores
    assert [row["seat"] for row in played["final"]] == order
    assert played["ended"] == ended


# ------------------------------------------------------------------------------------ broken records

TWO_PAIRS = [*MAHJONG[:3], part("pair", "6z"), part("pair", "5z")]
CONCEALED = [{**item, "concealed": True} for item in MAHJONG]


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        ({}, "missing", "type"),
        ({"type": "false_win"}, "unknown_type", "type"),
        ({"type": "draw", "winner": 1}, "unknown_key", "winner"),
        ({"type": "draw", "dice": [0, 7]}, "not_dice", "dice"),
        (points(20, 0, 0), "wrong_number_of_hands", "hands"),
        (points(20, 0, 0, 0, winner=4), "seat_out_of_range", "winner"),
        (points(20, 0, 0, 0, **{"from": 0}), "winner_is_discarder", "from"),
        (points(20, -2, 0, 0), "points_out_of_range", "hands.1.points"),
        (points(20, 10**30, 0, 0), "points_out_of_range", "hands.1.points"),
        (points(20, True, 0, 0), "not_a_whole_number", "hands.1.points"),
        (counted(others=[{}, {"points": 0}, {"points": 0}]), "missing", "hands.1.points"),
        (counted(others=[{"points": 1, "sets": []}] * 3), "points_or_sets", "hands.1.points"),
        (counted(others=[7, {"points": 0}, {"points": 0}]), "not_an_object", "hands.1"),
        (counted(dice=None), "missing", "dice"),
        (counted(MAHJONG[:4]), "not_a_mahjong", "hands.0.sets"),
        (counted(TWO_PAIRS), "not_a_mahjong", "hands.0.sets"),
        (counted([*MAHJONG, part("pung", "9p")]), "not_a_mahjong", "hands.0.sets"),
        (counted([part("quint", "2m")]), "unknown_kind", "hands.0.sets.0.kind"),
        (counted([part("pung", "8z")]), "unknown_tile", "hands.0.sets.0.tile"),
        (counted([part("pung", "0m")]), "unknown_tile", "hands.0.sets.0.tile"),
        (counted([part("pung", ["2m"])]), "unknown_tile", "hands.0.sets.0.tile"),
        (counted([part("chow", "1z")]), "not_a_chow", "hands.0.sets.0.tile"),
        (counted([part("chow", "8m")]), "not_a_chow", "hands.0.sets.0.tile"),
        (counted([{**part("pung", "2m"), "concealed": 1}]), "not_true_or_false", "hands.0.sets.0.concealed"),
        (counted([{**part("pung", "2m"), "open": True}]), "unknown_key", "hands.0.sets.0.open"),
        (counted(by=["last_tile"], **{"from": 1}), "by_needs_self_draw", "hands.0.by"),
        (counted(by=["loose_tile"], **{"from": 1}), "by_needs_self_draw", "hands.0.by"),
        (counted(CONCEALED, by=["heavenly"], **{"from": 1}), "by_needs_self_draw", "hands.0.by"),
        (counted(by=["heavenly"]), "heavenly_played_on", "hands.0.by"),
        (counted(CONCEALED, by=["heavenly", "last_tile"]), "heavenly_played_on", "hands.0.by"),
        (counted(by=["luck"]), "unknown_by", "hands.0.by.0"),
        (counted(by=["last_tile", "last_tile"]), "repeated", "hands.0.by.1"),
        (
            counted(others=[{"sets": [], "by": ["last_tile"]}, {"points": 0}, {"points": 0}]),
            "by_not_winner",
            "hands.1.by",
        ),
        (
            counted(others=[{"sets": [], "flowers": [5]}, {"points": 0}, {"points": 0}]),
            "bonus_tile_out_of_range",
            "hands.1.flowers.0",
        ),
        (
            counted(others=[{"sets": [], "seasons": [2, 2]}, {"points": 0}, {"points": 0}]),
            "repeated",
            "hands.1.seasons.1",
        ),
        (
            counted(others=[{"sets": [], "flowers": [2]}, {"sets": [], "flowers": [2]}, {"points": 0}]),
            "bonus_tile_twice",
            "hands.2.flowers",
        ),
        (
            counted(others=[{"sets": [part("pair", "2m")]}, {"points": 0}, {"points": 0}]),
            "fifth_tile",
            "hands.1.sets.0.tile",
        ),
        (
            counted([part("kong", "5p"), *MAHJONG[1:]]),
            "fifth_tile",
            "hands.0.sets.1.tile",
        ),
        (
            counted(
                others=[{"sets": [part("pung", f"{n}p") for n in (1, 2, 7, 8, 9)]}, *[{"points": 0}] * 2]
            ),
            "too_many_sets",
            "hands.1.sets",
        ),
    ],
)
def test_a_broken_hand_names_the_hand_and_the_field(hand, code, field):
    with pytest.raises(RuleError) as caught:
        result({"type": "draw"}, hand)
    fault = caught.value
    assert (fault.code, fault.field, fault.hand) == (code, field, 2)
    assert str(fault.text)
    assert fault.text.in_language("fr")


def test_only_east_can_be_complete_as_dealt():
    hand = {**counted(CONCEALED, by=["heavenly"]), "winner": 1}
    hand["hands"] = [hand["hands"][1], hand["hands"][0], *hand["hands"][2:]]
    with pytest.raises(RuleError) as caught:
        result(hand)
    assert (caught.value.code, caught.value.field) == ("heavenly_not_east", "hands.1.by")


def test_east_complete_as_dealt():
    assert result(counted(CONCEALED, by=["heavenly"]))["hands"][0]["hand_points"][0] == 4 + 2 + 100


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"limit": 0}, "option_out_of_range"),
        ({"limit": "none"}, "option_not_whole"),
        ({"winner_bonus": "lowest"}, "option_unknown_choice"),
        ({"draw_east": True}, "option_unknown_choice"),
        ({"loose_tile": "maybe"}, "option_not_yes_no"),
        ({"hands": 0}, "option_out_of_range"),
        ({"colour": 1}, "unknown_option"),
    ],
)
def test_a_wrong_option_is_named(rules, code):
    with pytest.raises(RuleError) as caught:
        result(rules=rules)
    assert (caught.value.code, caught.value.field) == (code, f"rules.{next(iter(rules))}")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["win", "draw", "1z"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["type", "winner", "from", "dice", "hands", "sets", "kind"]), inner)
    ),
    max_leaves=20,
)


@given(json_values, json_values, json_values)
def test_no_junk_raises_anything_but_a_rule_error(winner, hands, dice):
    with contextlib.suppress(RuleError):
        result({"type": "win", "winner": winner, "hands": hands, "dice": dice})
    with contextlib.suppress(RuleError):
        result(counted([winner, hands], others=[dice, winner, hands]))


# ------------------------------------------------------------------------------------ properties


@given(games(), st.booleans(), st.sampled_from([None, 100]))
def test_points_are_conserved_and_a_prefix_replays_alike(hands, winner_pays, limit):
    rules = {"winner_pays": winner_pays, "limit": limit, "starting_points": 2000}
    whole = result(*hands, rules=rules)
    assert whole == result(*hands, rules=rules)
    for hand in whole["hands"]:
        assert sum(hand["deltas"]) == 0
        assert sum(hand["scores"]) == 8000
    for length in range(len(hands)):
        assert result(*hands[:length], rules=rules)["hands"] == whole["hands"][:length]


EVERYTHING = {"draw_counts": True, "cannon": True, "hand_seven_pairs": 250}


@given(book_games(), rules())
def test_points_are_conserved_whatever_the_books_count(hands, turned):
    rules = {**turned, **EVERYTHING, "starting_points": 2000}
    whole = result(*hands, rules=rules)
    assert whole == result(*hands, rules=rules)
    for hand in whole["hands"]:
        assert sum(hand["deltas"]) == 0
        assert sum(hand["scores"]) == 8000
        if turned.get("limit"):
            assert max(hand["hand_points"] or [0]) <= turned["limit"]
    for length in range(len(hands)):
        assert result(*hands[:length], rules=rules)["hands"] == whole["hands"][:length]


@given(book_hands())
def test_a_hand_of_the_books_is_written_as_it_was_read(hand):
    outcome = VARIANT.read_outcome(RULES, hand)
    written = VARIANT.outcome_to_json(outcome)
    assert VARIANT.read_outcome(RULES, written) == outcome
    assert VARIANT.outcome_to_json(VARIANT.read_outcome(RULES, written)) == written


@given(games())
def test_east_follows_a_little_model(hands):
    east = 0
    for hand, played in zip(hands, result(*hands)["hands"], strict=True):
        assert played["dealer"] == east
        east = hand.get("winner", east)


@given(wins())
def test_an_outcome_round_trips(hand):
    outcome = VARIANT.read_outcome(RULES, hand)
    assert VARIANT.read_outcome(RULES, VARIANT.outcome_to_json(outcome)) == outcome


@given(
    st.lists(st.integers(0, 500), min_size=4, max_size=4),
    st.integers(0, 3),
    st.integers(0, 3),
    st.permutations([1, 2, 3]),
    st.booleans(),
)
def test_swapping_two_seats_that_are_not_east_swaps_their_gains(worth, east, winner, steps, winner_pays):
    rules = Rules(winner_pays=winner_pays)
    one, other = (east + steps[0]) % 4, (east + steps[1]) % 4
    swap = {one: other, other: one}
    swapped = [worth[swap.get(seat, seat)] for seat in range(4)]
    table = replace(TableState((0, 0, 0, 0)), dealer=east)

    def gains(points: list[int], who: int) -> tuple[int, ...]:
        return settle(rules, table, Win(who, None, tuple(CountedHand(p) for p in points))).deltas

    before, after = gains(worth, winner), gains(swapped, swap.get(winner, winner))
    assert [after[swap.get(seat, seat)] for seat in range(4)] == list(before)


def test_a_draw_round_trips_with_its_dice():
    assert VARIANT.outcome_to_json(Draw(dice=(3, 4))) == {"type": "draw", "dice": [3, 4]}
    assert VARIANT.read_outcome(RULES, {"type": "draw"}) == Draw()
