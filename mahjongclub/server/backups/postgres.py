"""Dumping and loading PostgreSQL through its own programs, pg_dump, pg_restore and psql."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

#: how long a restore waits for those who still work with the database
LOCK_WAIT = "30s"


class PostgreSQL:
    """The database a connection of Django leads to."""

    name = "postgresql"

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection

    def estimated_dump_size(self) -> int:
        """About how many bytes a dump will have at most."""
        with closing(self._connect()) as database:
            return int(database.execute("SELECT pg_database_size(current_database())").fetchone()[0])

    def dump(self, target: Path) -> dict[str, int]:
        """Write the database as of one moment to `target`; the rows of each table in that moment."""
        with closing(self._connect()) as database:
            database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            snapshot = database.execute("SELECT pg_export_snapshot()").fetchone()[0]
            rows = _count(database)
            # The archive packs it, so pg_dump need not.
            self._run(
                *("pg_dump", "--format=custom", "--compress=0", "--no-owner", "--no-privileges"),
                *(f"--snapshot={snapshot}", f"--file={target}", f"--dbname={self._dbname}"),
            )
        return rows

    def check_dump(self, dump: Path) -> dict[str, int]:
        """The rows of each table of a dump, restored into a scratch database, with every constraint."""
        with self._restored(dump) as name, closing(self._connect(name)) as database:
            return _count(database)

    @contextmanager
    def scratch_copy(self, dump: Path, scratch: Path) -> Iterator[dict[str, str]]:
        """The environment that leads to a scratch database which holds a dump."""
        with self._restored(dump) as name:
            url = urlsplit(os.environ["DATABASE_URL"])
            yield {"DATABASE_URL": urlunsplit(url._replace(path=f"/{name}"))}

    def owner_names(self, dump: Path) -> list[str]:
        """Nobody: what the browser shows of a dump is for where the browser restores it."""
        return []

    def load_dump(self, dump: Path) -> None:
        """Put the dump in the place of every table, in one transaction."""
        script = dump.with_suffix(".sql")
        self._run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
        with closing(self._connect()) as database:
            tables = ", ".join(self.connection.ops.quote_name(name) for name in _tables(database))
        self._run(
            *("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
            *(
                f"--output={os.devnull}",
                f"--dbname={self._dbname}",
                f"--command=SET lock_timeout = '{LOCK_WAIT}'",
            ),
            *([f"--command=DROP TABLE {tables} CASCADE"] if tables else []),
            f"--file={script}",
        )
        # Connections opened before hold plans for tables that are gone.
        self.connection.close()

    @property
    def _dbname(self) -> str:
        return str(self.connection.settings_dict["NAME"])

    def _connect(self, name: str = "") -> Any:
        parameters = self.connection.get_connection_params()
        return self.connection.get_new_connection({**parameters, **({"dbname": name} if name else {})})

    @contextmanager
    def _scratch(self) -> Iterator[str]:
        """The name of an empty database, dropped afterwards."""
        name = f"{self._dbname[:40]}_restored_{os.getpid()}"
        with closing(self._connect()) as owner:
            owner.autocommit = True
            quoted = self.connection.ops.quote_name(name)
            try:
                with self.connection.wrap_database_errors:
                    owner.execute(f"CREATE DATABASE {quoted} TEMPLATE template0")
            except DatabaseError as fault:
                raise CommandError(
                    f"A backup is proven in a scratch database, which cannot be made: {str(fault).strip()}. "
                    'Let the role make one: ALTER ROLE "…" CREATEDB.'
                ) from fault
            try:
                yield name
            finally:
                owner.execute(f"DROP DATABASE {quoted} WITH (FORCE)")

    @contextmanager
    def _restored(self, dump: Path) -> Iterator[str]:
        """The name of a scratch database that holds a dump, with every constraint."""
        with self._scratch() as name:
            self._run(
                *("pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"),
                *(f"--dbname={name}", str(dump)),
            )
            yield name

    def _run(self, program: str, *arguments: str) -> None:
        """Run a program of PostgreSQL; CommandError says what it said, or that it is not there."""
        path = shutil.which(program)
        if path is None:
            raise CommandError(
                f"{program} was not found: install PostgreSQL's client "
                "(on Debian: apt install postgresql-client)."
            )
        # The password goes by the environment, where no list of processes shows it.
        words, secrets = self.connection.client.settings_to_cmd_args_env(self.connection.settings_dict, [])
        run = subprocess.run(
            [path, *words[1:-1], *arguments],
            env={**os.environ, **(secrets or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if run.returncode:
            raise CommandError(f"{program} failed: {' '.join(run.stderr.split())[:400]}")


def _tables(database: Any) -> list[str]:
    rows = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return [name for (name,) in rows.fetchall()]


def _count(database: Any) -> dict[str, int]:
    return {
        name: database.execute(f'SELECT count(*) FROM public."{name}"').fetchone()[0]
        for name in _tables(database)
    }
