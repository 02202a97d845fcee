"""The turn to write: SQLite has one writer, and waits badly for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# SQLite has one writer; waiting in line here is far fairer than its own busy wait (DESIGN.md, measured).
_one_writer = threading.Lock()


@contextmanager
def one_writer() -> Iterator[None]:
    """Wait for the turn to write, where the database has one writer."""
    if connection.vendor != "sqlite":
        yield
        return
    with _one_writer:
        yield
