"""Riichi hands as tiles: yaku, han and fu counted by hand.

Yaku and fu: EMA, Riichi: Rules for Japanese Mahjong (2016), sections 4.1.1 (minipoints) and 4.2 (yaku).
"""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.kit.riichi.hand import TileSet, read_tiles_object, tiles_to_json
from mahjongclub.rules.kit.riichi.tiles import YAKU_NAMES, evaluate_tiles
from mahjongclub.rules.kit.riichi.yaku import KEY_OF_LIBRARY_NAME
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import CLUB

from .records import deltas, draw, fault, play, tile_hand, where, win, won


def value(tiles: dict[str, Any], **table: Any):
    known = {
        "self_drawn": False,
        "riichi": False,
        "seat_wind": "S",
        "round_wind": "E",
        "red_fives": 0,
        "double_wind_pair_fu": 4,
    }
    asked = {**known, **table}
    asked["tile_set"] = TileSet(red_fives=asked.pop("red_fives"))
    return evaluate_tiles(read_tiles_object(Reader(tiles)), **asked)


TSUMO = {"self_drawn": True}
RIICHI = {"riichi": True}

# tiles, table, yaku with han, fu
COUNTED: list[tuple[dict[str, Any], dict[str, Any], dict[str, int], int]] = [
    # pinfu: 20 self-drawn, 30 on a discard
    (tile_hand("234567m345p67899s", "8s"), TSUMO, {"self_drawn": 1, "pinfu": 1}, 20),
    (tile_hand("234567m345p67899s", "8s"), {}, {"pinfu": 1}, 30),
    (tile_hand("234567m345p67888s", "6s"), RIICHI, {"riichi": 1, "pinfu": 1, "all_simples": 1}, 30),
    # a closed wait is worth 2 fu: 30 + 2
    (tile_hand("234567m345p67888s", "7s"), RIICHI, {"riichi": 1, "all_simples": 1}, 40),
    # an open hand without any fu still counts 30
    (tile_hand("567m345p67888s", "6s", ("chii", "234m")), {}, {"all_simples": 1}, 30),
    # seven pairs: 25 fu, never rounded
    (tile_hand("1133m5577p2288s66z", "6z"), {}, {"seven_pairs": 2}, 25),
    (tile_hand("1133m5577p2288s66z", "6z"), TSUMO, {"self_drawn": 1, "seven_pairs": 2}, 25),
    # white dragons on a discard, open pon 4: 20 + 4 -> 30
    (tile_hand("123m456p789s22p", "1m", ("pon", "555z")), {}, {"white_dragon": 1}, 30),
    # green dragons completed on the discard count as melded, 4; closed ron 30; 34 -> 40
    (tile_hand("123m456p789s22p666z", "6z"), {}, {"green_dragon": 1}, 40),
    # closed kan of red dragons 32, closed ron 30 -> 70
    (tile_hand("123m456p78922s", "1m", ("closed_kan", "7777z")), {}, {"red_dragon": 1}, 70),
    # two closed kans of ends 64, closed ron 30 -> 100
    (
        tile_hand("234567s22p", "2s", ("closed_kan", "1111m"), ("closed_kan", "9999p")),
        RIICHI,
        {"riichi": 1},
        100,
    ),
    # open kan of simples 8, added kan of simples 8, self-draw 2, base 20 -> 40
    (
        tile_hand("234567s66m", "2s", ("kan", "2222m"), ("added_kan", "8888p")),
        TSUMO,
        {"all_simples": 1},
        40,
    ),
    # seat wind South, round wind East, each 1 han; both at once for the dealer
    (tile_hand("123m456p789s22p", "1m", ("pon", "222z")), {}, {"seat_wind_south": 1}, 30),
    (tile_hand("123m456p789s22p", "1m", ("pon", "111z")), {}, {"round_wind_east": 1}, 30),
    (
        tile_hand("123m456p789s22p", "1m", ("pon", "111z")),
        {"seat_wind": "E"},
        {"seat_wind_east": 1, "round_wind_east": 1},
        30,
    ),
    (
        tile_hand("123m456p789s22p", "1m", ("pon", "222z")),
        {"seat_wind": "E", "round_wind": "S"},
        {"round_wind_south": 1},
        30,
    ),
    (
        tile_hand("123m456p789s22p", "1m", ("pon", "333z")),
        {"seat_wind": "W", "round_wind": "W"},
        {"seat_wind_west": 1, "round_wind_west": 1},
        30,
    ),
    (
        tile_hand("123m456p789s22p", "1m", ("pon", "444z")),
        {"seat_wind": "N", "round_wind": "N"},
        {"seat_wind_north": 1, "round_wind_north": 1},
        30,
    ),
    # riichi, ippatsu, tsumo, dora, ura: indicators 1m and 8s name 2m and 9s
    (
        tile_hand("234567m345p67899s", "8s", dora="1m", ura="8s", flags=["ippatsu"]),
        {"self_drawn": True, "riichi": True},
        {"riichi": 1, "ippatsu": 1, "self_drawn": 1, "pinfu": 1, "dora": 1, "ura_dora": 2},
        20,
    ),
    # ura is not looked at without riichi
    (tile_hand("234567m345p67899s", "8s", ura="8s"), {}, {"pinfu": 1}, 30),
    (
        tile_hand("234567m345p67899s", "8s", flags=["double_riichi"]),
        RIICHI,
        {"double_riichi": 2, "pinfu": 1},
        30,
    ),
    (
        tile_hand("234567m345p67899s", "8s", flags=["haitei"]),
        TSUMO,
        {"last_draw": 1, "self_drawn": 1, "pinfu": 1},
        20,
    ),
    (tile_hand("567m345p67899s", "8s", ("chii", "234m"), flags=["houtei"]), {}, {"last_discard": 1}, 30),
    (tile_hand("567m345p67899s", "8s", ("chii", "234m"), flags=["chankan"]), {}, {"robbed_kan": 1}, 30),
    # closed kan of ends 32, self-draw 2, base 20, closed wait none -> 60
    (
        tile_hand("567m345p67899s", "8s", ("closed_kan", "1111m"), flags=["rinshan"]),
        TSUMO,
        {"after_a_kan": 1, "self_drawn": 1},
        60,
    ),
    # red fives: one in the hand and one in a meld
    (
        tile_hand("067m345p67888s", "6s", ("chii", "340p")),
        {"red_fives": 3},
        {"all_simples": 1, "red_dora": 2},
        30,
    ),
    # two red circles, where there are four red fives
    (
        tile_hand("23400p456m678s777s", "2p"),
        {"red_fives": 4, "riichi": True},
        {"riichi": 1, "all_simples": 1, "red_dora": 2},
        40,
    ),
    # iipeiko and ryanpeiko
    (tile_hand("223344m567p789s99p", "2m"), {}, {"pure_double_chow": 1, "pinfu": 1}, 30),
    (
        tile_hand("223344m667788p99s", "2m"),
        {},
        {"twice_pure_double_chow": 3, "pinfu": 1},
        30,
    ),
    # sanshoku, ittsu, chanta, junchan open and closed; open waits so that no fu come from them
    (tile_hand("234m234p23488s567s", "2m"), {}, {"mixed_triple_chow": 2, "all_simples": 1, "pinfu": 1}, 30),
    (tile_hand("234p23499s567s", "2p", ("chii", "234m")), {}, {"mixed_triple_chow": 1}, 30),
    (tile_hand("123456789m345p22s", "3p"), {}, {"pure_straight": 2, "pinfu": 1}, 30),
    (tile_hand("123456m345p22s", "3p", ("chii", "789m")), {}, {"pure_straight": 1}, 30),
    # pung of Norths on hand 8, closed ron 30 -> 40
    (tile_hand("123m789p123s444z11s", "1m"), {}, {"outside_hand": 2}, 40),
    (tile_hand("123m789p123s99s", "1m", ("chii", "789m")), {}, {"terminals_in_all_sets": 2}, 30),
    # all triplets, melded: pon 3m 2, pon 8p 2, pon 9s 4, ron on 4z melded 4, base 20 -> 40 (32)
    (
        tile_hand("444z55p", "4z", ("pon", "333m"), ("pon", "888p"), ("pon", "999s")),
        {},
        {"all_pungs": 2},
        40,
    ),
    # three concealed triplets and one finished on a discard: 4 + 4 + 4 + 2, closed ron 30 -> 50 (44)
    (
        tile_hand("222m444p666s888s55p", "8s"),
        {},
        {"all_pungs": 2, "three_concealed_pungs": 2, "all_simples": 1},
        50,
    ),
    # three suits of 5, concealed 4 + 4 and melded 2, base 20, kanchan 2 -> 40 (32)
    (
        tile_hand("555m555p12399s", "2s", ("pon", "555s")),
        {},
        {"triple_pung": 2},
        40,
    ),
    # three kans: 8 + 8 + 16 melded ... 2222m 8, 3333p 8, 9999s 16, base 20 -> 60 (52)
    (
        tile_hand("567m44z", "5m", ("kan", "2222m"), ("kan", "3333p"), ("kan", "9999s")),
        {},
        {"three_kans": 2},
        60,
    ),
    # all ends and honours in pairs
    (tile_hand("1199m1199p1199s44z", "4z"), {}, {"seven_pairs": 2, "terminals_and_honours": 2}, 25),
    # two dragon pons melded 4 + 4, pair of the third 2, base 20 -> 30
    (
        tile_hand("234m567p77z", "2m", ("pon", "555z"), ("pon", "666z")),
        {},
        {"little_three_dragons": 2, "white_dragon": 1, "green_dragon": 1},
        30,
    ),
    # one suit, with and without honours
    (tile_hand("123456m34599m444z", "3m"), {}, {"half_flush": 3}, 40),
    (tile_hand("234m345m99m", "2m", ("chii", "567m"), ("pon", "111m")), {}, {"full_flush": 5}, 30),
]


