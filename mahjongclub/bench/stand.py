"""What everything measured stands on: scratch databases, a server on each, started where first needed."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .crowd import TooFewFiles, allow_open_files
from .serving import RunningServer, served

SETTINGS = "mahjongclub.bench.settings"
MOST_FILES = 2500


@dataclass
class Stand:
    """Where this run measures. `database_url` is that of the user, "" for SQLite; scratch databases are made
    beside it. `quick` runs everything a few times only: the figures mean nothing then."""

    scratch: Path
    database_url: str = ""
    quick: bool = False
    closing: ExitStack = field(default_factory=ExitStack)

    def few(self, times: int) -> int:
        """How often to do something that the figures want so many times."""
        return min(times, 2) if self.quick else times

    @cached_property
    def server(self) -> RunningServer:
        """A server on this process's own database, which begins empty, with the floor. It may hold as many
        streams as the machine lets it."""
        with suppress(TooFewFiles):
            allow_open_files(MOST_FILES)
        return self.closing.enter_context(
            served(Path(os.environ["DATA_DIR"]), DJANGO_SETTINGS_MODULE=SETTINGS, LOG_LEVEL="ERROR")
        )
