"""Who is counted as one, and what many addresses may do together."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import pytest

from mahjongclub.networks import network_of
from mahjongclub.tables.models import JoinCode, Session
from tests.tables.conftest import Phone


@pytest.fixture
def table(db: None) -> Session:
    return Phone().open_table()


def guesses(addresses: Any, count: int) -> list[int]:
    """So many wrong codes, each from a browser of its own at the next of the addresses."""
    found = []
    for address in islice(cycle(addresses), count):
        phone = Phone(REMOTE_ADDR=address)
        found.append(phone.post("/join/", {"code": "ZZZZZZ"}).status_code)
    return found


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
        ("1.2.3.4.5", "1.2.3.4.5"),
    ],
)
def test_an_address_is_counted_with_its_neighbours(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_whole_network_of_addresses_is_one_guesser(db: None) -> None:
    mine = [f"2001:db8:0:1::{number:x}" for number in range(1, 62)]
    assert guesses(mine, 61) == [422] * 60 + [429]
    assert guesses(["2001:db8:0:2::1"], 1) == [422], "the next network is somebody else"


def test_addresses_that_came_in_as_ipv6_are_not_one(db: None) -> None:
    assert guesses(["::ffff:192.0.2.1"], 61)[-1] == 429
    assert guesses(["::ffff:192.0.2.2"], 1) == [422]


def test_ever_so_many_addresses_cannot_guess_codes(table: Session) -> None:
    many = [f"198.51.100.{number}" for number in range(200)]
    assert guesses(many, 301) == [422] * 300 + [429]
    opener = Phone()
    other = opener.open_table()
    page = opener.get(f"/t/{other.code}/share/").content.decode()
    code = JoinCode.objects.get(session=other, role="viewer").code
    newcomer = Phone(REMOTE_ADDR="203.0.113.1")
    refused = newcomer.post("/join/", {"code": code})
    assert refused.status_code == 429, "not even the right one"
    assert "scan the QR code" in refused.content.decode()
    link = page[page.index(f"/t/{other.code}/join/") :].split('"')[0]
    assert newcomer.get(link).status_code == 302, "links are not guessed, and go on"
