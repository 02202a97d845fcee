"""Nobody's long work stops others' hands: a season is imported, founded and rebuilt while eight tables play.

`make thorough` does it with 1,000 games. The figures of docs/performance.md are of 6,000:
LONG_WORK_FILES=6 THOROUGH=1 pytest -n 0 -s -o faulthandler_timeout=0 tests/faults/test_long_work.py
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

from tests.http_phone import HttpPhone
from tests.searching import thorough
from tests.server.page_forms import post_forms
from tests.serving import ROOT, RunningServer, running_server

TABLES = 8
FILES, GAMES_A_FILE = int(os.environ.get("LONG_WORK_FILES", "1")), 1000
PLAYERS = [f"Someone {number:02}" for number in range(1, 41)]
#: between two hands of a table
PAUSE = 0.5
BEFORE_SECONDS = 30


class Table(threading.Thread):
    """A phone that records a hand at its table again and again; `took` are the seconds of each."""

    def __init__(self, server: RunningServer) -> None:
        super().__init__(daemon=True)
        self.phone = HttpPhone(server.url, timeout=60)
        self.code = self.phone.open_table()
        self.took: list[float] = []
        self.answers: list[int] = []
        self.over = threading.Event()

    def run(self) -> None:
        seen = self.phone.look(self.code)
        while not self.over.wait(PAUSE):
            began = time.perf_counter()
            self.answers.append(self.phone.confirm(self.code, seen, str(uuid4())))
            self.took.append(time.perf_counter() - began)
            seen = self.phone.look(self.code)


@contextmanager
def hands_at_eight_tables(server: RunningServer, seconds: list[float]) -> Iterator[None]:
    """Record hands meanwhile, each of which must be taken; how long each took is added to `seconds`."""
    tables = [Table(server) for _number in range(TABLES)]
    for table in tables:
        table.start()
    try:
        yield
    finally:
        for table in tables:
            table.over.set()
        for table in tables:
            table.join()
    assert {status for table in tables for status in table.answers} == {302}
    seconds += [took for table in tables for took in table.took]


def results(number: int) -> bytes:
    """A thousand results of half a year, none of them twice."""
    chance = Random(number)
    rows = ["Date,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3,Player 4,Points 4"]
    for game in range(GAMES_A_FILE):
        day = date(2026, 1, 1) + timedelta(days=(game * FILES + number) % 180)
        names = chance.sample(PLAYERS, 4)
        first, second, third = (100 * chance.randrange(100, 400) for _seat in range(3))
        points = (first, second, third, 100_000 - first - second - third)
        rows.append(",".join([day.isoformat(), *(f"{n},{p}" for n, p in zip(names, points, strict=True))]))
    return "\n".join(rows).encode()


def bring_in(phone: HttpPhone, club: str, data: bytes) -> None:
    look = phone.send_files(f"{club}import/", "chosen", {"results.csv": data}).headers["Location"]
    form = next(form for form in post_forms(phone.get(look).text) if "keep" in form.fields)
    fields = {name: values[-1] for name, values in form.fields.items() if values}
    kept = phone.post(look, {**fields, "keep": "1"})
    assert kept.status == 302, re.sub(r"<[^>]*>|\s+", " ", kept.text)[:2000]


def wait_until_counted(phone: HttpPhone, club: str) -> None:
    while "still to be counted" in phone.get(f"{club}ratings/riichi/").text:
        time.sleep(0.5)


@thorough
def test_hands_are_recorded_while_a_season_is_imported_founded_and_rebuilt(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        organiser = HttpPhone(server.url, timeout=600)
        club = organiser.found_club("Anne-Sophie de La Rochefoucauld", "Łukasz Żółć")
        alone: list[float] = []
        with hands_at_eight_tables(server, alone):
            time.sleep(BEFORE_SECONDS)
        seconds: dict[str, list[float]] = {"import": [], "season": [], "rebuild": []}
        began = time.monotonic()
        with hands_at_eight_tables(server, seconds["import"]):
            for number in range(FILES):
                bring_in(organiser, club, results(number))
            wait_until_counted(organiser, club)
        print(f"import {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        with hands_at_eight_tables(server, seconds["season"]):
            page = organiser.get(f"{club}seasons/new/").text
            form = next(form for form in post_forms(page) if "starts" in form.fields)
            fields = {name: values[-1] for name, values in form.fields.items() if values}
            dates = {"starts": "2026-01-01", "ends": "2026-12-31", "league": "League", "name": "2026"}
            dates["variant"] = "riichi"
            founded = organiser.post(f"{club}seasons/new/", {**fields, **dates})
            assert founded.status == 302, founded.text
            wait_until_counted(organiser, club)
        print(f"season {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        with hands_at_eight_tables(server, seconds["rebuild"]):
            subprocess.run(
                [sys.executable, "manage.py", "rebuild"], cwd=ROOT, env=server.environment, check=True
            )
        print(f"rebuild {time.monotonic() - began:.0f} s")
        shown = organiser.get(founded.headers["Location"]).text
        assert all(name in shown for name in PLAYERS[:5])
    usual, slowest = statistics.median(alone), max(alone)
    print(f"alone: {len(alone)} hands, median {usual * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms")
    for what, took in seconds.items():
        median = statistics.median(took)
        print(
            f"{what}: {len(took)} hands, median {median * 1000:.0f} ms ({median / usual:.1f} x), "
            f"slowest {max(took) * 1000:.0f} ms ({max(took) / slowest:.1f} x)"
        )
        assert max(took) < 5
