"""Who goes on from a ranking, and what they take along: pure, for whatever is played in several phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .standings import Row

WHOLE, HALF, NOTHING = "whole", "half", "nothing"


def carried(total: Fraction | int, how: str) -> Fraction:
    """What of a total goes on, in the same unit, exactly.

    >>> carried(601, HALF), carried(601, WHOLE), carried(601, NOTHING)
    (Fraction(601, 2), Fraction(601, 1), Fraction(0, 1))
    """
    return {WHOLE: Fraction(total), HALF: Fraction(total, 2), NOTHING: Fraction(0)}[how]


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on by the standings. `level` are equal in all that is asked, and only `free` of them go on:
    who that is, somebody must say. Keys of rows, the first place first."""

    through: tuple[int, ...]
    level: tuple[int, ...] = ()
    free: int = 0

    @property
    def proposed(self) -> tuple[int, ...]:
        """Those who go on where nobody says otherwise: of equals, who stands first in the list."""
        return (*self.through, *self.level[: self.free])


def cut(rows: Sequence[Row], takes: int) -> Cut:
    """The first `takes` of ranked rows; who has no place does not go on.

    >>> from .standings import Sums
    >>> rows = [Row(Sums(key, 1, 0, (), 0, ()), Fraction(0), Fraction(0), place)
    ...         for key, place in ((7, 1), (8, 2), (9, 2), (5, None))]
    >>> cut(rows, 2)
    Cut(through=(7,), level=(8, 9), free=1)
    """
    placed = [row for row in rows if row.rank is not None]
    through = placed[:takes]
    if len(placed) > takes and through and placed[takes].rank == through[-1].rank:
        line = through[-1].rank
        through = [row for row in through if row.rank != line]
        level = tuple(row.sums.key for row in placed if row.rank == line)
        return Cut(tuple(row.sums.key for row in through), level, takes - len(through))
    return Cut(tuple(row.sums.key for row in through))
