"""What a browser sends is taken in whole before a page's thread is given to it.

Else eight phones on a bad line, each halfway through its form, would hold all the threads there are; and a
form that broke off would reach its page as if it were whole, cut in the middle of a field.
"""

from __future__ import annotations

import asyncio
import errno
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: larger ones wait in a file, not in memory
IN_MEMORY = 256 * 1024
LARGEST = 64 * 1024 * 1024
#: a line from which nothing comes for so many seconds is given up
PATIENCE = 30.0
CHUNK = 64 * 1024


class BrokenOff(Exception):
    """The phone is gone."""


class WholeBodies:
    """Passes a request on once its body is here. One that breaks off reaches no page: nobody waits for it."""

    def __init__(self, app: ASGIApp, *, largest: int = LARGEST, patience: float = PATIENCE) -> None:
        self.app, self.largest, self.patience = app, largest, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or not has_body(scope):
            await self.app(scope, receive, send)
            return
        with SpooledTemporaryFile(max_size=IN_MEMORY) as kept:
            try:
                refusal = await self.keep(receive, kept)
            except BrokenOff:
                return
            if refusal is not None:
                answer = PlainTextResponse(f"{refusal.phrase}.", refusal, {"Connection": "close"})
                await answer(scope, receive, send)
                return
            kept.seek(0)
            await self.app(scope, read_again(kept, receive), send)

    async def keep(self, receive: Receive, kept: IO[bytes]) -> HTTPStatus | None:
        """Take in the body; why not, where that cannot be."""
        more = True
        while more:
            try:
                part = await asyncio.wait_for(receive(), self.patience)
                kept.write(part.get("body", b""))
            except TimeoutError:
                return HTTPStatus.REQUEST_TIMEOUT
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                    raise
                return HTTPStatus.INSUFFICIENT_STORAGE
            if part["type"] == "http.disconnect":
                raise BrokenOff
            if kept.tell() > self.largest:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            more = part.get("more_body", False)
        return None


def has_body(scope: Scope) -> bool:
    """Whether a request says that something follows its headers."""
    return any(name in (b"content-length", b"transfer-encoding") for name, _value in scope["headers"])


def read_again(kept: IO[bytes], receive: Receive) -> Receive:
    """A `receive` that gives what was kept, part by part."""
    over = False

    async def again() -> Message:
        nonlocal over
        if over:
            return await receive()
        chunk: Any = kept.read(CHUNK)
        over = len(chunk) < CHUNK
        return {"type": "http.request", "body": chunk, "more_body": not over}

    return again
