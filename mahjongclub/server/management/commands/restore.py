"""Restore a backup."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from mahjongclub.server.backups.restoring import restore_backup
from mahjongclub.server.own_files import restrict_files_to_owner


class Command(BaseCommand):
    help = "Put a backup in the place of everything this installation holds. Stop the app first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file made by the command backup")
        parser.add_argument(
            "--force", action="store_true", help="replace the data there are, once they are backed up"
        )

    def handle(self, **options: Any) -> None:
        restrict_files_to_owner()
        about, before = restore_backup(
            options["file"].expanduser(), settings.BACKUP_DIR, force=options["force"]
        )
        if before is not None:
            self.stdout.write(f"What was here before is in {before}.")
        self.stdout.write(
            f"Restored the backup of {about.made} (version {about.version}): "
            f"{sum(about.rows.values())} rows in {len(about.rows)} tables."
        )
        if os.environ.get("SECRET_KEY"):
            self.stdout.write("SECRET_KEY is set, so the backup's own key (DATA_DIR/secret_key) is not used.")
        call_command("migrate", interactive=False, verbosity=0)