@pytest.mark.parametrize(
    ("tiles", "table", "yaku", "fu"), COUNTED, ids=[row[0]["concealed"] for row in COUNTED]
)
def test_a_hand_counted_by_hand(tiles, table, yaku, fu):
    found = value(tiles, **table)
    assert dict(found.yaku) == yaku
    assert (found.han, found.fu, found.yakuman) == (sum(yaku.values()), fu, 0)


YAKUMAN: list[tuple[dict[str, Any], dict[str, Any], set[str]]] = [
    (tile_hand("19m19p19s12345677z", "1m"), {}, {"thirteen_orphans"}),
    (tile_hand("19m19p19s12345677z", "7z"), {}, {"thirteen_orphans_wide_wait"}),
    (tile_hand("222m444p666s88855p", "8p"), TSUMO, {"four_concealed_pungs"}),
    (tile_hand("222m444p666s88s555p", "8s"), {}, {"four_concealed_pungs_pair_wait"}),
    (tile_hand("555666777z123m44p", "1m"), {}, {"big_three_dragons"}),
    (tile_hand("111222333z44z123m", "1m"), {}, {"little_four_winds"}),
    (tile_hand("111z55m", "5m", ("pon", "222z"), ("pon", "333z"), ("pon", "444z")), {}, {"big_four_winds"}),
    (tile_hand("11133z", "1z", ("pon", "222z"), ("pon", "555z"), ("pon", "666z")), {}, {"all_honours"}),
    (tile_hand("111m99p", "1m", ("pon", "999m"), ("pon", "111p"), ("pon", "999s")), {}, {"all_terminals"}),
    (tile_hand("223344666888s66z", "2s"), {}, {"all_green"}),
    (tile_hand("11123456789999m", "2m"), {}, {"nine_gates"}),
    (tile_hand("11123456789999m", "9m"), {}, {"nine_gates_wide_wait"}),
    (
        tile_hand("55p", "5p", ("kan", "2222m"), ("kan", "3333p"), ("added_kan", "9999s"), ("kan", "6666s")),
        {},
        {"four_kans"},
    ),
    (
        tile_hand("123m456p789s22p444z", "4z", flags=["tenhou"]),
        {"self_drawn": True, "seat_wind": "E"},
        {"heavenly_hand"},
    ),
    (tile_hand("123m456p789s22p444z", "4z", flags=["chiihou"]), TSUMO, {"earthly_hand"}),
]


