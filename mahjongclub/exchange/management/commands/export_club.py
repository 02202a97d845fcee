"""Write everything of a club into one file."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mahjongclub.clubs.models import Club

from ...archive.writing import write_archive


class Command(BaseCommand):
    help = "Write everything of a club into one file, which import_club brings in on any installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the club, as in its address /c/SLUG/")
        parser.add_argument("file", type=Path, help="the file to write; it must not be there yet")
        parser.add_argument(
            "--hidden-names",
            action="store_true",
            help="take along the names that people hide; else they stay here, and a number stands for each",
        )

    def handle(self, **options: Any) -> None:
        club = Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(f"No club has the address /c/{options['slug']}/.")
        target: Path = options["file"]
        draft = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            # names and what people said: for nobody's eyes but whoever makes it
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                manifest = write_archive(club, file, self.show_progress, hidden_names=options["hidden_names"])
            move_without_overwriting(draft, target)
        except FileExistsError:
            raise CommandError(f"{target} is there already, and stays as it is.") from None
        except OSError as fault:
            raise CommandError(f"{target} cannot be written: {fault}") from None
        finally:
            draft.unlink(missing_ok=True)
        rows = sum(facts.rows for facts in manifest.files.values())
        games = manifest.files["sessions.jsonl"].rows
        self.stdout.write(
            f"{target}: {club.name}, {games:,} games, {rows:,} rows, {target.stat().st_size:,} bytes."
        )

    def show_progress(self, done: int, whole: int) -> None:
        """One line that moves on a terminal; nothing in a log."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{done:,} of {whole:,} rows   ", ending="")


def move_without_overwriting(draft: Path, target: Path) -> None:
    """Give a file its name. FileExistsError where another has that name."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without links, such as a USB stick
        if target.exists():
            raise FileExistsError(target) from None
        draft.rename(target)
