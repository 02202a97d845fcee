"""`standings.*`, `player_page.*`: the pages that add up the most, in a small club and in a very large one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .figures import Figure, ratio_of
from .phones import Phone
from .scratch import as_template, scratch_database
from .serving import ROOT, served
from .stand import Stand

SMALL, LARGE = 10_000, 1_000_000
SMALL_QUICK, LARGE_QUICK = 300, 2_000
TODAY = "2026-11-21"
ROUNDS, TIMES_A_ROUND, WARM_UP = 15, 10, 10
PAGES = {"standings": "standings.ratio_1m_to_10k", "player": "player_page.ratio_1m_to_10k"}


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """Each page of the large club and of the small one in turn, over HTTP, from two servers side by side."""
    small_hands, large_hands = (SMALL_QUICK, LARGE_QUICK) if stand.quick else (SMALL, LARGE)
    small = stand.closing.enter_context(scratch_database(stand.scratch / "small", stand.database_url))
    _run(small, "manage.py", "demo", "--hands", str(small_hands), "--today", TODAY)
    large = stand.closing.enter_context(
        scratch_database(stand.scratch / "large", stand.database_url, as_template(small))
    )
    _run(large, "-m", "mahjongclub.bench.million", "--hands", str(large_hands))
    asked = {"large": _page_times(large), "small": _page_times(small)}
    hands = {size: times["hands"] for size, times in asked.items()}
    with _serving(large) as large_server, _serving(small) as small_server:
        phones = {"large": Phone(large_server.port), "small": Phone(small_server.port)}
        for page, key in PAGES.items():
            paths = {size: times[page]["path"] for size, times in asked.items()}
            yield key, _compare(stand, phones, paths, hands)
    queries = {f"of_{hands[size]}_hands": times["standings"]["queries"] for size, times in asked.items()}
    yield "queries.standings", Figure(asked["large"]["standings"]["queries"], beside=queries)


def _compare(stand: Stand, phones: dict[str, Phone], paths: dict[str, str], hands: dict[str, int]) -> Figure:
    for _time in range(stand.few(WARM_UP)):
        for size, phone in phones.items():
            phone.get(paths[size])
    rounds = []
    for _round in range(stand.few(ROUNDS)):
        pairs = [
            (phones["large"].get(paths["large"]), phones["small"].get(paths["small"]))
            for _time in range(stand.few(TIMES_A_ROUND))
        ]
        rounds.append(([large for large, _small in pairs], [small for _large, small in pairs]))
    found = ratio_of(rounds, "large", "small")
    found.beside.update({f"{size}_hands": count for size, count in hands.items()})
    return found


def _serving(environment: dict[str, str]) -> Any:
    others = {name: value for name, value in environment.items() if name != "DATA_DIR"}
    return served(Path(environment["DATA_DIR"]), **others, LOG_LEVEL="ERROR")


def _page_times(environment: dict[str, str]) -> dict[str, Any]:
    """Which pages add up the most there, and what they ask of the database."""
    found: dict[str, Any] = json.loads(_run(environment, "manage.py", "page_times", "--requests", "1"))
    return found


def _run(environment: dict[str, str], *command: str) -> str:
    """What another Python of this project says, on that database."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={
            **os.environ,
            **environment,
            "DJANGO_SETTINGS_MODULE": "mahjongclub.settings",
            "LOG_LEVEL": "ERROR",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return done.stdout
