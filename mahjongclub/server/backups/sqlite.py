"""Dumping and loading SQLite through its own backup, which may run while the app is in use."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.core.management.base import CommandError

WAIT_SECONDS = 20.0
LONGEST_OWNER = 150
#: tables and indexes of our own kind of names are all there is: a trigger or a view would be a program
STRANGE = """
    SELECT name FROM sqlite_master
    WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'
        OR (type = 'table' AND name GLOB '*[^a-z0-9_]*')
"""


class SQLite:
    """One database file of SQLite."""

    name = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path

    def estimated_dump_size(self) -> int:
        """About how many bytes a dump will have."""
        return self.path.stat().st_size

    def dump(self, target: Path) -> dict[str, int]:
        """Write the database as of one moment to `target`; the rows of each table in that moment."""
        with closing(_open(self.path)) as source, closing(_open(target)) as copy:
            source.execute("BEGIN")  # a backup begun within a transaction sees what that one sees
            rows = _count(source)
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        return rows

    def check_dump(self, dump: Path) -> dict[str, int]:
        """The rows of each table of a dump, which must be sound; CommandError where it is not."""
        with closing(_open(dump)) as copy:
            try:
                strange = copy.execute(STRANGE).fetchall()
                if strange:
                    raise CommandError(f"The dump holds what no backup of ours does: {strange[0][0][:40]!r}")
                faults = copy.execute("PRAGMA integrity_check").fetchall()
                strays = copy.execute("PRAGMA foreign_key_check").fetchall()
                rows = _count(copy)
            except sqlite3.DatabaseError as fault:
                raise CommandError(f"The dump cannot be read: {fault}") from fault
        if faults != [("ok",)] or strays:
            raise CommandError(f"The dump is not sound: {(faults if faults != [('ok',)] else strays)[:3]}")
        return rows

    def owner_names(self, dump: Path) -> list[str]:
        """The names of the accounts that own the installation a dump is of."""
        with closing(_open(dump)) as copy:
            try:
                rows = copy.execute("SELECT username FROM clubs_account WHERE is_superuser LIMIT 10")
                return [str(name)[:LONGEST_OWNER] for (name,) in rows]
            except sqlite3.DatabaseError:
                return []

    @contextmanager
    def scratch_copy(self, dump: Path, scratch: Path) -> Iterator[dict[str, str]]:
        """The environment that leads to a copy of a dump in a directory; CommandError without room for it."""
        if dump.stat().st_size > shutil.disk_usage(scratch).free:
            raise CommandError("There is no room for a copy of it, on which this version could be tried.")
        shutil.copyfile(dump, scratch / "trial.sqlite3")
        yield {"DATABASE_URL": f"sqlite:///{quote(str(scratch / 'trial.sqlite3'))}"}

    def load_dump(self, dump: Path) -> None:
        """Put the dump in the place of everything in the database, in one step or not at all."""
        with closing(_open(dump)) as source, closing(_open(self.path)) as target:
            source.backup(target)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)


def _count(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {
        name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in sorted(names)
    }
