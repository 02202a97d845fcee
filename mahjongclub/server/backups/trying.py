"""A trial start: what a backup holds, brought up to this version and served in a scratch place.

A process of its own does it, with the backup's key, on a copy of its database: it sends nothing, and what it
changes is thrown away. Only what starts so is offered to be restored.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import DatabaseError, connection
from django.db.models import Model, UniqueConstraint
from django.test import Client

#: a key that signs: as long as one of 128 bits in letters, and not the same letter again and again
SHORTEST_KEY = 22
FEWEST_LETTERS = 8
LONGEST_SECONDS = 600
#: the whole program of the other process
BEGIN = (
    f"import django; django.setup(); from {__name__} import check_scratch_database; check_scratch_database()"
)
#: pages that somebody without an account sees; the second asks the database for more than the first
PAGES = ("/", "/account/login/")
#: of this process's environment, what would have the other one reach beyond its scratch place
NOT_HANDED_ON = ("REDIS_URL", "EMAIL_URL", "BACKUP_DIR")
FAULT = "cannot start: "


def check_secret_key(key: str) -> None:
    """CommandError where a secret key would sign nothing that holds; the one in use here is taken as is."""
    if key == settings.SECRET_KEY:
        return
    if key != key.strip() or not key.isprintable():
        raise CommandError("Its secret key is not one line of plain letters.")
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_LETTERS:
        raise CommandError(
            f"Its secret key is too weak: {SHORTEST_KEY} letters at least, {FEWEST_LETTERS} different ones."
            " Whoever guessed it could sign in as anybody."
        )


def check_app_starts(scratch: Path, database: Mapping[str, str], key: str) -> None:
    """Start this version on a scratch database; CommandError, with the reason, where it does not start.

    `scratch` is an empty directory for what the start keeps, `database` the environment that leads to the
    database. Both are changed by it.
    """
    (scratch / "secret_key").write_text(key, encoding="utf-8")
    root = str(settings.PACKAGE_DIR.parent)
    environment = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    environment |= {
        "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE") or "mahjongclub.settings",
        "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", "")))),
        "DATA_DIR": str(scratch),
        "SECRET_KEY": key,
        **database,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", BEGIN],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CommandError(f"It did not start within {LONGEST_SECONDS // 60} minutes.") from None
    if done.returncode:
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no reason told")
        raise CommandError(f"This version does not start with it: {last.partition(FAULT)[2] or last}"[:400])


def check_scratch_database() -> None:
    """Migrate, compare and ask for pages: the whole work of the other process."""
    settings.SENDS_OUTBOX = False
    # the files of this version are no part of a backup, and need not be collected for it
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    try:
        call_command(DjangoMigrate(), interactive=False, verbosity=0)
        faults = list(schema_differences())
        if not faults:
            faults = list(_page_faults())
    except Exception as fault:  # whatever it stumbles over is the reason
        faults = [f"{type(fault).__name__}: {' '.join(str(fault).split())}"]
    if faults:
        sys.exit(FAULT + "; ".join(faults[:3]))


def schema_differences() -> Iterator[str]:
    """Say where the database differs from the tables of this version: tables, columns, what is unique."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            if not model._meta.can_migrate(connection):
                continue
            if model._meta.db_table not in there:
                yield f"the table {model._meta.db_table} is missing"
                continue
            yield from _table_faults(cursor, model)


def _table_faults(cursor: Any, model: type[Model]) -> Iterator[str]:
    table = model._meta.db_table
    introspection = connection.introspection
    columns = {column.name: column.null_ok for column in introspection.get_table_description(cursor, table)}
    nullable = {str(field.column): field.null for field in model._meta.local_concrete_fields}
    for name in sorted(nullable.keys() - columns.keys()):
        yield f"{table} has no column {name}"
    for name in sorted(columns.keys() - nullable.keys()):
        yield f"{table} has a column {name}, which this version does not know"
    for name in sorted(nullable.keys() & columns.keys()):
        if nullable[name] and not columns[name]:
            yield f"{table}.{name} may not be empty, and has to be"
    if nullable.keys() != columns.keys():
        return
    unique = {
        frozenset(constraint["columns"])
        for constraint in introspection.get_constraints(cursor, table).values()
        if constraint["unique"] or constraint["primary_key"]
    }
    for group in _unique_groups(model):
        if group not in unique:
            yield f"{table} may hold the same {', '.join(sorted(group))} twice"
    try:
        model._base_manager.first()
    except (DatabaseError, ValueError, TypeError) as fault:
        yield f"a row of {table} cannot be read ({fault})"


def _unique_groups(model: type[Model]) -> Iterator[frozenset[str]]:
    """The columns of which no two rows have the same."""
    options = model._meta
    yield from (frozenset({str(field.column)}) for field in options.local_concrete_fields if field.unique)
    named: list[Sequence[str]] = list(options.unique_together)
    named += [
        constraint.fields
        for constraint in options.constraints
        if isinstance(constraint, UniqueConstraint) and constraint.fields and constraint.condition is None
    ]
    for names in named:
        yield frozenset(str(options.get_field(name).column) for name in names)  # type: ignore[union-attr]


def _page_faults() -> Iterator[str]:
    host = next((name for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    client = Client(headers={"Host": host})
    for page in PAGES:
        status = client.get(page, secure=settings.BEHIND_TLS).status_code
        if status >= 400:
            yield f"{page} answers {status}"
