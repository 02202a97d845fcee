"""The threads that make pages, for how long none of them has been free, and the room their calls have."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.urls import get_resolver

#: every thread keeps a database connection of its own, so this is also the number of those
PAGE_THREADS = 8
#: words of the frame of `call_with_large_frame`: a little more than half a mebibyte, so that Python takes a
#: whole one, of which less is left than a second such frame wants
ROOM = 66_000


def call_with_large_frame(work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Call `work` where all calls below it have half a mebibyte in one piece.

    Python keeps its frames in pieces of 16 KB, and takes one from the system and gives it back at each call
    that crosses from one to the next: Python 3.11, 3.12, 3.13 before 3.13.13, and the first releases of 3.14.
    A page crosses thousands of times, up to a third of its time
    (https://github.com/python/cpython/issues/142183). A piece is as long as the frame that it was taken for
    wants, and more: what is left of this one nobody has to cross. This goes once none of those is served.
    """
    return work(*arguments, **named)


call_with_large_frame.__code__ = call_with_large_frame.__code__.replace(co_stacksize=ROOM)


class PageThreads(ThreadPoolExecutor):
    """Threads that know when they were last all taken. One that goes on to the next page was free between."""

    def __init__(self, count: int) -> None:
        super().__init__(count, thread_name_prefix="page")
        self._count, self._busy = count, 0
        self._full_since: float | None = None
        self._counting = threading.Lock()

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return super().submit(self._counted, work, *arguments, **named)

    def seconds_full(self) -> float:
        """Seconds since a thread was free, 0 while one is."""
        since = self._full_since
        return 0.0 if since is None else time.monotonic() - since

    def _counted(self, work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        with self._counting:
            self._busy += 1
            if self._busy == self._count:
                self._full_since = time.monotonic()
        try:
            return call_with_large_frame(work, *arguments, **named)
        finally:
            with self._counting:
                self._busy -= 1
                self._full_since = None


page_threads = PageThreads(PAGE_THREADS)


def freeze_gc_after_import() -> None:
    """Import every page, and have the garbage collector leave alone what is there for good.

    It would look through all of it every few hundred hands, for 80 ms in which nobody is answered.
    """
    get_resolver().url_patterns  # noqa: B018  # reading them imports the views
    gc.collect()
    gc.freeze()
