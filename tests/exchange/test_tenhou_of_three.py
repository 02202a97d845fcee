"""Tenhou's logs of three players: read in both forms, and settled with the points they have."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mahjongclub.exchange.tenhou.files import read_logs
from mahjongclub.exchange.tenhou.reckoning import SettledLog, settle_log
from mahjongclub.exchange.unpacking import FileRefused
from mahjongclub.rules.record import read_record, replay

RULE = {"disp": "三鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}


def entry(
    counts: list[int],
    scores: list[int],
    result: list[Any],
    riichi: tuple[int, ...] = (),
    hands: tuple[list[Any], ...] = ([], [], []) * 3,
    dora: int = 41,
) -> list[Any]:
    """A hand of a log; without deals whoever is in riichi has that declaration among the discards."""
    sides = [list(side) for side in hands]
    for seat in riichi:
        sides[3 * seat + 2] = ["r60", 60]
    return [counts, [*scores, 0], [dora], [], *sides, [], [], [], result]


def won(changes: list[int], who: int, source: int, worth: str, *yaku: str) -> list[Any]:
    return ["和了", [*changes, 0], [who, source, who, worth, *yaku]]


#: log 2025020508gm-00b9-0000-79ddbd9d of tenhou.net, reduced to starts, sticks and results
PLAYED = [
    entry(
        [0, 0, 0],
        [35000] * 3,
        won([13000, 0, -12000], 0, 2, "満貫12000点", "役牌 中(1飜)", "混一色(2飜)", "赤ドラ(1飜)"),
        (2,),
    ),
    entry(
        [0, 1, 0],
        [48000, 35000, 22000],
        won([-8100, 14200, -4100], 1, 1, "倍満4000-8000点", "立直(1飜)", "ドラ(7飜)"),
        (0, 1),
    ),
    entry(
        [1, 0, 0],
        [38900, 48200, 17900],
        won([1000, -1000, 0], 0, 1, "30符1飜1000点", "自風 西(1飜)"),
    ),
    entry(
        [2, 0, 0],
        [39900, 47200, 17900],
        won([-4000, 13000, -8000], 1, 1, "倍満4000-8000点", "七対子(2飜)", "ドラ(6飜)"),
        (2,),
    ),
    entry([4, 0, 0], [35900, 60200, 8900], won([-1000, 0, 1000], 2, 0, "30符1飜1000点", "平和(1飜)")),
    entry(
        [5, 0, 0],
        [34900, 60200, 9900],
        won([6400, -6400, 0], 0, 1, "25符4飜6400点", "七対子(2飜)", "ドラ(2飜)"),
    ),
    entry(
        [6, 0, 0],
        [41300, 53800, 9900],
        won([4200, 0, -3200], 0, 2, "25符3飜3200点", "立直(1飜)", "七対子(2飜)"),
    ),
]
FINAL = [44500, 4.5, 53800, 48.8, 6700, -53.3, 0, 0]


def log_of(*hands: list[Any], **more: Any) -> bytes:
    return json.dumps({"name": ["Aiko", "Benoît", "Chen", ""], "rule": RULE, "log": hands, **more}).encode()


def read(data: bytes) -> SettledLog:
    (log,) = read_logs(data)
    return settle_log(log)


def test_a_whole_game_of_three_has_every_point_where_its_log_has_it():
    found = read(log_of(*PLAYED, sc=FINAL))
    assert (found.matches_log, found.unkept) == (True, None), found.differences
    assert [hand.label for hand in found.hands] == ["E1", "E1-1", "E2", "E3", "S1", "S2", "S3"]
    final = replay(read_record(found.record)).to_json()["final"]
    # Tenhou's own points of the game
    assert [(row["player"], row["points"]) for row in final] == [
        ("Benoît", 48.8),
        ("Aiko", 4.5),
        ("Chen", -53.3),
    ]
    assert (found.record["variant"], found.record["preset"]) == ("sanma", "tenhou")


EAST = [11, 11, 11, 22, 22, 31, 31, 41, 41, 42, 42, 43, 46]


def test_norths_laid_aside_are_followed_through_the_moves_of_a_log():
    """Two norths: 1 and 2 han, 3 han 30 fu, 3,900."""
    sides: tuple[list[Any], ...] = (
        EAST,
        [47, 21, 35],
        [47, 60, 60],
        [19, 19, 24, 25, 26, 36, 37, 38, 33, 34, 47, 47, 44],
        ["47p4747", 44, 43],
        ["f44", "f44", 60],
        [],
        [],
        [],
    )
    result = won([-3900, 3900, 0], 1, 0, "30符3飜3900点", "役牌 中(1飜)", "ドラ(2飜)")
    found = read(log_of(entry([0, 0, 0], [35000] * 3, result, hands=sides)))
    assert found.matches_log, found.differences
    tiles = found.record["hands"][0]["wins"][0]["tiles"]
    assert (tiles["norths"], tiles["melds"]) == (2, [{"kind": "pon", "tiles": "777z"}])


def test_a_ron_on_a_north_laid_aside_is_a_ron():
    pairs = [11, 11, 19, 19, 22, 22, 25, 25, 33, 33, 46, 46, 44]
    sides = (EAST, [44], ["f44"], pairs, [], [], [], [], [])
    result = won([-1600, 1600, 0], 1, 0, "25符2飜1600点", "七対子(2飜)")
    found = read(log_of(entry([0, 0, 0], [35000] * 3, result, hands=sides)))
    assert found.matches_log, found.differences
    assert found.record["hands"][0]["wins"][0]["tiles"]["winning"] == "4z"


XML = """<mjloggm ver="2.3"><GO type="{type}" lobby="0"/>
<UN n0="Chen" n1="Aiko" n2="Benoit" n3=""/><TAIKYOKU oya="1"/>
<INIT seed="0,0,0,1,1,108" ten="350,350,350,0" oya="1"/>
<N who="2" m="31264"/><N who="2" m="31520"/>
<AGARI ba="0,0" hai="32,33,48,53,56,80,84,89,92,96,100" m="51785" machi="84" ten="30,3900,0"
 yaku="20,1,52,2" doraHai="108" who="2" fromWho="1" sc="350,0,350,-39,350,39,0,0"/>
