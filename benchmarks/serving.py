"""Servers and databases of their own, for the bench and the tests: started, made, stopped, dropped."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from .phones import TooFewFiles, allow_open_files

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = "benchmarks.settings"
START_SECONDS = 60
MOST_FILES = 2500


@dataclass
class RunningServer:
    """A server that answers: `url` without a trailing slash, its process, and its log file."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path
    data_dir: Path
    environment: dict[str, str]
    options: tuple[str, ...] = ()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    def interrupt(self, signal_number: int = signal.SIGINT) -> float:
        """Ask the server to stop and return the seconds it took; kills it and fails after 20."""
        started = time.monotonic()
        self.process.send_signal(signal_number)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return time.monotonic() - started

    def restart(self, signal_number: int = signal.SIGTERM) -> None:
        """Stop the server and start it again: same port, same data, same environment."""
        self.interrupt(signal_number)
        self.process = start_server(self.port, self.log, self.environment, *self.options)
        wait_until_it_answers(self)


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(
    data_dir: Path, *options: str, port: int | None = None, **environment: str
) -> Iterator[RunningServer]:
    """Start `manage.py serve` on a port, or a free one, with this environment over the present one; stop it
    afterwards.

    `options` go to `serve`.
    """
    log = data_dir / "server.log"
    port = port or free_port()
    log.write_bytes(b"")
    whole = {**os.environ, "DATA_DIR": str(data_dir), **environment}
    process = start_server(port, log, whole, *options)
    server = RunningServer(f"http://127.0.0.1:{port}", process, log, data_dir, whole, options)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        if server.process.poll() is None:
            server.interrupt(signal.SIGTERM)


def start_server(port: int, log: Path, environment: dict[str, str], *options: str) -> subprocess.Popen[bytes]:
    """Start `manage.py serve` on a port; what it says is added to the log."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), *options],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


def wait_until_it_answers(server: RunningServer) -> None:
    """Return once the server accepts requests; fail with its log if it ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        # The socket listens before the server does: only an answer is a sign of life.
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 1) as probe:
            probe.settimeout(START_SECONDS)
            probe.sendall(b"GET /live/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if probe.recv(12).startswith(b"HTTP/1.1"):
                return
        time.sleep(0.02)
    raise AssertionError(f"The server did not start:\n{server.log.read_text(errors='replace')}")


@contextlib.contextmanager
def scratch_database(
    directory: Path, beside: str, like: dict[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Yield the environment (DATA_DIR, DATABASE_URL) of a database of its own, dropped afterwards.

    `beside` is the address of a database on a PostgreSQL server, "" for SQLite in `directory`. `like` is the
    environment of one that it begins as a copy of: nobody may be connected to that.
    """
    if like and not beside:
        shutil.copytree(like["DATA_DIR"], directory)
    directory.mkdir(parents=True, exist_ok=True)
    if not beside:
        yield {"DATA_DIR": str(directory), "DATABASE_URL": ""}
        return
    name = f"mahjongclub_bench_{os.getpid()}_{free_port()}"
    template = urlsplit(like["DATABASE_URL"]).path.removeprefix("/") if like else "template1"
    _administer(beside, "CREATE DATABASE {} TEMPLATE {}", name, template)
    try:
        yield {"DATA_DIR": str(directory), "DATABASE_URL": _of_database(beside, name)}
    finally:
        _administer(beside, "DROP DATABASE {} WITH (FORCE)", name)


def _of_database(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _administer(url: str, statement: str, *names: str) -> None:
    import psycopg  # installed where PostgreSQL is used
    from psycopg import sql

    with psycopg.connect(_of_database(url, "postgres"), autocommit=True) as admin:
        admin.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@dataclass
class Stand:
    """Where a run measures. `database_url` is that of the user, "" for SQLite; scratch databases are made
    beside it. `quick` runs everything a few times only: the figures mean nothing then."""

    scratch: Path
    database_url: str = ""
    quick: bool = False
    closing: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def few(self, times: int) -> int:
        """How often to do something that the figures want so many times."""
        return min(times, 2) if self.quick else times

    @cached_property
    def server(self) -> RunningServer:
        """A server on this process's own database, which begins empty, with the floor. It may hold as many
        streams as the machine lets it."""
        with contextlib.suppress(TooFewFiles):
            allow_open_files(MOST_FILES)
        data = Path(os.environ["DATA_DIR"])
        return self.closing.enter_context(served(data, DJANGO_SETTINGS_MODULE=SETTINGS))
