"""Django's migrate, one process at a time; an empty database gets its tables in one go."""

from typing import Any

from django.apps import apps
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from mahjongclub.server.locking import migration_lock
from mahjongclub.server.own_files import keep_to_owner

#: who asks for one of these wants Django's own way
PARTICULAR = ("app_label", "check_unapplied", "fake", "plan", "prune")


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> Any:
        keep_to_owner()
        connection = connections[options["database"]]
        with migration_lock(connection):
            asks_nothing_else = not any(options.get(name) for name in PARTICULAR)
            if asks_nothing_else and not connection.introspection.table_names():
                make_tables(connection)
                if options["verbosity"]:
                    self.stdout.write("Made the tables of an empty database.")
            return super().handle(*args, **options)


def make_tables(connection: BaseDatabaseWrapper) -> None:
    """Give an empty database the tables of today, and note every migration as applied: all of it, or nothing.

    A hundred migrations, one after the other, come to the same tables and take twenty times as long.
    """
    recorder = MigrationRecorder(connection)
    models: list[type[Model]] = [recorder.Migration, *apps.get_models()]
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for app, name in MigrationLoader(connection).disk_migrations:
            recorder.record_applied(app, name)
