"""Phones that take the time: one over a connection kept open, and very many that wait for news. No Django."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import json
import mmap
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

resource: ModuleType | None
try:
    import resource
except ImportError:  # a system without such limits
    resource = None

#: nothing moves and the dealer stays, so that a riichi table never ends
ALL_TENPAI: dict[str, Any] = {"type": "draw", "tenpai": [0, 1, 2, 3], "riichi": []}
#: any will do, as long as cookie and form agree
TOKEN = "bench" * 6 + "ok"
TOLD_WITHIN = 5.0  # seconds; later counts as an error
OPENING_AT_ONCE = 50


class Refused(Exception):
    """The server answered otherwise than a phone hopes for: what is measured would not be the thing meant."""


class TooFewFiles(Exception):
    """The machine does not let a process hold so many connections."""


def hand_form(outcome: dict[str, Any], played: int, version: int | None = None) -> dict[str, Any]:
    """What the confirm sheet sends."""
    return {
        "draft": json.dumps(outcome),
        "version": played if version is None else version,
        "played": played,
        "key": uuid4(),
        "csrfmiddlewaretoken": TOKEN,
    }


class Phone:
    """A device at the server on this port. Times are seconds, until the last byte is here."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Accept-Encoding": "gzip", "Cookie": f"{cookie}; csrftoken={TOKEN}"}

    def get(self, path: str) -> float:
        """Load a page."""
        return self._ask("GET", path, None, self.headers)[0]

    def post(self, path: str, form: dict[str, Any]) -> tuple[float, bytes]:
        """Send a form as htmx does; the time, and the table's fragment that came back."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        return self._ask("POST", path, urlencode(form), {**self.headers, **headers, "HX-Target": "table"})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[float, bytes]:
        began = time.perf_counter()
        self.connection.request(method, path, body, headers)
        with self.connection.getresponse() as answer:
            content = answer.read()
            seconds = time.perf_counter() - began
            if answer.status != 200:
                raise Refused(f"{method} {path} was answered with {answer.status}")
            packed = answer.headers.get("Content-Encoding") == "gzip"
        return seconds, gzip.decompress(content) if packed else content


def allow_open_files(wanted: int) -> None:
    """Let this process, and those it starts, hold so many connections."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise TooFewFiles(f"{wanted} open files are needed, {hard} allowed: raise the limit (ulimit -n)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def resident_kb(process: int) -> int:
    """The memory of this process."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    return pages * mmap.PAGESIZE // 1024


@dataclass
class LiveTable:
    """A table: where its news is had, what has been played, and how many phones wait for which version."""

    code: str
    live_path: str
    played: int = 0
    streams: int = 0
    awaited: int = 0
    missing: int = 0
    told_at: float = 0.0
    all_told: asyncio.Event = field(default_factory=asyncio.Event)
    #: a table plays one hand after another, however long a slow server takes
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def told(self, version: int | None, streams: int = 1) -> None:
        """So many streams were told of this version."""
        if version == self.awaited:
            self.missing -= streams
            if not self.missing:
                self.told_at = time.perf_counter()
                self.all_told.set()


class Crowd:
    """Everybody at the tables of one server at 127.0.0.1, and what they saw."""

    def __init__(self, port: int, cookie: str, tables: list[LiveTable]) -> None:
        self.port, self.cookie, self.tables = port, cookie, tables
        self.errors: list[str] = []
        self.told_after_ms: list[float] = []
        self.listeners: list[asyncio.Task[None]] = []
        self._opening = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_streams(self, count: int) -> None:
        """Spread streams over the tables, and return once every one is open or refused."""
        tables = (self.tables[number % len(self.tables)] for number in range(count))
        await asyncio.gather(*map(self._open_stream, tables))
        await asyncio.sleep(1)

    async def play_for(self, seconds: float, every: float) -> None:
        """Submit a hand every so often, at one table after another, whether or not the last was answered."""
        hands: list[asyncio.Task[None]] = []
        began = time.perf_counter()
        while (due := len(hands) * every) < seconds:
            await asyncio.sleep(max(0.0, began + due - time.perf_counter()))
            hands.append(asyncio.create_task(self.play(self.tables[len(hands) % len(self.tables)])))
        await asyncio.gather(*hands)

    async def play(self, table: LiveTable) -> None:
        """Submit one hand and wait until every phone of the table was told."""
        async with table.turn:
            await self._play(table)

    async def _play(self, table: LiveTable) -> None:
        table.awaited, table.missing = table.played + 1, table.streams
        table.all_told.clear()
        table.told(table.awaited, 0)  # where nobody listens
        began = time.perf_counter()
        try:
            status = await asyncio.wait_for(self._submit(table), TOLD_WITHIN)
            if status != 302:
                raise Refused(f"a hand was answered with {status}")
            table.played += 1
            await asyncio.wait_for(table.all_told.wait(), TOLD_WITHIN)
            self.told_after_ms.append((table.told_at - began) * 1000)
        except (OSError, TimeoutError, Refused, asyncio.IncompleteReadError) as fault:
            self.errors.append(f"{type(fault).__name__}: {fault or 'not all phones were told'}")

    async def close(self) -> None:
        """Hang up."""
        for listener in self.listeners:
            listener.cancel()
        await asyncio.gather(*self.listeners, return_exceptions=True)

    async def _submit(self, table: LiveTable) -> int:
        body = urlencode(hand_form(ALL_TENPAI, table.played)).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        with contextlib.closing(writer):
            head = (
                f"POST /t/{table.code}/hand/{table.played + 1}/ HTTP/1.1",
                "Host: 127.0.0.1",
                f"Cookie: {self.cookie}; csrftoken={TOKEN}",
                "Connection: close",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            )
            writer.write("\r\n".join((*head, "", "")).encode() + body)
            status = int((await reader.readuntil(b"\r\n")).split()[1])
            await reader.read()
            return status

    async def _open_stream(self, table: LiveTable) -> None:
        try:
            async with self._opening:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(f"GET {table.live_path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                first, *_headers = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
                if " 200 " not in first:
                    raise OSError(f"a stream was refused: {first}")
        except (OSError, asyncio.IncompleteReadError) as fault:
            self.errors.append(str(fault))
        else:
            table.streams += 1
            self.listeners.append(asyncio.create_task(self._listen(table, reader, writer)))

    async def _listen(
        self, table: LiveTable, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.closing(writer), contextlib.suppress(OSError):
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    news = json.loads(line.removeprefix(b"data:"))
                    if isinstance(news, dict):  # the data of a heartbeat are a number and mean nothing
                        table.told(news["version"])
        self.errors.append("a stream ended")
