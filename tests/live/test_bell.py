"""The alarms of a table's clock on its stream: in their moment, read again at every news."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest

from mahjongclub.live import bell, live_token, publish_version
from tests.waiting import PATIENCE_MS, within

from .test_stream import _alone, port

__all__ = ["_alone", "port"]  # the endpoint on a port, and no other process to hear from

LOOK = ("message", {"version": None})


@pytest.fixture
def told_by(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that puts the reader of alarms."""
    return lambda reader: monkeypatch.setattr(bell, "_reader", reader)


@contextmanager
def listening(port: int, code: str, more: str = "&clock=1") -> Iterator[HTTPResponse]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_MS / 1000)
    connection.request("GET", f"/live/{code}?token={live_token(code, 'viewer')}{more}")
    with closing(connection), connection.getresponse() as stream:
        assert stream.status == 200
        yield stream


def next_event(stream: HTTPResponse) -> tuple[str, object]:
    """The name of the next event and its data."""
    name = "message"
    while line := stream.readline().decode().strip("\r\n") or "-":
        if line.startswith("event:"):
            name = line.removeprefix("event:").strip()
        if line.startswith("data:"):
            return name, json.loads(line.removeprefix("data:"))
    raise AssertionError("the stream ended")


def test_every_phone_hears_each_alarm_in_its_moment(port: int, told_by: Callable[..., None]) -> None:
    moments: list[tuple[float, int]] = []

    def reader(code: str) -> Sequence[tuple[float, int]]:
        """Begin as the first phone opens its stream: the other has two seconds for it."""
        opened = time.time()
        moments.extend([(opened + 2.0, 1), (opened + 2.3, 2)])
        return moments

    told_by(reader)
    with listening(port, "both") as one, listening(port, "both") as other:
        assert next_event(one) == next_event(other) == LOOK
        for number in (1, 2):
            assert next_event(one) == next_event(other) == ("clock", number)
            assert 0 <= time.time() - moments[number - 1][0] < within(300) / 1000


def test_a_pause_is_news_after_which_the_moments_are_read_again(
    port: int, told_by: Callable[..., None]
) -> None:
    ahead: list[tuple[float, int]] = []
    told_by(lambda code: list(ahead))
    with listening(port, "paused") as stream:
        assert next_event(stream) == LOOK
        moment = time.time() + 2  # from here on: opening a stream may take long
        ahead.append((moment, 1))
        publish_version("paused", 1)
        assert next_event(stream) == ("message", {"version": 1})
        ahead.clear()
        publish_version("paused", 2)
        assert next_event(stream) == ("message", {"version": 2})
        time.sleep(max(0, moment + 0.1 - time.time()))
        ahead.append((time.time() + 0.2, 1))
        publish_version("paused", 3)
        # nothing sounded in between
        assert next_event(stream) == ("message", {"version": 3})
        assert next_event(stream) == ("clock", 1)


def test_a_table_without_a_clock_costs_no_reading(port: int, told_by: Callable[..., None]) -> None:
    asked: list[str] = []

    def reader(code: str) -> Sequence[tuple[float, int]]:
        asked.append(code)
        return []

    told_by(reader)
    with listening(port, "clockless", "") as stream:
        assert next_event(stream) == LOOK
        publish_version("clockless", 1)
        assert next_event(stream) == ("message", {"version": 1})
    assert asked == []


def test_what_cannot_be_read_is_tried_again(
    port: int, told_by: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "TRY_AGAIN", 0.1)
    tries: list[str] = []

    def reader(code: str) -> Sequence[tuple[float, int]]:
        tries.append(code)
        if len(tries) < 3:
            raise OSError("the database is away")
        return [(time.time(), 1)]

    told_by(reader)
    with listening(port, "broken") as stream:
        assert next_event(stream) == LOOK
        assert next_event(stream) == ("clock", 1)
    assert len(tries) == 3


def test_the_server_tells_its_time(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_MS / 1000)
    began = time.time()
    with closing(connection):
        connection.request("GET", "/live/time")
        answer = connection.getresponse()
        told = json.loads(answer.read())["now"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert began - 0.1 < told / 1000 < time.time() + 0.1
