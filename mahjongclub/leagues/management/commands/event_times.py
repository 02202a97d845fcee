"""Measure the pages of a large event."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ...event_times import MOST, measured


class Command(BaseCommand):
    help = "Time the pages of a made-up event, of which nothing stays: milliseconds and queries of each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=240)
        parser.add_argument("--rounds", type=int, default=20)

    def handle(self, **options: Any) -> None:
        try:
            found = measured(options["players"] // 4 * 4, options["rounds"])
        except DatabaseError as fault:
            raise CommandError(
                f"The database is not as this release needs it; manage.py migrate makes it so. {fault}"
            ) from None
        except ValueError as fault:  # of a file that the pages lead to
            raise CommandError(f"{fault} manage.py collectstatic puts the files there.") from None
        for page, taken, queries in found:
            slow = f"  slow: above {MOST} ms" if taken > MOST else ""
            self.stdout.write(f"{page:16} {taken:7.0f} ms {queries:4} queries{slow}")
