"""`fanout.*`: very many streams on one process, and hands coming in steadily."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from .crowd import Crowd, TooFewFiles, allow_open_files, resident_kb
from .figures import Figure, figure_of, not_measured, percentile
from .stand import Stand
from .tables import live_tables

STREAMS, TABLES, SPARE_FILES = 2000, 500, 500
FEW_STREAMS, FEW_TABLES = 20, 5
RUNS, SECONDS, EVERY = 3, 8.0, 0.05
WARM_UP = 40


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """From sending a hand to the moment the last phone of its table was told, and what a stream weighs."""
    streams, tables = (FEW_STREAMS, FEW_TABLES) if stand.quick else (STREAMS, TABLES)
    try:
        allow_open_files(streams + SPARE_FILES)
    except TooFewFiles as fault:
        yield "fanout.last_phone_ms_p95", not_measured(str(fault))
        yield "fanout.kb_per_stream", not_measured(str(fault))
        return
    cookie, opened = live_tables(tables)
    crowd = Crowd(stand.server.port, cookie, opened)
    runs, weights = asyncio.run(_run(stand, crowd, streams))
    if crowd.errors:
        raise RuntimeError(f"{len(crowd.errors)} phones met an error, such as: {crowd.errors[0]}")
    yield "fanout.last_phone_ms_p95", figure_of(runs, 1, streams=streams, tables=tables)
    yield "fanout.kb_per_stream", figure_of([weights], 1)


async def _run(stand: Stand, crowd: Crowd, streams: int) -> tuple[list[float], float]:
    """The 95th percentile of each run, and the memory of a stream."""
    for table in crowd.tables[:WARM_UP]:  # so that what is loaded once is not counted as a stream's
        await crowd.play(table)
    process = [stand.server.process.pid]
    before = resident_kb(process)
    await crowd.open_streams(streams)
    weight = (resident_kb(process) - before) / max(crowd.open, 1)
    runs = []
    for _run_of_several in range(stand.few(RUNS)):
        crowd.told_after_ms.clear()
        await crowd.play_for(0.5 if stand.quick else SECONDS, EVERY)
        runs.append(percentile(crowd.told_after_ms, 95) if crowd.told_after_ms else float("nan"))
    await crowd.close()
    return runs, weight
