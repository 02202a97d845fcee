"""Django's migrate, one process at a time."""

from typing import Any

from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections

from mahjongclub.server.locking import migration_lock
from mahjongclub.server.own_files import keep_to_owner


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> Any:
        keep_to_owner()
        with migration_lock(connections[options["database"]]):
            return super().handle(*args, **options)
