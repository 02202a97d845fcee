"""Everything that is measured: each function gives the figures of its keys in `MEASURES`, in their order."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.clubs.models import Device
from mahjongclub.demo.playing import PlayedGame
from mahjongclub.games.registry import most_played_game
from mahjongclub.rules.record import read_record, replay, settle_hands
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.tables.models import Session
from mahjongclub.tables.recording import Submission, delete_hand, record_hand

from . import tables
from .browser import LAUNCH_ARGUMENTS, PHONE, find_chromium, weigh
from .floor import BODY
from .phones import Crowd, Phone, Refused, TooFewFiles, allow_open_files, hand_form, resident_kb
from .serving import ROOT, Stand, scratch_database, served

#: not counted: what begins and ends a transaction, which differs between databases
OF_TRANSACTIONS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
WRITERS, FIRST_HANDS, HANDS_A_WRITER, HANDS_AT_THE_FLOOR = 8, 8, 50, 16
TODAY = "2026-11-21"


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` is a number (or numbers by name), the median of several runs; half of them were from `low` to
    `high`. None where it could not be measured, with the `reason`. `beside` are numbers it follows from.
    """

    value: Any
    low: float | None = None
    high: float | None = None
    reason: str = ""
    beside: dict[str, Any] = field(default_factory=dict)


def figure_of(runs: Sequence[float], digits: int = 2, **beside: Any) -> Figure:
    """The median of several runs with its quartiles.

    >>> figure_of([1, 2, 3, 4, 50], 0).value
    3
    """
    ordered = sorted(runs)
    quarter = (len(ordered) - 1) // 4
    middle, low, high = (
        round(number, digits or None) for number in (median(ordered), ordered[quarter], ordered[-1 - quarter])
    )
    return Figure(middle, low, high, beside=beside)


def ratio_of(
    both: Callable[[], tuple[float, float]], rounds: int, times: int, name: str, other: str, **beside: Any
) -> Figure:
    """How many times as long (seconds) the first of `both` takes, done in turn `times` a round.

    The median over the rounds of the ratio of a round's medians: what slows the machine a while slows both.
    """
    taken = [[both() for _time in range(times)] for _round in range(rounds)]
    ratios = []
    for one in taken:
        mine, theirs = zip(*one, strict=True)
        ratios.append(median(mine) / median(theirs))
    all_taken = zip((name, other), zip(*chain.from_iterable(taken), strict=True), strict=True)
    medians = {f"{what}_ms": round(1000 * median(seconds), 2) for what, seconds in all_taken}
    return figure_of(ratios, 2, **medians, **beside)


def percentile(runs: Sequence[float], share: int) -> float:
    """The value that `share` percent of the runs do not exceed.

    >>> percentile(range(1, 101), 99)
    99
    """
    ordered = sorted(runs)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]


Figures = Iterator[Figure]
#: an address and what is sent there
Form = tuple[str, dict[str, Any]]


class NotMeasured(Exception):
    """Why something cannot be measured here; the other figures are told all the same."""


def engine(stand: Stand) -> Figures:
    """Without a database: how fast hands of every variant are settled, and a long record is replayed."""
    numbers = range(stand.few(30))
    keys = [variant.key for variant in variants()]
    games = {key: [tables.made_up(key, number) for number in numbers] for key in keys}
    speeds: dict[str, list[float]] = {key: [] for key in games}
    for _round in range(stand.few(7)):
        for key, played in games.items():
            speeds[key].append(_hands_per_second(key, played, 0.01 if stand.quick else 0.25))
    figures = {key: figure_of(runs, 0) for key, runs in speeds.items()}
    spread = {key: [figure.low, figure.high] for key, figure in figures.items()}
    yield Figure({key: one.value for key, one in figures.items()}, beside=spread)
    rules, hands = tables.long_game()
    usual = most_played_game().variant
    record = {
        "format": 1,
        "variant": usual.key,
        "rules": rules.changed_from(usual.default_preset.rules),
        "players": list(tables.PLAYERS[: usual.seats]),
        "hands": hands,
    }
    replay(read_record(record))  # what is looked up once is not counted
    runs = []
    for _round in range(stand.few(21)):
        began = perf_counter()
        replay(read_record(record)).to_json()
        runs.append(1000 * (perf_counter() - began))
    yield figure_of(runs)


def _hands_per_second(key: str, games: list[PlayedGame], seconds: float) -> float:
    """Hands read, settled and written out, game after game."""
    variant = find_variant(key)
    rules = variant.presets[0].rules
    began, settled = perf_counter(), 0
    for one in cycle(games):
        dice = (one.dice[0], one.dice[1]) if one.dice else None
        read = (variant.read_outcome(rules, outcome) for outcome, _result in one.hands)
        for hand in settle_hands(variant, rules, variant.start(rules, dice), read):
            hand.to_json()
            settled += 1
        if (taken := perf_counter() - began) > seconds:
            break
    return settled / taken


