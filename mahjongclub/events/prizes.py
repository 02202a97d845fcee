"""Prizes by rank, and who won each table: for the ceremony. Nothing of it is stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _

from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import decimal_in_words
from mahjongclub.pairing.scoring import TENTH

from .ranking import RankingLine, table_points_formatter
from .state import TournamentState

MOST_PRIZES, LONGEST = 240, 2000


@dataclass(frozen=True, slots=True)
class Prize:
    """What one player of the ranking gets, in words; `shared` with how many others."""

    line: RankingLine
    prize: str
    shared: int


@dataclass(frozen=True, slots=True)
class TableWinners:
    """The best of one table of a round, several where they are equal."""

    table: int
    names: tuple[str, ...]
    total: str


def read_prizes(typed: str) -> list[Fraction]:
    """The prizes from the first place down, whole or with two decimals. Raises Refused."""
    words = typed[:LONGEST].split()
    amounts = all(re.fullmatch(r"[0-9]{1,9}([.,][0-9]{1,2})?", word) for word in words)
    if len(words) > MOST_PRIZES or not amounts:
        raise Refused(_("Write one prize after the other, such as 100 60 40."))
    return [Fraction(word.replace(",", ".")) for word in words]


def share_prizes(lines: Iterable[RankingLine], prizes: Sequence[Fraction]) -> list[Prize]:
    """Who gets what: equal ranks share what their places bring, in equal parts.

    >>> first, second = (RankingLine(name=name, rank=1, total="", value=0, why="") for name in ("Ann", "Bo"))
    >>> [one.prize for one in share_prizes([first, second], [Fraction(100), Fraction(60)])]
    ['80', '80']
    """
    ranked = [line for line in lines if line.rank is not None]
    rows: list[Prize] = []
    for _rank, group in groupby(ranked, key=lambda line: line.rank):
        equal = list(group)
        pot = sum(prizes[len(rows) : len(rows) + len(equal)], Fraction(0))
        rows += [Prize(line, _in_words(pot / len(equal)), len(equal) - 1) for line in equal]
    return [row for row in rows if row.prize != "0"]


def _in_words(amount: Fraction) -> str:
    """A number with two decimals at most, none where it is whole."""
    exact = float(round(amount, 2))
    return decimal_in_words(int(exact) if exact.is_integer() else exact)


def table_winners_by_round(state: TournamentState) -> list[tuple[int, list[TableWinners]]]:
    """Of each round with results, the latest first: who made most at each table."""
    say = table_points_formatter(state)
    rounds = []
    for round_ in reversed(state.published):
        tables = []
        for table in sorted(round_.tables.all(), key=lambda table: table.number):
            results = {
                place: result
                for seat in table.seats.all()
                if (place := seat.place_id) is not None
                and (result := state.results.get((round_.number, place))) is not None
            }
            if not results:
                continue
            best = max(result.tenths for result in results.values())
            names = [
                player.shown_name
                for place, result in results.items()
                if result.tenths == best and (player := state.player(place, round_.number)) is not None
            ]
            tables.append(TableWinners(table.number, tuple(names), say(best * TENTH)))
        if tables:
            rounds.append((round_.number, tables))
    return rounds
