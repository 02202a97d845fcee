"""Very many phones: streams held open, and hands submitted one after another."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from .phones import ALL_TENPAI, TOKEN

TOLD_WITHIN = 5.0  # seconds; later counts as an error
OPENING_AT_ONCE = 50


class TooFewFiles(Exception):
    """The machine does not let a process hold so many connections."""


def allow_open_files(wanted: int) -> None:
    """Let this process, and those it starts, hold so many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise TooFewFiles(f"{wanted} open files are needed, {hard} allowed: raise the limit (ulimit -n)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def resident_kb(processes: Iterable[int]) -> int:
    """The memory of these processes together."""
    pages = (int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in processes)
    return sum(pages) * resource.getpagesize() // 1024


@dataclass
class LiveTable:
    """A table: where its news is had, what has been played, and who waits for what since when."""

    code: str
    live_path: str
    played: int = 0
    streams: int = 0
    awaited: int = 0
    missing: int = 0
    all_told: asyncio.Event = field(default_factory=asyncio.Event)
    told_at: float = 0.0

    def expect(self, version: int) -> None:
        """From now on count the streams that were not told of this version yet."""
        self.awaited, self.missing = version, self.streams
        self.all_told.clear()
        if not self.missing:
            self.told_at = time.perf_counter()
            self.all_told.set()

    def told(self, version: int) -> None:
        """One stream was told."""
        if version == self.awaited:
            self.missing -= 1
            if not self.missing:
                self.told_at = time.perf_counter()
                self.all_told.set()


class Crowd:
    """Everybody at the tables of one server at 127.0.0.1, and what they saw."""

    def __init__(self, port: int, cookie: str, tables: list[LiveTable]) -> None:
        self.port, self.cookie, self.tables = port, cookie, tables
        self.errors: list[str] = []
        self.told_after_ms: list[float] = []
        self.open = 0
        self.most_open = 0
        self.kb_per_stream = 0.0
        self._closing = False
        self._listeners: list[asyncio.Task[None]] = []
        self._opening = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_streams(self, count: int) -> None:
        """Spread streams over the tables, and return once every one is open or refused."""
        opened = [asyncio.get_running_loop().create_future() for _stream in range(count)]
        for number, ready in enumerate(opened):
            table = self.tables[number % len(self.tables)]
            self._listeners.append(asyncio.create_task(self._listen(table, ready)))
        await asyncio.gather(*opened)
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
        table.expect(table.played + 1)
        began = time.perf_counter()
        try:
            status = await asyncio.wait_for(self._submit(table), TOLD_WITHIN)
            if status != 302:
                raise AssertionError(f"a hand was answered with {status}")
            table.played += 1
            await asyncio.wait_for(table.all_told.wait(), TOLD_WITHIN)
            self.told_after_ms.append((table.told_at - began) * 1000)
        except (OSError, TimeoutError, AssertionError, asyncio.IncompleteReadError) as fault:
            self.errors.append(f"{type(fault).__name__}: {fault or 'not all phones were told'}")

    async def close(self) -> None:
        """Hang up."""
        self._closing = True
        for listener in self._listeners:
            listener.cancel()
        await asyncio.gather(*self._listeners, return_exceptions=True)

    async def _submit(self, table: LiveTable) -> int:
        form = {
            "draft": json.dumps(ALL_TENPAI),
            "version": table.played,
            "played": table.played,
            "key": uuid4(),
            "csrfmiddlewaretoken": TOKEN,
        }
        body = urlencode(form).encode()
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

    async def _listen(self, table: LiveTable, ready: asyncio.Future[None]) -> None:
        try:
            async with self._opening:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(f"GET {table.live_path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                if b" 200 " not in head.split(b"\r\n")[0]:
                    raise OSError(f"a stream was refused: {head.splitlines()[0].decode()}")
            with contextlib.closing(writer):
                table.streams += 1
                self.open += 1
                ready.set_result(None)
                while line := await reader.readline():
                    if line.startswith(b"data:"):
                        news = json.loads(line.removeprefix(b"data:"))
                        # the data of a heartbeat are a number and mean nothing
                        if isinstance(news, dict) and news["version"] is not None:
                            table.told(news["version"])
            raise OSError("a stream ended")
        except (OSError, asyncio.IncompleteReadError) as fault:
            if not self._closing:
                self.errors.append(str(fault))
        finally:
            if not ready.done():
                ready.set_result(None)