<INIT seed="1,0,0,1,1,108" ten="350,311,389,0" oya="2"/>
<RYUUKYOKU ba="0,0" sc="350,-10,311,-10,389,20,0,0" hai2="0"/>
<INIT seed="1,1,0,1,1,108" ten="340,301,409,0" oya="2"/>
<RYUUKYOKU type="yao9" ba="1,0" sc="340,0,301,0,409,0,0,0"/></mjloggm>"""


def test_an_xml_log_of_three_turns_its_seats_and_counts_its_norths():
    (log,) = read_logs(XML.format(type=9 | 16).encode())
    assert log.names == ("Aiko", "Benoit", "Chen")
    found = settle_log(log)
    assert [hand.deltas for hand in found.hands] == [(-3900, 3900, 0), (-1000, 2000, -1000), (0, 0, 0)]
    assert found.matches_log, found.differences
    assert found.record["hands"][0]["wins"][0]["tiles"]["norths"] == 2


@pytest.mark.parametrize("odd", [3, 7])
def test_a_deal_that_three_do_not_have_is_refused(odd: int):
    result = won([-1600, 1600, 0], 1, 0, "25符2飜1600点", "七対子(2飜)")
    with pytest.raises(FileRefused):
        read(log_of(entry([odd, 0, 0], [35000] * 3, result)))


def test_the_ordinary_games_of_three_are_known_by_words_and_bits():
    (log,) = read_logs(log_of(PLAYED[0]))
    assert (log.rules, log.odd) == ({}, None)
    (log,) = read_logs(log_of(PLAYED[0], rule={"disp": "三般東喰"}))
    assert log.rules == {"rounds": 1, "red_fives": 0}
    (log,) = read_logs(XML.format(type=1 | 2 | 16).encode())
    assert log.rules == {"rounds": 1, "red_fives": 0}
