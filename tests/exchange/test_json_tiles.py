"""The winner's tiles in a JSON log, followed from the deal through calls and discards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mahjongclub.clubs.near_names import near_name_key
from mahjongclub.exchange.tenhou.files import read_logs
from mahjongclub.exchange.tenhou.reckoning import SettledLog, settle_log
from mahjongclub.lists.dates import read_day

EMPTY: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
# white dragons called off the one before, one red five of bamboos: 2 han 30 fu
CALLED = ([12, 13, 14, 22, 23, 24, 33, 34, 45, 45, 27, 27, 19], ["p454545"], [19])


def log_of(
    sides: list[Any], result: list[Any], dora: tuple[int, ...] = (42,), ura: tuple[int, ...] = ()
) -> bytes:
    """A game of one hand with these deals, draws and discards of each seat."""
    entry = [[0, 0, 0], [25000] * 4, list(dora), list(ura)]
    entry += [part for side in sides for part in side] + [["和了", *result]]
    data = {"name": ["A", "B", "C", "D"], "rule": {"disp": "鳳南喰赤", "aka": 1}, "log": [entry]}
    return json.dumps(data).encode()


def settled(
    sides: list[Any], result: list[Any], dora: tuple[int, ...] = (42,), ura: tuple[int, ...] = ()
) -> SettledLog:
    return settle_log(*read_logs(log_of(sides, result, dora, ura)))


def tiles_of(found: SettledLog) -> dict[str, Any]:
    (win,) = found.record["hands"][0]["wins"]
    return dict(win["tiles"])


def test_a_call_and_a_tile_thrown_as_it_was_drawn() -> None:
    sides = [([], [41], [45]), CALLED, ([], [53], [60]), EMPTY]
    told = [1, 2, 1, "30符2飜2000点", "役牌 白(1飜)", "赤ドラ(1飜)"]
    found = settled(sides, [[0, 2000, -2000, 0], told])
    assert tiles_of(found) == {
        "concealed": "234m23477p340s",
        "winning": "0s",
        "melds": [{"kind": "pon", "tiles": "555z"}],
        "dora": "2z",
    }
    assert found.matches_log


def test_a_sequence_called_with_a_red_five() -> None:
    """5 of circles, red, with 6 and 7: tanyao and the red five, 2 han 30 fu, off the seat before."""
    winner = ([12, 13, 14, 26, 27, 33, 34, 36, 37, 38, 22, 22, 19], ["c522627"], [19])
    sides = [([], [11], [52]), winner, ([], [35], [60]), EMPTY]
    found = settled(sides, [[0, 2000, -2000, 0], [1, 2, 1, "30符2飜2000点", "断幺九(1飜)", "赤ドラ(1飜)"]])
    assert tiles_of(found)["melds"] == [{"kind": "chii", "tiles": "067p"}]
    assert found.matches_log


def test_a_closed_kan_and_its_replacement() -> None:
    """20, kan of 1m closed 32, self-drawn 2, pair of hatsu 2: 60 fu; tsumo and rinshan: 2000 from each."""
    winner = ([11, 11, 11, 22, 23, 24, 35, 36, 37, 46, 46, 26, 27], [11, 25], ["111111a11"])
    told = [0, 0, 0, "60符2飜2000点∀", "門前清自摸和(1飜)", "嶺上開花(1飜)"]
    found = settled([winner, EMPTY, EMPTY, EMPTY], [[6000, -2000, -2000, -2000], told], dora=(42, 43))
    assert tiles_of(found)["flags"] == ["rinshan"]
    assert tiles_of(found)["melds"] == [{"kind": "closed_kan", "tiles": "1111m"}]
    assert found.matches_log


def test_an_open_kan_and_its_replacement() -> None:
    """20, open kan of 3s 8, self-drawn 2: 30 fu; tanyao and rinshan: 500 and 1000."""
    winner = ([33, 33, 33, 12, 13, 14, 25, 26, 27, 18, 18, 35, 36], ["m33333333", 34], [0])
    told = [2, 2, 2, "30符2飜500-1000点", "断幺九(1飜)", "嶺上開花(1飜)"]
    found = settled([EMPTY, ([], [9], [33]), winner, EMPTY], [[-1000, -500, 2000, -500], told])
    assert tiles_of(found)["melds"] == [{"kind": "kan", "tiles": "3333s"}]
    assert found.matches_log


def test_a_robbed_kan() -> None:
    """The red five added to a called triplet is won on: chankan, pinfu, a red five: 3900."""
    robbed = ([15, 15, 41, 41, 42, 42, 43, 43, 44, 44, 47, 47, 46], ["15p1515", 51], [46, "15k511515"])
    winner = ([13, 14, 26, 27, 28, 37, 38, 39, 22, 23, 24, 31, 31], [], [])
    told = [3, 1, 3, "30符3飜3900点", "槍槓(1飜)", "平和(1飜)", "赤ドラ(1飜)"]
    found = settled([EMPTY, robbed, EMPTY, winner], [[0, -3900, 0, 3900], told])
    assert (tiles_of(found)["winning"], tiles_of(found)["flags"]) == ("0m", ["chankan"])
    assert found.matches_log


def test_riichi_with_the_tile_just_drawn_and_what_lies_below() -> None:
    """Riichi, pinfu, tanyao, and the pair of 2p twice ura by the 1p below: 5 han, a mangan."""
    winner = ([12, 13, 14, 15, 16, 17, 33, 34, 35, 22, 22, 26, 27], [41], ["r60"])
    told = [1, 2, 1, "満貫8000点", "立直(1飜)", "平和(1飜)", "断幺九(1飜)", "裏ドラ(2飜)"]
    found = settled([EMPTY, winner, ([], [], [28]), EMPTY], [[0, 9000, -8000, 0], told], ura=(21,))
    assert (found.hands[0].deltas, found.matches_log) == ((0, 8000, -8000, 0), True)
    assert tiles_of(found)["ura"] == "1p"


def test_a_riichi_that_only_the_yaku_tell_of() -> None:
    """2 han 30 fu, and the own stick back, which the log counts with the hand."""
    told = [1, 2, 1, "30符2飜2000点", "立直(1飜)", "平和(1飜)"]
    found = settled([EMPTY, EMPTY, EMPTY, EMPTY], [[0, 3000, -2000, 0], told])
    assert (found.hands[0].deltas, found.matches_log) == ((0, 2000, -2000, 0), True)


@pytest.mark.parametrize(
    "winner",
    [
        (CALLED[0][:12], *CALLED[1:]),
        (CALLED[0], ["q454545"], [19]),
        (CALLED[0], ["p464646"], [19]),
        (CALLED[0], CALLED[1], [18]),
        (CALLED[0], [99], [19]),
        (CALLED[0], [{}], [None]),
        ("tiles", 7, None),
    ],
)
def test_where_they_cannot_be_followed_the_value_is_taken_and_said_so(winner: Any) -> None:
    sides = [([], [41], [45]), winner, ([], [53], [60]), EMPTY]
    found = settled(sides, [[0, 2000, -2000, 0], [1, 2, 1, "30符2飜2000点", "役牌 白(1飜)", "赤ドラ(1飜)"]])
    assert found.record["hands"][0]["wins"] == [{"winner": 1, "from": 2, "han": 2, "fu": 30}]
    assert found.matches_log
    assert "E1: the log does not show the tiles." in [str(text) for text in found.remarks]


def test_names_of_the_same_letters() -> None:
    assert near_name_key("Zieliński, Tomasz") == near_name_key("TOMASZ  ZIELINSKI")
    assert near_name_key("田中 愛子") != near_name_key("田中 花子")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-21", "2026-11-21"),
        ("1.2.26", "2026-02-01"),
        ("31/12/1999 20:15", "1999-12-31"),
        ("29/2/2027", None),
    ],
)
def test_days_as_people_write_them(text: str, day: str | None) -> None:
    found = read_day(text)
    assert (found and found.isoformat()) == day
