"""Django's migrate, one process at a time."""

from typing import Any

from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections

from mahjongclub.house.locking import migration_lock


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> Any:
        with migration_lock(connections[options["database"]]):
            return super().handle(*args, **options)
