"""The real server in a process of its own, with data of its own, for tests that talk HTTP to it."""

import atexit
import contextlib
import functools
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.apps import apps
from django.test import override_settings
from psycopg import sql

from benchmarks.serving import (
    ROOT,
    RunningServer,
    free_port,
    served,
    start_server,
    wait_until_it_answers,
)
from tests.migrated import DATABASE, KEPT, digest_of_migrations, in_turn, migrate, migrated_sqlite

__all__ = [
    "ROOT",
    "RunningServer",
    "free_port",
    "rows_of",
    "running_server",
    "scratch_database",
    "start_server",
    "wait_until_it_answers",
]

#: how the names of the databases begin that PostgreSQL's others are copied from
TEMPLATES = "mahjongclub_template_"


@contextlib.contextmanager
def running_server(
    data_dir: Path, *options: str, through: int | None = None, **environment: str
) -> Iterator[RunningServer]:
    """Start `manage.py serve` on a free port with a fresh database of its own; stop it afterwards.

    The database is SQLite in `data_dir`, or a scratch one beside that of DATABASE_URL if it names
    PostgreSQL, reached by way of the port `through` where one is given. `options` go to `serve`; further
    keyword arguments are variables of its environment.
    """
    environment = {"DJANGO_SETTINGS_MODULE": "tests.served_settings", **environment}
    shutil.copytree(prepared(), data_dir, dirs_exist_ok=True)
    with scratch_database() as database:
        if through is not None:
            database = {"DATABASE_URL": at_port(database["DATABASE_URL"], through)}
        with served(data_dir, *options, **{**database, **environment}) as server:
            yield server


@functools.cache
def prepared() -> Path:
    """Return a data directory as a first start leaves it: migrated, its static files collected.

    Made once for a process and copied for each server; the static files are kept from run to run, and
    collected anew where they have changed. On PostgreSQL the database is not in it, but beside it
    (`template_database`).
    """
    directory = Path(tempfile.mkdtemp(prefix="mahjongclub-prepared-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    if not postgres_url():
        shutil.copy(migrated_sqlite(), directory / DATABASE)
        (directory / DATABASE).chmod(0o600)
    kept = KEPT / "prepared"
    with in_turn():
        kept.mkdir(mode=0o700, exist_ok=True)
        if apps.ready:  # else no pytest runs, and each server collects them as it starts
            collect_static_files(kept)
        shutil.copytree(kept, directory, dirs_exist_ok=True)
    return directory


def collect_static_files(data_dir: Path) -> None:
    """Collect what a server with this data directory sends, as the app's own settings say."""
    from mahjongclub import settings as of_the_app
    from mahjongclub.server.joined_files import collect_static_if_changed

    places = {"DATA_DIR": data_dir, "STATIC_ROOT": data_dir / "static"}
    with override_settings(**places, STORAGES=of_the_app.STORAGES):
        collect_static_if_changed()


def postgres_url(name: str | None = None) -> str:
    """Return DATABASE_URL if it names PostgreSQL, or that of its database `name`; else nothing."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not url.scheme.startswith("postgres"):
        return ""
    return urlunsplit(url._replace(path=f"/{name}") if name else url)


@functools.cache
def template_database() -> str:
    """Make a migrated database that the others are copied from, unless it is there; return its name.

    It stays for the next run, as SQLite's does; one of other migrations goes.
    """
    name = f"{TEMPLATES}{digest_of_migrations()}"
    with in_turn(), psycopg.connect(postgres_url("postgres"), autocommit=True) as admin:
        there = [row[0] for row in admin.execute("SELECT datname FROM pg_database")]
        if name not in there:
            for older in [other for other in there if other.startswith(TEMPLATES)]:
                admin.execute(
                    sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(older))
                )
            draft = sql.Identifier(f"{TEMPLATES}draft")
            admin.execute(sql.SQL("CREATE DATABASE {}").format(draft))
            with tempfile.TemporaryDirectory() as directory:
                migrate(DATA_DIR=directory, DATABASE_URL=postgres_url(f"{TEMPLATES}draft"))
            admin.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(draft, sql.Identifier(name)))
    return name


def administer(statement: sql.Composed) -> None:
    with psycopg.connect(postgres_url("postgres"), autocommit=True) as admin:
        admin.execute(statement)


def at_port(url: str, port: int) -> str:
    """The address of the same database by way of another port of this machine."""
    parts = urlsplit(url)
    who, _at, _host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{who}@127.0.0.1:{port}"))


@contextlib.contextmanager
def scratch_database(empty: bool = False) -> Iterator[dict[str, str]]:
    """Yield the environment of a database as `prepared` left it, or without tables; dropped afterwards."""
    if not postgres_url():
        yield {"DATABASE_URL": ""} if os.environ.get("DATABASE_URL") else {}
        return
    name = f"mahjongclub_scratch_{os.getpid()}_{free_port()}"
    template = sql.Identifier("template1" if empty else template_database())
    administer(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), template))
    try:
        yield {"DATABASE_URL": postgres_url(name)}
    finally:
        administer(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def rows_of(server: RunningServer, *queries: str) -> list[list[tuple[Any, ...]]]:
    """Return the rows of every query, all as of one moment."""
    url = server.environment.get("DATABASE_URL", "")
    if url:
        with psycopg.connect(url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return [connection.execute(query).fetchall() for query in queries]
    with contextlib.closing(
        sqlite3.connect(server.data_dir / "mahjongclub.sqlite3", isolation_level=None)
    ) as database:
        database.execute("BEGIN")
        return [database.execute(query).fetchall() for query in queries]
