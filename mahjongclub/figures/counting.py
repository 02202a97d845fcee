"""Counting in slices, what `backlog` notes: hands at tables come first.

A thread takes some of what is noted at a time, each slice a short transaction of its own (`tables.slices`).
The ratings that a slice of games moves are noted as a book's `stale_from`, and follow in slices too. All of
it lies in the database: a process that starts goes on where another ended, and comes to the same figures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from django.conf import settings
from django.core.signals import request_started
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.dispatch import receiver

from mahjongclub.tables.slices import Pace, do_slice_and_rest

from .backlog import counting_noted
from .folding import Report, count_queued_games, no_report
from .models import Book, UncountedGame
from .rating_order import rate_pending

log = logging.getLogger(__name__)

_working = Lock()
_asked_at_start = Lock()


@receiver(counting_noted, dispatch_uid="count what is noted")
def start_counting(**_more: Any) -> None:
    """Work off what is noted in a thread of its own, unless one is at it."""
    Thread(target=_work_and_leave, daemon=True).start()


def _work_and_leave() -> None:
    try:
        while _working.acquire(blocking=False):
            try:
                work_off_backlog()
            finally:
                _working.release()
            if not has_backlog():  # noted after the last look, while nobody else could begin
                return
    except DatabaseError:  # it lies where it lay, and is gone on with later
        log.exception("counting broke off")
    finally:
        connection.close()


def has_backlog() -> bool:
    """Whether anything is yet to be counted."""
    return UncountedGame.objects.exists() or Book.objects.exclude(stale_from="").exclude(club=None).exists()


def work_off_backlog(report: Report = no_report) -> None:
    """Count everything that is noted, slice by slice."""
    _work("games to be counted", UncountedGame.objects.all(), count_queued_games, report)
    for book in Book.objects.exclude(stale_from="").exclude(club=None):
        report("games to be rated", 0, 1)
        rate_pending(book.pk)


def _work(what: str, rows: QuerySet[Any], do: Callable[[int], int], report: Report) -> None:
    pace, whole = Pace(), rows.count()
    left = whole
    while True:
        report(what, left, whole)
        done = do_slice_and_rest(lambda: do(pace.size), pace)
        if not done:
            return
        left = max(0, left - done)


@receiver(request_started, dispatch_uid="go on counting what an earlier process left")
def _go_on_counting(**_more: Any) -> None:
    if settings.COUNTS_IN_SLICES and _asked_at_start.acquire(blocking=False):
        start_counting()
