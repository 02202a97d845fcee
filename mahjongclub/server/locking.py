"""One at a time: work that several processes may begin at once and only one may do."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper
from filelock import BaseFileLock, FileLock, SoftFileLock, Timeout

#: what PostgreSQL knows the turn to migrate by; any number will do, as long as it stays
MIGRATING = 0x6D61686A6F6E67

log = logging.getLogger(__name__)


def process_lock(path: Path) -> BaseFileLock:
    """Return a lock between processes on `path`, not taken yet; the system gives it back when they end.

    Where the system has no such locks, the file itself is one; one that a dead process left is taken over.
    Any thread may release it. The system's locks leave the file: who waits looks at the same one.
    """
    by_the_system = not issubclass(FileLock, SoftFileLock)
    return FileLock(path, thread_local=False, preserve_lock_file=by_the_system)


def try_lock(path: Path) -> BaseFileLock | None:
    """Take the lock on `path` and return it, to be released; None where another process has it."""
    lock = process_lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


@contextmanager
def file_lock(path: Path, doing: str = "") -> Iterator[None]:
    """Wait until no process holds the lock on `path`, and hold it. It ends with the process."""
    lock = try_lock(path)
    if lock is None:
        if doing:
            log.info("Another process is %s; waiting for it.", doing)
        lock = process_lock(path)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def migration_lock(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the turn to migrate a database: beside the file of SQLite, within PostgreSQL.

    Not twice in one process: the second would wait for the first.
    """
    if connection.vendor == "sqlite":
        if connection.is_in_memory_db():  # type: ignore[attr-defined]
            yield
            return
        with file_lock(Path(f"{connection.settings_dict['NAME']}.migrating"), "migrating the database"):
            yield
        return
    # A connection of its own: the lock ends with it, whatever becomes of the one that migrates. And of a
    # transaction, not of the connection, which a pool would hand on with the lock.
    with closing(connection.get_new_connection(connection.get_connection_params())) as holder:
        if not holder.execute("SELECT pg_try_advisory_xact_lock(%s)", [MIGRATING]).fetchone()[0]:
            log.info("Another process is migrating the database; waiting for it.")
            holder.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
        yield
