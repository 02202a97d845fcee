"""Which names the app answers to on a local network, and what it says about its pages."""

import pytest
from django.test import Client

from mahjongclub.server.hosts import is_local_host


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "127.0.0.1",
        "192.168.1.20",
        "10.0.0.3",
        "[fe80::1]",
        "raspberry",
        "club.local",
        "pi.fritz.box",
    ],
)
def test_the_names_of_a_local_network_are_answered(name: str) -> None:
    assert is_local_host(name)


@pytest.mark.parametrize(
    "name", ["", "evil.example", "192.168.1.20.evil.example", "local", "notlocal.example"]
)
def test_names_from_outside_are_not(name: str) -> None:
    assert is_local_host(name) == (name == "local")


@pytest.mark.parametrize(
    "name",
    [
        *("evil.notlocalhost", "evil.notlocal", "evil.wlan", "evil.myhome", "evil.notinternal"),
        *("evil.notfritz.box", "notfritz.box", "evil.myhome.arpa", "myhome.arpa"),
    ],
)
def test_nor_are_names_that_only_end_like_one(name: str) -> None:
    """A public registry could give each of them out."""
    assert not is_local_host(name)


@pytest.mark.parametrize(("host", "status"), [("192.168.1.20:8000", 404), ("evil.example", 400)])
def test_a_foreign_name_is_refused_before_any_page(client: Client, host: str, status: int) -> None:
    assert client.get("/no-such-page/", headers={"host": host}).status_code == status


def test_pages_allow_nothing_inline_and_no_frame(client: Client) -> None:
    answer = client.get("/no-such-page/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
