"""Bring a club in from the file that export_club wrote."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.naming import name_key

from ...archive.bringing import ImportedArchive, import_archive
from ...archive.container import BadArchive

DAYS = 7


class Command(BaseCommand):
    help = (
        "Bring a club in from the file that export_club wrote: every hand is settled anew, and no account is "
        "touched. Nothing is stored of a file that is not whole."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what export_club wrote")
        parser.add_argument(
            "--owner", help="the account that is to own the club; without it a link makes its owner"
        )
        parser.add_argument(
            "--as", dest="slug", default="", metavar="SLUG", help="another address, also for a second copy"
        )
        parser.add_argument("--name", default="", help="another name")

    def handle(self, **options: Any) -> None:
        owner = None
        if options["owner"]:
            owner = Account.objects.filter(username_key=name_key(options["owner"])).first()
            if owner is None:
                raise CommandError(f"There is no account called {options['owner']}.")
        try:
            with open(options["file"], "rb") as file:
                brought = import_archive(
                    file, owner=owner, slug=options["slug"], name=options["name"], report=self.show_progress
                )
        except OSError as fault:
            raise CommandError(f"{options['file']} cannot be read: {fault}") from None
        except BadArchive as fault:
            raise CommandError(f"Nothing was stored. {fault}") from None
        self.report_import(brought, owner)

    def show_progress(self, what: str, done: int, whole: int) -> None:
        """One line that moves on a terminal; nothing in a log."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{what.replace('_', ' ')}: {done:,} of {whole:,}   ", ending="")

    def report_import(self, brought: ImportedArchive, owner: Account | None) -> None:
        """What came, what is to be known of it, and how somebody gets in."""
        club, counts = brought.club, brought.counts
        self.stdout.write(
            f"{club.name}: {counts['sessions']:,} games with {counts['hands']:,} hands, "
            f"{counts['players']:,} players, {counts['evenings']:,} evenings, at /c/{club.slug}/"
        )
        for warning in brought.warnings:
            self.stdout.write(self.style.WARNING(warning))
        if brought.members:
            roles = Counter(str(member.get("role")) for member in brought.members)
            role_counts = ", ".join(f"{count} {role}" for role, count in roles.items())
            self.stdout.write(f"Its members there are no members here until they are invited: {role_counts}.")
        if owner is None:
            _invitation, token = create_club_invitation(club, None, Role.OWNER, 1, DAYS)
            path = reverse("clubs:join", args=[token])
            self.stdout.write(
                f"Whoever follows this link first, signed in, owns the club ({DAYS} days):\n"
                f"  {settings.PUBLIC_URL}{path}"
            )
