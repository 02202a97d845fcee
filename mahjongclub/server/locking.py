"""One at a time: work that several processes may begin at once and only one may do."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

#: what PostgreSQL knows the turn to migrate by; any number will do, as long as it stays
MIGRATING = 0x6D61686A6F6E67

log = logging.getLogger(__name__)


@contextmanager
def file_lock(path: Path, doing: str = "") -> Iterator[None]:
    """Wait until no process holds the lock on `path`, and hold it. It ends with the process."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if doing:
                log.info("Another process is %s; waiting for it.", doing)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
