"""The Western books as presets: British, Dutch, Millington. Sources: GAMES.md 3, docs/rules/classical.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mahjongclub.rules.classical import VARIANT
from mahjongclub.rules.classical.count import count_hand
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.classical.presets import BMJA, MILLINGTON, NTS
from mahjongclub.rules.classical.specials import SPECIALS
from mahjongclub.rules.game import RuleError, TableState

from .test_count import sets
from .test_game import part, points, result

ALL = Rules(**{special.option: 1000 for special in SPECIALS}, fishing="two_fifths")


def worth(rules: Rules, hand: CountedHand, wind: str = "S", dominant: str = "E", **how: bool) -> int:
    return count_hand(rules, hand, wind=wind, dominant=dominant, **how).points


def won(rules: Rules, text: str, *, drawn: bool = False, wind: str = "S", **more: Any) -> int:
    """A mahjong of these sets (capitals concealed)."""
    hand = CountedHand(sets=sets(text), **more)
    return worth(rules, hand, wind, winner=True, self_drawn=drawn)


# ------------------------------------------------------------------------------------ payment


@pytest.mark.parametrize(
    ("preset", "winner", "hands", "deltas"),
    [
        # GAMES.md 3.1, the table of payments; seat 0 is East
        ("bmja", 0, (200, 60, 24, 8), [1200, -312, -420, -468]),
        ("bmja", 2, (100, 50, 200, 20), [-140, -270, 800, -390]),
        ("bmja", 3, (16, 400, 12, 1000), [-2760, 156, -1396, 4000]),
        ("nts", 1, (8, 2000, 125, 0), [-4218, 8000, -1641, -2141]),
        # GAMES.md 3.2, the British example
        ("bmja", 1, (30, 216, 12, 0), [-336, 864, -240, -288]),
    ],
)
def test_each_preset_pays_the_winner_in_full_and_east_double(preset, winner, hands, deltas):
    played = result(points(*hands, winner=winner), preset=preset)
    assert played["hands"][0]["deltas"] == deltas


def test_a_whole_british_hand_counted_from_its_sets():
    """GAMES.md 3.2: South wins in the round of East, 216 against 30, 12 and 0; no dice are needed."""
    south = {
        "sets": [
            part("pung", "5s"),
            part("pung", "7z", True),
            part("kong", "9p"),
            part("pair", "2z"),
            part("chow", "2m"),
        ],
        "flowers": [2],
    }
    hand = {
        "type": "win",
        "winner": 1,
        "hands": [{"points": 30}, south, {"points": 12}, {"points": 0}],
    }
    played = result(hand, preset="bmja", rules={"starting_points": 0})
    assert played["hands"][0]["hand_points"] == [30, 216, 12, 0]
    assert played["hands"][0]["deltas"] == [-336, 864, -240, -288]
    assert played["next"]["round_wind"] == "E"


# ------------------------------------------------------------------------------------ British


def test_a_special_hand_counts_its_flowers_beside_it():
    """GAMES.md 3.2, the site's example: North, All Pair Honours with two flowers, one of them North's."""
    hand = CountedHand(special="all_pair_honours", flowers=(4, 2))
    assert worth(BMJA, hand, "N", winner=True) == 500 + 8 * 2
    fishing = CountedHand(special="thirteen_orphans", fishing=True, flowers=(4, 2))
    assert worth(BMJA, fishing, "N") == 400 + 8 * 2


@pytest.mark.parametrize(
    ("special", "won", "fishing"),
    [
        ("all_pair_honours", 500, 200),
        ("knitting", 500, 200),
        ("triple_knitting", 500, 200),
        ("thirteen_orphans", 1000, 400),
        ("wriggling_snake", 1000, 400),
        ("gates_of_heaven", 1000, 400),
        ("four_blessings", 1000, 400),
    ],
)
def test_the_british_values_won_and_fishing(special, won, fishing):
    """GAMES.md 3.2: 500/200 and 1000/400."""
    assert worth(BMJA, CountedHand(special=special), winner=True) == won
    assert worth(BMJA, CountedHand(special=special, fishing=True)) == fishing


def test_who_fishes_for_the_winds_counts_the_own_hand_where_it_is_more():
    """GAMES.md 3.2: 1000 / max(400, own count). Four concealed kongs of winds less one tile."""
    few = CountedHand(sets=sets("pung 1z, pung 3z"), special="four_blessings", fishing=True)
    many = replace(few, sets=sets("KONG 1z, KONG 2z, KONG 3z"))
    assert worth(BMJA, few) == 400
    assert worth(BMJA, many) == 400  # own wind South, round East: 96 x 2 x 2 = 384
    richer = replace(few, sets=sets("KONG 1z, KONG 2z, KONG 3z"), flowers=(2,))
    assert worth(BMJA, richer) == (32 * 3 + 4) * 2 * 2 * 2


@pytest.mark.parametrize(
    ("hand", "doubles"),
    [
        ("pung 2m, pung 3m, chow 4p, pung 6s, pair 8s", 0),
        ("pung 2m, pung 3m, pung 4p, pung 6s, pair 8s", 1),  # no chow
        ("pung 2m, pung 3m, chow 4m, pung 6m, pair 4z", 1),  # one suit with honours
        ("pung 1m, pung 9p, pung 1s, pung 3z, pair 9s", 2),  # no chow, all majors
        ("pung 2m, pung 3m, chow 4m, pung 6m, pair 8m", 1),  # one suit: a chow makes no purity
    ],
)
def test_british_doublings_of_the_winner(hand, doubles):
    """GAMES.md 3.2, "Winner, one double"."""
    base = count_hand(BMJA, CountedHand(sets=sets(hand)), wind="S", dominant="E").base
    assert won(BMJA, hand) == (base + 20) * 2**doubles


@pytest.mark.parametrize("tick", ["last_discard", "robbed_kong", "original_call"])
def test_british_ticks_double_once(tick):
    hand = "pung 2m, chow 3m, pung 4p, pung 6s, pair 8s"
    assert won(BMJA, hand, feats=(tick,)) == 26 * 2
    assert won(Rules(), hand, feats=(tick,)) == 26  # the seed knows none of them


def test_purity_is_doubled_three_times_and_nothing_else():
    """GAMES.md 3.2: one suit, no honours, pungs and kongs: 3 doubles, flowers apart, whichever is more."""
    hand = "pung 2m, pung 3m, pung 4m, pung 6m, pair 8m"
    assert won(BMJA, hand) == (8 + 20) * 8  # and not once more for no chow
    assert won(BMJA, hand, flowers=(2,)) == (8 + 20) * 8 + 4 * 2
    assert won(BMJA, hand, drawn=True) == (8 + 22) * 8
    rich = {"flowers": (1, 2, 3, 4), "seasons": (2,)}  # no chow, bouquet twice, own season: the usual count
    assert won(BMJA, hand, **rich) == min(1000, (8 + 20 + 20) * 2 * 4 * 2)
    fishing = CountedHand(sets=sets("pung 2m, pung 3m, pung 4m, pung 6m"), special="purity", fishing=True)
    assert worth(BMJA, fishing) == 8 * 8


def test_a_set_of_flowers_doubles_twice_the_own_one_included():
    """GAMES.md 3.2."""
    assert worth(BMJA, CountedHand(flowers=(1, 2, 3, 4))) == 16 * 4
    assert worth(BMJA, CountedHand(flowers=(1, 3), seasons=(2,))) == 12 * 2


def test_a_second_sequence_is_kept_with_a_warning():
    two = [part("pung", "2m"), part("chow", "3p"), part("chow", "4s"), part("pung", "7s"), part("pair", "5z")]
    hand = {"type": "win", "winner": 0, "from": 1, "hands": [{"sets": two}, *[{"points": 0}] * 3]}
    played = result(hand, preset="bmja")
    assert played["hands"][0]["hand_points"][0] == 2 + 2 + 2 + 20  # a pair of dragons counts open too
    assert played["warnings"] == [
        {
            "hand": 1,
            "field": "hands.0.sets",
            "code": "too_many_chows",
            "message": "A mahjong may have 1 sequence at most here.",
        }
    ]
    assert "warnings" not in result({**hand, "dice": [1, 1]})


def test_a_false_mahjong_pays_half_the_limit_to_each_and_the_hand_is_replayed():
    """GAMES.md 3.2: house rule, half the limit to each."""
    played = result({"type": "false_mahjong", "offender": 2}, preset="bmja", rules={"starting_points": 0})
    assert played["hands"][0]["deltas"] == [500, 500, -1500, 500]
    assert (played["next"]["dealer"], played["next"]["label"]) == (0, "2")
    assert result({"type": "false_mahjong", "offender": 2})["hands"][0]["deltas"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("winner", "source", "deltas"),
    [
        # the discarder pays 100 for each other player, twice for East; nobody settles anything else
        (1, 3, [0, 400, 0, -400]),
        (1, 0, [-400, 400, 0, 0]),
        (0, 2, [600, 0, -600, 0]),
    ],
)
def test_who_lets_off_a_cannon_pays_for_all(winner, source, deltas):
    """GAMES.md 3.2, "Cannon"."""
    hands = [60, 60, 60, 60]
    hands[winner] = 100
    hand = points(*hands, winner=winner, **{"from": source, "cannon": source})
    played = result(hand, preset="bmja", rules={"cannon": True, "starting_points": 0})
    assert played["hands"][0]["deltas"] == deltas


@pytest.mark.parametrize(
    ("rules", "more", "code", "field"),
    [
        ({}, {"from": 3, "cannon": 3}, "no_cannon", "cannon"),
        ({"cannon": True}, {"from": 3, "cannon": 2}, "cannon_not_discarder", "cannon"),
        ({"cannon": True}, {"cannon": 3}, "cannon_not_discarder", "cannon"),
    ],
)
def test_no_cannon_without_the_rule_or_the_discarder(rules, more, code, field):
    with pytest.raises(RuleError) as caught:
        result(points(100, 0, 0, 0, **more), rules=rules)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_the_hand_after_a_british_draw_is_a_goulash():
    record = VARIANT.find_preset("bmja").rules
    settled = VARIANT.settle(record, TableState((0,) * 4), VARIANT.read_outcome(record, {"type": "draw"}))
    assert [str(note) for note in settled.notes] == ["The next hand is a Goulash, with 4 jokers."]
    assert settled.after.dealer == 0


def test_four_british_rounds_end_the_game_and_name_its_wind():
    """East stays on a win and a draw, else passes: four rounds of four."""
    passes = [points(0, 0, 0, 0, winner=(dealer + 1) % 4) for dealer in range(4)]
    stays = points(0, 0, 0, 0, winner=0)
    played = result(stays, {"type": "draw"}, *passes, preset="bmja")
    assert (played["next"]["dealer"], played["next"]["round_wind"]) == (0, "S")
    assert result(*passes * 4, preset="bmja")["ended"] == "last_hand"
    assert result(*passes * 4, preset="bmja", rules={"rounds": None})["ended"] is None
    assert VARIANT.continued(BMJA, "last_hand").rounds == 5


def test_the_wind_of_the_round_counts_and_doubles():
    hand = {"points": 0}
    west = {"sets": [part("pung", "2z")]}
    begun = result(
        {"type": "win", "winner": 0, "hands": [{"points": 20}, hand, west, hand]},
        preset="bmja",
        start={"round_wind": "S"},
    )
    assert begun["hands"][0]["hand_points"][2] == 4 * 2
    assert begun["next"]["round_wind"] == "S"


# ------------------------------------------------------------------------------------ Dutch


def test_dutch_east_stays_after_an_own_mahjong_and_passes_after_a_draw():
    """The house rules of De Rode Draak, whose points sheet the preset follows."""
    south = {**points(0, 20, 0, 0), "winner": 1}
    played = result(points(20, 0, 0, 0), south, {"type": "draw"}, preset="nts")
    assert [hand["dealer"] for hand in played["hands"]] == [0, 0, 1]
    assert played["next"]["dealer"] == 2


def test_sixteen_hands_where_east_always_passes():
    """A league that plays sixteen hands sets it: East passes after an own win and after a draw."""
    hands = [points(20, 0, 0, 0), {"type": "draw"}] * 8
    played = result(*hands, preset="nts", rules={"east_policy": "passes"})
    assert played["ended"] == "last_hand"
    assert result(*hands[:15], preset="nts", rules={"east_policy": "passes"})["ended"] is None
    assert [hand["dealer"] for hand in played["hands"]] == [0, 1, 2, 3] * 4


@pytest.mark.parametrize(
    ("hand", "how", "expected"),
    [
        # GAMES.md 3.3, line by line: 20 for mahjong, +2 each, 10 for the bird
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 1z", {"feats": ("only_tile",)}, 4 + 20 + 2 + 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 3z", {"feats": ("completed_pair",)}, 4 + 20 + 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 1s", {"feats": ("pe_ling",)}, 4 + 20 + 10),
        ("chow 2m, chow 3m, chow 4p, chow 6s, pair 9s", {}, 20 * 2),
        ("pung 9m, pung 3m, pung 4p, pung 6s, pair 9s", {}, (4 + 6 + 20) * 2),
        ("chow 2m, chow 3m, pung 4p, chow 6s, pair 8s", {}, (2 + 20) * 2),  # only 2 to 8
        (
            "pung 1z, pung 2z, pung 3z, chow 6s, pair 4z",
            {},
            (12 + 20) * 2 * 2 * 2 * 2,
        ),  # East, South, little winds, one suit with honours
        ("pung 5z, pung 6z, chow 2m, chow 6s, pair 7z", {}, (8 + 2 + 20) * 2 * 2 * 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("last_tile",), "drawn": True}, 26 * 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("moon",), "drawn": True}, 26 * 8),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("loose_tile",), "drawn": True}, 26 * 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("plum_blossom",), "drawn": True}, 26 * 8),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("kong_on_kong",), "drawn": True}, 26 * 4),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 9s", {"feats": ("robbed_kong",)}, 24 * 2),
        ("PUNG 2m, CHOW 3m, PUNG 4p, CHOW 6s, PAIR 9s", {"drawn": True}, (8 + 22) * 4),
        ("PUNG 2m, PUNG 3m, PUNG 4p, chow 6s, pair 9s", {}, (12 + 20) * 2),
        ("KONG 2m, KONG 3m, KONG 4p, chow 6s, pair 9s", {}, min(2000, (48 + 20) * 2 * 4)),
        ("kong 2m, kong 3m, kong 4p, kong 6s, pair 9s", {}, min(2000, (32 + 20) * 2 * 8)),
    ],
)
def test_the_dutch_sheet_line_by_line(hand, how, expected):
    assert won(NTS, hand, **how) == expected


def test_little_dragons_double_a_dutch_winner_alone():
    """GAMES.md 3.3: it stands among the winner's doublings."""
    hand = CountedHand(sets=sets("pung 5z, pung 6z, pair 7z"))
    assert worth(NTS, hand) == (8 + 2) * 2 * 2
    assert worth(MILLINGTON, hand) == (8 + 2) * 2 * 2 * 2