def record_against_floor(stand: Stand) -> Figures:
    """A hand, then the floor, then a hand: each the same form, access check and number of bytes back."""
    device, cookie = tables.new_device()
    phone = Phone(stand.server.port, cookie)
    hands = tables.hands_to_record(device)
    _seconds, answer = phone.post(*next(hands))
    Path(stand.server.data_dir, BODY).write_bytes(answer)
    floor = _forms_at_the_floor(device)

    def both() -> tuple[float, float]:
        return phone.post(*next(hands))[0], phone.post(*next(floor))[0]

    for _hand in range(stand.few(30)):
        both()
    yield ratio_of(both, stand.few(15), stand.few(24), "hand", "floor")


def _forms_at_the_floor(device: Device) -> Iterator[Form]:
    """Address and form of one hand after the other, all stored unsettled at one table."""
    path = f"/bench/floor/{tables.open_table(device).code}/"
    outcomes = cycle([outcome for number in range(10) for outcome in tables.game(number)])
    return ((path, hand_form(outcome, played)) for played, outcome in enumerate(outcomes))


def writers(stand: Stand) -> Figures:
    """Eight phones at eight tables, each confirming its next hand as soon as the last is answered; then the
    same eight at the floor.

    The ratio: the slowest of a hundred hands against the median at the floor.
    """
    hands, first = stand.few(HANDS_A_WRITER), stand.few(FIRST_HANDS)
    runs, medians, floors, ratios = [], [], [], []
    device, cookie = tables.new_device()
    _seconds, answer = Phone(stand.server.port, cookie).post(*next(tables.hands_to_record(device)))
    Path(stand.server.data_dir, BODY).write_bytes(answer)

    def send(work: tuple[Phone, list[Form]]) -> list[float]:
        phone, forms = work
        return [1000 * phone.post(*form)[0] for form in forms][first:]

    gc.collect()
    gc.freeze()  # the phones' own pauses are none of the server's
    with ThreadPoolExecutor(WRITERS) as pool:
        for run in range(stand.few(5)):
            # tables are opened before anything is timed; each writer's first hands warm the server's threads
            recording, storing = [], []
            for number in range(run * WRITERS, (run + 1) * WRITERS):
                device, cookie = tables.new_device()
                phone = Phone(stand.server.port, cookie)
                to_record, to_store = tables.hands_to_record(device, number), _forms_at_the_floor(device)
                recording.append((phone, list(islice(to_record, first + hands))))
                storing.append((phone, list(islice(to_store, first + stand.few(HANDS_AT_THE_FLOOR)))))
            taken, least = (list(chain.from_iterable(pool.map(send, work))) for work in (recording, storing))
            runs.append(percentile(taken, 99))
            medians.append(percentile(taken, 50))
            floors.append(percentile(least, 50))
            ratios.append(runs[-1] / floors[-1])
    middle, floor_middle = (round(median(taken), 2) for taken in (medians, floors))
    yield figure_of(runs, hands_a_run=WRITERS * hands, median_ms=middle, floor_median_ms=floor_middle)
    yield figure_of(ratios)


def correct(stand: Stand) -> Figures:
    """Record the last hand a table holds, correct the first one, take the last back (untimed), and so on.

    Every correction changes the scores of all hands after it.
    """
    rules, hands = tables.long_game()
    device, cookie = tables.new_device()
    session = tables.open_table(device, rules)
    tables.record_all(session, device, hands[:-1])
    phone = Phone(stand.server.port, cookie)
    others = cycle({"type": "draw", "riichi": [], "tenpai": [0, seat]} for seat in (1, 2, 3))

    def version() -> int:
        return Session.objects.values_list("version", flat=True).get(pk=session.pk)

    def submit(number: int, outcome: dict[str, Any], played: int) -> float:
        return phone.post(f"/t/{session.code}/hand/{number}/", hand_form(outcome, played, version()))[0]

    def both() -> tuple[float, float]:
        recorded = submit(tables.LONG, hands[-1], tables.LONG - 1)
        corrected = submit(1, next(others), tables.LONG)
        delete_hand(session.pk, Submission(uuid4(), version(), device), tables.LONG)
        return corrected, recorded

    yield ratio_of(both, stand.few(9), stand.few(6), "correct", "record")


