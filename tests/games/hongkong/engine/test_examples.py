"""Hong Kong settled: the worked examples with their sources, the options, random games, broken records.

Sources of the figures stand in docs/rules/hongkong.md; "2.3" and the like are its sections.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.hongkong import VARIANT
from mahjongclub.rules.hongkong.options import TABLES, Rules
from mahjongclub.rules.hongkong.patterns import FAAN_LIST
from mahjongclub.rules.hongkong.settle import HONG_KONG
from mahjongclub.rules.kit.payers import start_even
from mahjongclub.rules.record import read_record, replay

DRAW = {"type": "draw"}


def result(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = ["Aiko", "Benoît", "Chen", "Dina"]
    data = {"format": 1, "variant": "hongkong", "players": players, "hands": list(hands), **more}
    return replay(read_record(data)).to_json()


def one(winner: int, source: int | None, worth: int | list[str], **more: Any) -> dict[str, Any]:
    key = "faan" if isinstance(worth, int) else "patterns"
    return {"winner": winner, "from": source, key: worth, **more}


def win(winner: int, source: int | None, worth: int | list[str], **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [one(winner, source, worth, **more)]}


def deltas(*hands: dict[str, Any], **options: Any) -> list[int]:
    return result(*hands, rules=options)["hands"][-1]["deltas"]


def refusal(*hands: dict[str, Any], **options: Any) -> tuple[str, str | None]:
    with pytest.raises(RuleError) as caught:
        result(*hands, rules=options)
    return caught.value.code, caught.value.field


def faan(*patterns: str) -> int:
    return HONG_KONG.count(Rules(), patterns).value


# ------------------------------------------------------------------- 2.3: who pays, worked examples


WORKED: list[tuple[dict[str, Any], dict[str, Any], list[int]]] = [
    (win(1, 0, 3), {}, [-32, 32, 0, 0]),
    (win(1, 0, 3), {"payers": "half"}, [-16, 32, -8, -8]),
    (win(1, None, 3), {}, [-16, 48, -16, -16]),
    (win(0, 2, 10), {}, [512, 0, -512, 0]),
    (win(1, 3, 8), {"payers": "half"}, [-64, 256, -64, -128]),
    (win(1, None, 8, guarantor=3), {}, [0, 384, 0, -384]),
    ({"type": "false_win", "offender": 2}, {}, [256, 256, -768, 256]),
]


@pytest.mark.parametrize(("hand", "options", "expected"), WORKED)
def test_the_worked_examples_of_the_payers(hand, options, expected):
    assert deltas(hand, **options) == expected


def test_two_faan_at_a_minimum_of_three_are_refused():
    assert refusal(win(1, 0, 2)) == ("below_minimum", "wins.0.faan")
    assert deltas(win(1, 0, 2), minimum=2) == [-16, 16, 0, 0]


def test_old_style_pays_the_points_once_and_the_discarder_twice():
    """4windsmj.com, old style: a hand of 8 points costs the discarder 16 and the others 8 each."""
    played = result(win(1, 0, 3), preset="oldstyle")
    assert played["hands"][0]["deltas"] == [-16, 32, -8, -8]


# ------------------------------------------------------------------- 2.2: the tables

HKMA = {3: 32, 4: 64, 5: 96, 6: 128, 7: 192, 8: 256, 9: 384, 10: 512}


@pytest.mark.parametrize(("value", "paid"), HKMA.items())
def test_the_associations_list_of_payments(value, paid):
    """HKMA: a discard is paid so much, a self-draw half of it by each."""
    assert deltas(win(1, 0, value)) == [-paid, paid, 0, 0]
    assert deltas(win(1, None, value)) == [-paid // 2, 3 * paid // 2, -paid // 2, -paid // 2]


def test_half_spicy_full_spicy_and_the_old_tiers():
    half = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
    assert [TABLES["half"].base(value) for value in range(14)] == half
    assert [TABLES["full"].base(value) for value in range(14)] == [2**value for value in range(14)]
    assert [TABLES["tiers"].base(value) for value in range(3, 14)] == [1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 8]


def test_a_table_of_amounts_has_nothing_below_its_first_value():
    with pytest.raises(ValueError, match="begins at 3"):
        TABLES["tiers"].base(2)


def test_a_base_is_a_quarter_of_what_a_discarder_pays():
    for table in ("half", "full", "tiers"):
        base = TABLES[table].base(7)
        assert deltas(win(1, 0, 7), table=table) == [-4 * base, 4 * base, 0, 0]


def test_the_cap_and_the_stake():
    assert deltas(win(1, 0, 13)) == deltas(win(1, 0, 10)) == [-512, 512, 0, 0]
    assert deltas(win(1, 0, 13), cap=13) == [-1536, 1536, 0, 0]
    assert deltas(win(1, 0, 9), cap=8) == [-256, 256, 0, 0]
    assert deltas(win(1, 0, 3), stake=5) == [-160, 160, 0, 0]


def test_faan_above_the_cap_are_said_to_be_paid_like_it():
    outcome = HONG_KONG.read_outcome(Rules(), win(1, 0, 13))
    settled = HONG_KONG.settle(Rules(), start_even(Rules()), outcome)
    assert [str(note) for note in settled.notes] == ["13 faan are paid like 10: the cap."]


def test_the_old_tiers_begin_at_three_whatever_the_minimum():
    assert refusal(win(1, 0, 2), table="tiers", minimum=0) == ("below_minimum", "wins.0.faan")


# ------------------------------------------------------------------- robbed kongs, guarantors


@pytest.mark.parametrize("robbed", [win(1, 0, 4, robbed=True), win(1, 0, ["robbed_kong", "half_flush"])])
def test_who_is_robbed_pays_for_all_or_as_a_discarder(robbed):
    assert deltas(robbed) == [-96, 96, 0, 0]  # 搶槓當自摸: three times 32
    assert deltas(robbed, robbed_kong="discarder") == [-64, 64, 0, 0]
    assert deltas(robbed, robbed_kong="discarder", payers="half") == [-32, 64, -16, -16]


def test_a_robbed_kong_may_be_said_beside_the_wins():
    beside = {**win(1, 0, 4), "robbed": True}
    assert deltas(beside) == [-96, 96, 0, 0]
    assert VARIANT.outcome_to_json(VARIANT.read_outcome(Rules(), beside)) == win(1, 0, 4, robbed=True)


def test_a_guarantor_pays_alone_whoever_discarded():
    assert deltas(win(1, 0, 8, guarantor=3)) == [0, 384, 0, -384]
    assert deltas(win(1, 3, 8, guarantor=3)) == [0, 384, 0, -384]
    transfers = result(win(1, 0, 8, guarantor=3))["hands"][0]["transfers"]
    assert transfers == [{"from": 3, "to": 1, "points": 384, "for": "pao"}]


def test_what_nobody_can_be_is_refused():
    assert refusal(win(1, 0, 4, guarantor=1)) == ("guarantor_is_winner", "wins.0.guarantor")
    assert refusal(win(1, None, 4, robbed=True)) == ("robbed_from_nobody", "wins.0.robbed")
    both = {"type": "win", "wins": [one(1, 0, 4, guarantor=2), one(2, 0, 4)]}
    assert refusal(both, multi_win="all") == ("guarantor_is_winner", "wins.0.guarantor")


# ------------------------------------------------------------------- several winners, the dealer, the end


def test_the_nearest_after_the_discarder_wins_or_all_do():
    both = {"type": "win", "wins": [one(3, 1, 3), one(2, 1, 4)]}
    assert deltas(both) == [0, -64, 64, 0]
    assert deltas(both, multi_win="all") == [0, -96, 64, 32]


def test_who_wins_too_pays_nobody():
    both = {"type": "win", "wins": [one(2, 1, 3), one(3, 1, 3)]}
    assert deltas(both, multi_win="all", payers="half") == [-16, -32, 24, 24]


@pytest.mark.parametrize(
    ("hand", "options", "dealer"),
    [
        (win(0, 1, 3), {}, 0),
        (win(0, 1, 3), {"dealer_win": "passes"}, 1),
        (win(1, 0, 3), {}, 1),
        (DRAW, {}, 0),
        (DRAW, {"dealer_draw": "passes"}, 1),
        ({"type": "false_win", "offender": 0}, {"dealer_draw": "passes"}, 0),
    ],
)
def test_who_deals_next(hand, options, dealer):
    assert result(hand, rules=options)["next"]["dealer"] == dealer


def test_four_rounds_of_four_are_a_session():
    hands = [win((deal + 1) % 4, (deal + 2) % 4, 3) for deal in range(16)]
    played = result(*hands)
    assert played["ended"] == "last_hand"
    assert [hand["label"] for hand in played["hands"]][::4] == ["E1", "S1", "W1", "N1"]
    assert VARIANT.continued(Rules(), "last_hand").rounds == 5


# ------------------------------------------------------------------- 2.4: faan from patterns


@pytest.mark.parametrize(
    ("patterns", "value"),
    [
        # 2.4, examples: 123m 456m 789p 234s 55p concealed, self-drawn, no flowers
        (["all_chows", "concealed", "self_drawn", "no_flowers"], 4),
        (["half_flush", "all_pungs", "dragon_pung"], 7),
        (["little_dragons", "half_flush", "own_flower"], 9),
        # 2.4, what a pattern brings along
        (["little_dragons"], 5),
        (["little_dragons", "dragon_pung", "dragon_pung"], 5),
        (["big_dragons"], 8),
        (["little_winds"], 6),
        (["little_winds", "seat_wind", "half_flush"], 6),
        (["mixed_terminals"], 4),
        # and what it replaces
        (["flower_set", "own_flower", "own_season"], 3),
        (["full_flush", "half_flush"], 7),
        (["concealed_pungs_4", "all_pungs", "self_drawn"], 9),
        (["kong_on_kong", "replacement_win", "self_drawn"], 9),
        (["all_honours", "all_pungs", "half_flush"], 10),
    ],
)
def test_what_patterns_come_to(patterns, value):
    assert faan(*patterns) == value


@pytest.mark.parametrize("pattern", FAAN_LIST.table, ids=lambda pattern: pattern.key)
def test_a_club_edits_each_value(pattern):
    rules = Rules().with_options({f"faan_{pattern.key}": 37})
    counted = {row.pattern.key: row.value for row in HONG_KONG.count(rules, [pattern.key]).counted}
    assert counted[pattern.key] == 37


@pytest.mark.parametrize(
    ("patterns", "source", "code"),
    [
        (["all_chows", "all_pungs"], 0, "patterns_contradict"),
        (["all_chows", "dragon_pung", "half_flush"], 0, "patterns_contradict"),
        (["big_winds", "dragon_pung"], 0, "patterns_contradict"),
        (["little_winds", "little_dragons"], 0, "patterns_contradict"),
        (["no_flowers", "own_flower", "half_flush"], 0, "patterns_contradict"),
        (["half_flush", "self_drawn"], 0, "pattern_needs_self_draw"),
        (["half_flush", "robbed_kong"], None, "pattern_needs_discard"),
        (["heavenly"], None, "pattern_not_for_this_seat"),
        (["half_flush", "dragon_pung", "dragon_pung", "dragon_pung"], 0, "three_dragon_pungs"),
        (["half_flush", "half_flush"], 0, "repeated"),
        (["ryanpeikou"], 0, "unknown_pattern"),
    ],
)
def test_what_one_hand_cannot_show_is_refused(patterns, source, code):
    assert refusal(win(1, source, patterns))[0] == code


def test_seven_pairs_count_where_a_house_plays_them():
    # usually 4 (GAMES.md 2.4); being concealed brings nothing beside them
    hand = ["seven_pairs", "concealed"]
    assert deltas(win(1, 0, hand), faan_seven_pairs=4) == [-64, 64, 0, 0]
    assert deltas(win(1, 0, hand), faan_seven_pairs=4, concealed_pairs=True) == [-96, 96, 0, 0]


def test_rules_frozen_before_the_option_count_seven_pairs_as_concealed_too():
    frozen = Rules().with_options({"faan_seven_pairs": 4})
    assert HONG_KONG.count(frozen, ["seven_pairs", "concealed"]).value == 5
    for other in ("all_pungs", "dragon_pung", "seat_wind", "four_kongs", "all_chows", "thirteen_orphans"):
        assert refusal(win(1, 0, [other, "seven_pairs"]), faan_seven_pairs=4)[0] == "patterns_contradict"
    assert HONG_KONG.count(
        Rules().with_options({"faan_seven_pairs": 4}), ["seven_pairs", "all_honours"]
    ).value


def test_flowers_that_are_not_played_are_refused():
    assert refusal(win(1, 0, ["half_flush", "own_flower"]), flowers="none")[0] == "bonus_tiles_not_played"
    assert refusal(win(1, 0, ["half_flush", "no_flowers"]), flowers="none")[0] == "bonus_tiles_not_played"


def test_a_house_may_ask_for_the_minimum_without_flowers():
    hand = win(1, 0, ["seat_wind", "round_wind", "own_flower"])
    assert deltas(hand) == [-32, 32, 0, 0]
    assert refusal(hand, flowers_in_minimum=False) == ("below_minimum", "wins.0.patterns")


# ------------------------------------------------------------------- records


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        ({"type": "ron"}, "unknown_type", "type"),
        ({"type": "win"}, "missing", "wins"),
        ({"type": "win", "wins": []}, "missing", "wins"),
        ({"type": "win", "wins": [{"winner": 1, "from": 0}]}, "missing", "wins.0.faan"),
        (
            {"type": "win", "wins": [{"winner": 1, "from": 0, "faan": 3, "patterns": []}]},
            "faan_or_patterns",
            "wins.0.faan",
        ),
        (win(1, 0, 1001), "faan_out_of_range", "wins.0.faan"),
        (win(1, 0, 3, guarantor=4), "seat_out_of_range", "wins.0.guarantor"),
        (win(1, 0, 3, robbed="yes"), "not_true_or_false", "wins.0.robbed"),
        (win(1, 1, 3), "winner_is_discarder", "wins.0.from"),
        ({**win(1, 0, 3), "dice": [1, 2]}, "unknown_key", "dice"),
        ({"type": "win", "wins": [{"winner": 1, "from": 0, "tai": 3}]}, "missing", "wins.0.faan"),
        ({"type": "false_win", "offender": 4}, "seat_out_of_range", "offender"),
    ],
)
def test_a_broken_hand_names_its_field(hand, code, field):
    assert refusal(hand) == (code, field)


# ------------------------------------------------------------------- random games

#: Any of these may stand together, however the hand was won, and each makes the minimum by itself.
WHOLE = [["half_flush"], ["all_pungs"], ["half_flush", "all_pungs"], ["big_dragons"], ["full_flush"]]


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """A self-draw, or one to three winners on one discard; by faan or by patterns."""
    source = draw(st.sampled_from([None, 0, 1, 2, 3]))
    others = [seat for seat in range(4) if seat != source]
    most = 1 if source is None else 3
    winners = draw(st.lists(st.sampled_from(others), min_size=1, max_size=most, unique=True))
    losers = [seat for seat in range(4) if seat not in winners]
    written = []
    for seat in winners:
        worth = draw(st.one_of(st.integers(3, 20), st.sampled_from(WHOLE)))
        more: dict[str, Any] = {}
        if draw(st.booleans()):
            more["guarantor"] = draw(st.sampled_from(losers))
        if source is not None and draw(st.booleans()):
            more["robbed"] = True
        written.append(one(seat, source, worth, **more))
    return {"type": "win", "wins": written}


ANY_HAND = st.one_of(
    wins(),
    wins(),
    st.just(DRAW),
    st.builds(lambda seat: {"type": "false_win", "offender": seat}, st.integers(0, 3)),
)
OPTIONS = st.fixed_dictionaries(
    {
        "table": st.sampled_from(list(TABLES)),
        "payers": st.sampled_from(["full", "half"]),
        "robbed_kong": st.sampled_from(["self_draw", "discarder"]),
        "dealer_win": st.sampled_from(["stays", "passes"]),
        "dealer_draw": st.sampled_from(["stays", "passes"]),
        "multi_win": st.sampled_from(["nearest", "all"]),
        "stake": st.integers(1, 50),
        "cap": st.integers(3, 13),
        "starting_points": st.integers(0, 2000),
    }
)


@given(OPTIONS, st.lists(ANY_HAND, max_size=12))
@settings(max_examples=150, deadline=None)
def test_no_point_is_lost_or_made(options, hands):
    played = result(*hands, rules={**options, "rounds": 16})
    for hand in played["hands"]:
        assert sum(hand["deltas"]) == 0
        assert sum(hand["scores"]) == 4 * options["starting_points"]
        assert all(transfer["points"] > 0 for transfer in hand["transfers"])


@given(ANY_HAND)
def test_a_hand_is_written_as_it_was_read(hand):
    outcome = VARIANT.read_outcome(Rules(), hand)
    assert VARIANT.read_outcome(Rules(), VARIANT.outcome_to_json(outcome)) == outcome


@given(st.integers(0, 16))
@settings(deadline=None)
def test_a_session_ends_after_its_hands_however_often_the_dealer_stays(draws):
    hands = [DRAW] * draws + [win((deal + 1) % 4, (deal + 2) % 4, 3) for deal in range(4)]
    played = result(*hands, rules={"rounds": 1})
    assert played["ended"] == "last_hand"
    assert len(played["hands"]) == draws + 4
