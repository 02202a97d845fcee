"""Print who sits where in every round of a tournament."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mahjongclub.pairing.drawing import CannotDraw, measure_seating, plan_rounds

#: more than any hall holds, and what stays within seconds
MOST_PLAYERS, MOST_ROUNDS = 400, 40


class Command(BaseCommand):
    help = (
        "Print the seating of a tournament: players are numbered from 1, each table lists its places in the"
        " order E S W N. The same seed gives the same seating."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--players", type=int, required=True, help="how many; who fills no table sits out"
        )
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seats", type=int, default=4, help="places at one table (default: 4)")
        parser.add_argument("--seed", type=int, default=1, help="another one, another seating (default: 1)")
        parser.add_argument("--json", action="store_true", help="print [[[player, …] a table] a round]")

    def handle(self, **options: Any) -> None:
        players, rounds, seats = options["players"], options["rounds"], options["seats"]
        if not 0 < players <= MOST_PLAYERS or not 0 < rounds <= MOST_ROUNDS or not 2 <= seats <= 7:
            raise CommandError(
                f"A seating has 1 to {MOST_PLAYERS} players, 1 to {MOST_ROUNDS} rounds, tables of 2 to 7."
            )
        nobody = [None] * players
        try:
            made = plan_rounds(seats, rounds, nobody, options["seed"], byes=True)
        except CannotDraw as fault:
            raise CommandError(f"{players} players do not fill a table: {fault.missing} more.") from None
        numbered = [[[place + 1 for place in table] for table in round_tables] for round_tables in made]
        if options["json"]:
            self.stdout.write(json.dumps(numbered))
            return
        for number, round_tables in enumerate(numbered, start=1):
            self.stdout.write(f"Round {number}")
            for table, places in enumerate(round_tables, start=1):
                self.stdout.write(f"  table {table}: {' '.join(map(str, places))}")
            if out := sorted(set(range(1, players + 1)).difference(*round_tables)):
                self.stdout.write(f"  sit out: {' '.join(map(str, out))}")
        quality = measure_seating(made, nobody)
        self.stdout.write(
            f"Repeated meetings {quality.repeated} (at least {quality.bound}),"
            f" repeated visits to a table {quality.visits} (at least {quality.visits_bound}),"
            f" winds differ by at most {quality.winds}."
        )
