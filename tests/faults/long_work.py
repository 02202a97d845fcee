"""How long hands at eight tables take while a season is imported, founded and rebuilt.

`python -m tests.faults.long_work` measures it on a server and a database of its own, beside the same without.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

from tests.http_phone import HttpPhone
from tests.server.page_forms import post_forms
from tests.serving import ROOT, RunningServer, running_server

TABLES = 8
#: a table is followed by a new one before it is full (`tables.access.MOST_HANDS`): all of them are as long
HANDS_A_TABLE = 60
GAMES_A_FILE = 1000
PLAYERS = [f"Someone {number:02}" for number in range(1, 41)]
#: between two hands of a table
PAUSE = 0.5
WARM_UP = 10
RECORDED = 302


@dataclass
class Hands:
    """The hands that were recorded while `what` was done, which took `lasted` seconds."""

    what: str
    lasted: float = 0.0
    seconds: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def slowest(self) -> float:
        return max(self.seconds)


class ScoringPhone(threading.Thread):
    """A phone that records hands at one table after the other until `stop` is set."""

    def __init__(self, server: RunningServer) -> None:
        super().__init__(daemon=True)
        self.phone = HttpPhone(server.url, timeout=60)
        self.code = self.phone.open_table()
        self.seconds: list[float] = []
        self.answers: Counter[int] = Counter()
        self.stop = threading.Event()

    def run(self) -> None:
        seen = self.phone.look(self.code)
        while not self.stop.wait(PAUSE):
            if seen[1] > HANDS_A_TABLE:
                self.code = self.phone.open_table()
                seen = self.phone.look(self.code)
            began = time.perf_counter()
            self.answers[self.phone.confirm(self.code, seen, str(uuid4()))] += 1
            self.seconds.append(time.perf_counter() - began)
            seen = self.phone.look(self.code)


@contextmanager
def hands_at_tables(server: RunningServer, hands: Hands) -> Iterator[None]:
    """Have hands recorded at all tables meanwhile, and added to `hands`."""
    phones = [ScoringPhone(server) for _number in range(TABLES)]
    began = time.perf_counter()
    for phone in phones:
        phone.start()
    try:
        yield
    finally:
        hands.lasted += time.perf_counter() - began
        for phone in phones:
            phone.stop.set()
        for phone in phones:
            phone.join()
            hands.seconds += phone.seconds
            hands.answers += phone.answers


def results_file(number: int, files: int, games: int) -> bytes:
    """So many results of half a year, none of them twice in `files` such files."""
    chance = Random(number)
    rows = ["Date,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3,Player 4,Points 4"]
    for game in range(games):
        day = date(2026, 1, 1) + timedelta(days=(game * files + number) % 180)
        names = chance.sample(PLAYERS, 4)
        first, second, third = (100 * chance.randrange(100, 400) for _seat in range(3))
        points = (first, second, third, 100_000 - first - second - third)
        rows.append(",".join([day.isoformat(), *(f"{n},{p}" for n, p in zip(names, points, strict=True))]))
    return "\n".join(rows).encode()


def import_results(organiser: HttpPhone, club: str, games: int) -> None:
    files = -(-games // GAMES_A_FILE)
    for number in range(files):
        chosen = {"results.csv": results_file(number, files, min(games, GAMES_A_FILE))}
        preview = organiser.send_files(f"{club}import/", "chosen", chosen).headers["Location"]
        send_form(organiser, preview, "keep", {"keep": "1"})
    wait_until_counted(organiser, club)


def found_season(organiser: HttpPhone, club: str) -> str:
    """Found a season over all games of the year; the address of its standings."""
    fields = {"starts": "2026-01-01", "ends": "2026-12-31", "league": "League", "name": "2026"}
    season = send_form(organiser, f"{club}seasons/new/", "starts", {**fields, "variant": "riichi"})
    wait_until_counted(organiser, club)
    return season


def send_form(phone: HttpPhone, address: str, name: str, values: dict[str, str]) -> str:
    """Send the form of a page that has a field `name`; where it leads."""
    form = next(form for form in post_forms(phone.get(address).text) if name in form.fields)
    fields = {key: given[-1] for key, given in form.fields.items() if given}
    answer = phone.post(address, {**fields, **values})
    assert answer.status == 302, re.sub(r"<[^>]*>|\s+", " ", answer.text)[:2000]
    return answer.headers["Location"]


def wait_until_counted(phone: HttpPhone, club: str) -> None:
    while "still to be counted" in phone.get(f"{club}ratings/riichi/").text:
        time.sleep(0.5)


def measure(games: int, alone: float, warm_up: float = WARM_UP) -> list[Hands]:
    """Record hands beside each work on so many games, and before and after each for `alone` seconds.

    The first of the result is without work, all its times together. The standings are whole afterwards.
    """
    without, found = Hands("no other work"), list[Hands]()
    with (
        tempfile.TemporaryDirectory(prefix="mahjongclub-long-work-") as data,
        running_server(Path(data)) as server,
    ):
        organiser = HttpPhone(server.url, timeout=600)
        club = organiser.found_club("Anne-Sophie de La Rochefoucauld", "Łukasz Żółć")

        def rebuild() -> None:
            command = [sys.executable, "manage.py", "rebuild"]
            subprocess.run(command, cwd=ROOT, env=server.environment, check=True, stdout=subprocess.DEVNULL)

        seasons: list[str] = []
        works: dict[str, Callable[[], object]] = {
            "import": lambda: import_results(organiser, club, games),
            "founding the season": lambda: seasons.append(found_season(organiser, club)),
            "rebuild": rebuild,
        }
        with hands_at_tables(server, Hands("")):  # the server loads what it needs for a hand
            time.sleep(warm_up)
        for what, work in works.items():
            with hands_at_tables(server, without):
                time.sleep(alone)
            found.append(Hands(what))
            with hands_at_tables(server, found[-1]):
                work()
            print(line_of(found[-1], without), file=sys.stderr, flush=True)
        with hands_at_tables(server, without):
            time.sleep(alone)
        standings = organiser.get(seasons[0]).text
        assert all(name in standings for name in PLAYERS[:5])
    return [without, *found]


def line_of(hands: Hands, usual: Hands) -> str:
    """A row of the table: the times of these hands, and their ratios to the usual ones."""
    refused = hands.answers.total() - hands.answers[RECORDED]
    return (
        f"| {hands.what} | {hands.lasted:.0f} s | {hands.answers.total():,} | {refused} "
        f"| {hands.median * 1000:.0f} ms | {hands.median / usual.median:.2f} "
        f"| {hands.slowest * 1000:.0f} ms | {hands.slowest / usual.slowest:.2f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.long_work", description=__doc__)
    parser.add_argument("--games", type=int, default=6000, help="games of the season (default: 6000)")
    parser.add_argument("--alone", type=float, default=30, help="seconds without, four times (default: 30)")
    options = parser.parse_args()
    found = measure(options.games, options.alone)
    print(f"{options.games:,} games, {TABLES} tables, {PAUSE} s between two hands of a table")
    print("| beside | lasted | hands | not recorded | median | ratio | slowest | ratio |")
    for hands in found:
        print(line_of(hands, found[0]))
    return 0 if all(set(hands.answers) == {RECORDED} for hands in found) else 1


if __name__ == "__main__":
    sys.exit(main())
