"""Stopping the real server while somebody waits for an answer."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from mahjongclub.server.backups.sqlite import _open
from tests.http_phone import HttpPhone
from tests.serving import RunningServer, running_server


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
        sender.join(timeout=20)
        assert answered == [302]
        server.process.wait(timeout=20)
        server.restart()
        assert phone.look(code) == (1, 2)
