"""Measure the pages that add up the most, on this database, or those of a large event that is made up."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ...event_times import MOST, measured
from ...page_times import REQUESTS, NothingToMeasure, measure


class Command(BaseCommand):
    help = (
        "Time the standings of a season and a player's page on this database, in milliseconds, as JSON; or, "
        "with --event, the pages of a made-up event, of which nothing stays: milliseconds and queries each."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--requests", type=int, default=REQUESTS, help=f"of each page (default: {REQUESTS})"
        )
        parser.add_argument("--event", action="store_true", help="of an event instead")
        parser.add_argument("--players", type=int, default=240, help="of the event (default: 240)")
        parser.add_argument("--rounds", type=int, default=20, help="of the event (default: 20)")

    def handle(self, **options: Any) -> None:
        if options["event"]:
            self._of_an_event(options["players"] // 4 * 4, options["rounds"])
            return
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            times = measure(max(1, options["requests"]))
        except NothingToMeasure as fault:
            raise CommandError(
                f"There is no season of a public club to measure; manage.py demo makes one. {fault}".strip()
            ) from None
        self.stdout.write(json.dumps(times.to_json(), indent=1))

    def _of_an_event(self, players: int, rounds: int) -> None:
        try:
            found = measured(players, rounds)
        except DatabaseError as fault:
            raise CommandError(
                f"The database is not as this release needs it; manage.py migrate makes it so. {fault}"
            ) from None
        except ValueError as fault:  # of a file that the pages lead to
            raise CommandError(f"{fault} manage.py collectstatic puts the files there.") from None
        for page, taken, queries in found:
            slow = f"  slow: above {MOST} ms" if taken > MOST else ""
            self.stdout.write(f"{page:16} {taken:7.0f} ms {queries:4} queries{slow}")