@pytest.mark.parametrize(("tiles", "table", "names"), YAKUMAN, ids=[min(row[2]) for row in YAKUMAN])
def test_a_yakuman(tiles, table, names):
    found = value(tiles, **table)
    assert {name for name, _ in found.yaku} == names
    assert (found.yakuman, found.han) == (len(names), 0)


def test_yakuman_of_one_hand_are_counted_together():
    found = value(tile_hand("111222333z44z555z", "5z"), **TSUMO)
    assert {name for name, _ in found.yaku} >= {"little_four_winds", "all_honours"}
    assert found.yakuman == len(found.yaku)


def test_every_yaku_has_a_hand_and_a_name():
    seen = {name for _, _, yaku, _ in COUNTED for name in yaku} | {name for row in YAKUMAN for name in row[2]}
    # of renhō the library knows nothing we ask of it, and norths count with three players alone
    unknown = {"hand_of_man", "north_dora", "value_wind_north"}
    assert seen | unknown == set(YAKU_NAMES)
    assert set(KEY_OF_LIBRARY_NAME.values()) == set(YAKU_NAMES) - unknown


def test_a_pair_of_the_double_wind():
    # closed ron 30, pung of ends 8, pair 4 -> 50 (42) or pair 2 -> 40
    tiles = tile_hand("234m567p345s999s11z", "2m")
    table = {"seat_wind": "E", "riichi": True}
    assert value(tiles, **table).fu == 50
    assert value(tiles, double_wind_pair_fu=2, **table).fu == 40
    assert value(tiles, double_wind_pair_fu=2, riichi=True).fu == 40


