"""The database as backups see it: which kind it is, whether it holds anything, what it has migrated."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .postgres import PostgreSQL
from .sqlite import SQLite

#: tables that a first start fills by itself
FILLED_BY_ITSELF = {"django_migrations", "django_content_type", "auth_permission", "clubs_ownerlink"}

Store = SQLite | PostgreSQL


def current_store() -> Store:
    """The database of this installation."""
    if connection.vendor == "sqlite":
        return SQLite(Path(connection.settings_dict["NAME"]))
    return PostgreSQL(connection)


def has_data() -> bool:
    """Whether anybody has used this installation: a fresh one has tables and nothing in them."""
    with connection.cursor() as cursor:
        for name in set(connection.introspection.table_names(cursor)) - FILLED_BY_ITSELF:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")
            if cursor.fetchone():
                return True
    return False


def applied_migrations() -> list[list[str]]:
    """The migrations this database has, of those this version knows."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    return sorted([app, name] for app, name in applied & known_migrations())


def missing_migrations(applied: Collection[tuple[str, str]]) -> list[str]:
    """Return what a database with these migrations lacks that this version cannot give it.

    Those before 1.0 are gone: `replaces` of the first one of each package names them. A database has all of
    them or none.
    """
    loader = MigrationLoader(None, ignore_no_migrations=True)
    migrations = loader.disk_migrations or {}
    missing: set[tuple[str, str]] = set()
    for key, migration in migrations.items():
        lacking = set(migration.replaces) - set(applied)
        if key not in applied and lacking != set(migration.replaces):
            missing |= lacking - set(migrations)
    return [".".join(key) for key in sorted(missing)]


def known_migrations() -> set[tuple[str, str]]:
    """Every migration this version has, and those a squashed one stands for."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    migrations = loader.disk_migrations or {}
    return {*migrations, *(old for migration in migrations.values() for old in migration.replaces)}
