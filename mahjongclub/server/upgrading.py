"""Bringing the database up to this version at the start: after a backup, and back again if it fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from .backups.making import make_backup
from .backups.stores import has_data, known_migrations, missing_migrations
from .locking import migration_lock

Key = tuple[str, str]


def upgrade_database(backups: Path, say: Callable[[str], None], *, back_up: bool = True) -> None:
    """Migrate what this version brings; CommandError, with the way back, where that fails.

    Several processes may begin at once: one does it, the others wait and find it done.
    """
    with migration_lock(connection):
        try:
            made = create_tables_if_empty(connection)
        except DatabaseError as fault:
            raise CommandError(
                f"The database is empty, and no tables could be made in it ({fault})."
            ) from fault
        if made:
            call_command(DjangoMigrate(), interactive=False, verbosity=0)  # for what the apps put into them
            return
        check_upgradable(connection)
        executor = MigrationExecutor(connection)
        before = set(executor.loader.applied_migrations or ())
        newer = sorted(before - known_migrations())
        if newer:
            say(f"Caution: the database is of a newer version than this one ({'.'.join(newer[-1])}).")
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        steps = [(step.app_label, step.name) for step, _backwards in plan]
        if not steps:
            executor.check_replacements()
            return
        saved = None
        if before and has_data() and back_up:
            saved = make_backup(backups, "before-upgrade")
            say(f"A new version: backed up to {saved}; now {len(steps)} steps for the database.")
        try:
            call_command(DjangoMigrate(), interactive=False, verbosity=0)
        except Exception as fault:  # whatever a migration may meet, the way back is told
            raise CommandError(_told(fault, steps, before, saved)) from fault


def check_upgradable(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError, with what to do, if the database is too old for this version to upgrade."""
    if missing := missing_migrations(MigrationRecorder(connection).applied_migrations().keys()):
        raise CommandError(
            f"This database is of a version before 1.0 that this one cannot upgrade: it lacks {missing[-1]}. "
            "Nothing was changed. Install the last 0.x version and start it once; then install this one."
        )


def create_tables_if_empty(connection: BaseDatabaseWrapper) -> bool:
    """Give an empty database the tables of today, and note every migration as applied: all of it, or nothing.

    False where there are tables. A hundred migrations, one after the other, come to the same and take twenty
    times as long.
    """
    if connection.introspection.table_names():
        return False
    recorder = MigrationRecorder(connection)
    models: list[type[Model]] = [recorder.Migration, *apps.get_models()]
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for key, migration in (MigrationLoader(connection).disk_migrations or {}).items():
            for app, name in (*migration.replaces, key):
                recorder.record_applied(app, name)
    return True


def _told(fault: Exception, steps: list[Key], before: set[Key], saved: Path | None) -> str:
    """Go back to where the database was, and say what happened and what to do."""
    done = _applied()
    failed = next((step for step in steps if step not in done), steps[-1])
    lines = [f"The database could not be brought up to this version: {'.'.join(failed)} failed ({fault})."]
    try:
        _go_back(before)
        lines.append(
            "Nothing is lost, and it is as the version before left it: install that one and start it."
        )
    except Exception as second:  # a step may have no way back
        lines.append(f"Nothing is lost, but steps already done cannot be undone ({second}).")
        lines.append("Install the version before, and restore with it what it left.")
    if saved is not None:
        lines.append("The backup made just before is brought back by:")
        lines.append(f"  {settings.PROGRAM} restore --force {saved}")
    return "\n".join(lines)


def _go_back(before: set[Key]) -> None:
    """Undo the steps that were done, so that hands recorded meanwhile stay."""
    loader = MigrationLoader(connection)
    for app in {app for app, _name in _applied() - before}:
        leaf = loader.graph.leaf_nodes(app)[0]
        steps_before = [key for key in loader.graph.forwards_plan(leaf) if key[0] == app and key in before]
        call_command(
            DjangoMigrate(),
            app,
            steps_before[-1][1] if steps_before else "zero",
            interactive=False,
            verbosity=0,
        )


def _applied() -> set[Key]:
    return set(MigrationLoader(connection).applied_migrations or ())
