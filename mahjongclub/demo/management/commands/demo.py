"""Fill the database with a believable club, for trials, screenshots and measuring."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date, datetime, time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Club
from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Access

from ...filling import FilledClub, fill

HANDS, MOST_HANDS = 6000, 5_000_000
#: the hour at which tonight's tables are looked at, where the day is given
LOOKED_AT = time(21)


def show_progress(what: str, done: int, whole: int) -> None:
    """Write one line that moves on a terminal; nothing in a log."""
    if sys.stderr.isatty():
        share = 100 * done // whole if whole else 100
        sys.stderr.write(f"\r{what}: {min(done, whole):,} of {whole:,} ({min(share, 100)} %)   ")
        sys.stderr.flush()


def whole(text: str) -> int:
    """A number of hands as typed."""
    try:
        number = int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no whole number") from None
    if not 0 < number <= MOST_HANDS:
        raise ArgumentTypeError(f"from 1 to {MOST_HANDS:,}")
    return number


def day(text: str) -> date:
    """A day as typed."""
    try:
        parsed = date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day such as 2026-11-21") from None
    if not 1980 <= parsed.year <= 2100:
        raise ArgumentTypeError("a day between 1980 and 2100")
    return parsed


class Command(BaseCommand):
    help = (
        "Fill the database with a made-up club: forty players, two years of evenings in every game, leagues, "
        "and a session running now. The same --hands, --seed and --today make the same club again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=whole, default=HANDS, help=f"at least so many (default: {HANDS})")
        parser.add_argument(
            "--seed", type=int, default=1, help="another number makes another club (default: 1)"
        )
        parser.add_argument("--today", type=day, help="the day it is told on (default: now)")
        parser.add_argument(
            "--again", action="store_true", help="add it although the database has a club already"
        )

    def handle(self, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if Club.objects.exists() and not options["again"]:
            raise CommandError(
                "This database has a club already, and nothing was changed. Try another one "
                "(DATA_DIR=/tmp/demo manage.py demo), or --again to add a made-up club beside it."
            )
        now = timezone.now().replace(second=0, microsecond=0)
        if options["today"]:
            now = timezone.make_aware(datetime.combine(options["today"], LOOKED_AT))
        filled = fill(options["hands"], options["seed"], now, show_progress, os.cpu_count() or 1)
        self.tell(filled)

    def tell(self, filled: FilledClub) -> None:
        """What there is now, and how to sign in."""
        club = filled.club
        self.stdout.write(
            f"\n{club.name}: {filled.games:,} games with {filled.hands:,} hands on {filled.evenings} "
            f"evenings, at /c/{club.slug}/"
        )
        self.stdout.write("\nTo sign in (these passwords are told here alone, and are others each time):\n")
        for sign_in in filled.sign_ins:
            self.stdout.write(f"  {sign_in.role.value:<10} {sign_in.name:<20} {sign_in.password}")
        self.stdout.write("\nTonight's tables, to keep the score at (whoever has such a link may):\n")
        for session in filled.running:
            if session.ended_at is None:
                token = access_token(session.code, Access.Role.SCORER, session.access_generation)
                link = reverse("tables:follow_link", args=[session.code, token])
                self.stdout.write(f"  {session.variant:<10} {link}")
