"""Every way the tiles of a riichi hand can be wrong: each fault has its code and its field."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from .records import breaks, fault, tile_hand, where, win, won

GOOD = tile_hand("234567m345p67899s", "8s")
# what is wrong, tiles, from (None: self-draw), riichi, rules, code, field under wins.0.tiles
WRONG: list[tuple[str, dict[str, Any], int | None, bool, dict[str, Any], str, str]] = [
    ("not notation", {**GOOD, "concealed": "hello"}, 3, False, {}, "not_tiles", ".concealed"),
    ("an eighth honour", {**GOOD, "winning": "8z"}, 3, False, {}, "not_tiles", ".winning"),
    ("a red honour", {**GOOD, "dora": "0z"}, 3, False, {}, "not_tiles", ".dora"),
    ("arabic digits", {**GOOD, "ura": "٣m"}, 3, False, {}, "not_tiles", ".ura"),
    ("no concealed tiles", {"winning": "1m"}, 3, False, {}, "missing", ".concealed"),
    ("no winning tile", {"concealed": "11m"}, 3, False, {}, "missing", ".winning"),
    ("two winning tiles", {**GOOD, "winning": "12m"}, 3, False, {}, "one_winning_tile", ".winning"),
    ("13 tiles", tile_hand("234567m345p6789s", "8s"), 3, False, {}, "wrong_number_of_tiles", ".concealed"),
    (
        "14 tiles and a meld",
        tile_hand("234567m345p67899s", "8s", ("pon", "555z")),
        3,
        False,
        {},
        ("wrong_number_of_tiles"),
        ".concealed",
    ),
    ("another tile won", {**GOOD, "winning": "1s"}, 3, False, {}, "winning_tile_not_in_hand", ".winning"),
    ("five of a kind", tile_hand("23455555m345p678s", "8s"), 3, False, {}, "fifth_tile", ".concealed"),
    (
        "a fifth in a meld",
        tile_hand("111m234p56799s", "5s", ("pon", "111m")),
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
        tile_hand("567m345p67899s", "8s", ("chii", "235m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a chii of winds",
        tile_hand("567m345p67899s", "8s", ("chii", "123z")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a pon of two kinds",
        tile_hand("567m345p67899s", "8s", ("pon", "112m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "a kan of three",
        tile_hand("567m345p67899s", "8s", ("kan", "111m")),
        3,
        False,
        {},
        "not_a_meld",
        (".melds.0.tiles"),
    ),
    (
        "an unknown meld",
        tile_hand("567m345p67899s", "8s", ("peng", "111m")),
        3,
        False,
        {},
        "unknown_kind",
        (".melds.0.kind"),
    ),
    (
        "red fives not played",
        tile_hand("234067m345p67899s", "8s"),
        3,
        False,
        {},
        "too_many_red_fives",
        (".concealed"),
    ),
    (
        "two red characters",
        tile_hand("00m345p678999s567s", "8s"),
        3,
        False,
        {"red_fives": 4},
        ("too_many_red_fives"),
        ".concealed",
    ),
    (
        "four plain fives",
        tile_hand("5555m345p678s9999p", "8s"),
        3,
        False,
        {"red_fives": 3},
        ("red_five_missing"),
        "",
    ),
    (
        "riichi with an open hand",
        tile_hand("567m345p67899s", "8s", ("chii", "234m")),
        3,
        True,
        {},
        ("riichi_with_open_hand"),
        ".melds",
    ),
    (
        "no winning shape",
        tile_hand("234567m345p67s123z", "7s"),
        3,
        False,
        {},
        "not_a_winning_hand",
        (".concealed"),
    ),
    ("no yaku", tile_hand("567m345p67899s", "8s", ("chii", "123m")), 3, False, {}, "no_yaku", ""),
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
        {**tile_hand("234567m345p67899s", "9s"), "flags": ["chankan"]},
        3,
        False,
        {},
        ("flag_impossible"),
        ".flags.0",
    ),
    (
        "haitei after a kan",
        {**tile_hand("567m345p67899s", "8s", ("closed_kan", "1111m")), "flags": ["haitei", "rinshan"]},
        None,
        False,
        {},
        "flag_impossible",
        ".flags.1",
    ),
    ("tenhou of another", {**GOOD, "flags": ["tenhou"]}, None, False, {}, "flag_impossible", ".flags.0"),
    ("chiihou on a discard", {**GOOD, "flags": ["chiihou"]}, 3, False, {}, "flag_impossible", ".flags.0"),
    ("chiihou in riichi", {**GOOD, "flags": ["chiihou"]}, None, True, {}, "flag_impossible", ".flags.0"),
    ("an unknown flag", {**GOOD, "flags": ["tsubame"]}, 3, False, {}, "unknown_flags", ".flags.0"),
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


def test_junk_is_refused_or_read():
    names = ("concealed", "melds", "winning", "dora", "ura", "flags")
    tiles = [{**GOOD, name: junk} for name in names for junk in JUNK]
    assert [one for one in tiles if breaks(win(won(1, 3, tiles=one)))] == []


def test_without_the_package_the_fault_is_said(monkeypatch):
    for name in [name for name in sys.modules if name == "mahjong" or name.startswith("mahjong.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mahjong", None)
    assert where(fault(win(won(1, 3, tiles=GOOD)))) == ("tiles_unavailable", 1, "wins.0.tiles")
