"""What a browser sends is taken in whole before a page's thread is given to it.

Else eight phones on a bad line, each halfway through its form, would hold all the threads there are; and a
form that broke off would reach its page as if it were whole, cut in the middle of a field.

How much may come, and within which time, depends on the address: files are taken by few. What has come of all
bodies together is bounded too; the last half of that room is for small ones, so that whoever sends large ones
keeps no hand from being recorded.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Container
from dataclasses import dataclass
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.urls import Resolver404, ResolverMatch, resolve
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(frozen=True)
class BodyLimit:
    """How many bytes a body may have, and in how many seconds all of it must be here."""

    size: int
    seconds: float
    #: where a large one lies while it comes: on the disk, one at a time, and beside the room of all together
    directory: str | None = None


@dataclass
class Body:
    """One as it comes in, with how much of it is here."""

    kept: IO[bytes]
    limit: BodyLimit
    size: int = 0


MB = 1024 * 1024
FORMS = BodyLimit(MB, 60.0)
FILES = BodyLimit(16 * MB, 600.0)
#: all bodies of this process that have come and are not read yet
TOGETHER = 64 * MB
#: one that is no larger, such as a hand, has its place where larger ones are refused
SMALL = 64 * 1024
#: larger ones wait in a file, not in memory
IN_MEMORY = 256 * 1024
#: a line from which nothing comes for so many seconds is given up
PATIENCE = 30.0
CHUNK = 64 * 1024
WHY = {
    HTTPStatus.REQUEST_TIMEOUT: "This took too long to arrive. / L’envoi a duré trop longtemps.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "This is too large to be sent. / L’envoi est trop volumineux.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Too much is being sent just now: try again. "
    "/ Trop d’envois en même temps\u202f: réessayez.",
    HTTPStatus.INSUFFICIENT_STORAGE: "The server’s disk is full. / Le disque du serveur est plein.",
}


def no_larger_limit(match: ResolverMatch) -> BodyLimit | None:
    """Return None: no address takes more than the usual limit."""
    return None


async def send_refusal(why: HTTPStatus, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a body that is not taken, and end the connection."""
    headers = {"Connection": "close", "Cache-Control": "no-store"}
    if why == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "5"
    await PlainTextResponse(WHY[why], why, headers)(scope, receive, send)


class ClientDisconnected(Exception):
    """The phone is gone."""


class BufferRequestMiddleware:
    """Passes a request on once its body is here. One that breaks off reaches no page: nobody waits for it."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        files_at: Container[str] = (),
        large_at: Callable[[ResolverMatch], BodyLimit | None] = no_larger_limit,
        together: int = TOGETHER,
        patience: float = PATIENCE,
    ) -> None:
        """Take files at the views of these names, large ones where `large_at` says so, forms everywhere."""
        self.app, self.files_at, self.large_at = app, files_at, large_at
        self.together, self.patience = together, patience
        self.held = 0
        self.takes_large = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or not has_body(scope):
            await self.app(scope, receive, send)
            return
        limit = self.limit_at(scope["path"])
        if limit.directory is None:
            await self.answer_with_body(scope, receive, send, limit)
        elif self.takes_large:
            await send_refusal(HTTPStatus.SERVICE_UNAVAILABLE, scope, receive, send)
        else:
            self.takes_large = True
            try:
                await self.answer_with_body(scope, receive, send, limit)
            finally:
                self.takes_large = False

    async def answer_with_body(self, scope: Scope, receive: Receive, send: Send, limit: BodyLimit) -> None:
        """Answer a request with a body."""
        with SpooledTemporaryFile(max_size=IN_MEMORY, dir=limit.directory) as spool:
            body = Body(spool, limit)
            try:
                refusal = await self.receive_body(scope, receive, body)
                if refusal is None:
                    spool.seek(0)
                    await self.app(scope, replay_body(spool, receive), send)
                    return
            except ClientDisconnected:
                return
            finally:
                self.held -= body.size if limit.directory is None else 0
        await send_refusal(refusal, scope, receive, send)

    def limit_at(self, path: str) -> BodyLimit:
        """What may be sent to an address."""
        try:
            match = resolve(path)
        except Resolver404:
            return FORMS
        return self.large_at(match) or (FILES if match.view_name in self.files_at else FORMS)

    async def receive_body(self, scope: Scope, receive: Receive, body: Body) -> HTTPStatus | None:
        """Take in the body; why not, where that cannot be."""
        if announced_body_size(scope) > body.limit.size:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        try:
            async with asyncio.timeout(body.limit.seconds):
                return await self._keep(receive, body)
        except TimeoutError:
            return HTTPStatus.REQUEST_TIMEOUT
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            return HTTPStatus.INSUFFICIENT_STORAGE

    async def _keep(self, receive: Receive, body: Body) -> HTTPStatus | None:
        more = True
        while more:
            # not wait_for(): before Python 3.12 it forgets the end of `receive_body` if a part comes at that
            # moment
            async with asyncio.timeout(self.patience):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            content = message.get("body", b"")
            if body.size + len(content) > body.limit.size:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            if body.limit.directory is None:
                room = self.together if body.size + len(content) <= SMALL else self.together // 2
                if self.held + len(content) > room:
                    return HTTPStatus.SERVICE_UNAVAILABLE
                self.held += len(content)
            body.size += len(content)
            body.kept.write(content)
            more = message.get("more_body", False)
        return None


def has_body(scope: Scope) -> bool:
    """Whether a request says that something follows its headers."""
    return any(name in (b"content-length", b"transfer-encoding") for name, _value in scope["headers"])


def announced_body_size(scope: Scope) -> int:
    """The size that a request says its body has, 0 where it does not."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


def replay_body(spool: IO[bytes], receive: Receive) -> Receive:
    """A `receive` that gives what was kept, part by part."""
    over = False

    async def again() -> Message:
        nonlocal over
        if over:
            return await receive()
        chunk: Any = spool.read(CHUNK)
        over = len(chunk) < CHUNK
        return {"type": "http.request", "body": chunk, "more_body": not over}

    return again
