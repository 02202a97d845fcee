"""Hands of three given by their tiles: norths laid aside, the dora of ones and nines, what is not there."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.sanma import VARIANT
from mahjongclub.rules.sanma.options import CLUB

#: South wins in the East round
PINFU = "123p456p678s99m55s6s7s"


def result(tiles: dict[str, Any], source: int | None = 0, riichi: tuple[int, ...] = (), **rules: Any):
    record = {"type": "win", "wins": [{"winner": 1, "from": source, "tiles": tiles}], "riichi": list(riichi)}
    options = CLUB.with_options(rules)
    table = VARIANT.start(options, None)
    settlement = VARIANT.settle(options, table, VARIANT.read_outcome(options, record))
    return {row["name"]: row.get("han", row.get("yakuman")) for row in settlement.yaku}, settlement.deltas


def refused(tiles: dict[str, Any], **rules: Any) -> tuple[str, str | None]:
    with pytest.raises(RuleError) as fault:
        result(tiles, **rules)
    return fault.value.code, fault.value.field


OPEN_DRAGONS = {
    "concealed": "456p678s99m345s",
    "melds": [{"kind": "pon", "tiles": "777z"}],
    "winning": "4s",
}


def test_each_north_laid_aside_is_a_dora():
    """RiichiEnv's sanma and riichi.wiki: a han each, no yaku."""
    assert result(OPEN_DRAGONS)[0] == {"red_dragon": 1}
    assert result({**OPEN_DRAGONS, "norths": 3})[0] == {"red_dragon": 1, "north_dora": 3}
    assert result({**OPEN_DRAGONS, "norths": 3})[1] == (-7700, 7700, 0)  # 4 han 30 fu


def test_a_west_as_indicator_makes_each_north_laid_aside_two_dora():
    """riichi.wiki, Sanma: "if west is the dora indicator, then kita is counted as two dora"."""
    assert result({**OPEN_DRAGONS, "norths": 2, "dora": "3z"})[0] == {
        "red_dragon": 1,
        "dora": 2,
        "north_dora": 2,
    }


def test_norths_alone_are_no_yaku():
    tiles = {"concealed": "456p678s99m345s", "melds": [{"kind": "pon", "tiles": "333z"}], "winning": "4s"}
    assert refused({**tiles, "norths": 4}) == ("no_yaku", "wins.0.tiles")


@pytest.mark.parametrize(("indicator", "dora"), [("1m", 2), ("9m", 0), ("8s", 0), ("4z", 0)])
def test_the_one_and_the_nine_of_characters_are_each_others_dora(indicator, dora):
    """GAMES.md 5.1: 1m -> 9m -> 1m."""
    assert result({**OPEN_DRAGONS, "dora": indicator})[0].get("dora", 0) == dora


def test_the_nine_makes_the_one_a_dora():
    tiles = {**OPEN_DRAGONS, "concealed": "456p678s11m345s", "dora": "9m"}
    assert result(tiles)[0]["dora"] == 2


def test_a_win_on_the_tile_that_replaces_a_north_is_rinshan():
    """Mahjong Soul and Tenhou pay it (mahjong-portal.com/?p=10869, riichi.wiki); a table may leave it out."""
    tiles = {**OPEN_DRAGONS, "norths": 1, "flags": ["rinshan"]}
    assert result(tiles, source=None)[0] == {"red_dragon": 1, "after_a_kan": 1, "north_dora": 1}


@pytest.mark.parametrize(
    ("tiles", "code", "field"),
    [
        ({**OPEN_DRAGONS, "concealed": "678s345s99m234m"}, "not_in_this_game", "wins.0.tiles.concealed"),
        ({**OPEN_DRAGONS, "dora": "2m"}, "not_in_this_game", "wins.0.tiles.dora"),
        (
            {**OPEN_DRAGONS, "melds": [{"kind": "chii", "tiles": "123p"}]},
            "no_chii",
            "wins.0.tiles.melds.0.kind",
        ),
        ({**OPEN_DRAGONS, "norths": 5}, "out_of_range", "wins.0.tiles.norths"),
        ({**OPEN_DRAGONS, "norths": 4, "dora": "4z"}, "fifth_tile", "wins.0.tiles.dora"),
    ],
)
def test_tiles_that_three_do_not_have_are_refused(tiles, code, field):
    assert refused(tiles)[1] == field
    if code != "out_of_range":
        assert refused(tiles)[0] == code


