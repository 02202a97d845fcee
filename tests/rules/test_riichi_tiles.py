"""Riichi hands as tiles: yaku, han and fu counted by hand, and every way the tiles can be wrong.

Yaku and fu: EMA, Riichi: Rules for Japanese Mahjong (2016), sections 4.1.1 (minipoints) and 4.2 (yaku).
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi_hand import read_tiles_object, write_tiles_object
from mahjongclub.rules.riichi_presets import CLUB
from mahjongclub.rules.riichi_tiles import YAKU_NAMES, read_tiles
from mahjongclub.rules.riichi_yaku import KEY_OF_LIBRARY_NAME

from .riichi_records import deltas, draw, fault, play, where, win, won


def hand(concealed: str, winning: str, *melds: tuple[str, str], **more: Any) -> dict[str, Any]:
    shown = [{"kind": kind, "tiles": tiles} for kind, tiles in melds]
    return {"concealed": concealed, "winning": winning, "melds": shown, **more}


def value(tiles: dict[str, Any], **table: Any):
    known = {
        "self_drawn": False,
        "riichi": False,
        "seat_wind": "S",
        "round_wind": "E",
        "red_fives": 0,
        "double_wind_pair_fu": 4,
    }
    return read_tiles(read_tiles_object(Reader(tiles)), **{**known, **table})


TSUMO = {"self_drawn": True}
RIICHI = {"riichi": True}

# tiles, table, yaku with han, fu
COUNTED: list[tuple[dict[str, Any], dict[str, Any], dict[str, int], int]] = [
    # pinfu: 20 self-drawn, 30 on a discard
    (hand("234567m345p67899s", "8s"), TSUMO, {"self_drawn": 1, "pinfu": 1}, 20),
    (hand("234567m345p67899s", "8s"), {}, {"pinfu": 1}, 30),
    (hand("234567m345p67888s", "6s"), RIICHI, {"riichi": 1, "pinfu": 1, "all_simples": 1}, 30),
    # a closed wait is worth 2 fu: 30 + 2
    (hand("234567m345p67888s", "7s"), RIICHI, {"riichi": 1, "all_simples": 1}, 40),
    # an open hand without any fu still counts 30
    (hand("567m345p67888s", "6s", ("chii", "234m")), {}, {"all_simples": 1}, 30),
    # seven pairs: 25 fu, never rounded
    (hand("1133m5577p2288s66z", "6z"), {}, {"seven_pairs": 2}, 25),
    (hand("1133m5577p2288s66z", "6z"), TSUMO, {"self_drawn": 1, "seven_pairs": 2}, 25),
    # white dragons on a discard, open pon 4: 20 + 4 -> 30
    (hand("123m456p789s22p", "1m", ("pon", "555z")), {}, {"white_dragon": 1}, 30),
    # green dragons completed on the discard count as melded, 4; closed ron 30; 34 -> 40
    (hand("123m456p789s22p666z", "6z"), {}, {"green_dragon": 1}, 40),
    # closed kan of red dragons 32, closed ron 30 -> 70
    (hand("123m456p78922s", "1m", ("closed_kan", "7777z")), {}, {"red_dragon": 1}, 70),
    # two closed kans of ends 64, closed ron 30 -> 100
    (
        hand("234567s22p", "2s", ("closed_kan", "1111m"), ("closed_kan", "9999p")),
        RIICHI,
        {"riichi": 1},
        100,
    ),
    # open kan of simples 8, added kan of simples 8, self-draw 2, base 20 -> 40
    (
        hand("234567s66m", "2s", ("kan", "2222m"), ("added_kan", "8888p")),
        TSUMO,
        {"all_simples": 1},
        40,
    ),
    # seat wind South, round wind East, each 1 han; both at once for the dealer
    (hand("123m456p789s22p", "1m", ("pon", "222z")), {}, {"seat_wind_south": 1}, 30),
    (hand("123m456p789s22p", "1m", ("pon", "111z")), {}, {"round_wind_east": 1}, 30),
    (
        hand("123m456p789s22p", "1m", ("pon", "111z")),
        {"seat_wind": "E"},
        {"seat_wind_east": 1, "round_wind_east": 1},
        30,
    ),
    (
        hand("123m456p789s22p", "1m", ("pon", "222z")),
        {"seat_wind": "E", "round_wind": "S"},
        {"round_wind_south": 1},
        30,
    ),
    (
        hand("123m456p789s22p", "1m", ("pon", "333z")),
        {"seat_wind": "W", "round_wind": "W"},
        {"seat_wind_west": 1, "round_wind_west": 1},
        30,
    ),
    (
        hand("123m456p789s22p", "1m", ("pon", "444z")),
        {"seat_wind": "N", "round_wind": "N"},
        {"seat_wind_north": 1, "round_wind_north": 1},
        30,
    ),
    # riichi, ippatsu, tsumo, dora, ura: indicators 1m and 8s name 2m and 9s
    (
        hand("234567m345p67899s", "8s", dora="1m", ura="8s", flags=["ippatsu"]),
        {"self_drawn": True, "riichi": True},
        {"riichi": 1, "ippatsu": 1, "self_drawn": 1, "pinfu": 1, "dora": 1, "ura_dora": 2},
        20,
    ),
    # ura is not looked at without riichi
    (hand("234567m345p67899s", "8s", ura="8s"), {}, {"pinfu": 1}, 30),
    (
        hand("234567m345p67899s", "8s", flags=["double_riichi"]),
        RIICHI,
        {"double_riichi": 2, "pinfu": 1},
        30,
    ),
    (
        hand("234567m345p67899s", "8s", flags=["haitei"]),
        TSUMO,
        {"last_draw": 1, "self_drawn": 1, "pinfu": 1},
        20,
    ),
    (hand("567m345p67899s", "8s", ("chii", "234m"), flags=["houtei"]), {}, {"last_discard": 1}, 30),
    (hand("567m345p67899s", "8s", ("chii", "234m"), flags=["chankan"]), {}, {"robbed_kan": 1}, 30),
    # closed kan of ends 32, self-draw 2, base 20, closed wait none -> 60
    (
        hand("567m345p67899s", "8s", ("closed_kan", "1111m"), flags=["rinshan"]),
        TSUMO,
        {"after_a_kan": 1, "self_drawn": 1},
        60,
    ),
    # red fives: one in the hand and one in a meld
    (
        hand("067m345p67888s", "6s", ("chii", "340p")),
        {"red_fives": 3},
        {"all_simples": 1, "red_dora": 2},
        30,
    ),
    # two red circles, where there are four red fives
    (
        hand("23400p456m678s777s", "2p"),
        {"red_fives": 4, "riichi": True},
        {"riichi": 1, "all_simples": 1, "red_dora": 2},
        40,
    ),
    # iipeiko and ryanpeiko
    (hand("223344m567p789s99p", "2m"), {}, {"pure_double_chow": 1, "pinfu": 1}, 30),
    (
        hand("223344m667788p99s", "2m"),
        {},
        {"twice_pure_double_chow": 3, "pinfu": 1},
        30,
    ),
    # sanshoku, ittsu, chanta, junchan open and closed; open waits so that no fu come from them
    (hand("234m234p23488s567s", "2m"), {}, {"mixed_triple_chow": 2, "all_simples": 1, "pinfu": 1}, 30),
    (hand("234p23499s567s", "2p", ("chii", "234m")), {}, {"mixed_triple_chow": 1}, 30),
    (hand("123456789m345p22s", "3p"), {}, {"pure_straight": 2, "pinfu": 1}, 30),
    (hand("123456m345p22s", "3p", ("chii", "789m")), {}, {"pure_straight": 1}, 30),
    # pung of Norths on hand 8, closed ron 30 -> 40
    (hand("123m789p123s444z11s", "1m"), {}, {"outside_hand": 2}, 40),
    (hand("123m789p123s99s", "1m", ("chii", "789m")), {}, {"terminals_in_all_sets": 2}, 30),
    # all triplets, melded: pon 3m 2, pon 8p 2, pon 9s 4, ron on 4z melded 4, base 20 -> 40 (32)
    (
        hand("444z55p", "4z", ("pon", "333m"), ("pon", "888p"), ("pon", "999s")),
        {},
        {"all_pungs": 2},
        40,
    ),
    # three concealed triplets and one finished on a discard: 4 + 4 + 4 + 2, closed ron 30 -> 50 (44)
    (
        hand("222m444p666s888s55p", "8s"),
        {},
        {"all_pungs": 2, "three_concealed_pungs": 2, "all_simples": 1},
        50,
    ),
    # three suits of 5, concealed 4 + 4 and melded 2, base 20, kanchan 2 -> 40 (32)
    (
        hand("555m555p12399s", "2s", ("pon", "555s")),
        {},
        {"triple_pung": 2},
        40,
    ),
    # three kans: 8 + 8 + 16 melded ... 2222m 8, 3333p 8, 9999s 16, base 20 -> 60 (52)
    (
        hand("567m44z", "5m", ("kan", "2222m"), ("kan", "3333p"), ("kan", "9999s")),
        {},
        {"three_kans": 2},
        60,
    ),
    # all ends and honours in pairs
    (hand("1199m1199p1199s44z", "4z"), {}, {"seven_pairs": 2, "terminals_and_honours": 2}, 25),
    # two dragon pons melded 4 + 4, pair of the third 2, base 20 -> 30
    (
        hand("234m567p77z", "2m", ("pon", "555z"), ("pon", "666z")),
        {},
        {"little_three_dragons": 2, "white_dragon": 1, "green_dragon": 1},
        30,
    ),
    # one suit, with and without honours
    (hand("123456m34599m444z", "3m"), {}, {"half_flush": 3}, 40),
    (hand("234m345m99m", "2m", ("chii", "567m"), ("pon", "111m")), {}, {"full_flush": 5}, 30),
]


@pytest.mark.parametrize(
    ("tiles", "table", "yaku", "fu"), COUNTED, ids=[row[0]["concealed"] for row in COUNTED]
)
def test_a_hand_counted_by_hand(tiles, table, yaku, fu):
    found = value(tiles, **table)
    assert dict(found.yaku) == yaku
    assert (found.han, found.fu, found.yakuman) == (sum(yaku.values()), fu, 0)


YAKUMAN: list[tuple[dict[str, Any], dict[str, Any], set[str]]] = [
    (hand("19m19p19s12345677z", "1m"), {}, {"thirteen_orphans"}),
    (hand("19m19p19s12345677z", "7z"), {}, {"thirteen_orphans_wide_wait"}),
    (hand("222m444p666s88855p", "8p"), TSUMO, {"four_concealed_pungs"}),
    (hand("222m444p666s88s555p", "8s"), {}, {"four_concealed_pungs_pair_wait"}),
    (hand("555666777z123m44p", "1m"), {}, {"big_three_dragons"}),
    (hand("111222333z44z123m", "1m"), {}, {"little_four_winds"}),
    (hand("111z55m", "5m", ("pon", "222z"), ("pon", "333z"), ("pon", "444z")), {}, {"big_four_winds"}),
    (hand("11133z", "1z", ("pon", "222z"), ("pon", "555z"), ("pon", "666z")), {}, {"all_honours"}),
    (hand("111m99p", "1m", ("pon", "999m"), ("pon", "111p"), ("pon", "999s")), {}, {"all_terminals"}),
    (hand("223344666888s66z", "2s"), {}, {"all_green"}),
    (hand("11123456789999m", "2m"), {}, {"nine_gates"}),
    (hand("11123456789999m", "9m"), {}, {"nine_gates_wide_wait"}),
    (
        hand("55p", "5p", ("kan", "2222m"), ("kan", "3333p"), ("added_kan", "9999s"), ("kan", "6666s")),
        {},
        {"four_kans"},
    ),
    (
        hand("123m456p789s22p444z", "4z", flags=["tenhou"]),
        {"self_drawn": True, "seat_wind": "E"},
        {"heavenly_hand"},
    ),
    (hand("123m456p789s22p444z", "4z", flags=["chiihou"]), TSUMO, {"earthly_hand"}),
]


@pytest.mark.parametrize(("tiles", "table", "names"), YAKUMAN, ids=[min(row[2]) for row in YAKUMAN])
def test_a_yakuman(tiles, table, names):
    found = value(tiles, **table)
    assert {name for name, _ in found.yaku} == names
    assert (found.yakuman, found.han) == (len(names), 0)


def test_yakuman_of_one_hand_are_counted_together():
    found = value(hand("111222333z44z555z", "5z"), **TSUMO)
    assert {name for name, _ in found.yaku} >= {"little_four_winds", "all_honours"}
    assert found.yakuman == len(found.yaku)


def test_every_yaku_has_a_hand_and_a_name():
    seen = {name for _, _, yaku, _ in COUNTED for name in yaku} | {name for row in YAKUMAN for name in row[2]}
    assert seen == set(YAKU_NAMES)
    assert set(KEY_OF_LIBRARY_NAME.values()) == set(YAKU_NAMES)


def test_a_pair_of_the_double_wind():
    # closed ron 30, pung of ends 8, pair 4 -> 50 (42) or pair 2 -> 40
    tiles = hand("234m567p345s999s11z", "2m")
    table = {"seat_wind": "E", "riichi": True}
    assert value(tiles, **table).fu == 50
    assert value(tiles, double_wind_pair_fu=2, **table).fu == 40
    assert value(tiles, double_wind_pair_fu=2, riichi=True).fu == 40


class TestAtTheTable:
    """Winds, riichi and dealer come from the table; the result names the yaku."""

    def test_the_example_of_the_game_record_page(self):
        # 123m 456p 789s 1z 1z + pon of red dragons: East pair (round wind) 2, pair wait 2, pon 4, 20 -> 30
        tiles = hand("123m456p789s11z", "1z", ("pon", "777z"), dora="3m", ura="4p")
        result = play(win(won(1, 3, tiles=tiles)))
        assert list(result.hands[0].settlement.deltas) == [0, 1000, 0, -1000]
        assert result.hands[0].to_json()["yaku"] == [{"winner": 1, "name": "red_dragon", "han": 1}]

    def test_winds_follow_the_deal(self):
        # in E2 seat 1 is East and the dealer: seat and round wind, 2 han 30 fu, 2900 and a counter
        tiles = hand("123m456p789s22p", "1m", ("pon", "111z"))
        assert deltas(draw(), win(won(1, 3, tiles=tiles))) == [0, 3200, 0, -3200]

    def test_riichi_comes_from_the_list(self):
        tiles = hand("234567m345p67899s", "8s")
        assert deltas(win(won(1, 3, tiles=tiles)))[1] == 1000
        # riichi and pinfu: 2000
        assert deltas(win(won(1, 3, tiles=tiles), riichi=(1,)))[1] == 2000

    def test_a_yakuman_in_the_result(self):
        tiles = hand("555666777z123m44p", "1m")
        hand_result = play(win(won(1, 3, tiles=tiles))).hands[0].to_json()
        assert hand_result["yaku"] == [{"winner": 1, "name": "big_three_dragons", "yakuman": 1}]
        assert hand_result["deltas"] == [0, 32000, 0, -32000]

    def test_han_alone_give_no_yaku(self):
        assert "yaku" not in play(win(won(1, 3, han=1, fu=30))).hands[0].to_json()

    def test_pao_by_the_yakuman_found(self):
        dragons = hand("123m44p", "1m", ("pon", "555z"), ("pon", "666z"), ("pon", "777z"))
        winds = hand("111z55m", "5m", ("pon", "222z"), ("pon", "333z"), ("pon", "444z"))
        assert deltas(win(won(1, None, tiles=dragons, pao=2))) == [0, 32000, -32000, 0]
        assert where(fault(win(won(1, None, tiles=winds, pao=2)), pao=["dragons"])) == (
            "pao_without_yakuman",
            1,
            "wins.0.pao",
        )

    def test_yakuman_that_do_not_add_up(self):
        two = hand("33z555z", "3z", ("pon", "222z"), ("pon", "444z"), ("pon", "111z"))
        result = play(win(won(1, 3, tiles=two)), yakuman_add_up=False)
        assert list(result.hands[0].settlement.deltas) == [0, 32000, 0, -32000]
        assert result.hands[0].settlement.notes
        assert deltas(win(won(1, 3, tiles=two))) == [0, 64000, 0, -64000]

    def test_a_void_ron_is_still_checked(self):
        # seat 3 sits nearer after seat 2; seat 1's tiles do not win
        bad = hand("123m456p789s23p444z", "4z")
        found = fault(win(won(3, 2), won(1, 2, tiles=bad)))
        assert where(found) == ("not_a_winning_hand", 1, "wins.1.tiles.concealed")


GOOD = hand("234567m345p67899s", "8s")
# what is wrong, tiles, from (None: self-draw), riichi, rules, code, field under wins.0.tiles
WRONG: list[tuple[str, dict[str, Any], int | None, bool, dict[str, Any], str, str]] = [
    ("not notation", {**GOOD, "concealed": "hello"}, 3, False, {}, "not_tiles", ".concealed"),
    ("an eighth honour", {**GOOD, "winning": "8z"}, 3, False, {}, "not_tiles", ".winning"),
    ("a red honour", {**GOOD, "dora": "0z"}, 3, False, {}, "not_tiles", ".dora"),
    ("arabic digits", {**GOOD, "ura": "٣m"}, 3, False, {}, "not_tiles", ".ura"),
    ("no concealed tiles", {"winning": "1m"}, 3, False, {}, "missing", ".concealed"),
    ("no winning tile", {"concealed": "11m"}, 3, False, {}, "missing", ".winning"),
    ("two winning tiles", {**GOOD, "winning": "12m"}, 3, False, {}, "one_winning_tile", ".winning"),
    ("13 tiles", hand("234567m345p6789s", "8s"), 3, False, {}, "wrong_number_of_tiles", ".concealed"),
    (
        "14 tiles and a meld",
        hand("234567m345p67899s", "8s", ("pon", "555z")),
        3,
        False,
        {},
        ("wrong_number_of_tiles"),
        ".concealed",
    ),
    ("another tile won", {**GOOD, "winning": "1s"}, 3, False, {}, "winning_tile_not_in_hand", ".winning"),
    ("five of a kind", hand("23455555m345p678s", "8s"), 3, False, {}, "fifth_tile", ".concealed"),
    (
        "a fifth in a meld",
        hand("111m234p56799s", "5s", ("pon", "111m")),
        3,
        False,
        {},
        "fifth_tile",
        (".melds.0.tiles"),
    ),
    ("a fifth indicator", {**GOOD, "dora": "9999s"}, 3, False, {}, "fifth_tile", ".dora"),
    ("six indicators", {**GOOD, "dora": "123456z"}, 3, False, {}, "too_many_indicators", ".dora"),
    (
        "not a chii",
        hand("567m345p67899s", "8s", ("chii", "235m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a chii of winds",
        hand("567m345p67899s", "8s", ("chii", "123z")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a pon of two kinds",
        hand("567m345p67899s", "8s", ("pon", "112m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a kan of three",
        hand("567m345p67899s", "8s", ("kan", "111m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "an unknown meld",
        hand("567m345p67899s", "8s", ("peng", "111m")),
        3,
        False,
        {},
        "unknown_kind",
        (".melds.0.kind"),
    ),
    (
        "red fives not played",
        hand("234067m345p67899s", "8s"),
        3,
        False,
        {},
        "too_many_red_fives",
        (".concealed"),
    ),
    (
        "two red characters",
        hand("00m345p678999s567s", "8s"),
        3,
        False,
        {"red_fives": 4},
        ("too_many_red_fives"),
        ".concealed",
    ),
    (
        "four plain fives",
        hand("5555m345p678s9999p", "8s"),
        3,
        False,
        {"red_fives": 3},
        ("red_five_missing"),
        "",
    ),
    (
        "riichi with an open hand",
        hand("567m345p67899s", "8s", ("chii", "234m")),
        3,
        True,
        {},
        ("riichi_with_open_hand"),
        ".melds",
    ),
    (
        "no winning shape",
        hand("234567m345p67s123z", "7s"),
        3,
        False,
        {},
        "not_a_winning_hand",
        (".concealed"),
    ),
    ("no yaku", hand("567m345p67899s", "8s", ("chii", "123m")), 3, False, {}, "no_yaku", ""),
    ("ippatsu without riichi", {**GOOD, "flags": ["ippatsu"]}, 3, False, {}, "flag_impossible", ".flags.0"),
    (
        "double riichi unpaid",
        {**GOOD, "flags": ["double_riichi"]},
        3,
        False,
        {},
        "flag_impossible",
        (".flags.0"),
    ),
    ("haitei on a discard", {**GOOD, "flags": ["haitei"]}, 3, False, {}, "flag_impossible", ".flags.0"),
    ("houtei self-drawn", {**GOOD, "flags": ["houtei"]}, None, False, {}, "flag_impossible", ".flags.0"),
    ("rinshan without a kan", {**GOOD, "flags": ["rinshan"]}, None, False, {}, "flag_impossible", ".flags.0"),
    ("chankan self-drawn", {**GOOD, "flags": ["chankan"]}, None, False, {}, "flag_impossible", ".flags.0"),
    (
        "chankan of a pair",
        {**hand("234567m345p67899s", "9s"), "flags": ["chankan"]},
        3,
        False,
        {},
        ("flag_impossible"),
        ".flags.0",
    ),
    (
        "haitei after a kan",
        {**hand("567m345p67899s", "8s", ("closed_kan", "1111m")), "flags": ["haitei", "rinshan"]},
        None,
        False,
        {},
        "flag_impossible",
        ".flags.1",
    ),
    ("tenhou of another", {**GOOD, "flags": ["tenhou"]}, None, False, {}, "flag_impossible", ".flags.0"),
    ("chiihou on a discard", {**GOOD, "flags": ["chiihou"]}, 3, False, {}, "flag_impossible", ".flags.0"),
    ("chiihou in riichi", {**GOOD, "flags": ["chiihou"]}, None, True, {}, "flag_impossible", ".flags.0"),
    ("an unknown flag", {**GOOD, "flags": ["renhou"]}, 3, False, {}, "unknown_flags", ".flags.0"),
    ("a flag twice", {**GOOD, "flags": ["haitei", "haitei"]}, None, False, {}, "repeated", ".flags.1"),
    ("an unknown key", {**GOOD, "wait": "2s"}, 3, False, {}, "unknown_key", ".wait"),
]


@pytest.mark.parametrize(
    ("tiles", "source", "riichi", "rules", "code", "field"),
    [row[1:] for row in WRONG],
    ids=[row[0] for row in WRONG],
)
def test_tiles_that_cannot_be(tiles, source, riichi, rules, code, field):
    found = fault(win(won(1, source, tiles=tiles), riichi=(1,) if riichi else ()), **rules)
    assert where(found) == (code, 1, f"wins.0.tiles{field}")


JUNK = [None, 0, True, 1.5, "", "m", "1", "1m" * 300, [], ["1m"], {}, [{}], [{"kind": "pon"}], [None]]


@pytest.mark.parametrize("name", ["concealed", "melds", "winning", "dora", "ura", "flags"])
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_refused_or_read(name, junk):
    with contextlib.suppress(RuleError):
        play(win(won(1, 3, tiles={**GOOD, name: junk})))


@pytest.mark.parametrize("row", COUNTED + [(tiles, table, {}, 0) for tiles, table, _ in YAKUMAN])
def test_tiles_are_written_as_they_are_read(row):
    read = read_tiles_object(Reader(row[0]))
    assert read_tiles_object(Reader(write_tiles_object(read))) == read
    outcome = VARIANT.read_outcome(CLUB, win(won(1, 3, tiles=row[0])))
    assert VARIANT.read_outcome(CLUB, VARIANT.write_outcome(outcome)) == outcome


def test_without_the_package_the_fault_is_said(monkeypatch):
    for name in [name for name in sys.modules if name == "mahjong" or name.startswith("mahjong.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mahjong", None)
    assert where(fault(win(won(1, 3, tiles=GOOD)))) == ("tiles_unavailable", 1, "wins.0.tiles")
