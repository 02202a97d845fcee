"""Two processes of the server, phones on both, and a Redis between them that may go away."""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import re
import signal
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.http_phone import HttpPhone
from tests.redis_server import RedisServer, running_redis
from tests.serving import RunningServer, free_port, running_server, start_server, wait_until_it_answers
from tests.waiting import within as at_most

TOKEN = "a token of this test alone"
OUTAGE_SECONDS = 2


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
        deadline = time.monotonic() + at_most(round(1000 * within)) / 1000
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
                    news = json.loads(line.removeprefix(b"data:"))
                    if isinstance(news, dict):  # the data of a sign of life are a number
                        self.told.put(news["version"])
        self.ended = True


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RedisServer, str, str]]:
    """Two processes and the Redis between them: where they are."""
    folder = tmp_path_factory.mktemp("redis")
    with (
        running_redis(folder / "redis") as redis,
        running_server(folder / "data", REDIS_URL=redis.url) as server,
        second_process(server) as second,
    ):
        yield redis, server.url, second.url


@pytest.fixture
def club(processes: tuple[RedisServer, str, str]) -> Club:
    redis, one, other = processes
    here, there = HttpPhone(one, timeout=60), HttpPhone(other, timeout=60)
    code = here.open_table()
    there.join(here.scorer_link(code))
    return Club(redis, code, (here, there))


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
        time.sleep(0.4)  # a table holds 200 hands
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


def test_several_workers_behind_one_port_tell_every_phone_and_any_of_them_what_all_have_counted(
    tmp_path: Path,
) -> None:
    with (
        running_redis(tmp_path / "redis") as redis,
        running_server(
            tmp_path / "data", "--workers", "2", REDIS_URL=redis.url, METRICS_TOKEN=TOKEN
        ) as server,
    ):
        opener = HttpPhone(server.url, timeout=60)
        code = opener.open_table()
        path = opener.live_path(code)
        with opener.listening(path), opener.listening(path), opener.listening(path):
            for _hand in range(3):
                assert opener.confirm(code, opener.look(code), str(uuid4())) == 302
            for _time in range(4):  # spread over both by the system
                assert sample(server, 'mahjongclub_hands_recorded_total{variant="riichi"}') == 3
                assert sample(server, "mahjongclub_streams_open") == 3
            assert sample(server, "mahjongclub_hub_lag_seconds_count") >= 1
            comes_to_nought(server, "mahjongclub_relay_waiting")
        comes_to_nought(server, "mahjongclub_streams_open")
        phones = [Listener(opener, code) for _phone in range(8)]  # spread over both by the system
        for phone in phones:
            phone.shows(3, within=3)
        for _hand in range(2):
            version, number = opener.look(code)
            assert opener.confirm(code, (version, number), str(uuid4())) == 302
            for phone in phones:
                phone.shows(version + 1, within=2)
        assert server.interrupt(signal.SIGTERM) < at_most(3_000) / 1000
        assert "Traceback" not in server.log.read_text()


def sample(server: RunningServer, name: str) -> float:
    """One figure of the metrics."""
    request = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        text = answer.read().decode()
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])


def comes_to_nought(server: RunningServer, name: str) -> None:
    """Wait for a figure that is above nought while something is on its way."""
    for _try in range(100):
        if sample(server, name) == 0:
            return
        time.sleep(0.1)
    raise AssertionError(f"{name} stays at {sample(server, name)}")


def test_that_a_hand_is_entered_reaches_the_phones_of_the_other_process(club: Club) -> None:
    here, there = club.scorers
    address = f"{here.url}{here.live_path(club.code)}&page=ab"

    heard = threading.Event()

    def say() -> None:
        for seat in range(10):  # the first may come before the channel is subscribed
            request = urllib.request.Request(f"{address}&seat={seat}", method="POST")
            with urllib.request.urlopen(request, timeout=10) as answer:
                assert answer.status == 204
            if heard.wait(0.3):
                return

    with there.listening(there.live_path(club.code)) as stream:
        saying = threading.Thread(target=say)
        saying.start()
        while stream.readline() != b"event: entering\n":
            pass
        assert json.loads(stream.readline().removeprefix(b"data:"))["page"] == "ab"
        heard.set()
        saying.join()