def test_waiting_for_a_dutch_irregular_hand_pays_half():
    """GAMES.md 3.3 and pe-ling.nl: "125 puntjes voor Wachtende Tweelingen"."""
    assert worth(NTS, CountedHand(special="seven_pairs"), winner=True) == 250
    assert worth(NTS, CountedHand(special="seven_pairs", fishing=True)) == 125
    assert worth(NTS, CountedHand(special="four_blessings", fishing=True)) == 0
    assert worth(NTS, CountedHand(special="thirteen_orphans", fishing=True)) == 1000


def test_the_dutch_play_without_flowers():
    hand = {"type": "win", "winner": 1, "hands": [{"sets": [], "flowers": [1]}, *[{"points": 20}] * 3]}
    with pytest.raises(RuleError) as caught:
        result(hand, preset="nts")
    assert (caught.value.code, caught.value.field) == ("no_flowers", "hands.0.flowers")


# ------------------------------------------------------------------------------------ Millington


@pytest.mark.parametrize(
    ("hand", "how", "expected"),
    [
        # froods.ca/~dschaub/mj.html (Millington 1977): 10 for mahjong, 2 drawn, 2 the only place, 2 or 4 eyes
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 8s", {"feats": ("completed_pair",)}, 4 + 10 + 2),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 1s", {"feats": ("completed_pair",)}, 4 + 10 + 4),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 1s", {"feats": ("only_tile",), "drawn": True}, 4 + 10 + 4),
        ("chow 2m, chow 3m, chow 4p, chow 6s, pair 8s", {}, 10 * 2),  # no points in any set
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 8s", {"flowers": (2,)}, 4 + 4 + 10),
        ("pung 2m, chow 3m, pung 4p, chow 6s, pair 8s", {"flowers": (2,), "seasons": (2,)}, (4 + 8 + 10) * 2),
        ("chow 2m, chow 3m, pung 4m, chow 6m, pair 8m", {}, (2 + 10) * 8),  # one suit: three doubles
        ("chow 2m, chow 3m, pung 4m, chow 6m, pair 4z", {}, (2 + 10) * 2),
        ("PUNG 2m, PUNG 3p, PUNG 4m, chow 6m, pair 8s", {}, (12 + 10) * 2),
    ],
)
def test_millingtons_points_and_doublings(hand, how, expected):
    assert won(MILLINGTON, hand, **how) == expected


