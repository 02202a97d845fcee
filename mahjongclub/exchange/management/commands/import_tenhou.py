"""Bring Tenhou's logs into a club, or only settle them and compare (`--json`)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from mahjongclub.clubs.models import Club
from mahjongclub.rules.words import Text

from ...importing.bringing import import_games
from ...importing.games import games_of_logs
from ...tenhou.files import read_logs
from ...tenhou.reckoning import settle_log
from ...unpacking import MOST_BYTES, FileRefused


class Command(BaseCommand):
    help = "Read Tenhou logs (XML, gzip, JSON), settle every hand by our rules, compare, and keep the games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a log; - for standard input")
        parser.add_argument(
            "--json", action="store_true", help="store nothing; print one JSON line a game, with its hands"
        )
        parser.add_argument(
            "--club", help="the club's address (the end of /c/...); needed where there are more"
        )

    def handle(self, files: list[str], **options: Any) -> None:
        club = None if options["json"] else self._club(options["club"])
        refused = 0
        for name in files:
            try:
                data = _bytes_of(name)
                if club is None:
                    self._compare(name, data)
                else:
                    self._keep(club, name, data)
            except FileRefused as fault:
                refused += 1
                at = f"line {fault.line}: " if fault.line else ""
                self.stderr.write(f"{name}: {at}{fault.text}")
        if refused:
            raise CommandError(f"{refused} of {len(files)} files refused, nothing of them is stored.")

    def _compare(self, name: str, data: bytes) -> None:
        reckonings = [settle_log(log) for log in read_logs(data)]  # all of them before the first is told
        for number, reckoning in enumerate(reckonings, start=1):
            source = name if len(reckonings) == 1 else f"{name}#{number}"
            hands = [asdict(hand) for hand in reckoning.hands]
            self.stdout.write(json.dumps({"source": source, "equal": reckoning.matches_log, "hands": hands}))
            self._tell(source, reckoning.differences, reckoning.remarks)

    def _keep(self, club: Club, name: str, data: bytes) -> None:
        with timezone.override(club.zone):
            games = games_of_logs(read_logs(data), Path(name).name)
            for game in games:
                if game.asks is not None or game.nameless:
                    on_page = Text("The game’s rules or players are missing: import it on the club’s page.")
                    raise FileRefused(on_page if game.asks is None else Text.joined(game.asks, on_page))
            results = import_games(club, games, None)
        for game, brought in zip(games, results, strict=True):
            new = "kept" if brought.new else "known already"
            self.stdout.write(f"{game.source}: {new} as /c/{club.slug}/games/{brought.code}/")
            self._tell(game.source, game.differences, game.remarks)

    def _tell(self, source: str, differences: Any, remarks: Any) -> None:
        for text in (*differences, *remarks):
            self.stderr.write(f"{source}: {text}")

    def _club(self, slug: str | None) -> Club:
        clubs = Club.objects.filter(slug=slug) if slug else Club.objects.all()
        candidates = list(clubs[:2])
        if len(candidates) != 1:
            raise CommandError("Say into which club: --club ADDRESS." if not slug else f"No club “{slug}”.")
        return candidates[0]


def _bytes_of(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise FileRefused(Text("The file cannot be read: {reason}.", reason=fault.strerror)) from None
