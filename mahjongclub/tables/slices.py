"""Long work in slices: each a short transaction of its own, with rests in which others write."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction

from mahjongclub.clubs.write_lock import hold_write_lock

#: how long a slice may hold the turn to write; those that took longer are followed by smaller ones
SLICE_SECONDS = 0.1
MOST_IN_A_SLICE = 64
LEAST_REST = 0.01

T = TypeVar("T")
R = TypeVar("R")


class Pace:
    """How much a slice takes on: as much as was done within its time before."""

    def __init__(self) -> None:
        self.size = 2

    def adapt_to(self, seconds: float) -> None:
        """Choose the size of the next slice by how long one lasted."""
        if seconds > SLICE_SECONDS:
            self.size = max(1, self.size // 2)
        elif seconds < SLICE_SECONDS / 3:
            self.size = min(MOST_IN_A_SLICE, self.size * 2)


def do_slice_and_rest(do: Callable[[], R], pace: Pace | None = None) -> R:
    """Do a slice in a transaction of its own, then rest as long as it took: hands at tables come first."""
    with hold_write_lock(), transaction.atomic():
        began = time.perf_counter()
        done = do()
    seconds = time.perf_counter() - began
    if pace is not None:
        pace.adapt_to(seconds)
    time.sleep(max(LEAST_REST, seconds))
    return done


def do_in_slices(items: Sequence[T], do: Callable[[Sequence[T]], Sequence[R]]) -> list[R]:
    """Do all items, some of them at a time, in their order; what came of each."""
    pace = Pace()
    done: list[R] = []
    while len(done) < len(items):
        batch = items[len(done) : len(done) + pace.size]
        done += do_slice_and_rest(lambda batch=batch: do(batch), pace)  # type: ignore[misc]
    return done
