"""Erase the names whose two weeks are over."""

from typing import Any

from django.core.management.base import BaseCommand

from ...people.leaving import erase_due_names


class Command(BaseCommand):
    help = "Erase for good the names of removed accounts and of players whose organiser asked for it."

    def handle(self, **options: Any) -> None:
        count = erase_due_names()
        self.stdout.write(f"{count} names erased." if count != 1 else "1 name erased.")
