"""Answers are sent once the thread that made them is free again, and files from the event loop.

A page's thread would otherwise wait for the phone that reads its page: eight slow readers, and nobody gets
another. A page is held in memory while it is being sent; a file (a club's archive) is read on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO, Any

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CHUNK = 64 * 1024
#: where in a request's scope a page leaves the file that is its answer
FILE = "mahjongclub.file"


class BufferResponseMiddleware:
    """Passes an answer on when it is whole."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(message)

        handed: list[IO[bytes]] = []
        await self.app({**scope, FILE: handed}, receive, keep)
        if not messages:  # the phone has left halfway through its form
            return
        if handed:
            await send_file(send, messages[0], handed[0])
        else:
            await send_bytes(
                send, messages[0], b"".join(message.get("body", b"") for message in messages[1:])
            )


async def send_bytes(send: Send, start: Message, content: bytes) -> None:
    """Send an answer piece by piece, so that it is in memory once and not twice."""
    await send(start)
    for begin in range(0, len(content), CHUNK):
        await send({"type": "http.response.body", "body": content[begin : begin + CHUNK], "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def send_file(send: Send, start: Message, file: IO[bytes]) -> None:
    """Send what is in a file and close it. A thread reads each piece and waits for no reader."""
    try:
        await send(start)
        while chunk := await run_in_threadpool(file.read, CHUNK):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        file.close()


def with_file_handover(pages: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """The same WSGI application, which leaves an answer that is a file to `BufferResponseMiddleware`."""

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def hand_over(file: IO[bytes], _size: int = 0) -> Iterable[bytes]:
            environ["asgi.scope"][FILE].append(file)
            return ()

        return pages({**environ, "wsgi.file_wrapper": hand_over}, start_response)

    return application
