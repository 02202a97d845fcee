"""Compute European rankings (MERS) from a file of results."""

from __future__ import annotations

import csv
import json
from argparse import ArgumentParser
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from mahjongclub.events.federation.mers import MersResult, mers_ranking

COLUMNS = ("player", "position", "players", "weight", "date")


class Command(BaseCommand):
    help = "Compute rankings from results in CSV: player, position, players, weight, date (2026-11-23)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="with a heading line of these names")
        parser.add_argument("--day", help="rankings of that day (default: today)")
        parser.add_argument("--json", action="store_true", help='print [{"player", "rank", "ranking"}]')

    def handle(self, **options: Any) -> None:
        day = _day(options["day"], "--day") if options["day"] else timezone.localdate()
        rows = mers_ranking(_results(options["file"]), day)
        ranked_players, rank = [], 0
        for number, (player, points) in enumerate(rows, start=1):
            rank = rank if number > 1 and points == rows[number - 2][1] else number
            ranked_players.append({"player": player, "rank": rank, "ranking": round(float(points), 2)})
        if options["json"]:
            self.stdout.write(json.dumps(ranked_players, ensure_ascii=False))
            return
        for row in ranked_players:
            self.stdout.write(f"{row['rank']:>4}  {row['ranking']:>7.2f}  {row['player']}")
        if not ranked_players:
            self.stdout.write("Nobody has two results that count on that day.")


def _results(file: Path) -> list[MersResult]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = csv.DictReader(text)
            lacks = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacks:
                raise CommandError(f"The first line must name the columns; there is no {', '.join(lacks)}.")
            return [_result(row, f"line {rows.line_num}") for row in rows]
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from None
    except (UnicodeDecodeError, csv.Error):
        raise CommandError(f"{file} is no CSV file in UTF-8.") from None


def _result(row: dict[str, Any], where: str) -> MersResult:
    cells = {name: (row[name] or "").strip() for name in COLUMNS}
    try:
        position, players = int(cells["position"]), int(cells["players"])
        weight = Fraction(Decimal(cells["weight"].replace(",", ".")))
    except (ValueError, InvalidOperation, OverflowError):
        raise CommandError(f"{where}: position, players and weight are numbers.") from None
    if not cells["player"] or not 1 <= position <= players or not 0 < weight <= 100:
        raise CommandError(f"{where}: a player, a place among the players, and a weight above 0 are wanted.")
    return MersResult(cells["player"], position, players, weight, _day(cells["date"], where))


def _day(text: str, where: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{where}: “{text}” is not a day: write it as 2026-11-23.") from None
