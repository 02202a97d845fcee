"""Whole Taiwanese hands and sessions: payment, the dealer, the end, broken records. RULES.md section 3."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.taiwanese import VARIANT
from mahjongclub.rules.taiwanese.options import Rules
from tests.games.taiwanese.engine.strategies import hands as any_hand
from tests.games.taiwanese.engine.strategies import wins

GAMES = Path(__file__).parents[3] / "rules" / "games"
RULES = Rules()
start, settle = VARIANT.start, VARIANT.settle
read_outcome, outcome_to_json = VARIANT.read_outcome, VARIANT.outcome_to_json
DRAW = {"type": "draw"}


def result(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = ["Aiko", "Benoît", "Chen", "Dina"]
    data = {"format": 1, "variant": "taiwanese", "players": players, "hands": list(hands), **more}
    return replay(read_record(data)).to_json()


def one(winner: int, tai: int | list[str], source: int | None = None) -> dict[str, Any]:
    written: dict[str, Any] = {"winner": winner, "tai" if isinstance(tai, int) else "patterns": tai}
    return written if source is None else {**written, "from": source}


def win(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": list(entries), **more}


def false_win(offender: int) -> dict[str, Any]:
    return {"type": "false_win", "offender": offender}


def deltas(*hands: dict[str, Any], **more: Any) -> list[int]:
    return result(*hands, **more)["hands"][-1]["deltas"]


# ------------------------------------------------------------------------------------ payment


def test_a_self_draw_against_a_dealer_on_the_second_repeat():
    assert deltas(DRAW, DRAW, win(one(1, 5)), preset="100/20") == [-300, 700, -200, -200]


def test_a_record_is_settled_as_it_says_with_the_tai_of_a_self_draw_or_without():
    # RULES.md section 3: all_pungs 4 and self_drawn 1; 3 + 5 from each, 3 + 5 + 1 from the dealer
    assert deltas(win(one(1, ["all_pungs", "self_drawn"]))) == [-9, 25, -8, -8]
    assert deltas(win(one(1, ["all_pungs"]))) == [-8, 22, -7, -7]
    assert deltas(win(one(1, ["all_pungs"], 2))) == [0, 7, -7, 0]  # a discard has none


@pytest.mark.parametrize(
    ("preset", "base", "unit"),
    [
        ("3/1", 3, 1),
        ("5/2", 5, 2),
        ("30/10", 30, 10),
        ("50/20", 50, 20),
        ("100/20", 100, 20),
        ("300/100", 300, 100),
        ("300/50", 300, 50),
        ("500/100", 500, 100),
    ],
)
def test_every_preset_pays_its_base_and_unit(preset, base, unit):
    assert deltas(win(one(1, 4, 2)), preset=preset) == [0, base + 4 * unit, -base - 4 * unit, 0]
    assert deltas(win(one(1, 0, 2)), preset=preset) == [0, base, -base, 0]


def test_the_first_preset_is_the_default():
    assert VARIANT.presets[0].key == "3/1"
    assert VARIANT.default_preset.rules == Rules()


@pytest.mark.parametrize("repeats", range(5))
def test_the_dealers_tai_grow_by_two_with_each_repeat(repeats):
    dealers = 2 * repeats + 1
    repeated = [DRAW] * repeats
    assert deltas(*repeated, win(one(0, 2, 3))) == [5 + dealers, 0, 0, -5 - dealers]
    assert deltas(*repeated, win(one(3, 2, 0))) == [-5 - dealers, 0, 0, 5 + dealers]
    assert deltas(*repeated, win(one(3, 2, 1))) == [0, -5, 0, 5]
    assert deltas(*repeated, win(one(0, 2))) == [3 * (5 + dealers)] + [-5 - dealers] * 3
    assert deltas(*repeated, win(one(3, 2))) == [-5 - dealers, -5, -5, 15 + dealers]


def test_several_winners_are_each_paid_in_full():
    hand = win(one(0, 1, 1), one(3, 4, 1))
    transfers = result(hand)["hands"][0]["transfers"]
    assert [(t["from"], t["to"], t["points"]) for t in transfers] == [(1, 3, 7), (1, 0, 5)]


def test_or_only_the_nearest_after_the_discarder():
    played = result(win(one(0, 1, 1), one(3, 4, 1)), rules={"multi_win": "nearest"})
    assert played["hands"][0]["deltas"] == [0, -7, 0, 7]
    assert played["next"]["dealer"] == 1  # the dealer's win was void
    settled = settle(
        Rules(multi_win="nearest"), start(RULES), read_outcome(RULES, win(one(0, 1, 1), one(3, 4, 1)))
    )
    assert "nearest" in str(settled.notes[0])


def test_a_false_win_pays_each_other_and_the_hand_is_replayed():
    played = result(DRAW, false_win(2))
    assert played["hands"][1]["deltas"] == [11, 11, -33, 11]
    assert {t["for"] for t in played["hands"][1]["transfers"]} == {"penalty"}
    assert played["hands"][1]["label"] == played["next"]["label"] == "E1-1"


def test_a_false_win_carries_no_dealers_tai_and_its_tai_are_the_clubs():
    assert deltas(DRAW, false_win(0), rules={"false_win_tai": 2}) == [-15, 5, 5, 5]


def test_patterns_stand_for_their_tai_and_exclusions_are_said():
    hand = win(one(1, ["big_dragons", "dragon_pung", "half_flush"], 2))
    assert deltas(hand) == [0, 15, -15, 0]
    settled = settle(RULES, start(RULES), read_outcome(RULES, hand))
    assert [str(note) for note in settled.notes] == [
        "“Dragon pung” is not counted beside “Big three dragons”."
    ]


def test_a_base_of_nothing_and_no_tai_moves_nothing():
    assert result(win(one(1, 0, 2)), rules={"base": 0})["hands"][0]["transfers"] == []


def test_above_the_cap_a_hand_pays_like_it_and_the_dealers_tai_come_on_top():
    rules = {"cap": 10}
    # 3 + 10 from each, and from the dealer on the first repeat 3 more
    assert deltas(DRAW, win(one(1, 12)), rules=rules) == [-16, 42, -13, -13]
    assert deltas(DRAW, win(one(1, 10)), rules=rules) == [-16, 42, -13, -13]
    hand = win(one(1, ["big_dragons", "all_pungs"], 2))
    assert deltas(hand, rules=rules) == [0, 13, -13, 0]
    settled = settle(Rules(cap=10), start(RULES), read_outcome(RULES, hand))
    assert [str(note) for note in settled.notes] == ["12 tai are paid like 10: the cap."]
    assert VARIANT.values(Rules(cap=10), True) == range(11)


# ------------------------------------------------------------------------------------ the deal and the end


def test_the_dealer_stays_on_a_win_a_shared_win_and_a_draw():
    played = result(win(one(0, 0)), win(one(0, 0, 1), one(2, 0, 1)), DRAW, win(one(2, 0, 1)))
    assert [hand["label"] for hand in played["hands"]] == ["E1", "E1-1", "E1-2", "E1-3"]
    assert played["next"]["label"] == "E2"


def test_a_club_may_pass_the_deal_on_after_a_draw():
    played = result(win(one(0, 0)), DRAW, win(one(1, 0)), rules={"dealer_draw": "passes"})
    assert [hand["label"] for hand in played["hands"]] == ["E1", "E1-1", "E2"]
    assert played["next"]["label"] == "E2-1"
    assert result(*[DRAW] * 4, rules={"dealer_draw": "passes", "rounds": 1})["ended"] == "last_hand"


def test_the_dice_of_a_drawn_hand_are_kept_and_move_nothing():
    thrown = {**DRAW, "dice": [2, 5]}
    assert result(thrown) == result(DRAW)
    assert outcome_to_json(read_outcome(RULES, thrown)) == thrown
    with pytest.raises(RuleError) as caught:
        result({**DRAW, "dice": [2, 7]})
    assert (caught.value.code, caught.value.field) == ("not_dice", "dice")


def test_sixteen_hands_when_no_dealer_stays():
    hands = [win(one((number + 1) % 4, 0, (number + 2) % 4)) for number in range(16)]
    played = result(*hands)
    assert [hand["label"] for hand in played["hands"]] == [f"{w}{n}" for w in "ESWN" for n in range(1, 5)]
    assert (played["ended"], played["next"]) == ("last_hand", None)
    assert result(*hands[:-1])["ended"] is None
    assert result(*hands[:-1], DRAW, false_win(1), hands[-1])["ended"] == "last_hand"


def test_a_session_of_one_round_may_go_on_for_another():
    assert result(*[win(one((n + 1) % 4, 0)) for n in range(4)], rules={"rounds": 1})["ended"] == "last_hand"
    assert VARIANT.continued(Rules(rounds=1), "last_hand") == Rules(rounds=2)
    assert VARIANT.continued(Rules(rounds=16), "last_hand") is None
    assert VARIANT.continued(Rules(), "closed") == Rules()


def test_scores_may_be_negative_and_ties_share_a_rank():
    final = result(win(one(1, 0, 2)), closed=True)["final"]
    assert [(row["seat"], row["rank"], row["score"], row["points"]) for row in final] == [
        (1, 1, 3, 3),
        (0, 2, 0, 0),
        (3, 2, 0, 0),
        (2, 4, -3, -3),
    ]


def test_starting_points():
    assert result(DRAW, rules={"starting_points": 500})["hands"][0]["scores"] == [500] * 4


@pytest.mark.parametrize(
    ("name", "scores", "order", "labels"),
    [
        # Worked out step by step in docs/rules/taiwanese.md.
        (
            "taiwanese_repeats",
            [360, 1000, 20, -1380],
            [1, 0, 2, 3],
            ["E1", "E1-1", "E1-2", "E2", "E2", "E3", "E3-1", "E4"],
        ),
        (
            "taiwanese_patterns",
            [-42, 46, 50, -54],
            [2, 1, 0, 3],
            ["E1", "E2", "E2-1", "E2-2", "E3", "E3-1", "E4"],
        ),
        ("taiwanese_nearest", [6900, 9600, 10900, 12600], [3, 2, 1, 0], ["E1", "E2", "E2", "E3"]),
    ],
)
def test_whole_games_worked_out_by_hand(name, scores, order, labels):
    played = replay(read_record(json.loads((GAMES / f"{name}.json").read_text()))).to_json()
    assert [hand["label"] for hand in played["hands"]] == labels
    assert played["hands"][-1]["scores"] == scores
    assert [row["seat"] for row in played["final"]] == order


# ------------------------------------------------------------------------------------ broken records


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        ({"type": "abort"}, "unknown_type", "type"),
        ({"type": "false_win", "offender": 1, "dice": [1, 2]}, "unknown_key", "dice"),
        ({"type": "false_win"}, "missing", "offender"),
        (false_win(4), "seat_out_of_range", "offender"),
        ({"type": "win"}, "missing", "wins"),
        (win(), "missing", "wins"),
        (win(*[one(1, 0, 2)] * 4), "not_a_list", "wins"),
        (win(one(1, 0), dice=[1]), "not_dice", "dice"),
        (win({"winner": 1}), "missing", "wins.0.tai"),
        (win({"winner": 1, "tai": 1, "patterns": []}), "tai_or_patterns", "wins.0.tai"),
        (win(one(1, -1)), "tai_out_of_range", "wins.0.tai"),
        (win(one(1, 10**20)), "tai_out_of_range", "wins.0.tai"),
        (win({"winner": 1, "tai": True}), "not_a_whole_number", "wins.0.tai"),
        (win({"winner": 1, "tai": 1, "fu": 30}), "unknown_key", "wins.0.fu"),
        (win(one(1, 0, 1)), "winner_is_discarder", "wins.0.from"),
        (win(one(1, 0, 2), one(1, 0, 2)), "repeated", "wins.1.winner"),
        (win(one(1, 0), one(2, 0)), "self_draw_alone", "wins.1.winner"),
        (win(one(1, 0, 3), one(2, 0, 0)), "different_discarders", "wins.1.from"),
        (win(one(1, ["luck"])), "unknown_pattern", "wins.0.patterns.0"),
        (win(one(1, [["concealed"]])), "unknown_pattern", "wins.0.patterns.0"),
        (win(one(1, ["concealed", "concealed"])), "repeated", "wins.0.patterns.1"),
        (win(one(1, ["dragon_pung"] * 4)), "repeated", "wins.0.patterns.3"),
        (win(one(1, ["own_flower"] * 3)), "repeated", "wins.0.patterns.2"),
        (win(one(1, ["self_drawn"], 2)), "pattern_needs_self_draw", "wins.0.patterns"),
        (win(one(1, 0, 2), one(3, ["heavenly"], 2)), "pattern_needs_self_draw", "wins.1.patterns"),
        (win(one(1, ["heavenly"])), "pattern_not_for_this_seat", "wins.0.patterns"),
        (win(one(1, ["concealed", "melded_discard"], 2)), "patterns_contradict", "wins.0.patterns"),
    ],
)
def test_a_broken_hand_names_the_hand_and_the_field(hand, code, field):
    with pytest.raises(RuleError) as caught:
        result(DRAW, hand)
    fault = caught.value
    assert (fault.code, fault.field, fault.hand) == (code, field, 2)
    assert fault.text.in_language("fr")


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"base": -1}, "option_out_of_range"),
        ({"multi_win": "head_bump"}, "option_unknown_choice"),
        ({"rounds": 0}, "option_out_of_range"),
        ({"flowers": True}, "option_unknown_choice"),
        ({"first_break": "north"}, "option_unknown_choice"),
        ({"tai_concealed": 101}, "option_out_of_range"),
        ({"tai_luck": 1}, "unknown_option"),
    ],
)
def test_a_wrong_option_is_named(rules, code):
    with pytest.raises(RuleError) as caught:
        result(rules=rules)
    assert (caught.value.code, caught.value.field) == (code, f"rules.{next(iter(rules))}")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["win", "concealed", "heavenly", ""]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["type", "winner", "from", "tai", "patterns", "wins"]), inner)
    ),
    max_leaves=20,
)


@given(json_values, json_values)
def test_no_junk_raises_anything_but_a_rule_error(some, other):
    for hand in (some, win(some), win({"winner": 1, "from": some, "patterns": other}), win(dice=other)):
        with contextlib.suppress(RuleError):
            result(hand)
    with contextlib.suppress(RuleError):
        result({"type": "win", "wins": some, "dice": other})


# ------------------------------------------------------------------------------------ properties

sessions = st.lists(any_hand(), max_size=12)


@given(
    sessions,
    st.sampled_from(["all", "nearest"]),
    st.sampled_from([None, 1, 10]),
    st.sampled_from(["stays", "passes"]),
)
def test_points_are_conserved_and_a_prefix_replays_alike(hands, multi_win, cap, dealer_draw):
    rules = {"multi_win": multi_win, "starting_points": 1000, "cap": cap, "dealer_draw": dealer_draw}
    rules["rounds"] = 16
    whole = result(*hands, rules=rules)
    assert whole == result(*hands, rules=rules)
    for hand in whole["hands"]:
        assert sum(hand["deltas"]) == 0
        assert sum(hand["scores"]) == 4000
    for length in range(len(hands)):
        assert result(*hands[:length], rules=rules)["hands"] == whole["hands"][:length]


@given(sessions)
def test_dealer_and_repeats_follow_a_little_model(hands):
    dealer = repeats = 0
    for hand, played in zip(hands, result(*hands)["hands"], strict=True):
        assert (played["dealer"], played["honba"]) == (dealer, repeats)
        winners = [entry["winner"] for entry in hand.get("wins", ())]
        if hand["type"] == "draw" or dealer in winners:
            repeats += 1
        elif winners:
            dealer, repeats = (dealer + 1) % 4, 0


@given(wins(), st.integers(0, 3), st.integers(0, 6))
def test_the_dealers_tai_stand_only_in_payments_with_the_dealer(hand, dealer, repeats):
    outcome = read_outcome(RULES, hand)
    fresh = settle(RULES, TableState((0,) * 4, dealer=dealer), outcome).transfers
    repeated = settle(RULES, TableState((0,) * 4, dealer=dealer, honba=repeats), outcome).transfers
    for before, after in zip(fresh, repeated, strict=True):
        assert (before.source, before.target) == (after.source, after.target)
        grown = 2 * repeats if dealer in (after.source, after.target) else 0
        assert after.points - before.points == grown


@given(any_hand())
def test_an_outcome_round_trips(hand):
    outcome = read_outcome(RULES, hand)
    assert read_outcome(RULES, outcome_to_json(outcome)) == outcome