def steps(stand: Stand) -> Figures:
    """The screens behind a riichi table that a phone fetches after each hand, then the table's own page."""
    device, cookie = tables.new_device()
    phone = Phone(stand.server.port, cookie)
    code = tables.open_table(device).code
    behind, table = reverse("tables:steps", args=[code, 1]), reverse("tables:table", args=[code])

    def both() -> tuple[float, float]:
        return phone.get(behind), phone.get(table)

    for _time in range(stand.few(10)):
        both()
    yield ratio_of(both, stand.few(15), stand.few(10), "steps", "table")


def pages(stand: Stand) -> Figures:
    """The pages that add up the most: of a large club and of a small one in turn, over HTTP, from two servers
    side by side, and what standings ask of the database."""
    sizes = {"small": 300, "large": 2_000} if stand.quick else {"small": 10_000, "large": 1_000_000}
    keep = stand.closing.enter_context
    small = keep(scratch_database(stand.scratch / "small", stand.database_url))
    _manage(small, "demo", "--hands", str(sizes["small"]), "--today", TODAY)
    large = keep(scratch_database(stand.scratch / "large", stand.database_url, small))
    _manage(large, "bench", "--copy-up-to", str(sizes["large"]))
    asked, phones = {}, {}
    for size, place in (("large", large), ("small", small)):
        asked[size] = json.loads(_manage(place, "page_times", "--requests", "1"))
        server = keep(served(Path(place["DATA_DIR"]), DATABASE_URL=place["DATABASE_URL"], LOG_LEVEL="ERROR"))
        phones[size] = Phone(server.port)
    hands = {size: times["hands"] for size, times in asked.items()}
    counts = {f"{size}_hands": number for size, number in hands.items()}
    for page in ("standings", "player"):

        def both(page: str = page) -> tuple[float, float]:
            large, small = (phones[size].get(asked[size][page]["path"]) for size in ("large", "small"))
            return large, small

        for _time in range(stand.few(10)):
            both()
        yield ratio_of(both, stand.few(15), stand.few(10), "large", "small", **counts)
    # a season as a club's year has it, and its first reader after a result
    games = 40 if stand.quick else 1_000
    season = keep(scratch_database(stand.scratch / "season", stand.database_url, small))
    copied = hands["small"] * games // asked["small"]["games"] + 1
    _manage(season, "bench", "--copy-up-to", str(max(copied, hands["small"])))
    times = json.loads(_manage(season, "page_times", "--requests", str(stand.few(40))))
    for page in ("standings", "player"):
        cached, first = times[page]["ms"], times[page]["first_ms"]
        yield Figure(round(first / cached, 2), beside={"cached": cached, "games": times["games"]})
    queries = {f"of_{hands[size]}_hands": times["standings"]["queries"] for size, times in asked.items()}
    yield Figure(asked["large"]["standings"]["queries"], beside=queries)


def _manage(environment: dict[str, str], *command: str) -> str:
    """What another Python of this project says, on that database."""
    ours = {"LOG_LEVEL": "ERROR"}
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *command],
        cwd=ROOT,
        env={**os.environ, **environment, **ours},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout


def page_weight(stand: Stand) -> Figures:
    """What a phone loads of the riichi table, by Chromium's own count: first, and at a tap of a win."""
    chromium = find_chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        missing = "this takes Chromium (on Debian: apt install chromium) and Playwright ('.[test]')."
        raise NotMeasured(f"NOT WEIGHED: {missing}")
    device, cookie = tables.new_device()
    session = tables.open_table(device)
    name, _equals, value = cookie.partition("=")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=LAUNCH_ARGUMENTS)
        context = browser.new_context(**PHONE)
        context.add_cookies([{"name": name, "value": value, "url": stand.server.url}])
        weight = weigh(context.new_page(), f"{stand.server.url}/t/{session.code}/")
        browser.close()
    yield Figure(weight.first_load)
    yield Figure(max(weight.updates.values()), beside=weight.updates)
    yield Figure(len(weight.requests))


def sheets(stand: Stand) -> Figures:
    """PDFs of one table after another over HTTP, warm, none twice: Typst remembers a document it has set.

    Each against the page of its table.
    """
    device, cookie = tables.new_device()
    phone = Phone(stand.server.port, cookie)
    taken, ratios, warm = [], [], stand.few(4)
    for number in range(warm + stand.few(24)):
        session = tables.open_table(device)
        tables.record_all(session, device, tables.game(number)[:-1])
        sheet, page = (
            phone.get(reverse(name, args=[session.code]))
            for name in ("sheets:table_filled_pdf", "tables:table")
        )
        taken.append(1000 * sheet)
        ratios.append(sheet / page)
    yield figure_of(taken[warm:], 1)
    yield figure_of(ratios[warm:])


