"""Back the whole installation up into one file, while it is in use."""

import io
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from mahjongclub.server.backups.making import make_backup, remove_old_backups


class Command(BaseCommand):
    help = (
        "Back up database and secret key into one file, restore that into a scratch database to prove it, "
        "and remove backups that have become old. The app may be in use."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.BACKUP_DIR, help="the directory for backups")
        parser.add_argument(
            "--keep-days",
            type=int,
            default=30,
            help="remove backups older than this, but never the newest three; 0 keeps all (default: 30)",
        )

    def handle(self, **options: Any) -> None:
        directory, days = options["to"].expanduser(), options["keep_days"]
        if days < 0:
            raise CommandError("--keep-days is a number of days, 0 or more.")
        call_command("erase_names", stdout=io.StringIO())
        made = make_backup(directory)
        self.stdout.write(f"{made} ({made.stat().st_size / 1e6:.1f} MB), restored and counted.")
        for gone in remove_old_backups(directory, days) if days else ():
            self.stdout.write(f"Removed {gone.name}, older than {days} days.")
