"""A phone listening to its table, over real HTTP, with the hub in another thread."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from mahjongclub.live import endpoint, live_token, publish_version
from mahjongclub.live.endpoint import live_app
from mahjongclub.live.hub import EntryNote, Hub, hub
from mahjongclub.live.relay import RedisRelay, entry_note_as_text
from tests.serving import free_port

from .hub_versions import known_version


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    number = free_port()
    config = uvicorn.Config(
        live_app, port=number, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield number
    server.should_exit = True
    thread.join(timeout=10)
    assert not thread.is_alive()


@pytest.fixture(autouse=True)
def _alone(settings) -> None:
    settings.REDIS_URL = ""  # the fixed codes of these tests stay in this process


@contextlib.contextmanager
def listening(port: int, code: str, token: str | None = None) -> Iterator[http.client.HTTPResponse]:
    """Open the stream of `code`; a right token unless one is given."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    token = live_token(code, "viewer") if token is None else token
    connection.request("GET", f"/live/{code}?token={token}")
    with contextlib.closing(connection), connection.getresponse() as answer:
        yield answer


LOOK = {"version": None}


def next_message(stream: http.client.HTTPResponse) -> dict[str, int | None]:
    """Read up to the next message and return its data."""
    while line := stream.readline():
        if line.startswith(b"data:"):
            return json.loads(line.removeprefix(b"data:"))
    raise AssertionError("the stream ended")


def wait_until_free(port: int, code: str) -> None:
    """Wait for the server to notice that earlier streams of `code` are gone."""
    for _ in range(100):
        with listening(port, code) as answer:
            if answer.status == 200:
                return
        time.sleep(0.05)
    raise AssertionError("no place became free")


def test_a_published_version_reaches_every_phone_and_carries_nothing_else(port: int) -> None:
    with listening(port, "first") as one, listening(port, "first") as other:
        assert one.headers["Content-Type"].startswith("text/event-stream")
        assert next_message(one) == next_message(other) == LOOK
        publish_version("first", 7)
        assert next_message(one) == {"version": 7}
        assert next_message(other) == {"version": 7}
        publish_version("first", 8)
        assert next_message(one) == {"version": 8}


def test_a_phone_that_connects_late_is_told_the_current_version(port: int) -> None:
    publish_version("late", 41)
    with listening(port, "late") as stream:
        assert next_message(stream) == {"version": 41}


def test_a_phone_is_told_to_look_where_the_server_cannot_know_the_newest_version(port: int) -> None:
    with listening(port, "begun") as stream:
        assert next_message(stream) == LOOK
        publish_version("begun", 4)
        assert next_message(stream) == {"version": 4}
        hub.refresh_all_streams()  # the way to the other processes was closed, and is open again
        assert next_message(stream) == LOOK
        publish_version("begun", 5)
        assert next_message(stream) == {"version": 5}
    with listening(port, "late") as stream:
        assert next_message(stream) == LOOK


def test_versions_of_other_tables_and_older_ones_are_not_heard(port: int) -> None:
    with listening(port, "mine") as stream:
        assert next_message(stream) == LOOK
        publish_version("theirs", 3)
        publish_version("mine", 5)
        assert next_message(stream) == {"version": 5}
        publish_version("mine", 4)
        publish_version("mine", 6)
        assert next_message(stream) == {"version": 6}


@pytest.mark.parametrize("token", ["", "nonsense", live_token("other", "scorer")])
def test_a_token_that_is_not_of_this_table_is_refused(port: int, token: str) -> None:
    with listening(port, "mine", token) as answer:
        assert answer.status == 403


def test_too_many_streams_of_one_table_are_refused_until_one_leaves(port: int, settings) -> None:
    settings.LIVE_STREAMS_PER_SESSION = 2
    with listening(port, "full") as first, listening(port, "full") as second:
        assert (first.status, second.status) == (200, 200)
        with listening(port, "full") as third:
            assert third.status == 429
    wait_until_free(port, "full")


def test_too_many_streams_from_one_address_are_refused(port: int, settings) -> None:
    wait_until_free(port, "anything")
    settings.LIVE_STREAMS_PER_ADDRESS = 0
    with listening(port, "another") as answer:
        assert answer.status == 429


