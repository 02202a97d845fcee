"""The real server in a process of its own, with data of its own, for tests that talk HTTP to it."""

import atexit
import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from mahjongclub.bench.serving import (
    ROOT,
    RunningServer,
    free_port,
    served,
    start_server,
    wait_until_it_answers,
)

__all__ = [
    "ROOT",
    "RunningServer",
    "free_port",
    "running_server",
    "scratch_database",
    "start_server",
    "wait_until_it_answers",
]


@contextlib.contextmanager
def running_server(
    data_dir: Path, *options: str, through: int | None = None, **environment: str
) -> Iterator[RunningServer]:
    """Start `manage.py serve` on a free port with a fresh database of its own; stop it afterwards.

    The database is SQLite in `data_dir`, or a scratch one beside that of DATABASE_URL if it names
    PostgreSQL, reached by way of the port `through` where one is given. `options` go to `serve`; further
    keyword arguments are variables of its environment.
    """
    shutil.copytree(prepared(), data_dir, dirs_exist_ok=True)
    with scratch_database() as database:
        if through is not None:
            database = {"DATABASE_URL": at_port(database["DATABASE_URL"], through)}
        with served(data_dir, *options, **{**database, **environment}) as server:
            yield server


@functools.cache
def prepared() -> Path:
    """Return a data directory as a first start leaves it: migrated, its static files collected.

    Made once for a run of the tests and copied for each server, since making it takes eight seconds. On
    PostgreSQL the database is not in it, but beside it (`template_database`).
    """
    directory = Path(tempfile.mkdtemp(prefix="mahjongclub-prepared-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    postgres = postgres_url()
    database = {"DATABASE_URL": postgres_url(template_database())} if postgres else {"DATABASE_URL": ""}
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import django; django.setup()\n"
            "from django.core.management import call_command\n"
            "from mahjongclub.house import catalogue, static_files\n"
            "catalogue.compile_stale(); static_files.collect_changed(); call_command('migrate', verbosity=0)",
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "mahjongclub.settings",
            "DATA_DIR": str(directory),
            **database,
        },
        check=True,
    )
    (directory / "secret_key").unlink(missing_ok=True)  # each server makes its own
    return directory


def postgres_url(name: str | None = None) -> str:
    """Return DATABASE_URL if it names PostgreSQL, or that of its database `name`; else nothing."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not url.scheme.startswith("postgres"):
        return ""
    return urlunsplit(url._replace(path=f"/{name}") if name else url)


@functools.cache
def template_database() -> str:
    """Make an empty database that the servers' are copied from; return its name. Dropped at the end."""
    name = f"mahjongclub_template_{os.getpid()}"
    database = sql.Identifier(name)
    administer(sql.SQL("DROP DATABASE IF EXISTS {}").format(database))
    administer(sql.SQL("CREATE DATABASE {}").format(database))
    atexit.register(administer, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(database))
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
