"""Stopping the real server while somebody waits for an answer, and workers that count together."""

from __future__ import annotations

import re
import signal
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from mahjongclub.server.backups.sqlite import _open
from tests.http_phone import HttpPhone
from tests.redis_server import running_redis
from tests.serving import RunningServer, running_server

TOKEN = "a token of this test alone"


@contextmanager
def nobody_writes(server: RunningServer) -> Iterator[None]:
    """Hold up every write to the database."""
    if url := server.environment.get("DATABASE_URL", ""):
        with psycopg.connect(url) as holder:
            holder.execute("LOCK TABLE tables_session")
            yield
        return
    with closing(_open(server.data_dir / "mahjongclub.sqlite3")) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield


def test_a_hand_on_its_way_is_recorded_and_answered_before_the_server_stops(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        phone = HttpPhone(server.url)
        code = phone.open_table()
        seen = phone.look(code)
        answered: list[int] = []
        sender = threading.Thread(target=lambda: answered.append(phone.confirm(code, seen, str(uuid4()))))
        with nobody_writes(server):
            sender.start()
            time.sleep(0.5)  # the hand waits for its turn to write
            assert answered == []
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
        sender.join(timeout=5)
        assert answered == [302]
        server.process.wait(timeout=5)
        server.restart()
        assert phone.look(code) == (1, 2)


def test_any_of_several_workers_tells_what_all_of_them_counted(tmp_path: Path) -> None:
    with (
        running_redis(tmp_path / "redis") as redis,
        running_server(
            tmp_path / "data", "--workers", "2", REDIS_URL=redis.url, METRICS_TOKEN=TOKEN
        ) as server,
    ):
        phone = HttpPhone(server.url)
        code = phone.open_table()
        path = phone.live_path(code)
        with phone.listening(path), phone.listening(path), phone.listening(path):
            for _hand in range(6):
                assert phone.confirm(code, phone.look(code), str(uuid4())) == 302
            for _time in range(4):  # spread over both by the system
                assert sample(server, 'mahjongclub_hands_recorded_total{variant="riichi"}') == 6
                assert sample(server, "mahjongclub_streams_open") == 3
            assert sample(server, "mahjongclub_hub_lag_seconds_count") >= 1
            assert sample(server, "mahjongclub_relay_waiting") == 0
        wait_for_no_stream(server)


def sample(server: RunningServer, name: str) -> float:
    """One figure of the metrics."""
    request = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        text = answer.read().decode()
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])


def wait_for_no_stream(server: RunningServer) -> None:
    for _try in range(100):
        if sample(server, "mahjongclub_streams_open") == 0:
            return
        time.sleep(0.1)
    raise AssertionError("a stream that has ended is counted")
