"""Who goes on from a ranking to the next phase or stage, and what they take along. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from .drawing import CannotDraw
from .scoring import TENTH, Scoring
from .standings import StandingsRow, Sums, rank_entries

WHOLE, HALF, NOTHING, BONUS = "whole", "half", "nothing", "bonus"
#: how stages store that everything goes on
ALL = "all"
SHARES = {WHOLE: Fraction(1), ALL: Fraction(1), HALF: Fraction(1, 2), NOTHING: Fraction(0)}


@dataclass(frozen=True, slots=True)
class Cut:
    """Keys of those who go on `through` the ranking, the first place first. The `level` share the rank at
    which the places run out: somebody must say which `free` of them go on. `short` places stay empty."""

    through: tuple[int, ...]
    level: tuple[int, ...] = ()
    free: int = 0
    short: int = 0

    @property
    def proposed(self) -> tuple[int, ...]:
        """Those who go on where nobody says otherwise: of equals, who stands first in the list."""
        return (*self.through, *self.level[: self.free])


def cut_ranking(ranks: Mapping[int, int | None], places: int, sizes: Mapping[int, int] | None = None) -> Cut:
    """Cut a ranking, each key with its rank, to so many places; who has no rank does not go on.

    `sizes` tells how many places a team takes; everybody else takes one. CannotDraw where equal teams at the
    line do not fill whole what is left.

    >>> cut_ranking({7: 1, 8: 2, 9: 2, 5: None}, 2)
    Cut(through=(7,), level=(8, 9), free=1, short=0)
    >>> cut_ranking({7: 1, 8: 2, 9: 2}, 8, {7: 4, 8: 4, 9: 4})
    Cut(through=(7,), level=(8, 9), free=1, short=0)
    """
    size = {**dict.fromkeys(ranks, 1), **(sizes or {})}
    placed = sorted((place, at, key) for at, (key, place) in enumerate(ranks.items()) if place is not None)
    through: list[int] = []
    left = places
    for _place, equals in groupby(placed, key=lambda entry: entry[0]):
        if not left:
            break
        level = tuple(key for *_order, key in equals)
        level_size = sum(size[key] for key in level)
        if level_size > left:
            each = size[level[0]]
            if left % each or any(size[key] != each for key in level):
                raise CannotDraw(f"{left} places for teams of {[size[key] for key in level]}")
            return Cut(tuple(through), level, left // each)
        through += level
        left -= level_size
    return Cut(tuple(through), short=left)


def ranks_of(rows: Sequence[StandingsRow]) -> dict[int, int | None]:
    """The rank of each row's key, as `cut_ranking` takes them."""
    return {row.sums.key: row.rank for row in rows}


def carried_total(total: Fraction | int, carries: str) -> Fraction:
    """What of a total goes on, in the unit of the total, exactly.

    >>> carried_total(601, HALF), carried_total(601, WHOLE), carried_total(601, NOTHING)
    (Fraction(601, 2), Fraction(601, 1), Fraction(0, 1))
    """
    return total * SHARES[carries]


def stage_start_sums(
    before: Sequence[StandingsRow],
    scoring: Scoring,
    sums: Sequence[Sums],
    carries: str,
    bonus: Sequence[int] = (),
) -> list[Sums]:
    """The `sums` of a stage with what each key brings along from the rows `before`, and its seed by them.

    Of equal ranks who comes first in `sums` is seeded higher. With the total go final points and table
    points, and places where everything goes on. An adjustment that counts whole in every stage stays behind.
    """
    old = {row.sums.key: row for row in before}
    order = sorted(range(len(sums)), key=lambda at: (old[sums[at].key].rank or 0, at))
    seeds = {sums[at].key: seed for seed, at in enumerate(order, start=1)}
    seeded = [replace(entry, seed=seeds[entry.key]) for entry in sums]
    if carries == BONUS:
        ranked = rank_entries(scoring, [old[entry.key].sums for entry in sums])
        return [replace(entry, carried=bonus_of(bonus, ranked, entry.key)) for entry in seeded]
    share = SHARES[carries]
    return [_with(entry, old[entry.key], share) for entry in seeded]


def _with(sums: Sums, old: StandingsRow, share: Fraction) -> Sums:
    if not share:
        return sums
    before = old.sums
    return replace(
        sums,
        carried=(old.total - before.whole) * share,
        tenths=sums.tenths + before.tenths * share,
        table_points=sums.table_points + before.table_points * share,
        places=tuple(map(sum, zip(sums.places, before.places, strict=True))) if share == 1 else sums.places,
    )


def bonus_of(bonus: Sequence[int], ranked: Sequence[StandingsRow], key: int) -> Fraction:
    """What a place brings along by its rank among those who go on, in 600ths; who ties shares.

    `bonus` are tenths of a point for each rank; who came behind them brings nothing.
    """
    own_rank = next(row.rank for row in ranked if row.sums.key == key) or 1
    sharing = sum(row.rank == own_rank for row in ranked)
    return Fraction(TENTH * sum(bonus[own_rank - 1 : own_rank - 1 + sharing]), sharing)
