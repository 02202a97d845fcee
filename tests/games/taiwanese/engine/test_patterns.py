"""Taiwanese patterns: every tai, every exclusion, every contradiction. Source: RULES.md section 3."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import GameRules as BaseRules
from mahjongclub.rules.taiwanese.options import Rules
from mahjongclub.rules.taiwanese.patterns import TAI_LIST
from mahjongclub.rules.taiwanese.settle import TAIWANESE

RULES = Rules()
PATTERNS = TAI_LIST.by_key

TAI = {
    "concealed": 1,
    "self_drawn": 1,
    "single_wait": 1,
    "seat_wind": 1,
    "round_wind": 1,
    "dragon_pung": 1,
    "own_flower": 1,
    "replacement_win": 1,
    "last_draw": 1,
    "last_discard": 1,
    "robbed_kong": 1,
    "melded_self_drawn": 1,
    "melded_discard": 2,
    "all_chows": 2,
    "flower_set": 2,
    "concealed_pungs_3": 2,
    "concealed_pungs_4": 5,
    "concealed_pungs_5": 8,
    "all_pungs": 4,
    "half_flush": 4,
    "full_flush": 8,
    "all_honours": 8,
    "little_dragons": 4,
    "big_dragons": 8,
    "little_winds": 8,
    "big_winds": 16,
    "ready_first_discard": 4,
    "dealt_ready": 8,
    "heavenly": 16,
    "earthly": 16,
    "human": 8,
    "seven_flowers": 8,
    "eight_flowers": 8,
    "four_kongs": 8,
}


@pytest.mark.parametrize(("key", "tai"), TAI.items())
def test_the_tai_of_each_pattern(key, tai):
    assert TAIWANESE.count(RULES, [key]).value == tai


def test_the_table_has_nothing_else_but_the_bonus_for_concealed_and_self_drawn():
    assert set(PATTERNS) == {*TAI, "concealed_self_drawn"}


@pytest.mark.parametrize(
    "ticked",
    [
        ["concealed", "self_drawn"],
        ["concealed_self_drawn"],
        ["concealed", "self_drawn", "concealed_self_drawn"],
        ["self_drawn", "concealed_self_drawn"],
    ],
)
def test_concealed_and_self_drawn_are_three_in_all_however_ticked(ticked):
    assert TAIWANESE.count(RULES, ticked).value == 3


@pytest.mark.parametrize("key", PATTERNS)
def test_a_club_edits_each_value(key):
    rules = Rules().with_options({f"tai_{key}": 37})
    alone = TAIWANESE.count(rules, [key]).value
    assert alone == (37 + 1 + 1 if key == "concealed_self_drawn" else 37)


def test_each_pattern_has_its_option_under_one_heading_with_names_in_three_languages():
    described = {item.name: item for item in Rules.describe_options() if item.group is not None}
    assert list(described) == [f"tai_{key}" for key in PATTERNS]
    for key, pattern in PATTERNS.items():
        label = described[f"tai_{key}"].label
        assert pattern.chinese in str(label)
        assert pattern.chinese in label.in_language("fr")
        assert str(pattern.name) != pattern.name.in_language("fr")
    assert len({pattern.name.in_language("fr") for pattern in PATTERNS.values()}) == len(PATTERNS)
    assert issubclass(Rules, BaseRules)
    assert len(fields(Rules)) == 12 + len(PATTERNS)


@pytest.mark.parametrize(
    ("ticked", "tai", "out"),
    [
        (["concealed_pungs_4", "concealed_pungs_3"], 5, ["concealed_pungs_3"]),
        (["concealed_pungs_5", "concealed_pungs_4"], 8, ["concealed_pungs_4"]),
        (["concealed_pungs_5", "concealed_pungs_3"], 8, ["concealed_pungs_3"]),
        (["full_flush", "half_flush"], 8, ["half_flush"]),
        (["all_honours", "half_flush"], 8, ["half_flush"]),
        (["little_dragons", "dragon_pung", "dragon_pung"], 4, ["dragon_pung"]),
        (["big_dragons", "dragon_pung", "dragon_pung", "dragon_pung"], 8, ["dragon_pung"]),
        (["little_winds", "seat_wind", "round_wind"], 8, ["seat_wind", "round_wind"]),
        (["big_winds", "seat_wind", "round_wind"], 16, ["seat_wind", "round_wind"]),
        (["ready_first_discard", "concealed"], 4, ["concealed"]),
        # as with the first discard (the house's review of the rules, E7): 8, and not 8 + 3
        (["dealt_ready", "concealed"], 8, ["concealed"]),
        (["dealt_ready", "concealed", "self_drawn"], 8 + 1, ["concealed", "concealed_self_drawn"]),
        (
            ["ready_first_discard", "concealed", "self_drawn"],
            4 + 1,
            ["concealed", "concealed_self_drawn"],
        ),
    ],
)
@pytest.mark.parametrize("way", [1, -1])
def test_each_exclusion_is_applied_and_said(ticked, tai, out, way):
    count = TAIWANESE.count(RULES, ticked[::way])
    assert count.value == tai
    assert [row.pattern.key for row in count.excluded] == out
    for row in count.excluded:
        assert str(row.pattern.name) in str(row.reason)
        assert row.because_of.name.in_language("fr") in row.reason.in_language("fr")


def test_what_is_counted_is_listed_with_its_tai():
    count = TAIWANESE.count(RULES, ["own_flower", "dragon_pung", "dragon_pung", "own_flower", "all_pungs"])
    assert [(row.pattern.key, row.times, row.value) for row in count.counted] == [
        ("dragon_pung", 2, 2),
        ("own_flower", 2, 2),
        ("all_pungs", 1, 4),
    ]
    assert count.value == 8


def check(patterns, self_drawn, is_dealer, rules):
    how = {"self_drawn": self_drawn, "is_dealer": is_dealer}
    TAIWANESE.check_patterns(rules, patterns, "wins.0.patterns", **how)


def refused(*patterns, self_drawn=False, is_dealer=False, rules=RULES):
    with pytest.raises(RuleError) as caught:
        check(patterns, self_drawn, is_dealer, rules)
    assert caught.value.field == "wins.0.patterns"
    assert caught.value.text.in_language("fr")
    return caught.value.code


def fits(*patterns, self_drawn=False, is_dealer=False, rules=RULES):
    check(patterns, self_drawn, is_dealer, rules)
    return True


@pytest.mark.parametrize(
    "key", ["self_drawn", "concealed_self_drawn", "replacement_win", "last_draw", "melded_self_drawn"]
)
def test_a_tile_from_the_wall_is_no_discard(key):
    assert refused(key) == "pattern_needs_self_draw"
    assert fits(key, self_drawn=True)


@pytest.mark.parametrize("key", ["last_discard", "robbed_kong", "melded_discard"])
def test_a_tile_of_another_is_no_self_draw(key):
    assert refused(key, self_drawn=True) == "pattern_needs_discard"
    assert fits(key)


def test_heaven_is_the_dealers_and_earth_and_humanity_the_others():
    assert refused("heavenly", self_drawn=True) == "pattern_not_for_this_seat"
    assert refused("heavenly", is_dealer=True) == "pattern_needs_self_draw"
    assert refused("earthly", self_drawn=True, is_dealer=True) == "pattern_not_for_this_seat"
    assert refused("human", is_dealer=True) == "pattern_not_for_this_seat"
    assert fits("heavenly", self_drawn=True, is_dealer=True)
    assert fits("earthly", self_drawn=True)
    assert fits("human")


@pytest.mark.parametrize(
    "both",
    [
        ("concealed", "melded_discard"),
        ("concealed_pungs_5", "melded_discard"),
        ("concealed_pungs_3", "melded_discard"),
        ("all_chows", "all_pungs"),
        ("all_chows", "dragon_pung"),
        ("all_chows", "seat_wind"),
        ("all_chows", "concealed_pungs_3"),
        ("all_chows", "four_kongs"),
        ("full_flush", "round_wind"),
        ("full_flush", "all_honours"),
        ("little_dragons", "big_dragons"),
        ("little_dragons", "little_winds"),
        ("little_dragons", "big_winds"),
        ("big_dragons", "little_winds"),
        ("big_dragons", "big_winds"),
        ("little_winds", "big_winds"),
        ("earthly", "human"),
        ("last_discard", "robbed_kong"),
        ("seven_flowers", "eight_flowers"),
    ],
)
@pytest.mark.parametrize("way", [1, -1])
def test_what_one_hand_cannot_be_at_once_is_refused(both, way):
    assert refused(*both[::way]) == "patterns_contradict"


@pytest.mark.parametrize(
    "other",
    ["own_flower", "flower_set", "seven_flowers", "eight_flowers", "single_wait", "half_flush"],
)
@pytest.mark.parametrize("way", [1, -1])
def test_all_chows_as_in_taiwan_have_no_flower_no_honour_and_no_single_wait(other, way):
    # no honours, no flowers, a wait on two sides: the house's review of the rules, E7
    both = ("all_chows", other)[::way]
    assert refused(*both, rules=Rules(all_chows="taiwan")) == "patterns_contradict"
    assert fits(*both)


@pytest.mark.parametrize("others", [(), ("self_drawn",), ("replacement_win",), ("last_draw",)])
def test_all_chows_as_in_taiwan_are_won_on_a_discard(others):
    taiwan = Rules(all_chows="taiwan")
    assert refused("all_chows", *others, self_drawn=True, rules=taiwan) == "pattern_needs_discard"
    assert fits("all_chows", *others, self_drawn=True)
    assert fits("all_chows", "concealed", "full_flush", "last_discard", rules=taiwan)


def test_winds_and_dragons_may_share_the_five_sets():
    assert fits("big_winds", "dragon_pung")
    assert fits("little_winds", "dragon_pung", "dragon_pung")
    assert refused("big_winds", "dragon_pung", "dragon_pung") == "patterns_contradict"


def test_three_dragon_pungs_are_the_big_dragons():
    assert refused(*["dragon_pung"] * 3) == "three_dragon_pungs"
    assert fits("big_dragons", *["dragon_pung"] * 3)


@pytest.mark.parametrize(
    ("flowers", "allowed"),
    [
        ("none", []),
        ("flowers", [["own_flower"], ["flower_set"]]),
        (
            "flowers_seasons",
            [["own_flower"] * 2, ["flower_set"], ["seven_flowers"], ["eight_flowers"]],
        ),
    ],
)
def test_bonus_tiles_must_be_played_with(flowers, allowed):
    rules = Rules(flowers=flowers)
    every = [["own_flower"], ["own_flower"] * 2, ["flower_set"], ["seven_flowers"], ["eight_flowers"]]
    for patterns in every:
        if patterns in allowed or patterns * 2 in allowed:
            assert fits(*patterns, rules=rules)
        else:
            assert refused(*patterns, rules=rules) == "bonus_tiles_not_played"
