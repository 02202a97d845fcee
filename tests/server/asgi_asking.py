"""Asking the whole server, as uvicorn does, without a network."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.types import ASGIApp

from mahjongclub.asgi import application


@dataclass
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    """Send one request, its headers given by their names with underscores."""
    return ask_app(application, path, method, **headers)


def ask_app(app: ASGIApp, path: str, method: str = "GET", **headers: str) -> Answer:
    """The same of another app."""
    return asyncio.run(_ask(app, path, method, headers))


async def _ask(app: ASGIApp, path: str, method: str, headers: dict[str, str]) -> Answer:
    lines = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": lines,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    said: list[dict] = []

    async def receive() -> dict:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict) -> None:
        said.append(message)

    await app(scope, receive, send)
    start, *rest = said
    named = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
    return Answer(start["status"], named, b"".join(part.get("body", b"") for part in rest))
