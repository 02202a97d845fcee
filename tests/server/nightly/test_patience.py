"""Connections that are waited for no longer than said: slow heads, and readers that take nothing."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import select
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from mahjongclub.server.management.commands.serve import listening_socket
from mahjongclub.server.patience import TimeoutProtocol, unread_bytes_and_patience

#: for what does happen; none of these tests waits for something not to
LONG = 20
LARGE = 32 << 20
CHUNK = b"x" * 65536


class Served(TimeoutProtocol):
    """The protocol with little patience, which says whose connection is lost.

    With `takes` it looks at a reader again only once a permit is there: after the reader took something.
    """

    head_seconds = LONG
    send_seconds = 0.1
    lost: queue.Queue[int]
    takes: threading.Semaphore | None = None
    looked: queue.Queue[None]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.lost.put(self.client[1] if self.client else 0)

    def _await_reader(self, left_before: int | None) -> None:
        again = left_before is not None and self.takes is not None
        # what was taken is told to this end a moment later
        if again and (
            unread_bytes_and_patience(self.transport)[0] == left_before
            or not self.takes.acquire(blocking=False)
        ):
            self._sending = self.loop.call_later(0.001, self._await_reader, left_before)
            return
        super()._await_reader(left_before)
        if again:
            self.looked.put(None)


class House:
    """A small app: `/` at once, `/wait` when told, `/large` in one piece, `/endless` until nobody reads."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.reader_gone = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if path == "/wait":
            await asyncio.to_thread(self.may_answer.wait, LONG)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if path == "/endless":
            left = asyncio.create_task(receive_until_gone(receive))
            while not left.done():
                await send({"type": "http.response.body", "body": CHUNK, "more_body": True})
                await asyncio.sleep(0)
            self.reader_gone.set()
            return
        body = b"x" * LARGE if path == "/large" else b"ok"
        await send({"type": "http.response.body", "body": body, "more_body": False})


async def receive_until_gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def protocol() -> type[Served]:
    return type("Protocol", (Served,), {"lost": queue.Queue(), "looked": queue.Queue()})


@pytest.fixture
def port(house: House, protocol: type[Served]) -> Iterator[int]:
    listener = listening_socket("127.0.0.1", 0)
    config = uvicorn.Config(
        house, http=protocol, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield listener.getsockname()[1]
    house.may_answer.set()
    server.should_exit = True
    thread.join(LONG)
    assert not thread.is_alive()


@contextlib.contextmanager
def line(port: int, sent: bytes) -> Iterator[socket.socket]:
    """A connection over which this much was sent."""
    with socket.socket() as connection:
        connection.settimeout(LONG)
        connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVBUF, 128 * 1024
        )  # else megabytes of it lie there
        connection.connect(("127.0.0.1", port))
        connection.sendall(sent)
        yield connection


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def said(connection: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def answered(connection: socket.socket) -> bool:
    """Whether a short answer comes; it is read to its end."""
    answer = b""
    while not answer.endswith(b"0\r\n\r\n"):
        part = connection.recv(4096)
        if not part:
            return False
        answer += part
    return answer.startswith(b"HTTP/1.1 200")


def take(connection: socket.socket, size: int) -> None:
    """Read so many bytes."""
    while size:
        part = connection.recv(min(size, 65536))
        assert part, f"cut off with {size} to come"
        size -= len(part)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_head_that_does_not_come_is_not_waited_for(port: int, protocol: type[Served], sent: bytes) -> None:
    protocol.head_seconds = 0.1
    with line(port, sent) as slow:
        assert said(slow) == b""


def test_a_head_that_comes_letter_by_letter_is_not_waited_for(port: int, protocol: type[Served]) -> None:
    protocol.head_seconds = 0.1
    with line(port, b"GET / HTTP/1.1\r\nX-Slow: ") as slow:
        with contextlib.suppress(ConnectionError):
            while not select.select([slow], [], [], 0.01)[0]:
                slow.sendall(b"x")
        assert said(slow) == b""


def test_the_next_head_of_a_connection_is_not_waited_for_either(port: int, protocol: type[Served]) -> None:
    with line(port, get("/")) as slow:
        assert answered(slow)
        protocol.head_seconds = 0.1
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert said(slow) == b""


def test_the_rest_of_a_body_that_nobody_reads_is_not_waited_for(port: int, protocol: type[Served]) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
    with line(port, head) as slow:
        assert answered(slow)
        protocol.head_seconds = 0.1
        slow.sendall(b"some of it")
        assert said(slow) == b""


def test_an_answer_may_take_longer_than_a_head(port: int, protocol: type[Served], house: House) -> None:
    protocol.head_seconds = 0.5
    with line(port, get("/wait")) as waiting:
        with line(port, b"GET ") as slow:
            said(slow)  # so long it took
        house.may_answer.set()
        assert answered(waiting)


def test_a_stream_whose_reader_takes_nothing_ends(port: int, house: House) -> None:
    with line(port, get("/endless")):
        assert house.reader_gone.wait(LONG)


def test_the_end_of_an_answer_has_to_be_taken_too(port: int, protocol: type[Served]) -> None:
    """It is all handed over, so that no code of ours waits for the reader any more."""
    with line(port, get("/large")) as slow:
        assert protocol.lost.get(timeout=LONG) == slow.getsockname()[1]
        assert len(said(slow)) < LARGE


def test_a_slow_reader_who_takes_something_has_it_all(port: int, protocol: type[Served]) -> None:
    protocol.takes = threading.Semaphore(0)
    with line(port, get("/large")) as slow:
        for _look in range(5):
            take(slow, 1 << 20)
            protocol.takes.release()
            protocol.looked.get(timeout=LONG)
        take(slow, LARGE - (5 << 20))


def test_a_phone_that_is_gone_is_given_up_by_the_system() -> None:
    listener = listening_socket("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname(), LONG), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
