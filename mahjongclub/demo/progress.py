"""How far the filling is, on one line of a terminal."""

from __future__ import annotations

import sys


def show_progress(what: str, done: int, whole: int) -> None:
    """Write one line that moves on a terminal; nothing in a log."""
    if sys.stderr.isatty():
        share = 100 * done // whole if whole else 100
        sys.stderr.write(f"\r{what}: {min(done, whole):,} of {whole:,} ({min(share, 100)} %)   ")
        sys.stderr.flush()
