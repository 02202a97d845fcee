"""PostgreSQL that ends its connections, refuses new ones, or stands still for a while, behind a wire that the
test can cut."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.http_phone import HttpPhone
from tests.serving import running_server
from tests.waiting import within

from .outage import hand_form, send

URL = os.environ.get("DATABASE_URL", "")
pytestmark = pytest.mark.skipif(not URL.startswith("postgres"), reason="about PostgreSQL")


class Wire:
    """Passes bytes between the server and its database; may be cut, or hold its breath."""

    def __init__(self, host: str, port: int) -> None:
        self.there = (host, port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.flows = threading.Event()
        self.flows.set()
        self.whole = True
        self.lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection ends, and new ones end at once."""
        self.whole = False
        for line in self.lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        self.cut()
        self.flows.set()
        self.listener.close()
        for line in self.lines:
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _address = self.listener.accept()
                if not self.whole:
                    here.close()
                    continue
                there = socket.create_connection(self.there)
                self.lines += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


class Club:
    """A table on a server whose database is at the other end of the wire."""

    def __init__(self, wire: Wire, url: str, phone: HttpPhone) -> None:
        self.wire, self.url, self.phone = wire, url, phone
        self.code = phone.open_table()

    def keys(self) -> list[str]:
        """The keys of all hands, read past the wire; each hand has its revision, without a gap."""
        with psycopg.connect(self.url) as database:
            hands = database.execute("SELECT number FROM tables_hand ORDER BY number").fetchall()
            rows = database.execute("SELECT version, key FROM tables_revision ORDER BY version").fetchall()
        assert [number for (number,) in hands] == list(range(1, len(rows) + 1))
        assert [version for version, _key in rows] == list(range(1, len(rows) + 1))
        return [str(key) for _version, key in rows]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    parts = urlsplit(URL)
    wire = Wire(parts.hostname or "127.0.0.1", parts.port or 5432)
    with running_server(tmp_path, DATABASE_WAIT_SECONDS="2", through=wire.port) as server:
        direct = urlsplit(server.environment["DATABASE_URL"])
        url = urlunsplit(direct._replace(netloc=parts.netloc))
        yield Club(wire, url, HttpPhone(server.url, timeout=20))
    wire.close()


def test_connections_ended_by_somebody_cost_no_hand(club: Club) -> None:
    keys = []
    for _time in range(3):
        seen = club.phone.look(club.code)
        with psycopg.connect(club.url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        form = hand_form(seen)
        assert send(club.phone, club.code, seen[1], form).status == 302
        keys.append(form["key"])
    assert club.keys() == keys


def test_a_database_that_is_gone_is_told_and_found_again(club: Club) -> None:
    seen = club.phone.look(club.code)
    form = hand_form(seen)
    club.wire.cut()
    for _time in range(2):
        began = time.monotonic()
        refused = send(club.phone, club.code, seen[1], form)
        assert refused.status == 503
        assert form["key"] in refused.text
        assert time.monotonic() - began < within(4_000) / 1000
    assert club.phone.get(f"/t/{club.code}/").status == 503
    assert club.keys() == []
    club.wire.mend()
    assert send(club.phone, club.code, seen[1], form).status == 302
    assert club.keys() == [form["key"]]


def test_a_database_that_stands_still_has_the_hand_once(club: Club) -> None:
    """The phone gives up and keeps its hand; what it sends later is the same hand."""
    seen = club.phone.look(club.code)
    form = hand_form(seen)
    club.phone.timeout = 1
    club.wire.flows.clear()
    with pytest.raises(OSError, match="timed out"):
        send(club.phone, club.code, seen[1], form)
    club.wire.flows.set()
    club.phone.timeout = 20
    assert send(club.phone, club.code, seen[1], form).status == 302
    assert club.keys() == [form["key"]]
    assert club.phone.look(club.code) == (1, 2)
