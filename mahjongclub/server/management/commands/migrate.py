"""Django's migrate, one process at a time; an empty database gets its tables in one go."""

from typing import Any

from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections

from mahjongclub.server.locking import migration_lock
from mahjongclub.server.own_files import restrict_files_to_owner
from mahjongclub.server.upgrading import check_upgradable, create_tables_if_empty

#: who asks for one of these wants Django's own way
PARTICULAR = ("app_label", "check_unapplied", "fake", "plan", "prune")


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> Any:
        restrict_files_to_owner()
        connection = connections[options["database"]]
        with migration_lock(connection):
            check_upgradable(connection)
            asks_nothing_else = not any(options.get(name) for name in PARTICULAR)
            if asks_nothing_else and create_tables_if_empty(connection) and options["verbosity"]:
                self.stdout.write("Made the tables of an empty database.")
            return super().handle(*args, **options)