def test_a_silent_stream_is_kept_open_by_a_heartbeat(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 20 <= endpoint.HEARTBEAT_SECONDS <= 25
    monkeypatch.setattr(endpoint, "HEARTBEAT_SECONDS", 0.1)
    with listening(port, "silent") as stream:
        assert next_message(stream) == LOOK
        assert stream.readline().strip() == b""  # the end of that message
        assert stream.readline() == b"event: beat\n"
        assert stream.readline().startswith(b"data:")  # without data a browser tells its page nothing


def test_posting_to_a_stream_is_refused_to_who_watches(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.request("POST", f"/live/x?token={live_token('x', 'viewer')}")
        assert connection.getresponse().status == 403


def test_the_hub_forgets_the_sessions_that_changed_longest_ago() -> None:
    hub = Hub(remembered=2)
    for code in ("a", "b", "c"):
        hub.publish(code, 1)
    hub.publish("b", 2)
    assert [known_version(hub, code) for code in "abc"] == [None, 2, 1]


def enter(port: int, code: str, seat: str = "2", page: str = "ab12", role: str = "scorer") -> int:
    """Say that a hand is entered at the table `code`; the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        query = f"token={live_token(code, role)}&seat={seat}&page={page}"
        connection.request("POST", f"/live/{code}?{query}")
        return connection.getresponse().status


def next_event(stream: http.client.HTTPResponse) -> tuple[str, Any]:
    """Read up to the next event: its kind and its data."""
    kind = "message"
    while line := stream.readline().decode():
        if line.startswith("event:"):
            kind = line.removeprefix("event:").strip()
        if line.startswith("data:"):
            return kind, json.loads(line.removeprefix("data:"))
    raise AssertionError("the stream ended")


def test_viewers_and_scorers_hear_that_a_hand_is_entered(port: int) -> None:
    with (
        listening(port, "entered") as viewer,
        listening(port, "entered", live_token("entered", "scorer")) as one,
    ):
        assert next_event(viewer)[1] == next_event(one)[1] == LOOK
        assert enter(port, "entered") == 204
        assert next_event(viewer) == next_event(one) == ("entering", {"seat": 2, "page": "ab12"})
        assert enter(port, "entered", seat="") == 204
        assert next_event(viewer) == ("entering", {"seat": None, "page": "ab12"})
    with listening(port, "entered") as late:  # nothing is kept of it
        assert next_event(late)[1] == LOOK
        publish_version("entered", 1)
        assert next_event(late) == ("message", {"version": 1})


def test_who_watches_cannot_say_that_a_hand_is_entered(port: int) -> None:
    with listening(port, "watched") as stream:
        assert next_event(stream)[1] == LOOK
        assert enter(port, "watched", role="viewer") == 403
        publish_version("watched", 1)
        assert next_event(stream) == ("message", {"version": 1})


def test_what_one_seat_says_too_often_is_told_once(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "ENTERING_EVERY", 3600)
    with listening(port, "often") as stream:
        assert next_event(stream)[1] == LOOK
        assert [enter(port, "often") for _again in range(5)] == [204] * 5
        assert enter(port, "often", seat="3") == 204
        assert next_event(stream) == ("entering", {"seat": 2, "page": "ab12"})
        assert next_event(stream) == ("entering", {"seat": 3, "page": "ab12"})


@pytest.mark.parametrize(
    ("seat", "page"),
    [("12", "ab"), ("x", "ab"), ("1", ""), ("1", "%3Cb%3E"), ("1", "a" * 17), ("1", "a%0Ab")],
)
def test_nonsense_about_an_entry_is_refused(port: int, seat: str, page: str) -> None:
    assert enter(port, "nonsense", seat, page) == 422


def test_an_entry_is_told_by_redis_and_forgotten_where_redis_is_away() -> None:
    hub_there = Hub()
    relay = RedisRelay("redis://nowhere", hub_there)
    heard: list[object] = []
    hub_there.publish_note = lambda code, note: heard.append((code, note))  # type: ignore[method-assign]
    relay._pass_on(f"table entering {entry_note_as_text(EntryNote(2, 'ab12'))}".encode())
    relay._pass_on(f"table entering {entry_note_as_text(EntryNote(None, '1'))}".encode())
    for junk in (b"table entering", b"table entering x:ab", b"table entering 1:<b>", b"table x", b""):
        relay._pass_on(junk)
    assert heard == [("table", EntryNote(2, "ab12")), ("table", EntryNote(None, "1"))]
    assert [known_version(hub_there, code) for code in ("table", "x", "")] == [None, None, None]
