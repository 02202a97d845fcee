"""The European ranking (MERS): what an event weighs, and what its results make of a player on a day. Pure.

Formulas as the European Mahjong Association publishes them (mahjong-europe.org, "Basics for ranking system",
assembly of 25 May 2017). Of equal base ranks part A takes those of the lower weight first, part B those of
the higher, as the published lists do (github.com/ldekerg/European-Mahjong). On an anniversary a result still
has the weight of the day before, as the association's own program counts (`yearsPrior`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

#: a result counts for so many years, and half of its weight after the first
YEARS, WHOLE_YEARS = 2, 1
#: a ranking has at least so many results, and is padded to so many
FEWEST, PADDED = 2, 5
#: part A takes the best of these and of the rest this part, part B the best
BEST_OF_A, PART_OF_REST, BEST_OF_B = 5, Fraction(4, 5), 4
HALF = Fraction(1, 2)


def event_weight(days: int, players: int, countries: int, *, qualification: bool = False) -> Fraction:
    """What an event weighs: its days (up to three), its players, its countries, one more for a qualification.

    >>> event_weight(2, 84, 9), event_weight(1, 40, 5), event_weight(3, 120, 12, qualification=True)
    (Fraction(7, 2), Fraction(1, 1), Fraction(6, 1))
    """
    size = HALF * ((players > 40) + (players > 80))
    spread = HALF * ((countries > 5) + (countries > 10))
    return min(max(days, 1), 3) + size + spread + int(qualification)


def base_rank(position: int, players: int) -> int:
    """The points of a place: 1000 for the first, 0 for the last.

    >>> base_rank(1, 84), base_rank(2, 84), base_rank(84, 84)
    (1000, 988, 0)
    """
    if players < 2:
        return 1000
    return math.floor(Fraction(1000 * (players - position), players - 1) + HALF)


@dataclass(frozen=True, slots=True)
class MersResult:
    """A player's place at an event of that weight; `day` is its last."""

    player: str
    position: int
    players: int
    weight: Fraction
    day: date

    def weight_on(self, day: date) -> Fraction:
        """What it still weighs on a day: nothing before it and after two years, half after one."""
        if not self.day <= day or self.day < _years_before(day, YEARS):
            return Fraction(0)
        return self.weight * (HALF if self.day < _years_before(day, WHOLE_YEARS) else 1)


def mers_ranking(results: Iterable[MersResult], day: date) -> list[tuple[str, Fraction]]:
    """Players with their ranking on a day, the highest first; who has fewer than two results is not in it."""
    rank_by_player: dict[str, list[tuple[int, Fraction]]] = {}
    for result in results:
        if weight := result.weight_on(day):
            rank_by_player.setdefault(result.player, []).append(
                (base_rank(result.position, result.players), weight)
            )
    ranked = [(player, mers_value(each)) for player, each in rank_by_player.items() if len(each) >= FEWEST]
    return sorted(ranked, key=lambda row: (-row[1], row[0]))


def mers_value(results: Sequence[tuple[int, Fraction]]) -> Fraction:
    """The ranking that results make, each a base rank and its weight on the day: half of part A, half of B.

    >>> mers_value([(1000, Fraction(2)), (500, Fraction(1))])
    Fraction(1375, 3)
    """
    padded = [*results, *[(0, Fraction(1))] * (PADDED - len(results))]
    in_a = math.ceil(BEST_OF_A + PART_OF_REST * max(len(padded) - BEST_OF_A, 0))
    part_a = sorted(padded, key=lambda result: (-result[0], result[1]))[:in_a]
    part_b = sorted(padded, key=lambda result: (-result[0], -result[1]))[:BEST_OF_B]
    return (_mean(part_a) + _mean(part_b)) / 2


def _mean(results: Sequence[tuple[int, Fraction]]) -> Fraction:
    weights = sum((weight for _base, weight in results), Fraction(0))
    return sum((base * weight for base, weight in results), Fraction(0)) / weights


def _years_before(day: date, years: int) -> date:
    """The day so many years before, counted by the lengths of the years as the association does: from a day
    after February of a leap year it is a day later than the calendar's.

    >>> _years_before(date(2026, 11, 26), 1), _years_before(date(2024, 11, 26), 1)
    (datetime.date(2025, 11, 26), datetime.date(2023, 11, 27))
    """
    return day - (date(day.year, 1, 1) - date(day.year - years, 1, 1))
