"""Files read row by row and in a process of their own: what comes of them, and what they may cost."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from mahjongclub.exchange import apart
from mahjongclub.exchange.importing.games import read_files
from mahjongclub.exchange.importing.spreadsheets import ImportSheet
from mahjongclub.exchange.unpacking import (
    FileRefused,
)
from mahjongclub.games.registry import games
from mahjongclub.rules.registry import find_variant
from tests.exchange.tenhou_situations import SITUATIONS

from ..tenhou_logs import json_of, xml_of


def sheet_read_apart(data: bytes) -> ImportSheet:
    """The sheet of a file, read in another process."""
    sheet = apart.read_files_in_subprocess([apart.PlainFile("x.csv", data)]).sheet
    assert sheet is not None
    return sheet


def records() -> dict[str, bytes]:
    """A game of each kind, as its record."""
    return {
        game.variant.key: json.dumps(
            {
                "format": 1,
                "variant": game.variant.key,
                "players": [f"P{n}" for n in range(game.variant.seats)],
                "hands": [],
            }
        ).encode()
        for game in games()
    }


FILES = {
    "xml": xml_of(SITUATIONS["ron"]),
    "json": json_of(SITUATIONS["ron"]),
    "csv": b"a,b\nBo,1\n",
    **records(),
}


@pytest.mark.parametrize("what", FILES)
def test_another_process_reads_the_same(what: str, settings: Any) -> None:
    settings.READS_FILES_APART = True
    file = apart.PlainFile(what, FILES[what])
    here, there = read_files([file]), apart.read_files_in_subprocess([file])
    assert there == here
    for game, other in zip(there.games, here.games, strict=True):
        assert game.variant is other.variant


@pytest.mark.parametrize("apart_too", [False, True])
def test_a_moment_without_a_zone_is_read_in_the_time_of_the_club(apart_too: bool, settings: Any) -> None:
    settings.READS_FILES_APART = apart_too
    record = json.loads(FILES[next(iter(records()))])
    record |= {"started": "2026-11-26T20:15:00", "ended": "2026-11-26T22:45:00"}
    file = apart.PlainFile("game.json", json.dumps(record).encode())
    with timezone.override(ZoneInfo("Asia/Kolkata")):
        (game,) = apart.read_files_in_subprocess([file]).games
    assert game.began == datetime(2026, 11, 26, 14, 45, tzinfo=UTC)
    assert game.ended == datetime(2026, 11, 26, 17, 15, tzinfo=UTC)


def test_what_is_refused_there_is_refused_here_with_its_reason_and_line(settings: Any) -> None:
    settings.READS_FILES_APART = True
    with pytest.raises(FileRefused) as here:
        read_files([apart.PlainFile("x", b'{"format": 1}\n{"format": ')])
    with pytest.raises(FileRefused) as there:
        apart.read_files_in_subprocess([apart.PlainFile("x", b'{"format": 1}\n{"format": ')])
    assert (there.value.text, there.value.line) == (here.value.text, here.value.line)


def test_a_process_that_ends_or_lasts_is_a_refusal(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.READS_FILES_APART = True
    monkeypatch.setattr(apart, "BEGIN", "raise MemoryError")
    with pytest.raises(FileRefused, match="too large once unpacked"):
        sheet_read_apart(b"a,b\n1,2\n")
    monkeypatch.setattr(apart, "BEGIN", "import time; time.sleep(60)")
    monkeypatch.setattr(apart, "LONGEST_SECONDS", 0.2)
    with pytest.raises(FileRefused, match="too long to read"):
        sheet_read_apart(b"a,b\n1,2\n")


def test_the_memory_of_the_other_process_is_bounded(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    if not Path("/proc/self/statm").exists():
        pytest.skip("the system does not say how much memory a process has")
    settings.READS_FILES_APART = True
    greedy = (
        "import django; django.setup(); from mahjongclub.exchange import apart; "
        "apart.READERS['read_files'] = "
    )
    monkeypatch.setattr(
        apart,
        "BEGIN",
        f"{greedy}lambda *all: bytearray({2 * apart.MOST_MEMORY}); apart.answer_read_request_on_stdio()",
    )
    with pytest.raises(FileRefused, match="too large once unpacked"):
        sheet_read_apart(b"a,b\n1,2\n")


def test_without_resource_the_budgets_hold(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.READS_FILES_APART = True
    hidden = "import sys; sys.modules['resource'] = None; "
    monkeypatch.setattr(apart, "BEGIN", hidden + apart.BEGIN)
    assert len(sheet_read_apart(b"a,b\n1,2\n").rows) == 1
    with pytest.raises(FileRefused, match="too wide"):
        sheet_read_apart(b"a,b\n" + b"," * 1_000_000)


def test_what_the_other_process_answers_makes_nothing_but_values(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.READS_FILES_APART = True
    monkeypatch.setattr(
        apart, "BEGIN", "import os, pickle, sys; sys.stdout.buffer.write(pickle.dumps(os.getcwd))"
    )
    with pytest.raises(Exception, match="nothing that a file holds"):
        sheet_read_apart(b"a,b\n1,2\n")
    assert find_variant("riichi").key == "riichi"
