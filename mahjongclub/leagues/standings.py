"""The standings of a season: pure functions from each player's sums to places, with what decided them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .scoring import Scoring


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player or team has played in a season.

    `value` is the sum over all games, `best` the values of the best games (at least as many as the scoring
    counts), the highest first, `adjustment` what an organiser gave or took: all in 600ths of a point.
    `tenths` are final points in tenths, `places` how often each place was held, the first place first.
    """

    key: int
    games: int
    value: int
    best: tuple[int, ...]
    tenths: int
    places: tuple[int, ...]
    adjustment: int = 0

    def added(self, other: Sums) -> Sums:
        """Both together, under this key."""
        return replace(
            self,
            games=self.games + other.games,
            value=self.value + other.value,
            best=tuple(sorted((*self.best, *other.best), reverse=True)),
            tenths=self.tenths + other.tenths,
            places=tuple(mine + theirs for mine, theirs in zip(self.places, other.places, strict=True)),
            adjustment=self.adjustment + other.adjustment,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings: `rank` is None below the minimum of games.

    `counted` is what the games came to, `total` that and the adjustment, in 600ths of a point. `decided_by`
    names what put this row below one with an equal total, None where the totals differ or the place is
    shared.
    """

    sums: Sums
    counted: Fraction
    total: Fraction
    rank: int | None
    decided_by: str | None = None
    missing: int = 0


def counted(scoring: Scoring, sums: Sums) -> Fraction:
    """What the games come to under the scoring, without the adjustment.

    >>> counted(Scoring(together="best", best_of=2), Sums(1, 3, 900, (600, 400, -100), 15, (1, 1, 1, 0)))
    Fraction(1000, 1)
    """
    if not sums.games:
        return Fraction(0)
    if scoring.together == "average":
        return Fraction(sums.value, sums.games)
    if scoring.together == "best":
        return Fraction(sum(sums.best[: scoring.best_of]))
    return Fraction(sums.value)


def rank(scoring: Scoring, players: Sequence[Sums]) -> list[Row]:
    """The standings, the first place first; players short of the minimum of games follow without a place."""
    rows = []
    for sums in players:
        came_to = counted(scoring, sums)
        missing = max(0, scoring.minimum_games - sums.games)
        rows.append(Row(sums, came_to, came_to + sums.adjustment, None, missing=missing))
    placed = sorted((row for row in rows if not row.missing), key=lambda row: _sort_key(scoring, row))
    below = sorted((row for row in rows if row.missing), key=lambda row: _sort_key(scoring, row))
    ranked: list[Row] = []
    for index, row in enumerate(placed):
        before = ranked[-1] if ranked else None
        if before is not None and _merits(scoring, before) == _merits(scoring, row):
            ranked.append(replace(row, rank=before.rank))
        else:
            ranked.append(replace(row, rank=index + 1, decided_by=_what_decided(scoring, before, row)))
    return ranked + below


def _sort_key(scoring: Scoring, row: Row) -> tuple[Any, ...]:
    return (*(_negated(merit) for merit in _merits(scoring, row)), row.sums.key)


def _negated(merit: Any) -> Any:
    return tuple(-part for part in merit) if isinstance(merit, tuple) else -merit


def _merits(scoring: Scoring, row: Row) -> tuple[Any, ...]:
    """The total and then each way ties are decided, more being better."""
    return (row.total, *(merit(row.sums, name) for name in scoring.ties))


def merit(sums: Sums, name: str) -> Any:
    """What a player brings to one way of deciding ties; more is better.

    >>> merit(Sums(1, 4, 0, (), 0, (2, 0, 1, 1)), "average_place")
    Fraction(-9, 4)
    """
    match name:
        case "points":
            return sums.tenths
        case "average_place":
            return -average_place(sums.places)
        case "firsts":
            return sums.places
        case "best_game":
            return max(sums.best, default=0)
        case "more_games":
            return sums.games
        case "fewer_games":
            return -sums.games
    raise ValueError(name)


def average_place(places: Sequence[int]) -> Fraction:
    """The mean of the places held; 0 without a game."""
    games = sum(places)
    held = sum(place * times for place, times in enumerate(places, start=1))
    return Fraction(held, games) if games else Fraction(0)


def _what_decided(scoring: Scoring, before: Row | None, row: Row) -> str | None:
    if before is None or before.total != row.total:
        return None
    for name in scoring.ties:
        if merit(before.sums, name) != merit(row.sums, name):
            return name
    return None
