"""Which table of the hall each group of a round plays at, so that nobody comes to one table again. Pure.

Who meets whom and on which wind is settled before. A round alone is an assignment of its groups to the tables
of the hall, each costing the visits it repeats, which the Hungarian method solves; where the rounds together
still repeat some, two of them are taken out and assigned again, as long as steps are left.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from .designs import Round, Table

#: how much is tried where visits repeat: steps of the assignments, whatever the machine, and assignments
STEPS, TRIES = 4_000_000, 2_000  # pragma: no mutate
#: what it costs that somebody sits at none of the tables they wish for, a repeated visit costing 1
ELSEWHERE = 1000
#: what tells equal assignments apart, far below one visit
DRAWN = 0.01


class Visits:
    """How often each place has sat at each table of the hall; `wishes` are the tables of who may not walk."""

    def __init__(
        self,
        tables: int,
        rounds: Sequence[Round] = (),
        wishes: Mapping[int, Collection[int]] | None = None,
    ) -> None:
        self.tables = tables
        self.wishes = wishes or {}
        self.counts: dict[int, list[int]] = {}
        for round_tables in rounds:
            self.add(round_tables)

    def add(self, tables: Round, times: int = 1) -> None:
        """Count a round whose tables stand in the order of the hall; `times` -1 takes it out."""
        for number, table in enumerate(tables):
            for place in table:
                self.counts.setdefault(place, [0] * self.tables)[number] += times

    @property
    def repeated(self) -> int:
        """Every visit of a place to a table after its first there, unless it wished for that."""
        counts = (count for place, count in self.counts.items() if place not in self.wishes)
        return sum(sum(count) - self.tables + count.count(0) for count in counts)

    @property
    def unmet_wish_count(self) -> int:
        """Return how often somebody sits at none of the tables they wish for."""
        return sum(
            sum(self.counts[place]) - sum(self.counts[place][at - 1] for at in wished if at <= self.tables)
            for place, wished in self.wishes.items()
            if place in self.counts
        )

    def costs(self, group: Table) -> list[int]:
        """What it repeats that these places sit at each table of the hall: the visits of each there."""
        nowhere = [0] * self.tables
        rows = [
            [0 if number in self.wishes[place] else ELSEWHERE for number in range(1, self.tables + 1)]
            if place in self.wishes
            else self.counts.get(place, nowhere)
            for place in group
        ]
        return list(map(sum, zip(*rows, strict=True)))


def spread_over_hall(
    rounds: Sequence[Round], seed: int, wishes: Mapping[int, Collection[int]] | None = None
) -> list[Round]:
    """Rounds known together, each with its tables in the order of the hall, few visits repeated."""
    chance = random.Random(seed)
    tables = max((len(round_tables) for round_tables in rounds), default=0)
    hall = chance.sample(range(tables), tables)
    rounds = [[round_tables[number] for number in hall] for round_tables in rounds]
    visits = Visits(tables, rounds, wishes)
    played = {place: sum(counts) for place, counts in visits.counts.items() if place not in visits.wishes}
    least = sum(max(0, times - tables) for times in played.values())
    if visits.repeated == least and not visits.unmet_wish_count:
        return rounds  # a design that has the hall in it
    assigned: list[Round] = []
    visits = Visits(tables, (), wishes)
    for tables_of_round in rounds:
        assigned.append(_assigned(tables_of_round, visits, chance))
        visits.add(assigned[-1])
    best, best_rounds = visits.repeated + ELSEWHERE * visits.unmet_wish_count, list(assigned)
    for _try in range(min(TRIES, STEPS // (tables + 1) ** 3)):
        if best <= least:
            break
        # two rounds stand aside, and come back one after the other
        aside = chance.sample(range(len(assigned)), min(2, len(assigned)))
        for number in aside:
            visits.add(assigned[number], -1)
        for number in aside:
            assigned[number] = _assigned(assigned[number], visits, chance)
            visits.add(assigned[number])
        if (repeated := visits.repeated + ELSEWHERE * visits.unmet_wish_count) < best:
            best, best_rounds = repeated, list(assigned)
    return best_rounds


def spread_next_round(
    tables: Round,
    before: Sequence[Round],
    seed: int,
    wishes: Mapping[int, Collection[int]] | None = None,
) -> Round:
    """A round drawn after others, at the tables its places have visited least."""
    count = max(map(len, (tables, *before)))
    return _assigned(tables, Visits(count, before, wishes), random.Random(seed))


def _assigned(tables: Round, visits: Visits, chance: random.Random) -> Round:
    costs = [
        [cost + DRAWN * chance.random() for cost in visits.costs(table)[: len(tables)]] for table in tables
    ]
    hall: Round = [()] * len(tables)
    for table, to in zip(tables, cheapest_assignment(costs), strict=True):
        hall[to] = table
    return hall


def cheapest_assignment(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row its column, no column twice, at the least sum of the costs (the Hungarian method).

    >>> cheapest_assignment([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]
    """
    rows, columns = defaultdict[int, float](float), defaultdict[int | None, float](float)  # potentials
    row_of: dict[int | None, int] = {}  # the row of each column; None is where the row being placed stands
    for row in range(len(costs)):
        column: int | None = None
        row_of[column] = row
        reached: list[int | None] = []
        least, back = dict.fromkeys(range(len(costs)), math.inf), dict[int | None, int | None]()
        while column in row_of:
            reached.append(column)
            at = row_of[column]
            line, potential = costs[at], rows[at]
            for other in least:
                over = line[other] - potential - columns[other]
                if over < least[other]:
                    least[other], back[other] = over, column
            step, nearest = min((over, other) for other, over in least.items())
            del least[nearest]
            for earlier in reached:
                rows[row_of[earlier]] += step
                columns[earlier] -= step
            for other in least:
                least[other] -= step
            column = nearest
        while column is not None:
            row_of[column] = row_of[back[column]]
            column = back[column]
    return sorted((column for column in row_of if column is not None), key=row_of.__getitem__)