def test_millingtons_limit_is_500():
    assert worth(MILLINGTON, CountedHand(special="thirteen_orphans"), winner=True) == 500
    assert won(MILLINGTON, "pung 5z, pung 6z, pung 7z, pung 2m, pair 3m") == 500


# ------------------------------------------------------------------------------------ draws, French families


def test_a_draw_that_counts_is_paid_between_all():
    """Each by the difference of the hands, twice with East: 40, 20, 8, 0 as in RULES.md section 2."""
    draw = {"type": "draw", "dice": [1, 1], "hands": [{"points": worth} for worth in (40, 20, 8, 0)]}
    played = result(draw, rules={"draw_counts": True})["hands"][0]
    assert (played["deltas"], played["hand_points"]) == ([184, -8, -68, -108], [40, 20, 8, 0])
    assert result({"type": "draw"}, rules={"draw_counts": True})["hands"][0]["deltas"] == [0, 0, 0, 0]


def test_an_original_call_doubles_a_british_loser_too():
    hand = CountedHand(sets=sets("pung 9m"), feats=("original_call",))
    assert (worth(BMJA, hand), worth(MILLINGTON, hand)) == (8, 4)


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        # GAMES.md 3.4: one suit with honours three doubles (the default), dragons twice as much as winds
        ({}, "chow 1m, chow 4m, chow 7m, pung 9m, pair 4z", 24 * 8),
        ({"one_suit_doubles": 1}, "chow 1m, chow 4m, chow 7m, pung 9m, pair 4z", 24 * 2),
        ({"dragons_twice": True}, "pung 7z, chow 4m, chow 7p, chow 2s, pair 5p", (8 + 20) * 2),
        ({"dragons_twice": True}, "KONG 7z, chow 4m, chow 7p, chow 2s, pair 5p", (64 + 20) * 2),
        ({"dragons_twice": True}, "pung 1z, chow 4m, chow 7p, chow 2s, pair 5p", 4 + 20),
        ({"terminal_pungs": "none"}, "pung 1m, pung 9m, pung 1s, pung 9p, pair 5p", (16 + 20) * 2),
    ],
)
def test_what_french_families_count_otherwise(rules, hand, expected):
    assert worth(Rules(**rules), CountedHand(sets=sets(hand)), dominant="W", winner=True) == expected
