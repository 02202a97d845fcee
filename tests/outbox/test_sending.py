"""Where messages may go: out to the internet, never into the server's own network."""

from __future__ import annotations

import socket
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from pytest_django import Settings

from mahjongclub.outbox import sending
from mahjongclub.outbox.sending import NotSent, is_public_ip, post
from tests.waiting import within

from .receiver import Receiver

INNER = (
    *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1"),
    *("::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "fec0::1", "2001:db8::1", "2001::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:9.9.9.9", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "100::1"),
)


@pytest.mark.parametrize("address", INNER)
def test_an_inner_address_is_refused_as_typed_and_as_what_a_name_leads_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public_ip(address)
    monkeypatch.setattr(sending.socket, "create_connection", _never)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(NotSent, match="inner"):
        post(f"https://{host}/hook", b"{}", {})
    _names(monkeypatch, ["9.9.9.9", address])
    with pytest.raises(NotSent, match="inner"):
        post("https://receiver.example/hook", b"{}", {})


@pytest.mark.parametrize("address", ["9.9.9.9", "151.101.1.6", "2620:fe::9", "2a04:4e42::262"])
def test_an_address_of_the_internet_is_not(address: str) -> None:
    assert is_public_ip(address)


@pytest.mark.parametrize(
    "url", ["http://9.9.9.9/", "ftp://9.9.9.9/", "file:///etc/passwd", "https:///x", "x"]
)
def test_nothing_goes_out_without_tls_or_by_another_way(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending.socket, "create_connection", _never)
    with pytest.raises(NotSent, match="inner"):
        post(url, b"{}", {})


def test_the_connection_goes_to_the_address_that_was_looked_at(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads out when it is looked at, and in a moment later."""
    asked = []

    def found(host: str, port: int, **more: Any) -> list[Any]:
        asked.append(host)
        address = "127.0.0.1" if len(asked) == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    real = socket.create_connection
    reached = []

    def connected(address: tuple[str, int], **more: Any) -> socket.socket:
        reached.append(address[0])
        monkeypatch.setattr(socket, "getaddrinfo", real_lookup)
        return real(address, **more)

    real_lookup = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connected)
    port = receiver.url.rpartition(":")[2]
    assert post(f"http://receiver.example:{port}/hook", b"{}", {}).is_good
    assert asked == ["receiver.example"]
    assert reached == ["127.0.0.1"]
    assert receiver.came[0].headers["host"] == f"receiver.example:{port}"


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [302, 307]
    assert post(f"{receiver.url}/hook", b"{}", {}).status == 302
    assert post(f"{receiver.url}/hook", b"{}", {}).status == 307
    assert [one.path for one in receiver.came] == ["/hook", "/hook"]


def test_an_answer_that_drips_is_cut_off(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 0.6)

    def drip(request: BaseHTTPRequestHandler) -> None:
        for _byte in range(300):
            request.wfile.write(b"H")
            time.sleep(0.1)

    receiver.before = drip
    began = time.monotonic()
    with pytest.raises(NotSent, match="silent"):
        post(f"{receiver.url}/hook", b"{}", {})
    assert time.monotonic() - began < within(2_500) / 1000


def test_of_a_long_answer_the_beginning_is_read(receiver: Receiver) -> None:
    def flood(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _block in range(1000):
            request.wfile.write(b"x" * 65536)

    receiver.before = flood
    began = time.monotonic()
    assert post(f"{receiver.url}/hook", b"{}", {}).status == 200
    assert time.monotonic() - began < 5


def test_nobody_there_and_no_such_name_are_told_apart(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TELL_THIS_MACHINE = True
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with pytest.raises(NotSent, match="unreachable"):
        post(f"http://127.0.0.1:{port}/", b"{}", {})
    monkeypatch.setattr(socket, "getaddrinfo", _unknown)
    with pytest.raises(NotSent, match="unknown"):
        post("https://receiver.example/", b"{}", {})


def _never(*arguments: Any, **more: Any) -> Any:
    raise AssertionError("connected")


def _unknown(*arguments: Any, **more: Any) -> Any:
    raise socket.gaierror


def _names(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    def found(host: str, port: int, **more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

    monkeypatch.setattr(sending.socket, "getaddrinfo", found)
