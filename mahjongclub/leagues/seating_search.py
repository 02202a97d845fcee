"""Seatings by annealing, where no design is known: repeated meetings are swapped away, two places at a time.

Pure. The search starts from a seed and counts its steps, not the time, so that it repeats; the most it takes
is a few seconds. A solver was not taken: OR-tools is far larger than all else the app needs, and counting
meetings is the kind of problem on which constraint solvers are known to do worse than local search.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence
from itertools import combinations

from .seating_designs import Round

MOST_STEPS = 500_000
#: what meeting a member of the own team costs, a repeated meeting costing 1
OWN_TEAM = 50
HOT, COLD = 0.9, 0.15


class Search:
    """Rounds being improved at tables of `seats`, given those played `before`.

    A pair that has met n times costs n more if it meets again, and each time what it costs in itself: much
    within a team (`own_team`), and its distance where `distances` are given.
    """

    def __init__(
        self,
        places: Sequence[int],
        seats: int,
        before: Sequence[Round],
        own_team: Collection[frozenset[int]],
        seed: int,
        distances: Sequence[Sequence[float]] | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.seats = seats
        self.places = list(places)
        index = {place: number for number, place in enumerate(self.places)}
        count = len(self.places)
        self.met = [[0] * count for _place in range(count)]
        for table in (table for one in before for table in one):
            for p, q in combinations([index[place] for place in table if place in index], 2):
                self.met[p][q] += 1
                self.met[q][p] += 1
        self.extra = [[0.0] * count for _place in range(count)]
        for p, q in combinations(range(count), 2):
            extra = OWN_TEAM if frozenset((self.places[p], self.places[q])) in own_team else 0.0
            extra += distances[p][q] if distances is not None else 0.0
            self.extra[p][q] = self.extra[q][p] = extra

    def rounds(
        self, count: int, steps: int = MOST_STEPS, start: Sequence[int] | None = None, enough: float = 0
    ) -> list[Round]:
        """So many rounds with as few repeated meetings as the steps allow.

        `start` orders the first try; once the cost is down to `enough` the search stops.
        """
        order = list(range(len(self.places)))
        lines = []
        for _round in range(count):
            if start is None:
                self.chance.shuffle(order)
            line = [self.places.index(place) for place in start] if start is not None else list(order)
            lines.append(line)
            self._count(line)
        cost = sum(self._cost(p, q, self.met[p][q]) for p, q in combinations(range(len(self.places)), 2))
        best, kept = cost, [list(line) for line in lines]
        for step in range(steps):
            if best <= enough:
                break
            heat = HOT * (COLD / HOT) ** (step / steps)
            cost += self._try(lines[self.chance.randrange(count)], heat)
            if cost < best - 1e-9:
                best, kept = cost, [list(line) for line in lines]
        return [self._tables(line) for line in kept]

    def _cost(self, p: int, q: int, times: int) -> float:
        return times * (times - 1) / 2 + self.extra[p][q] * times

    def _count(self, line: list[int]) -> None:
        for begin in range(0, len(line), self.seats):
            for p, q in combinations(line[begin : begin + self.seats], 2):
                self.met[p][q] += 1
                self.met[q][p] += 1

    def _try(self, line: list[int], heat: float) -> float:
        """Swap two places of different tables, or leave them; the change of the cost."""
        seats, met, extra = self.seats, self.met, self.extra
        i, j = int(self.chance.random() * len(line)), int(self.chance.random() * len(line))
        one, other = i // seats * seats, j // seats * seats
        if one == other:
            return 0.0
        p, q = line[i], line[j]
        change = 0.0
        mine, theirs = met[p], met[q]
        # one more meeting of a pair that has met n times costs n more, one less n - 1
        for x in line[one : one + seats]:
            if x != p:
                change += theirs[x] - mine[x] + 1 + extra[q][x] - extra[p][x]
        for x in line[other : other + seats]:
            if x != q:
                change += mine[x] - theirs[x] + 1 + extra[p][x] - extra[q][x]
        if change > 0 and self.chance.random() >= math.exp(-change / heat):
            return 0.0
        for x in line[one : one + seats]:
            if x != p:
                met[p][x] -= 1
                met[x][p] -= 1
                met[q][x] += 1
                met[x][q] += 1
        for x in line[other : other + seats]:
            if x != q:
                met[q][x] -= 1
                met[x][q] -= 1
                met[p][x] += 1
                met[x][p] += 1
        line[i], line[j] = q, p
        return change

    def _tables(self, line: list[int]) -> Round:
        named = [self.places[one] for one in line]
        return [tuple(named[begin : begin + self.seats]) for begin in range(0, len(named), self.seats)]
