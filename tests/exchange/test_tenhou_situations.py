"""Every situation of a Tenhou game, written as a log by hand: our engine moves the points the log has.

Points are those of the table in *Riichi: Rules for Japanese Mahjong* (EMA, chapter 6) and of
docs/rules/riichi.md, worked out beside each hand; what the log says moved is typed here, never computed.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from mahjongclub.exchange.importing.games import read_files
from mahjongclub.exchange.models import UploadedFile
from mahjongclub.exchange.tenhou.files import read_logs
from mahjongclub.exchange.tenhou.reckoning import SettledLog, settle_log
from mahjongclub.rules.record import read_record, replay
from tests.exchange.tenhou_situations import DAMA, ENDS, SITUATIONS, won

from .tenhou_logs import Played, following, json_of, passing, xml_of

LOGS = Path(__file__).parent / "logs"


def settled(data: bytes) -> SettledLog:
    (log,) = read_logs(data)
    return settle_log(log)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_our_engine_moves_what_the_xml_log_has(situation: str) -> None:
    hands = SITUATIONS[situation]
    found = settled(xml_of(hands))
    assert [hand.deltas for hand in found.hands] == [hand.whole for hand in hands]
    assert found.matches_log, found.differences
    assert found.unkept is None
    remarks = [str(text) for text in found.remarks if "stops here" not in str(text)]
    assert remarks == []  # the tiles are read as the log reads them
    tiles = [win for hand in found.record["hands"] for win in hand.get("wins", ())]
    assert all("tiles" in win for win in tiles)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_our_engine_moves_what_the_json_log_has(situation: str) -> None:
    hands = SITUATIONS[situation]
    found = settled(json_of(hands))
    assert [hand.deltas for hand in found.hands] == [hand.whole for hand in hands]
    assert found.matches_log, found.differences


def test_players_may_be_counted_from_another_seat_than_the_first_dealer() -> None:
    hands = SITUATIONS["counter and stick"]
    turned, straight = settled(xml_of(hands, first=2)), settled(xml_of(hands))
    assert turned.record == straight.record
    assert turned.record["players"] == ["Aiko", "Benoît", "Chen", "Dina"]
    assert turned.log.fingerprint == settled(json_of(hands)).log.fingerprint


def test_a_riichi_that_only_the_yaku_tell_of() -> None:
    """Without REACH: the winner's own stick is among what was taken, and the tiles are read in riichi."""
    data = xml_of(SITUATIONS["ron in riichi"])
    told, untold = settled(data), settled(re.sub(rb"<REACH[^>]*>", b"", data))
    assert untold.record == told.record
    assert untold.matches_log


def test_a_draw_that_shows_no_hands() -> None:
    """Who is paid was tenpai: seats 0 and 2, as their hands would have shown."""
    hands = SITUATIONS["two tenpai"]
    found = settled(re.sub(rb' hai[02]="[^"]*"', b"", xml_of(hands)))
    assert found.record == settled(xml_of(hands)).record
    assert found.matches_log


def test_an_address_of_the_viewer_on_each_line() -> None:
    hands = [SITUATIONS["ron"], SITUATIONS["tsumo"]]
    lines = [f"https://tenhou.net/6/#json={quote(json_of(one))}" for one in hands]
    logs = read_logs(("\r\n".join(lines) + "&ts=0").encode("utf-8-sig"))
    assert [settle_log(log).hands[0].deltas for log in logs] == [one[0].whole for one in hands]


def test_a_game_ends_with_the_stick_that_was_left() -> None:
    """South 4 is drawn with seat 1 alone tenpai, in riichi, on 35,000: the stick is theirs, who lead."""
    haneman = {"riichi": 1, "ippatsu": 1, **DAMA, "dora": 2}
    hands = following(
        *passing(6),
        Played(round=6, honba=6, won=(won(1, 2, (30, 12000, 2), haneman, (0, 13800, -13800, 0)),)),
        Played(round=7, riichi=(1,), tenpai=(1,), moved=(-1000, 3000, -1000, -1000)),
    )
    data = xml_of(hands, owari=(24000, 41800, 10200, 24000))
    (game,) = read_files([UploadedFile(name="x.xml", content=data)]).games
    assert (game.scores, game.differences) == ((24000, 41800, 10200, 24000), ())


@pytest.mark.parametrize("end", ENDS)
def test_the_game_ends_where_the_log_does(end: str) -> None:
    hands, type_, scores, reason = ENDS[end]
    found = settled(xml_of(hands, type_=type_, owari=scores))
    assert found.matches_log, found.differences
    assert [str(text) for text in found.remarks if "tiles" not in str(text)] == []
    played = replay(read_record(found.record))
    assert (played.state.ended, played.state.scores) == (reason, scores)


@pytest.mark.parametrize("name", ["chankan_and_seven_pairs", "nine_terminals_and_last_draw", "pao_and_bust"])
def test_games_that_were_played_on_tenhou(name: str) -> None:
    found = settled((LOGS / f"{name}.xml").read_bytes())
    assert found.matches_log, found.differences
    assert found.remarks == []
    ended = replay(read_record(found.record)).state.ended
    assert ended == ("bust" if "bust" in name else "last_hand")
