"""Those who send are woken as something is written for them in this process; else they look now and then."""

from __future__ import annotations

import threading

_work = threading.Condition()
_written = 0


def wake() -> None:
    """Something is there to be sent."""
    global _written
    with _work:
        _written += 1
        _work.notify_all()


def written() -> int:
    """How often something was written so far, to be given to `wait`."""
    return _written


def wait(since: int, seconds: float) -> None:
    """Wait until something more was written than `since`, or so many seconds are over."""
    with _work:
        _work.wait_for(lambda: _written != since, timeout=seconds)