def test_the_red_fives_are_one_of_circles_and_one_of_bamboos():
    reds = {**OPEN_DRAGONS, "concealed": "406p678s99m340s"}
    assert result(reds)[0] == {"red_dragon": 1, "red_dora": 2}
    four = {"concealed": "05p678s99m555s5p", "melds": OPEN_DRAGONS["melds"], "winning": "5p"}
    assert result(four)[0]["red_dora"] == 1
    assert refused(reds, red_fives=0)[0] == "too_many_red_fives"
    eight = {"concealed": "000p678s99m000s", "melds": OPEN_DRAGONS["melds"], "winning": "0p"}
    assert result(eight, red_fives=8)[0]["red_dora"] == 6


PON_OF_NORTHS = {
    "concealed": "456p678s99m345s",
    "melds": [{"kind": "pon", "tiles": "444z"}],
    "winning": "4s",
}


def test_norths_are_a_guest_wind_where_they_are_dora_and_everybodys_where_they_are_value_tiles():
    """Kansai parlours: the north is everybody's value tile, like a dragon (blog.goo.ne.jp/saba-ebu)."""
    assert refused(PON_OF_NORTHS)[0] == "no_yaku"
    assert result(PON_OF_NORTHS, north="value") == ({"value_wind_north": 1}, (-1000, 1000, 0))
    assert refused({**PON_OF_NORTHS, "norths": 1}, north="value") == ("no_norths", "wins.0.tiles.norths")


def test_value_norths_stand_beside_the_own_wind():
    own = {
        "concealed": "456p678s99m",
        "melds": [{"kind": "pon", "tiles": "444z"}, {"kind": "pon", "tiles": "222z"}],
        "winning": "8s",
    }
    assert result(own, north="value")[0] == {"seat_wind_south": 1, "value_wind_north": 1}
    dragons = {**own, "melds": [own["melds"][0], {"kind": "pon", "tiles": "555z"}]}
    assert result(dragons, north="value")[0] == {"white_dragon": 1, "value_wind_north": 1}


def test_a_pair_of_value_norths_has_two_fu_and_is_no_pinfu():
    pinfu = {"concealed": "123p456p678s44z23s4s", "winning": "4s"}
    assert result(pinfu, riichi=(1,))[0] == {"riichi": 1, "pinfu": 1}
    assert result(pinfu, riichi=(1,), north="value")[0] == {"riichi": 1}
    assert refused(pinfu, north="value")[0] == "no_yaku"
    drawn = result(pinfu, source=None, north="value")
    assert drawn == ({"self_drawn": 1}, (-500, 800, -300))  # 1 han 30 fu: 20 + 2 + 2


def test_seven_pairs_with_value_norths_stay_twenty_five_fu():
    pairs = {"concealed": "44z1199m2255p3377s", "winning": "7s"}
    assert result(pairs, north="value") == ({"seven_pairs": 2}, (-1600, 1600, 0))


def test_a_pair_of_the_own_wind_beside_value_norths_keeps_its_fu():
    """Ron with a closed hand 30, the norths 8, the middle wait 2 and the pair 2: 42, 50 fu."""
    hand = {"concealed": "456p678s345s22z444z", "winning": "4s"}
    assert result(hand, north="value") == ({"value_wind_north": 1}, (-1600, 1600, 0))


def test_a_record_with_norths_is_written_as_it_was_read():
    hand = {"type": "win", "wins": [{"winner": 1, "from": 0, "tiles": {**OPEN_DRAGONS, "norths": 2}}]}
    assert VARIANT.outcome_to_json(VARIANT.read_outcome(CLUB, hand)) == hand


def test_a_hand_dealt_complete_has_laid_no_north_aside():
    tiles = {"concealed": "123p456p678s99m555s", "winning": "5s", "norths": 1, "flags": ["chiihou"]}
    with pytest.raises(RuleError) as fault:
        result(tiles, source=None)
    assert fault.value.code == "flag_impossible"
