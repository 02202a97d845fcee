"""Measure the pages of a large event."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ...event_times import MOST, measured


class Command(BaseCommand):
    help = "Time the pages of a made-up event, of which nothing stays: milliseconds and queries of each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=240)
        parser.add_argument("--rounds", type=int, default=20)

    def handle(self, **options: Any) -> None:
        for page, taken, queries in measured(options["players"] // 4 * 4, options["rounds"]):
            slow = f"  slow: above {MOST} ms" if taken > MOST else ""
            self.stdout.write(f"{page:16} {taken:7.0f} ms {queries:4} queries{slow}")
