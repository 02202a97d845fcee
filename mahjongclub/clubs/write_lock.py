"""The turn to write: SQLite has one writer, and waits badly for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse


class FairLock:
    """A lock given in the order in which it was asked for: of eight phones none is passed over, so that the
    slowest answer is not far from the usual one. (A plain lock goes to whoever happens to wake.)

    One thread may take it again: who keeps many games at once calls what keeps one.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._holder: int | None = None
        self._depth = 0
        self._line: deque[tuple[int, threading.Lock]] = deque()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._line)

    def acquire(self, timeout: float) -> bool:
        """Take the turn, False where it did not come within `timeout` seconds."""
        me, mine = threading.get_ident(), threading.Lock()
        with self._guard:
            if self._holder in (None, me):
                self._holder, self._depth = me, self._depth + 1
                return True
            mine.acquire()
            self._line.append((me, mine))
        if mine.acquire(timeout=timeout):
            return True
        with self._guard:
            if self._holder == me:  # it came in this very moment
                return True
            self._line.remove((me, mine))
            return False

    def release(self) -> None:
        """Give the turn on to who has waited longest."""
        with self._guard:
            self._depth -= 1
            if self._depth:
                return
            self._holder = None
            if self._line:
                self._holder, theirs = self._line.popleft()
                self._depth = 1
                theirs.release()


#: so long a command waits for the database beside a server that writes all the time
PATIENCE_SECONDS = 120


def set_lock_patience() -> None:
    """Let this process's connection wait PATIENCE_SECONDS for a lock on SQLite.

    For commands in a process of their own: nobody waits for their answer, and SQLite's wait is unfair, so
    that a busy server can keep them waiting for longer than a request should.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_SECONDS * 1000}")


# Waiting in line here is far fairer than SQLite's own busy wait (DESIGN.md, measured).
_one_writer = FairLock()


@contextmanager
def hold_write_lock() -> Iterator[None]:
    """Wait for the turn to write, where the database has one writer, as long as for the database itself."""
    if connection.vendor != "sqlite":
        yield
        return
    if not _one_writer.acquire(settings.DATABASE_WAIT_SECONDS):
        raise OperationalError("the turn to write did not come")
    try:
        yield
    finally:
        _one_writer.release()


def with_write_lock(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose every change waits for its turn before it looks, and keeps it until it has its answer.

    Of eight threads only one computes at a time anyway, and the interpreter lets them go on in any order:
    where each waits only to write, the slowest of eight phones waits longer (`make bench`).
    """

    @wraps(view)
    def waits(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request, *arguments, **named)
        with hold_write_lock():
            return view(request, *arguments, **named)

    return waits
