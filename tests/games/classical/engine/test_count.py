"""Counting one classical hand; every figure is from seed 001_09fce77b0093e16e.txt and RULES.md section 2."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from mahjongclub.rules.classical.count import count_hand
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.kit.tile_sets import TileSet

RULES = Rules()


def sets(text: str) -> tuple[TileSet, ...]:
    """`pung 7z, PUNG 9s`: capitals are concealed."""
    words = [part.split() for part in text.split(", ") if part]
    return tuple(TileSet(kind.lower(), tile, kind.isupper()) for kind, tile in words)


def count(text, rules=RULES, wind="S", dominant="W", winner=False, self_drawn=False, **bonus):
    hand = CountedHand(sets=sets(text), **bonus)
    return count_hand(rules, hand, wind=wind, dominant=dominant, winner=winner, self_drawn=self_drawn)


def mahjong(text, **more):
    return count(text, winner=True, **more)


# The seed's table, row by row: kind, tiles of the row, exposed, concealed.
ROWS = [
    ("kong", ["1z", "2z", "3z", "4z"], 16, 32),
    ("kong", ["5z", "6z", "7z"], 16, 32),
    ("kong", ["1m", "9m", "1p", "9p", "1s", "9s"], 16, 32),
    ("kong", ["2m", "3m", "4p", "5p", "6s", "7s", "8s"], 8, 16),
    ("pung", ["1z", "2z", "3z", "4z"], 4, 8),
    ("pung", ["5z", "6z", "7z"], 4, 8),
    ("pung", ["1m", "9m", "1p", "9p", "1s", "9s"], 4, 8),
    ("pung", ["2m", "3m", "4p", "5p", "6s", "7s", "8s"], 2, 4),
    ("pair", ["5z", "6z", "7z"], 0, 2),
    ("pair", ["2z"], 2, 2),  # the player's wind
    ("pair", ["3z"], 2, 2),  # the hand's wind
    # and what the table leaves out is worth nothing
    ("pair", ["1z", "4z", "1m", "5p", "9s"], 0, 0),
    ("chow", ["1m", "4p", "7s"], 0, 0),
]


@pytest.mark.parametrize(("kind", "tiles", "exposed", "concealed"), ROWS)
def test_every_row_of_the_table(kind, tiles, exposed, concealed):
    assert {tile: count(f"{kind} {tile}").base for tile in tiles} == dict.fromkeys(tiles, exposed)
    assert {tile: count(f"{kind.upper()} {tile}").base for tile in tiles} == dict.fromkeys(tiles, concealed)


def test_a_pair_of_both_winds_counts_four():
    assert count("pair 2z", dominant="S").base == 4


def test_a_club_may_count_the_pair_of_both_winds_once():
    assert count("pair 2z", dominant="S", rules=Rules(double_wind_pair=False)).base == 2


def test_before_the_dice_no_wind_is_dominant():
    assert count("pung 3z, pair 3z", dominant=None).points == 4


# Doublings of every player. South's own tiles are number 2; the hand's wind is West.
ALONE = [
    ("2m", "own flower", {"flowers": (2,)}, 2),
    ("2m", "own season", {"seasons": (2,)}, 2),
    ("2m", "another's flower", {"flowers": (1,), "seasons": (3, 4)}, 1),
    ("2m", "flower and season", {"flowers": (2,), "seasons": (2,)}, 4),
    ("2m", "four flowers", {"flowers": (1, 2, 3, 4)}, 8),
    ("2m", "four seasons", {"seasons": (1, 2, 3, 4)}, 8),
    ("2m", "four flowers and own season", {"flowers": (1, 2, 3, 4), "seasons": (2,)}, 16),
    ("2m", "both bouquets", {"flowers": (1, 2, 3, 4), "seasons": (1, 2, 3, 4)}, 64),
    ("5z", "white dragon", {}, 2),
    ("6z", "green dragon", {}, 2),
    ("7z", "red dragon", {}, 2),
    ("2z", "own wind", {}, 2),
    ("3z", "dominant wind", {}, 2),
    ("1z", "another wind", {}, 1),
]


@pytest.mark.parametrize(("tile", "name", "bonus", "factor"), ALONE)
def test_each_doubling_alone(tile, name, bonus, factor):
    for kind in ("pung", "PUNG", "kong", "KONG"):
        counted = count(f"{kind} {tile}", **bonus)
        assert counted.points == counted.base * factor, kind
        assert math.prod(times for _, times in counted.doublings) == factor, kind


def test_own_and_dominant_wind_in_one_pung_double_twice():
    assert count("pung 2z", dominant="S").points == 4 * 4


TOGETHER = {"pung 7z": 4, "PUNG 6z": 8, "kong 5z": 16, "pung 2z": 4, "KONG 3z": 32}


@pytest.mark.parametrize(
    ("bonus", "factor"),
    [
        ({}, 1),
        ({"flowers": (2,)}, 2),
        ({"flowers": (2, 3), "seasons": (2,)}, 4),
        ({"seasons": (1, 2, 3, 4)}, 8),
    ],
)
def test_doublings_together(bonus, factor):
    for chosen in [chosen for number in range(6) for chosen in combinations(TOGETHER, number)]:
        expected = sum(TOGETHER[part] for part in chosen) * 2 ** len(chosen) * factor
        assert count(", ".join(chosen), **bonus).points == expected, chosen


def test_a_club_may_double_the_own_tile_of_a_bouquet_once_more():
    rules = Rules(bouquet_includes_own=False)
    assert count("pung 2m", rules=rules, flowers=(1, 2, 3, 4)).points == 2 * 16


CHOWS = "chow 1m, chow 4p, chow 7s, chow 2s, pair 5p"
MIXED = "chow 1m, chow 4p, chow 7s, pung 2s, pair 5p"  # 2 points of sets


@pytest.mark.parametrize(
    ("hand", "self_drawn", "feats", "highest", "additive"),
    [
        (MIXED, False, (), 20, 20),
        (MIXED, True, (), 22, 22),
        (CHOWS, False, (), 30, 30),
        (CHOWS, True, (), 30, 32),
        (MIXED, True, ("heavenly",), 100, 100),
        (CHOWS, True, ("heavenly",), 100, 100),
    ],
)
def test_the_bonus_for_mahjong(hand, self_drawn, feats, highest, additive):
    of_sets = 2 if hand is MIXED else 0
    for rules, bonus in ((RULES, highest), (Rules(winner_bonus="additive"), additive)):
        counted = mahjong(hand, rules=rules, self_drawn=self_drawn, feats=feats)
        assert counted.points == of_sets + bonus


def test_a_loser_has_no_bonus_and_no_doubling_of_the_winner():
    assert count("pung 2m, pung 3m, pung 4m, pung 5m, pair 6m").points == 8


# Winner's doublings: a hand, the points of its sets (with the bonus), and what multiplies them.
TRIPLETS = "pung 2m, pung 3p, pung 4s, pung 6m, pair 7p"  # 8
WINNERS = [
    (MIXED, ("last_tile",), 24, 2),
    (MIXED, ("loose_tile",), 24, 2),
    (MIXED, ("last_tile", "loose_tile"), 24, 4),
    (TRIPLETS, (), 30, 2),
    ("pung 1m, kong 9m, pung 1s, PUNG 9p, pair 5p", (), 4 + 16 + 4 + 8 + 22, 4),
    ("pung 1m, pung 9m, pung 1s, pung 8p, pair 9p", (), 4 + 4 + 4 + 2 + 22, 2),
    ("chow 1m, chow 4m, chow 7m, pung 9m, pair 4z", (), 4 + 22, 8),  # one suit with honours
    ("chow 1m, chow 4m, chow 7m, pung 9m, pair 5m", (), 4 + 22, 8),  # one suit alone
    ("pung 1z, pung 4z, kong 1m, chow 1m, pair 5m", (), 4 + 4 + 16 + 22, 8),
    ("pung 1z, pung 4z, pung 9m, pung 1m, pair 9s", (), 4 + 4 + 4 + 4 + 22, 2),
    ("pung 1z, pung 4z, pung 5z, pung 6z, pair 7z", (), 16 + 22, 2 * 2 * 2 * 8),  # honours: two dragons
    ("pung 9m, pung 1m, pung 2m, kong 3m, pair 4m", ("last_tile",), 4 + 4 + 2 + 8 + 22, 2 * 2 * 8),
    ("pung 9p, pung 1p, chow 2m, chow 3s, pair 4m", (), 8 + 22, 1),
]


@pytest.mark.parametrize(("hand", "feats", "base", "factor"), WINNERS)
def test_the_winners_doublings(hand, feats, base, factor):
    counted = mahjong(hand, feats=feats, self_drawn=True)
    assert (counted.base, counted.points) == (base, base * factor)


def test_one_suit_and_honours_are_a_single_eight():
    three_dragons = "pung 5z, pung 6z, pung 7z, chow 1m, pair 2m"  # one suit and the three dragons
    for reading in ("all_honours", "three_dragons"):
        assert mahjong(three_dragons, rules=Rules(honours_hand=reading)).points == (12 + 20) * 8 * 8


@pytest.mark.parametrize(("reading", "eight"), [("all_honours", 1), ("three_dragons", 8), ("none", 1)])
def test_three_dragons_beside_two_suits_by_reading(reading, eight):
    hand = "pung 5z, pung 6z, pung 7z, chow 1m, pair 2s"
    assert mahjong(hand, rules=Rules(honours_hand=reading)).points == 32 * 8 * eight


@pytest.mark.parametrize(("reading", "eight"), [("all_honours", 8), ("three_dragons", 1), ("none", 1)])
def test_all_honours_by_reading(reading, eight):
    hand = "pung 1z, pung 4z, pung 5z, pung 6z, pair 7z"
    assert mahjong(hand, rules=Rules(honours_hand=reading)).points == 36 * 8 * eight


@pytest.mark.parametrize(
    ("hand", "pair_free", "pair_too", "chows_too"),
    [
        ("pung 1m, pung 9m, pung 1s, pung 9p, pair 5p", 2, 1, 2),
        ("pung 1m, pung 9m, pung 1s, pung 9p, pair 1p", 2, 2, 2),
        ("pung 1m, pung 9m, chow 1s, pung 9p, pair 5p", 1, 1, 2),
        ("chow 1m, chow 2m, chow 1s, chow 4p, pair 5p", 1, 1, 1),
    ],
)
def test_pungs_of_one_and_nine_by_reading(hand, pair_free, pair_too, chows_too):
    no_sequence = 1 if "chow" in hand else 2
    for reading, factor in (("pair_free", pair_free), ("pair_too", pair_too), ("chows_too", chows_too)):
        counted = mahjong(hand, rules=Rules(terminal_pungs=reading))
        assert counted.points == counted.base * factor * no_sequence


def test_a_club_may_leave_the_loose_tile_alone():
    counted = mahjong(MIXED, feats=("loose_tile",), self_drawn=True, rules=Rules(loose_tile=False))
    assert counted.points == 24


def test_the_limit_caps_a_hand_and_says_what_it_was():
    counted = count("KONG 5z, KONG 6z", rules=Rules(limit=200))
    assert (counted.points, counted.uncapped) == (200, 256)


def test_points_counted_by_the_players_stand_as_they_are():
    counted = count_hand(RULES, CountedHand(36), wind="E", dominant=None, winner=True)
    assert (counted.points, counted.doublings) == (36, ())
    capped = count_hand(Rules(limit=30), CountedHand(36), wind="E", dominant=None)
    assert (capped.points, capped.uncapped) == (30, 36)


def test_every_line_and_doubling_is_explained():
    counted = mahjong("pung 7z, chow 2p, chow 4p, PUNG 9s, pair 2z", flowers=(2,))
    assert [(str(text), points) for text, points in counted.lines] == [
        ("exposed pung, red dragon", 4),
        ("exposed chow, 2-3-4 of circles", 0),
        ("exposed chow, 4-5-6 of circles", 0),
        ("concealed pung, 9 of bamboos", 8),
        ("exposed pair, South wind (seat wind)", 2),
        ("mahjong", 20),
    ]
    assert [(text.in_language("fr"), factor) for text, factor in counted.doublings] == [
        ("sa fleur (2)", 2),
        ("dragon rouge", 2),
    ]


def test_a_hand_still_being_entered_has_no_doubling_of_a_whole_mahjong():
    counted = mahjong("pung 1m, pung 9m")
    assert counted.points == 8 + 20


def test_lines_of_the_winner_alone_are_not_looked_for_in_a_losers_hand():
    assert set(RULES.doubling_times) == {"last_tile", "no_chow"}
    assert not RULES.counts_sets_of_all
    assert RULES.with_options({"double_four_kongs": 1}).counts_sets_of_all
    assert not RULES.with_options({"double_middle": 1, "double_robbed_kong": 2}).counts_sets_of_all


def test_points_that_players_counted_stand_under_the_name_of_their_hand():
    rules = RULES.with_options({"own_hands": [{"name": "Jade Dragon", "points": 100}]})
    for special, name in ((None, "counted by the players"), ("jade dragon", "Jade Dragon"), ("Opal", "Opal")):
        hand = CountedHand(points=88, special=special)
        counted = count_hand(rules, hand, wind="S", dominant="W", winner=True)
        assert [(str(text), points) for text, points in counted.lines] == [(name, 88)]
