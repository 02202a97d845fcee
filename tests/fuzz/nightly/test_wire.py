"""Requests that no form sends: other methods, other kinds of bodies, broken and huge ones; and the stream's
half of the server."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.live.endpoint import live_app
from mahjongclub.live.publishing import live_token

from ..browser import PLAIN, tally
from ..site import LEFT_OUT, addresses, one_in_ten
from ..visits import Faults, look
from ..world import World

pytestmark = pytest.mark.django_db

BROKEN = b'--x\r\nContent-Disposition: form-data; name="name"; filename="x"\r\n\r\nhalf a fi'
BODIES: tuple[tuple[str, str, bytes], ...] = (
    *(("PUT", "text/plain", b"x"), ("PATCH", "application/json", b"{}"), ("DELETE", "", b"")),
    *(("OPTIONS", "", b""), ("HEAD", "", b""), ("PROPFIND", "text/xml", b"<x/>")),
    ("POST", "application/json", b'{"name": null, "draft": {"type": 3}}'),
    ("POST", "application/x-www-form-urlencoded; charset=x", b"name=%ff%fe&draft=%00&=&&&"),
    ("POST", "application/x-www-form-urlencoded", b"name=%ED%A0%80&key=%C3%28&version=\xff\xfe"),
    ("POST", "multipart/form-data", b"no boundary"),
    ("POST", "multipart/form-data; boundary=x", BROKEN),
)
MANY_FIELDS = "&".join(f"name-{number}=x" for number in range(1001)).encode()
HUGE = b"name=" + b"x" * 3_000_000


@pytest.mark.parametrize("who", ["owner", "guest"])
def test_other_methods_and_bodies(world: World, who: str) -> None:
    faults, browser, odd = Faults(), world.browsers[who], itertools.cycle(BODIES)
    sent = [
        (address, *next(odd))
        for address in addresses(world)
        if address.pattern not in LEFT_OUT and not (address.foreign and who == "guest")
        for _turn in range(3)
    ]
    for address, method, kind, body in one_in_ten(sent):
        with faults.noted():
            answer = browser.generic(method, address.path, body, kind, **{PLAIN: True})
            look(world, address, {"body": body}, answer)
    faults.tell()


@pytest.mark.parametrize("body", [MANY_FIELDS, HUGE], ids=["many", "huge"])
def test_too_many_fields_and_too_much_of_one(world: World, body: bytes) -> None:
    owner = world.browsers["owner"]
    for path in ("/new/", "/join/", "/account/login/", f"/c/{world.open.club.slug}/settings/"):
        answer = owner.generic("POST", path, body, "application/x-www-form-urlencoded")
        assert answer.status_code in (400, 413), (path, answer.status_code)


async def answer_of(path: str, query: bytes, method: str) -> int:
    """The status of the stream's half to a request whose phone leaves at once."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        said.append(message)

    scope = {
        **{"type": "http", "method": method, "path": path, "query_string": query, "headers": []},
        **{"client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http", "root_path": ""},
    }
    await asyncio.wait_for(live_app(scope, receive, send), 5)
    return int(said[0]["status"])


@given(
    code=st.text(alphabet="23456789abcdefghjkmnpqrstwxyz/%.-_é\x00", max_size=20),
    token=st.one_of(st.text(max_size=40), st.just("right")),
    method=st.sampled_from(["GET", "GET", "HEAD", "POST", "PUT"]),
)
def test_the_streams_let_in_by_their_token_alone(code: str, token: str, method: str) -> None:
    tally.requests += 1
    right = token == "right"
    given = live_token(code, "viewer") if right else token
    query = f"token={quote(given, errors='replace')}".encode()
    status = asyncio.run(answer_of(f"/live/{code}", query, method))
    # a scorer says by POST what it enters (tests/live/test_entering.py); a viewer's token does not do
    assert status == (405 if method == "PUT" else 403 if method == "POST" else 200 if right else 403)
