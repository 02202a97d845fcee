"""Which table of the hall each group of a round plays at, so that nobody comes to one table again. Pure.

Who meets whom and on which wind is settled before. A round alone is an assignment of its groups to the tables
of the hall, each costing the visits it repeats, which the Hungarian method solves; where the rounds together
still repeat some, two of them are taken out and assigned again, as long as steps are left.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

from .seating_designs import Round, Table

#: how much is tried where visits repeat: steps of the assignments, whatever the machine, and assignments
STEPS, TRIES = 4_000_000, 2_000
#: what tells equal assignments apart, far below one visit
DRAWN = 0.01


class Visits:
    """How often each place has sat at each table of the hall."""

    def __init__(self, tables: int, rounds: Sequence[Round] = ()) -> None:
        self.tables = tables
        self.counts: dict[int, list[int]] = {}
        for one in rounds:
            self.add(one)

    def add(self, tables: Round, times: int = 1) -> None:
        """Count a round whose tables stand in the order of the hall; `times` -1 takes it out."""
        for number, table in enumerate(tables):
            for place in table:
                self.counts.setdefault(place, [0] * self.tables)[number] += times

    @property
    def repeated(self) -> int:
        """Every visit of a place to a table after its first there."""
        return sum(max(0, count - 1) for count in chain.from_iterable(self.counts.values()))

    def cost(self, table: Table, number: int) -> int:
        """What it repeats that these places sit at that table: the visits of each there."""
        return sum(self.counts[place][number] for place in table if place in self.counts)


def spread(rounds: Sequence[Round], seed: int) -> list[Round]:
    """Rounds known together, each with its tables in the order of the hall, few visits repeated."""
    chance = random.Random(seed)
    tables = max((len(one) for one in rounds), default=0)
    hall = chance.sample(range(tables), tables)
    rounds = [[one[number] for number in hall] for one in rounds]
    visits = Visits(tables, rounds)
    least = max(0, len(rounds) - tables) * len(visits.counts)
    if visits.repeated == least:
        return rounds  # a design that has the hall in it
    found: list[Round] = []
    visits = Visits(tables)
    for one in rounds:
        found.append(_assigned(one, visits, chance))
        visits.add(found[-1])
    best, kept = visits.repeated, list(found)
    for _try in range(min(TRIES, STEPS // (tables + 1) ** 3)):
        if best <= least:
            break
        # two rounds stand aside, and come back one after the other
        aside = chance.sample(range(len(found)), min(2, len(found)))
        for number in aside:
            visits.add(found[number], -1)
        for number in aside:
            found[number] = _assigned(found[number], visits, chance)
            visits.add(found[number])
        if (repeated := visits.repeated) < best:
            best, kept = repeated, list(found)
    return kept


def next_spread(tables: Round, before: Sequence[Round], seed: int) -> Round:
    """A round drawn after others, at the tables its places have visited least."""
    count = max(map(len, (tables, *before)))
    return _assigned(tables, Visits(count, before), random.Random(seed))


def _assigned(tables: Round, visits: Visits, chance: random.Random) -> Round:
    hall = range(len(tables))
    costs = [[visits.cost(table, to) + DRAWN * chance.random() for to in hall] for table in tables]
    found: Round = [()] * len(tables)
    for table, to in zip(tables, cheapest(costs), strict=True):
        found[to] = table
    return found


def cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row its column, no column twice, at the least sum of the costs (the Hungarian method).

    >>> cheapest([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]
    """
    size = len(costs)
    rows, columns = [0.0] * (size + 1), [0.0] * (size + 1)  # potentials
    of_column = [0] * (size + 1)  # the row of each column, from 1; 0 is the row being placed
    for row in range(1, size + 1):
        of_column[0] = row
        column, least, back = 0, [float("inf")] * (size + 1), [0] * (size + 1)
        used = [False] * (size + 1)
        while of_column[column]:
            used[column] = True
            at, step, to = of_column[column], float("inf"), 0
            line, potential = costs[at - 1], rows[at]
            for other in range(1, size + 1):
                if used[other]:
                    continue
                over = line[other - 1] - potential - columns[other]
                if over < least[other]:
                    least[other], back[other] = over, column
                if least[other] < step:
                    step, to = least[other], other
            for other in range(size + 1):
                if used[other]:
                    rows[of_column[other]] += step
                    columns[other] -= step
                else:
                    least[other] -= step
            column = to
        while column:
            of_column[column] = of_column[back[column]]
            column = back[column]
    found = [0] * size
    for column in range(1, size + 1):
        found[of_column[column] - 1] = column - 1
    return found
