"""The bracket of a playoff: how many tables each round has, and who plays at which. Pure.

Entrants are numbers from 1, the best first. Where they do not fill a round, the best begin a round later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_LEVELS = 6


@dataclass(frozen=True, slots=True)
class SeatSource:
    """Where somebody at a table comes from: entrant `seed`, or `place` at `table` of the round before."""

    seed: int | None = None
    table: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class BracketLevel:
    """A round of the bracket: the sources of each table, the strongest first; `go_on` of each go on."""

    tables: tuple[tuple[SeatSource, ...], ...]
    go_on: int | None


def bracket_levels(entrants: int, seats: int, go_on: int) -> tuple[BracketLevel, ...]:
    """The rounds, the first one first, the last one at one table. ValueError where tables are not whole.

    >>> [len(one.tables) for one in bracket_levels(16, 4, 2)]
    [4, 2, 1]
    >>> [source.seed for source in bracket_levels(16, 4, 2)[0].tables[0]]
    [1, 8, 9, 16]
    """
    shape = _shape(entrants, seats, go_on)
    if not shape:
        raise ValueError("no whole tables")
    rounds_of_tables = []
    seeds = [SeatSource(seed) for seed in range(1, entrants + 1)]
    begin = entrants - shape[0] * seats
    waiting, sources = seeds[:begin], seeds[begin:]
    for number, tables in enumerate(shape):
        last = number == len(shape) - 1
        rounds_of_tables.append(BracketLevel(_spread(sources, tables), None if last else go_on))
        through = [
            SeatSource(None, table, place) for place in range(1, go_on + 1) for table in range(1, tables + 1)
        ]
        sources, waiting = [*waiting, *through], []
    return tuple(rounds_of_tables)


def _shape(entrants: int, seats: int, go_on: int) -> list[int]:
    """How many tables each round has; [] where they cannot be whole. Byes are of the first round alone."""
    if not 1 <= go_on < seats:
        return []
    sizes = [seats]  # how many play in the last round, the one before it, and so on
    while sizes[-1] < entrants and len(sizes) < MOST_LEVELS:
        if sizes[-1] % go_on or sizes[-1] // go_on < 1:
            return []
        sizes.append(sizes[-1] // go_on * seats)
    if sizes[-1] == entrants:
        return [size // seats for size in reversed(sizes)]
    if len(sizes) < 2 or sizes[-1] < entrants:
        return []
    # so many tables of the first round, that with those who wait the second is full
    over, gain = entrants - sizes[-2], seats - go_on
    if over % gain:
        return []
    return [over // gain, *(size // seats for size in reversed(sizes[:-1]))]


def _spread(sources: Sequence[SeatSource], tables: int) -> tuple[tuple[SeatSource, ...], ...]:
    """Row after row over the tables, back and forth; who met a round before meets again late."""
    seated: list[list[SeatSource]] = [[] for _table in range(tables)]
    for row, start in enumerate(range(0, len(sources), tables)):
        free = list(range(tables)) if row % 2 == 0 else list(reversed(range(tables)))
        for source in sources[start : start + tables]:
            chosen = next((table for table in free if not _met(source, seated[table])), free[0])
            free.remove(chosen)
            seated[chosen].append(source)
    return tuple(tuple(table) for table in seated)


def _met(source: SeatSource, there: Sequence[SeatSource]) -> bool:
    return source.seed is None and any(
        earlier.seed is None and earlier.table == source.table for earlier in there
    )


def rotated_seats(sides: Sequence[int], game: int) -> Iterator[tuple[int, int]]:
    """Seat and side at a table's game (from 1): with every game everybody sits one wind further."""
    for index, side in enumerate(sides):
        yield (index + game - 1) % len(sides), side
