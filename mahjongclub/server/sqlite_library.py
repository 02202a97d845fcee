"""SQLite's library and its write-ahead log, as a server finds them at its start."""

from __future__ import annotations

import sqlite3

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

Version = tuple[int, ...]
#: from here on, and in these two lines of older ones, a write that meets the log being emptied loses no page
#: (https://sqlite.org/wal.html#walresetbug)
MENDED = (3, 51, 3)
MENDED_LINES: dict[Version, int] = {(3, 44): 6, (3, 50): 7}


def is_fixed_sqlite(version: Version) -> bool:
    """Whether a version of SQLite is without the fault.

    >>> [is_fixed_sqlite(version) for version in ((3, 51, 3), (3, 51, 2), (3, 50, 7), (3, 40, 1))]
    [True, False, True, False]
    """
    return version >= MENDED or version[2] >= MENDED_LINES.get(version[:2], version[2] + 1)


def sqlite_warning() -> str:
    """What is to be said to whoever runs this server, "" where all is well."""
    if connection.vendor != "sqlite" or is_fixed_sqlite(sqlite3.sqlite_version_info):
        return ""
    return _(
        "SQLite %(version)s has a known bug: rarely, two writes at the same moment damage the "
        "database. Install 3.51.3 or newer, as docs/operations.md tells (“A newer SQLite”), and keep "
        "backups until then."
    ) % {"version": sqlite3.sqlite_version}


def empty_stale_write_ahead_log(connection: BaseDatabaseWrapper) -> None:
    """Empty the write-ahead log, which a server that was killed may have left with names since erased.

    Where another process reads what it holds, it stays: emptying is a matter of that process then.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
