"""Two processes of the server, phones on both, and a Redis between them that may go away."""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.http_phone import HttpPhone
from tests.redis_server import RedisServer, running_redis
from tests.searching import THOROUGH
from tests.serving import RunningServer, free_port, running_server, start_server, wait_until_it_answers

OUTAGE_SECONDS = 10 if THOROUGH else 3


@dataclass
class Club:
    """One table, a scorer on each of two processes, and the Redis between these."""

    redis: RedisServer
    code: str
    scorers: tuple[HttpPhone, HttpPhone]

    def enter(self, process: int) -> int:
        """Enter a hand through a process; the version it made. It may not fail, nor take long."""
        version, number = self.scorers[process].look(self.code)
        began = time.monotonic()
        assert self.scorers[process].confirm(self.code, (version, number), str(uuid4())) == 302
        assert time.monotonic() - began < 2
        return version + 1


class Listener:
    """A phone with an open stream that looks at its table when the stream says so, as live/stream.js does."""

    def __init__(self, phone: HttpPhone, code: str) -> None:
        self.phone, self.code = replace(phone, cookies=dict(phone.cookies)), code
        self.told: queue.Queue[int | None] = queue.Queue()
        self.shown = -1
        self.ended = False
        threading.Thread(target=self._listen, args=(phone.live_path(code),), daemon=True).start()

    def shows(self, version: int, within: float) -> None:
        """Return once the phone shows the version, of which it heard by its stream alone."""
        deadline = time.monotonic() + within
        while self.shown < version:
            assert not self.ended, "the stream ended"
            left = deadline - time.monotonic()
            assert left > 0, f"still at version {self.shown}, not {version}, after {within} s"
            with contextlib.suppress(queue.Empty):
                told = self.told.get(timeout=left)
                if told is None or told > self.shown:
                    self.shown = self.phone.look(self.code)[0]

    def _listen(self, path: str) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException), self.phone.listening(path) as stream:
            while line := stream.readline():
                if line.startswith(b"data:"):
                    self.told.put(json.loads(line.removeprefix(b"data:"))["version"])
        self.ended = True


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with (
        running_redis(tmp_path / "redis") as redis,
        running_server(tmp_path / "data", REDIS_URL=redis.url) as server,
        second_process(server) as second,
    ):
        here, there = HttpPhone(server.url, timeout=60), HttpPhone(second.url, timeout=60)
        code = here.open_table()
        there.join(here.scorer_link(code))
        yield Club(redis, code, (here, there))


@contextlib.contextmanager
def second_process(server: RunningServer) -> Iterator[RunningServer]:
    """Another process on the same data and the same Redis, at a port of its own."""
    port, log = free_port(), server.data_dir / "second.log"
    process = start_server(port, log, server.environment)
    second = replace(server, url=f"http://127.0.0.1:{port}", process=process, log=log)
    try:
        wait_until_it_answers(second)
        yield second
    finally:
        if process.poll() is None:
            second.interrupt(signal.SIGTERM)


def test_seconds_without_redis_cost_no_hand_and_every_phone_catches_up(club: Club) -> None:
    phones = [Listener(scorer, club.code) for scorer in club.scorers]
    version = club.enter(0)
    for phone in phones:
        phone.shows(version, within=3)
    version = club.enter(1)
    for phone in phones:
        phone.shows(version, within=1)

    club.redis.stop()
    stopped = time.monotonic()
    while time.monotonic() - stopped < OUTAGE_SECONDS:
        for process in (0, 1):
            version = club.enter(process)
            phones[process].shows(version, within=1)  # its own process tells it, Redis or not
        time.sleep(0.2)  # a table holds 200 hands
    last = club.enter(0)
    assert phones[1].shown < last
    club.redis.start()
    for phone in phones:
        phone.shows(last, within=5)

    for within in (5, 1):  # each end of each process tries again in its own time, some later than others
        version = club.enter(1)
        for phone in phones:
            phone.shows(version, within=within)


def test_a_redis_that_answers_nothing_holds_no_hand_up(club: Club) -> None:
    phones = [Listener(scorer, club.code) for scorer in club.scorers]
    version = club.enter(0)
    for phone in phones:
        phone.shows(version, within=3)
    assert club.redis.process is not None
    club.redis.process.send_signal(signal.SIGSTOP)
    for _hand in range(5):
        version = club.enter(0)
        phones[0].shows(version, within=1)
        time.sleep(0.5)
    club.redis.process.send_signal(signal.SIGCONT)
    phones[1].shows(version, within=8)


def test_several_workers_without_redis_are_refused(settings) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("serve", workers=2)


def test_several_workers_behind_one_port(tmp_path: Path) -> None:
    with (
        running_redis(tmp_path / "redis") as redis,
        running_server(tmp_path / "data", "--workers", "2", REDIS_URL=redis.url) as server,
    ):
        opener = HttpPhone(server.url, timeout=60)
        code = opener.open_table()
        phones = [Listener(opener, code) for _phone in range(12)]  # spread over both by the system
        for phone in phones:
            phone.shows(0, within=3)
        for _hand in range(4):
            version, number = opener.look(code)
            assert opener.confirm(code, (version, number), str(uuid4())) == 302
            for phone in phones:
                phone.shows(version + 1, within=2)
        assert server.interrupt(signal.SIGTERM) < 3
        assert "Traceback" not in server.log.read_text()