def queries(stand: Stand) -> Figures:
    """What a page and a hand ask of the database at a table after its first hand, and after very many."""
    assert stand.server  # its start collects the static files that a page names
    rules, hands = tables.long_game()
    device, cookie = tables.new_device()
    session = tables.open_table(device, rules)
    last = stand.few(tables.LONG) - 1
    pages, records = [], []
    for number, outcome in enumerate(hands[: last + 1]):
        if number in (1, last):
            pages.append(queries_of(f"/t/{session.code}/", cookie))
            form = hand_form(outcome, number)
            records.append(queries_of(f"/t/{session.code}/hand/{number + 1}/", cookie, form))
        else:
            record_hand(session.pk, Submission(uuid4(), number, device), outcome)
    yield Figure(pages[-1], beside={"after_one_hand": pages[0]})
    yield Figure(records[-1], beside={"after_one_hand": records[0]})


def queries_of(path: str, cookie: str = "", form: dict[str, Any] | None = None) -> int:
    """How many queries a page takes, or a form sent as htmx sends it."""
    client = Client(headers={"Host": "localhost", "Cookie": cookie})
    with CaptureQueriesContext(connection) as taken:
        if form is None:
            answer = client.get(path)
        else:
            answer = client.post(path, form, headers={"HX-Request": "true", "HX-Target": "table"})
    if answer.status_code != 200:
        raise Refused(f"{path} was answered with {answer.status_code}")
    return sum(not query["sql"].startswith(OF_TRANSACTIONS) for query in taken.captured_queries)


def fanout(stand: Stand) -> Figures:
    """Very many streams on one process: from sending a hand to the moment the last phone of its table was
    told, while hands come in steadily, and what a stream weighs."""
    streams, count_of_tables = (20, 5) if stand.quick else (2000, 500)
    try:
        allow_open_files(streams + 500)
    except TooFewFiles as fault:
        raise NotMeasured(str(fault)) from None
    cookie, opened = tables.live_tables(count_of_tables)
    crowd = Crowd(stand.server.port, cookie, opened)
    runs, weight = asyncio.run(_listen_and_play(stand, crowd, streams))
    if crowd.errors:
        raise RuntimeError(f"{len(crowd.errors)} phones met an error, such as: {crowd.errors[0]}")
    yield figure_of(runs, 1, streams=streams, tables=count_of_tables)
    yield figure_of([weight], 1)


async def _listen_and_play(stand: Stand, crowd: Crowd, streams: int) -> tuple[list[float], float]:
    """The 95th percentile of each run, and the memory of a stream."""
    for table in crowd.tables[:40]:  # so that what is loaded once is not counted as a stream's
        await crowd.play(table)
    process = stand.server.process.pid
    before = resident_kb(process)
    await crowd.open_streams(streams)
    weight = (resident_kb(process) - before) / max(len(crowd.listeners), 1)
    runs = []
    for _run in range(stand.few(3)):
        crowd.told_after_ms.clear()
        await crowd.play_for(0.5 if stand.quick else 8.0, 0.05)
        runs.append(percentile(crowd.told_after_ms, 95) if crowd.told_after_ms else float("nan"))
    await crowd.close()
    return runs, weight


#: in the order they are measured, each with its keys and what they may be at most, None without such a bound
MEASURES: dict[Callable[[Stand], Figures], dict[str, float | None]] = {
    engine: {"engine.hands_per_second": None, "engine.replay_200_hands_ms": None},
    record_against_floor: {"record_hand.ratio_to_floor": 2.0},
    writers: {"record_hand.p99_ms_8_writers": None, "record_hand.p99_ratio_to_floor_8_writers": 5},
    correct: {"correct_first_of_200.ratio_to_record": 5},
    steps: {"steps.ratio_to_table_page": 6},
    pages: {
        "standings.ratio_1m_to_10k": 1.3,
        "player_page.ratio_1m_to_10k": 1.3,
        "standings.ratio_first_reader_to_cached": 1.3,
        "player_page.ratio_first_reader_to_cached": None,
        "queries.standings": None,
    },
    page_weight: {"page.first_load_bytes": 40_000, "page.update_bytes": 4_000, "page.requests": None},
    sheets: {"pdf.session_sheet_ms": None, "pdf.session_sheet_ratio_to_table_page": 5},
    queries: {"queries.table_page": None, "queries.record_hand": None},
    fanout: {"fanout.last_phone_ms_p95": None, "fanout.kb_per_stream": None},
}
#: every key with its goal
GOALS = {key: goal for goals in MEASURES.values() for key, goal in goals.items()}
