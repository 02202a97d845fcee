"""How long a test waits for what it expects. It waits for things, and gives up only late."""

from __future__ import annotations

#: a phone that hears nothing looks by itself even later
PATIENCE_MS = 15_000


def within(milliseconds: int) -> int:
    """Return how long to wait for what is promised within so long: the machine may do something else too.

    Whether the promise itself is kept is measured by `python -m benchmarks`.
    """
    return milliseconds + PATIENCE_MS
