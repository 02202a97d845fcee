"""Forms and files of which only a part arrives: none is taken for whole, and none holds up the others."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import time
from collections.abc import Iterator

import pytest

from mahjongclub.server.bodies import FORMS
from tests.http_phone import HttpPhone
from tests.serving import RunningServer, running_server

#: what is taken of a body, and as much again as may lie in the two machines' buffers
MOST_TAKEN = FORMS.size + 32 * 1024 * 1024
HALVES = 24  # three times the threads that make pages
NAMES = "&".join(f"name-{number}=Aiko{number}" for number in range(4))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("uploads")) as server:
        yield server


def half(server: RunningServer, phone: HttpPhone, kind: str, body: str, missing: int) -> socket.socket:
    """The connection of a browser that has sent this much of a form to open a table."""
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    head = (
        f"POST /new/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookies}\r\n"
        f"Content-Type: {kind}\r\nContent-Length: {len(body) + missing}\r\n\r\n"
    )
    line = socket.create_connection(("127.0.0.1", server.port), 10)
    line.sendall(head.encode() + body.encode())
    return line


def tables_of(phone: HttpPhone) -> int:
    """How many tables this browser has."""
    return len(set(re.findall(r'href="/t/([^/"]+)/', phone.get("/").text)))


@pytest.fixture
def phone(server: RunningServer) -> HttpPhone:
    """A browser with one table, and with the token of forms."""
    phone = HttpPhone(server.url)
    phone.open_table()
    assert tables_of(phone) == 1
    return phone


def forms(phone: HttpPhone) -> tuple[tuple[str, str], ...]:
    """A form that would open a table, all but for its last words: as fields, and as parts of a message."""
    fields = f"csrfmiddlewaretoken={phone.cookies['csrftoken']}&variant=riichi&method=order&{NAMES}"
    parts = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (field.split("=") for field in fields.split("&"))
    )
    return ("application/x-www-form-urlencoded", fields), ("multipart/form-data; boundary=x", parts)


def test_a_form_that_would_do_is_taken_whole(server: RunningServer, phone: HttpPhone) -> None:
    """Else the halves below would be refused for another reason."""
    for count, (kind, body) in enumerate(forms(phone), start=2):
        body += "--x--\r\n" * kind.startswith("multipart")
        with half(server, phone, kind, body, 0) as line:
            assert line.recv(12) == b"HTTP/1.1 302"
        assert tables_of(phone) == count


def test_a_form_that_breaks_off_opens_no_table(server: RunningServer, phone: HttpPhone) -> None:
    for kind, body in forms(phone):
        half(server, phone, kind, body, 100).close()
    time.sleep(0.5)
    assert tables_of(phone) == 1
    assert "Traceback" not in server.log.read_text()


def test_halves_that_go_on_waiting_hold_up_nobody(server: RunningServer, phone: HttpPhone) -> None:
    kind, body = forms(phone)[0]
    with contextlib.ExitStack() as lines:
        for _half in range(HALVES):
            lines.enter_context(half(server, phone, kind, body, 100))
        began = time.monotonic()
        assert tables_of(phone) == 1
        phone.open_table()
        assert time.monotonic() - began < 12
    assert tables_of(phone) == 2


def test_more_than_anybody_sends_is_refused_while_it_comes(server: RunningServer, phone: HttpPhone) -> None:
    announced, part = 1 << 30, b"x" * (1 << 20)
    with half(server, phone, "multipart/form-data; boundary=x", "", announced) as line:
        sent, answer = 0, b""
        while not answer and sent < announced:
            readable, writable, _ = select.select([line], [line], [], 30)
            if readable:
                answer = line.recv(12)
                assert answer, "it hung up without a word"
            elif writable:
                with contextlib.suppress(ConnectionError):  # its answer is there all the same
                    sent += line.send(part)
            else:
                pytest.fail(f"after {sent} bytes it neither takes more nor answers")
    assert answer == b"HTTP/1.1 413"
    assert sent < MOST_TAKEN
    assert tables_of(phone) == 1
    assert "Traceback" not in server.log.read_text()
