"""A body that does not come: whoever sends it is told so after a while, and no page has waited for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mahjongclub.server import bodies
from mahjongclub.server.bodies import BufferRequestMiddleware

POST = {
    "type": "http",
    "method": "POST",
    "path": "/new/",
    "headers": [(b"content-length", b"100")],
}


async def answered(parts: list[dict[str, Any]], **patience: float) -> tuple[list[dict[str, Any]], bool]:
    """What a phone is told that sends these parts and then nothing; and whether a page heard of it."""
    told: list[dict[str, Any]] = []
    heard = False
    coming = iter(parts)

    async def page(_scope: Any, _receive: Any, _send: Any) -> None:
        nonlocal heard
        heard = True

    async def receive() -> Any:
        part = next(coming, None)
        return part if part is not None else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        told.append(message)

    # without any patience of its own it would wait for ever
    async with asyncio.timeout(20):
        await BufferRequestMiddleware(page, **patience)({**POST}, receive, send)
    return told, heard


@pytest.mark.parametrize("parts", [[], [{"type": "http.request", "body": b"name=", "more_body": True}]])
def test_a_body_from_which_nothing_comes_is_given_up(parts: list[dict[str, Any]]) -> None:
    told, heard = asyncio.run(answered(parts, patience=0.01))
    assert told[0]["status"] == 408
    assert (b"connection", b"close") in told[0]["headers"]
    assert not heard


def test_the_server_itself_waits_half_a_minute() -> None:
    assert 0 < BufferRequestMiddleware(lambda *_asgi: None).patience == bodies.PATIENCE <= 30  # type: ignore[arg-type, return-value]
