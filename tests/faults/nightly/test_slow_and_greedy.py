"""Whoever reads slowly, asks slowly or sends much: the others get their pages within the ordinary time."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http_phone import HttpPhone
from tests.server.read_settings import read_settings
from tests.serving import RunningServer, running_server

#: three times the threads that make pages
MANY = 24
#: within which a page comes on a busy machine; with every thread taken it would not come at all
ORDINARY = 12.0
ENGINE = "pyodide-0.0.0/pyodide.asm.wasm"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a large file of the engine, none of whose connections is given up while a test runs."""
    offline = tmp_path_factory.mktemp("offline")
    (offline / ENGINE).parent.mkdir()
    (offline / ENGINE).write_bytes(b"\0" * (16 << 20))
    with running_server(tmp_path_factory.mktemp("greedy"), OFFLINE_DIR=str(offline)) as server:
        yield server


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits half a second where others wait fifteen and thirty."""
    data = tmp_path_factory.mktemp("impatient")
    with running_server(data, HEAD_SECONDS="0.5", SEND_SECONDS="0.5") as server:
        yield server


@contextlib.contextmanager
def lines(server: RunningServer, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """Connections over which this much was sent, whose ends here take little."""
    with contextlib.ExitStack() as opened:
        found = []
        for _line in range(count):
            line = opened.enter_context(socket.socket())
            line.settimeout(20)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            with contextlib.suppress(ConnectionError):  # refused while it is being sent
                line.sendall(sent)
            found.append(line)
        yield found


def get(path: str, server: RunningServer, times: int = 1) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode() * times


def has_begun(line: socket.socket) -> bool:
    """Whether the answer is on its way; no more of it is read."""
    return line.recv(12) == b"HTTP/1.1 200"


def plays_on(phone: HttpPhone) -> None:
    """Pages are answered and a table is opened, each within the ordinary time."""
    for step in (lambda: phone.get("/"), phone.open_table, lambda: phone.get("/help/")):
        began = time.monotonic()
        step()
        assert time.monotonic() - began < ORDINARY


def largest_static_file(server: RunningServer) -> str:
    root = Path(server.data_dir, "static")
    files = (path for path in root.rglob("*") if path.suffix not in (".br", ".gz", ".json"))
    return "/static/" + max(files, key=lambda path: path.stat().st_size).relative_to(root).as_posix()


@pytest.mark.parametrize("what", ["static file", "engine", "page"])
def test_slow_readers_hold_up_nobody(server: RunningServer, what: str) -> None:
    phone = HttpPhone(server.url)
    page = f"/t/{phone.open_table()}/" if what == "page" else ""
    path, times = {
        # asked for again and again on the same line: the system's buffers would take one
        "static file": (largest_static_file(server), 40),
        "engine": (f"/offline/engine/{ENGINE}", 1),
        "page": (page or "/", 20),
    }[what]
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    asked = get(path, server, times).replace(b"\r\n\r\n", f"\r\nCookie: {cookies}\r\n\r\n".encode())
    with lines(server, MANY, asked) as readers:
        assert all(has_begun(reader) for reader in readers)
        plays_on(phone)


def test_slow_heads_hold_up_nobody_and_are_given_up(impatient: RunningServer) -> None:
    with lines(impatient, 200, b"GET / HTTP/1.1\r\nX-Slow: ") as heads:
        plays_on(HttpPhone(impatient.url))
        assert [head.recv(1) for head in heads] == [b""] * len(heads)


def test_a_reader_who_takes_nothing_is_cut_off(impatient: RunningServer) -> None:
    """Its file is closed: the process has as many open as before."""
    open_files = Path(f"/proc/{impatient.process.pid}/fd")
    before = len(list(open_files.iterdir()))
    with lines(impatient, 8, get(largest_static_file(impatient), impatient, 40)) as readers:
        assert all(has_begun(reader) for reader in readers)
        deadline = time.monotonic() + 20
        while len(list(open_files.iterdir())) > before:
            assert time.monotonic() < deadline, "they are still being sent to"
            time.sleep(0.02)


def test_many_bodies_at_once_hold_up_no_hand(server: RunningServer) -> None:
    """Forty forms of a megabyte that do not end: some are refused, and a hand still has its place."""
    part = b"x" * ((1 << 20) - 1)
    head = f"POST /new/ HTTP/1.1\r\nHost: x\r\nContent-Length: {1 << 20}\r\n\r\n".encode()
    with lines(server, 40, head + part) as bodies:
        with contextlib.suppress(ConnectionResetError):  # it hangs up on whoever goes on sending
            refused = select.select(bodies, [], [], 20)[0]
            assert refused[0].recv(12) in (b"HTTP/1.1 503", b"")
        plays_on(HttpPhone(server.url))


def test_a_form_larger_than_any_is_refused_unread(server: RunningServer) -> None:
    head = f"POST /new/ HTTP/1.1\r\nHost: x\r\nContent-Length: {(1 << 20) + 1}\r\n\r\n".encode()
    with lines(server, 1, head) as (line,):
        assert line.recv(12) == b"HTTP/1.1 413"


def test_as_many_files_may_be_open_as_the_system_lets(server: RunningServer) -> None:
    limits = Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()
    soft, hard = next(line for line in limits if line.startswith("Max open files")).split()[3:5]
    assert soft == hard


def test_only_a_trusted_proxy_says_that_somebody_came_by_https(tmp_path: Path) -> None:
    """A proxy on this machine by default; of two on it, the one that is named."""
    assert read_settings(tmp_path)["TRUSTED_PROXIES"] == ["127.0.0.1", "::1"]
    environment = {"PUBLIC_URL": "https://mahjong.example.org", "FORWARDED_ALLOW_IPS": "127.0.0.0/31"}
    asked = b"GET / HTTP/1.1\r\nHost: mahjong.example.org\r\nX-Forwarded-Proto: https\r\n\r\n"
    with running_server(tmp_path, **environment) as server:
        for proxy, status in (("127.0.0.1", b"200"), ("127.0.0.2", b"301"), ("127.0.0.2", b"301")):
            with socket.create_connection(("127.0.0.1", server.port), 20, (proxy, 0)) as line:
                line.sendall(asked)
                assert line.recv(12) == b"HTTP/1.1 " + status
        said = server.log.read_text()
    assert said.count("says that visitors come by https and is not believed") == 1
    assert "127.0.0.2 says that visitors come by https" in said
