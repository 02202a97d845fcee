"""Measure the pages that add up the most, on this database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ...page_times import REQUESTS, NothingToMeasure, measure


class Command(BaseCommand):
    help = "Time the standings of a season and a player's page on this database, in milliseconds, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--requests", type=int, default=REQUESTS, help=f"of each page (default: {REQUESTS})"
        )

    def handle(self, **options: Any) -> None:
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            times = measure(max(1, options["requests"]))
        except NothingToMeasure as fault:
            raise CommandError(
                f"There is no season of a public club to measure; manage.py demo makes one. {fault}".strip()
            ) from None
        self.stdout.write(json.dumps(times.to_json(), indent=1))
