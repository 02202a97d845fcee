"""A bounded load run on this machine alone: phones listening at many tables, hands coming in steadily.

`make load` starts a Redis, a scratch database (PostgreSQL where DATABASE_URL names one, else SQLite) and two
worker processes of the server. The last line is JSON; the status is 1 where anything went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

import django

from benchmarks.phones import Crowd, LiveTable, TooFewFiles, allow_open_files, resident_kb
from tests.redis_server import running_redis
from tests.serving import RunningServer, running_server

WORKERS = 2
SPARE_FILES = 500


def main() -> int:
    options = read_options()
    if shutil.which("redis-server") is None:
        sys.exit("The load run needs redis-server (on Debian: apt install redis-server).")
    try:
        allow_open_files(options.streams + SPARE_FILES)
    except TooFewFiles as fault:
        sys.exit(str(fault))
    with (
        tempfile.TemporaryDirectory(prefix="mahjongclub-load-") as scratch,
        running_redis(Path(scratch) / "redis") as redis,
        running_server(
            Path(scratch) / "data",
            "--workers",
            str(WORKERS),
            REDIS_URL=redis.url,
            LIVE_STREAMS_PER_ADDRESS=str(options.streams + SPARE_FILES),
            LOG_LEVEL="ERROR",
        ) as server,
    ):
        cookie, tables = open_tables(server, options.tables)
        crowd, kb_per_stream = asyncio.run(run(server, options, cookie, tables))
        if crowd.errors:
            sys.stderr.write(server.log.read_text())
    told = sorted(crowd.told_after_ms)
    print(
        json.dumps(
            {
                "streams": len(crowd.listeners),
                "tables": options.tables,
                "hands": len(told),
                "errors": len(crowd.errors),
                "p50_ms": round(statistics.median(told), 1) if told else None,
                "p95_ms": round(told[int(len(told) * 0.95)], 1) if told else None,
                "kb_per_stream": round(kb_per_stream, 1),
            }
        )
    )
    return 1 if crowd.errors or not told else 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--streams", type=int, default=2000, help="phones listening (default: 2000)")
    parser.add_argument("--tables", type=int, default=500, help="tables they sit at (default: 500)")
    parser.add_argument("--seconds", type=float, default=60, help="how long hands come in (default: 60)")
    parser.add_argument("--every", type=float, default=50, help="milliseconds between hands (default: 50)")
    options = parser.parse_args()
    options.tables = max(1, min(options.tables, options.streams))
    return options


def open_tables(server: RunningServer, count: int) -> tuple[str, list[LiveTable]]:
    """Open and start tables straight in the server's database: the device's cookie, and each table."""
    os.environ.update(server.environment)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
    django.setup()
    from django.db import connections

    from benchmarks.tables import live_tables

    opened = live_tables(count)
    connections.close_all()
    return opened


async def run(
    server: RunningServer, options: argparse.Namespace, cookie: str, tables: list[LiveTable]
) -> tuple[Crowd, float]:
    """Open the streams, play the hands, and give what was seen, and the memory of a stream."""
    crowd = Crowd(server.port, cookie, tables)
    for table in tables[:40]:  # so that what is loaded once is not counted as a stream's
        await crowd.play(table)
    crowd.told_after_ms.clear()
    before = sum(map(resident_kb, worker_ids(server)))
    await crowd.open_streams(options.streams)
    weight = (sum(map(resident_kb, worker_ids(server))) - before) / max(len(crowd.listeners), 1)
    print(f"{len(crowd.listeners)} streams open, per worker {workers_connections(server)}", file=sys.stderr)
    await crowd.play_for(options.seconds, options.every / 1000)
    await crowd.close()
    for error in crowd.errors[:10]:
        print(error, file=sys.stderr)
    return crowd, weight


def worker_ids(server: RunningServer) -> list[int]:
    """The processes that answer: the children of the one that was started."""
    main_id = server.process.pid
    children = Path(f"/proc/{main_id}/task/{main_id}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def workers_connections(server: RunningServer) -> list[int]:
    """How many files each worker has open, the most of them streams."""
    return [len(list(Path(f"/proc/{worker}/fd").iterdir())) for worker in worker_ids(server)]


if __name__ == "__main__":
    sys.exit(main())
