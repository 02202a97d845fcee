"""The standings of a season: pure functions from each player's sums to places, with what decided them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from .scoring import Scoring, in_value_units


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player or team has played in a season.

    `value` is the sum over all games, `best` the values of the best games (at least as many as the scoring
    counts), the highest first, `worst` those of the worst games or evenings (one more than the scoring leaves
    out, where there are so many), the lowest first, `adjustment` what an organiser gave or took: all in
    600ths of a point.
    `tenths` are final points in tenths, `places` how often each place was held, the first place first.
    `carried` is what a phase or stage before gives, in the same unit. Of a tournament: `table_points` is what
    the places brought, `whole` what of the adjustment no stage carries; `seed` is the order of those who came
    through a cut. `evenings` are the days on which somebody has played, `wins` and `deal_ins` hands won and
    dealt into.
    """

    key: int
    games: int
    value: int
    best: tuple[int, ...]
    tenths: int | Fraction
    places: tuple[int, ...]
    adjustment: int = 0
    worst: tuple[int, ...] = ()
    carried: int | Fraction = 0
    table_points: int | Fraction = 0
    whole: int = 0
    seed: int = 0
    evenings: int = 0
    wins: int = 0
    deal_ins: int = 0

    def added(self, other: Sums) -> Sums:
        """Both together, under this key."""
        return replace(
            self,
            games=self.games + other.games,
            value=self.value + other.value,
            best=tuple(sorted((*self.best, *other.best), reverse=True)),
            tenths=self.tenths + other.tenths,
            places=tuple(map(sum, zip_longest(self.places, other.places, fillvalue=0))),
            adjustment=self.adjustment + other.adjustment,
            worst=tuple(sorted((*self.worst, *other.worst))),
            carried=self.carried + other.carried,
            table_points=self.table_points + other.table_points,
            whole=self.whole + other.whole,
            seed=min(self.seed, other.seed),
            evenings=self.evenings + other.evenings,
            wins=self.wins + other.wins,
            deal_ins=self.deal_ins + other.deal_ins,
        )


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings: `rank` is None below the minimum of games or evenings.

    `counted` is what the games came to, `coming` what the evenings brought, `total` both with the adjustment
    and what was carried, in 600ths of a point. `decided_by` names what put this row below one with an equal
    total, None where the totals differ or the place is shared. `missing` games and `missing_evenings` are
    short of a place.
    """

    sums: Sums
    counted: Fraction
    total: Fraction
    rank: int | None
    missing: int
    missing_evenings: int
    coming: int
    decided_by: str | None = None

    @property
    def is_short(self) -> bool:
        """Whether games or evenings are missing for a place."""
        return bool(self.missing or self.missing_evenings)


def total_of_games(scoring: Scoring, sums: Sums) -> Fraction:
    """What the games come to under the scoring, without the adjustment.

    >>> sums = Sums(1, 3, 900, (600, 400, -100), 15, (1, 1, 1, 0))
    >>> total_of_games(Scoring(together="best", best_of=2), sums)
    Fraction(1000, 1)
    """
    if not sums.games:
        return Fraction(0)
    if scoring.together == "average":
        return Fraction(sums.value, sums.games)
    if scoring.together == "best":
        return Fraction(sum(sums.best[: scoring.best_of]))
    return Fraction(sums.value - sum(left_out_values(scoring, sums)))


def left_out_values(scoring: Scoring, sums: Sums) -> tuple[int, ...]:
    """The values of the games or evenings that do not count for being the worst; one always counts.

    >>> two_games = Sums(1, 2, 900, (600,), 15, (1, 1, 0, 0), worst=(300, 600))
    >>> left_out_values(Scoring(together="but_games", but=2), two_games)
    (300,)
    """
    return sums.worst[: min(scoring.left_out_count, max(0, len(sums.worst) - 1))]


def attendance_value(scoring: Scoring, sums: Sums) -> int:
    """Return what the evenings of somebody bring, in 600ths of a point."""
    return in_value_units(scoring.coming) * sums.evenings


def rank_entries(scoring: Scoring, players: Sequence[Sums], evenings: int = 0) -> list[StandingsRow]:
    """The standings, the first place first; players short of games or evenings follow without a place.

    `evenings` is how many there have been.
    """
    rows, needed = [], scoring.evenings_needed(evenings)
    for sums in sorted(players, key=lambda entry: entry.key):
        came_to = total_of_games(scoring, sums)
        missing = max(0, scoring.minimum_games - sums.games)
        coming = attendance_value(scoring, sums)
        total = came_to + coming + sums.adjustment + sums.carried
        absent = max(0, needed - sums.evenings)
        rows.append(StandingsRow(sums, came_to, total, None, missing, absent, coming))
    rows.sort(key=lambda row: _merits(scoring, row), reverse=True)
    ranked: list[StandingsRow] = []
    for index, row in enumerate(row for row in rows if not row.is_short):
        before = ranked[-1] if ranked else None
        if before is not None and _merits(scoring, before) == _merits(scoring, row):
            ranked.append(replace(row, rank=before.rank))
        else:
            ranked.append(replace(row, rank=index + 1, decided_by=_what_decided(scoring, before, row)))
    return ranked + [row for row in rows if row.is_short]


def _merits(scoring: Scoring, row: StandingsRow) -> tuple[Any, ...]:
    """The total and then each way ties are decided, more being better."""
    return (row.total, *(MERITS[name](row.sums) for name in scoring.ties))


#: what a player brings to each way of deciding ties; more is better
MERITS: dict[str, Callable[[Sums], Any]] = {
    "points": lambda sums: sums.tenths,
    "average_place": lambda sums: -average_place(sums.places),
    "firsts": lambda sums: sums.places,
    "best_game": lambda sums: max(sums.best, default=0),
    "more_games": lambda sums: sums.games,
    "fewer_games": lambda sums: -sums.games,
    "table_points": lambda sums: sums.table_points,
    "seed": lambda sums: -sums.seed,
    "wins": lambda sums: sums.wins,
    "deal_ins": lambda sums: -sums.deal_ins,
}


def average_place(places: Sequence[int]) -> Fraction:
    """The mean of the places held; 0 without a game.

    >>> average_place((2, 0, 1, 1))
    Fraction(9, 4)
    """
    games = sum(places)
    sum_of_places = sum(place * times for place, times in enumerate(places, start=1))
    return Fraction(sum_of_places, games) if games else Fraction(0)


def _what_decided(scoring: Scoring, before: StandingsRow | None, row: StandingsRow) -> str | None:
    if before is None or before.total != row.total:
        return None
    differ = (name for name in scoring.ties if MERITS[name](before.sums) != MERITS[name](row.sums))
    return next(differ, None)