class TestAtTheTable:
    """Winds, riichi and dealer come from the table; the result names the yaku."""

    def test_the_example_of_the_game_record_page(self):
        # 123m 456p 789s 1z 1z + pon of red dragons: East pair (round wind) 2, pair wait 2, pon 4, 20 -> 30
        tiles = tile_hand("123m456p789s11z", "1z", ("pon", "777z"), dora="3m", ura="4p")
        result = play(win(won(1, 3, tiles=tiles)))
        assert list(result.hands[0].settlement.deltas) == [0, 1000, 0, -1000]
        assert result.hands[0].to_json()["yaku"] == [{"winner": 1, "name": "red_dragon", "han": 1}]

    def test_winds_follow_the_deal(self):
        # in E2 seat 1 is East and the dealer: seat and round wind, 2 han 30 fu, 2900 and a counter
        tiles = tile_hand("123m456p789s22p", "1m", ("pon", "111z"))
        assert deltas(draw(), win(won(1, 3, tiles=tiles))) == [0, 3200, 0, -3200]

    def test_riichi_comes_from_the_list(self):
        tiles = tile_hand("234567m345p67899s", "8s")
        assert deltas(win(won(1, 3, tiles=tiles)))[1] == 1000
        # riichi and pinfu: 2000
        assert deltas(win(won(1, 3, tiles=tiles), riichi=(1,)))[1] == 2000

    def test_a_yakuman_in_the_result(self):
        tiles = tile_hand("555666777z123m44p", "1m")
        hand_result = play(win(won(1, 3, tiles=tiles))).hands[0].to_json()
        assert hand_result["yaku"] == [{"winner": 1, "name": "big_three_dragons", "yakuman": 1}]
        assert hand_result["deltas"] == [0, 32000, 0, -32000]

    def test_han_alone_give_no_yaku(self):
        assert "yaku" not in play(win(won(1, 3, han=1, fu=30))).hands[0].to_json()

    def test_pao_by_the_yakuman_found(self):
        dragons = tile_hand("123m44p", "1m", ("pon", "555z"), ("pon", "666z"), ("pon", "777z"))
        winds = tile_hand("111z55m", "5m", ("pon", "222z"), ("pon", "333z"), ("pon", "444z"))
        assert deltas(win(won(1, None, tiles=dragons, pao=2))) == [0, 32000, -32000, 0]
        assert where(fault(win(won(1, None, tiles=winds, pao=2)), pao=["dragons"])) == (
            "pao_without_yakuman",
            1,
            "wins.0.pao",
        )

    def test_yakuman_that_do_not_add_up(self):
        two = tile_hand("33z555z", "3z", ("pon", "222z"), ("pon", "444z"), ("pon", "111z"))
        result = play(win(won(1, 3, tiles=two)), yakuman_add_up=False)
        assert list(result.hands[0].settlement.deltas) == [0, 32000, 0, -32000]
        assert result.hands[0].settlement.notes
        assert deltas(win(won(1, 3, tiles=two))) == [0, 64000, 0, -64000]

    def test_a_void_ron_is_still_checked(self):
        # seat 3 sits nearer after seat 2; seat 1's tiles do not win
        bad = tile_hand("123m456p789s23p444z", "4z")
        found = fault(win(won(3, 2), won(1, 2, tiles=bad)))
        assert where(found) == ("not_a_winning_hand", 1, "wins.1.tiles.concealed")


def test_tiles_are_written_as_they_are_read():
    for tiles in [row[0] for row in [*COUNTED, *YAKUMAN]]:
        read = read_tiles_object(Reader(tiles))
        assert read_tiles_object(Reader(tiles_to_json(read))) == read
        outcome = VARIANT.read_outcome(CLUB, win(won(1, 3, tiles=tiles)))
        assert VARIANT.read_outcome(CLUB, VARIANT.outcome_to_json(outcome)) == outcome
