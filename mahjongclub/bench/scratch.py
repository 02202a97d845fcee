"""Scratch databases: SQLite in a directory, or PostgreSQL beside a database of the user's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from .serving import free_port


@contextmanager
def scratch_database(directory: Path, beside: str, template: str = "") -> Iterator[dict[str, str]]:
    """Yield the environment (DATA_DIR, DATABASE_URL) of a database of its own, dropped afterwards.

    `beside` is the address of a database on a PostgreSQL server, "" for SQLite in `directory`. `template` is
    the name of the database, or the directory, that it begins as a copy of: nobody may be connected to it.
    """
    if not beside:
        if template:
            shutil.copytree(template, directory)
        directory.mkdir(parents=True, exist_ok=True)
        yield {"DATA_DIR": str(directory), "DATABASE_URL": ""}
        return
    directory.mkdir(parents=True, exist_ok=True)
    name = f"mahjongclub_bench_{os.getpid()}_{free_port()}"
    _administer(beside, "CREATE DATABASE {} TEMPLATE {}", name, template or "template1")
    try:
        url = urlunsplit(urlsplit(beside)._replace(path=f"/{name}"))
        yield {"DATA_DIR": str(directory), "DATABASE_URL": url}
    finally:
        _administer(beside, "DROP DATABASE {} WITH (FORCE)", name)


def as_template(environment: dict[str, str]) -> str:
    """What `scratch_database` can copy this database from."""
    if environment["DATABASE_URL"]:
        return urlsplit(environment["DATABASE_URL"]).path.removeprefix("/")
    return environment["DATA_DIR"]


def _administer(url: str, statement: str, *names: str) -> None:
    import psycopg  # installed where PostgreSQL is used
    from psycopg import sql

    server = urlunsplit(urlsplit(url)._replace(path="/postgres"))
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
