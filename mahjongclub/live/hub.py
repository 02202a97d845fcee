"""The hub: anyone may publish a session's version, streams on the event loop wait for newer ones.

It holds one number a session. A stream that is slow, or was away, gets the newest and misses nothing
that matters; there is no queue that could fill. Where the hub cannot vouch for a version, it says None:
look for yourself.
"""

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from prometheus_client import Counter, Gauge, Histogram

streams_open = Gauge(
    "mahjongclub_streams_open", "Phones and walls that listen now.", multiprocess_mode="livesum"
)
streams_refused = Counter("mahjongclub_streams_refused", "Streams refused because too many were open.")
hub_lag = Histogram(
    "mahjongclub_hub_lag_seconds",
    "From a change to the moment the last stream of its table in this process was woken.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
relay_waiting = Gauge(
    "mahjongclub_relay_waiting",
    "Tables whose news waits for Redis; it stays above nought while Redis is away.",
    multiprocess_mode="livesum",
)


# Versions of the most recently changed sessions are remembered, for phones that connect late.
REMEMBERED_SESSIONS = 10_000


@dataclass(frozen=True, slots=True)
class Alarm:
    """The clock of a session sounds its alarm of this number, 1-based, now."""

    number: int


@dataclass(frozen=True, slots=True)
class EntryNote:
    """Somebody enters a hand: the seat of the phone's owner (None: not chosen), and which page says so."""

    seat: int | None
    page_id: str


Note = Alarm | EntryNote
News = int | Note | None


class Hub:
    """Versions by session code, and who waits for them. Safe to call from any thread."""

    def __init__(self, remembered: int = REMEMBERED_SESSIONS) -> None:
        self._remembered = remembered
        self._lock = threading.Lock()
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._waiting: dict[str, set[_Waiter]] = {}

    def publish(self, session_code: str, version: int) -> None:
        """Tell every stream of the session that it is at `version`; a version already passed is dropped."""
        began = time.perf_counter()
        with self._lock:
            if version <= self._versions.get(session_code, -1):
                return
            self._versions[session_code] = version
            self._versions.move_to_end(session_code)
            if len(self._versions) > self._remembered:
                self._versions.popitem(last=False)
            waiting = tuple(self._waiting.get(session_code, ()))
        for waiter in waiting:
            waiter.wake(version)
        if waiting:
            waiting[-1].measure(began)

    def publish_note(self, session_code: str, note: Note) -> None:
        """Tell the open streams of the session, of this process, what is gone as soon as it is told."""
        with self._lock:
            waiting = tuple(self._waiting.get(session_code, ()))
        for waiter in waiting:
            waiter.wake(note)

    def refresh_all_streams(self) -> None:
        """Tell every open stream to look: news may have been missed, and no number held here is sure to be
        the newest. Called once the way to the other processes is open again."""
        with self._lock:
            self._versions.clear()
            waiting = [waiter for waiters in self._waiting.values() for waiter in waiters]
        for waiter in waiting:
            waiter.wake(None)

    async def stream_news(self, session_code: str) -> AsyncGenerator[News]:
        """Yield the session's version, then every newer one and each note as it comes, until cancelled.

        None stands for a version the hub does not know: of a session that has not changed since this process
        began, or after `refresh_all_streams`.
        """
        waiter = _Waiter(asyncio.get_running_loop())
        with self._lock:
            self._waiting.setdefault(session_code, set()).add(waiter)
            last_version = self._versions.get(session_code)
        waiter.wake(last_version)
        try:
            async for version in waiter:
                yield version
        finally:
            with self._lock:
                others = self._waiting[session_code]
                others.discard(waiter)
                if not others:
                    del self._waiting[session_code]


class _Waiter:
    """One stream's wait for a version newer than the last it was given, or for word to look."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._changed = asyncio.Event()
        self._newest = -1
        self._look = False
        self._notes: dict[type[Note], Note] = {}  # the newest of each kind

    def wake(self, news: News) -> None:
        """Hand over a version, None for one that is not known, or a note, from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has closed: the server is going down
            self._loop.call_soon_threadsafe(self._take, news)

    def measure(self, began: float) -> None:
        """Note how long it took from `began` until every stream woken before this has had its turn."""

        def note() -> None:
            hub_lag.observe(time.perf_counter() - began)

        with contextlib.suppress(RuntimeError):
            # In turn: the streams' own turns are put in line by what `wake` left, and this behind them.
            self._loop.call_soon_threadsafe(self._loop.call_soon, note)

    def _take(self, news: News) -> None:
        if news is None:
            self._look = True
        elif isinstance(news, Alarm | EntryNote):
            self._notes[type(news)] = news
        elif news > self._newest:
            self._newest = news
        else:
            return
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[News]:
        passed_on = -1
        while True:
            await self._changed.wait()
            self._changed.clear()
            notes, self._notes = self._notes, {}
            for note in notes.values():
                yield note
            if self._look:
                self._look = False
                yield None
            if self._newest > passed_on:
                passed_on = self._newest
                yield passed_on


hub = Hub()
