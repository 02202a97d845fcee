"""`record_hand.*`: confirming a hand over HTTP, against the floor in turn, and with eight phones at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from statistics import median

from mahjongclub.tables.models import Session

from .figures import Figure, figure_of, milliseconds, percentile, ratio_of
from .floor import BODY
from .phones import Phone, hand_form
from .stand import Stand
from .tables import Table, game, new_device, open_table, tables_to_play

ROUNDS, HANDS_A_ROUND, WARM_UP = 15, 24, 30
WRITERS, WRITER_RUNS, FIRST_HANDS, HANDS_A_WRITER = 8, 5, 8, 50


def ratio(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """`record_hand.ratio_to_floor`."""
    yield "record_hand.ratio_to_floor", ratio_to_floor(stand)


def writers(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """`record_hand.p99_ms_8_writers`."""
    yield "record_hand.p99_ms_8_writers", with_writers(stand)


def ratio_to_floor(stand: Stand) -> Figure:
    """A hand, then the floor, then a hand: each the same form, access check and number of bytes back."""
    device, cookie = new_device()
    phone = Phone(stand.server.port, cookie)
    hands = _one_by_one(phone, tables_to_play(device))
    _seconds, answer = next(hands)
    Path(stand.server.data_dir, BODY).write_bytes(answer)
    floor = _floor(phone, open_table(device))
    for _hand in range(stand.few(WARM_UP)):
        next(hands), next(floor)
    rounds = []
    for _round in range(stand.few(ROUNDS)):
        pairs = [(next(hands)[0], next(floor)) for _hand in range(stand.few(HANDS_A_ROUND))]
        rounds.append(([hand for hand, _floor in pairs], [least for _hand, least in pairs]))
    phone.close()
    return ratio_of(rounds, "hand", "floor")


def with_writers(stand: Stand) -> Figure:
    """Eight phones at eight tables, each confirming its next hand as soon as the last is answered."""
    hands, first = stand.few(HANDS_A_WRITER), stand.few(FIRST_HANDS)
    runs, medians = [], []
    gc.collect()
    gc.freeze()  # the phones' own pauses are none of the server's
    with ThreadPoolExecutor(WRITERS) as pool:
        for run in range(stand.few(WRITER_RUNS)):
            # tables are opened before anything is timed; each writer's first hands warm the server's threads
            games = range(run * WRITERS, (run + 1) * WRITERS)
            work = [_writer(stand.server.port, number, first + hands) for number in games]
            taken = [seconds for mine in pool.map(_seconds, work) for seconds in mine[first:]]
            runs.append(milliseconds(percentile(taken, 99)))
            medians.append(milliseconds(percentile(taken, 50)))
    return figure_of(runs, hands_a_run=WRITERS * hands, median_ms=median(medians))


def _writer(port: int, number: int, hands: int) -> Iterator[tuple[float, bytes]]:
    """A phone's confirmations at tables of its own."""
    device, cookie = new_device()
    tables: list[Table] = []
    source = tables_to_play(device, first=number)
    while sum(len(table.hands) for table in tables) < hands:
        tables.append(next(source))
    return islice(_one_by_one(Phone(port, cookie), iter(tables)), hands)


def _seconds(confirmations: Iterator[tuple[float, bytes]]) -> list[float]:
    return [seconds for seconds, _answer in confirmations]


def _one_by_one(phone: Phone, tables: Iterator[Table]) -> Iterator[tuple[float, bytes]]:
    for table in tables:
        for _hand in table.hands:
            yield phone.recorded(table)


def _floor(phone: Phone, session: Session) -> Iterator[float]:
    outcomes = [outcome for number in range(10) for outcome in game("riichi", number)]
    played = 0
    while True:
        form = hand_form(outcomes[played % len(outcomes)], played)
        seconds, _body = phone.post(f"/bench/floor/{session.code}/", form)
        yield seconds
        played += 1
