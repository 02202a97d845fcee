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

from .designs import Round
from .wishes import APART, OWN_TEAM

MOST_STEPS = 500_000  # pragma: no mutate
#: a small seating is as good as it gets after so many steps for each pair and round
STEPS_A_PAIR = 300  # pragma: no mutate
HOT, COLD = 0.9, 0.15


class RoundSearch:
    """Rounds being improved at tables of `seats`, given those played `before`.

    A pair that has met n times costs n more if it meets again, and each time what it costs in itself: much
    within a team (`own_team`), its distance where `distances` are given, and in the first `apart_in` rounds
    (None: in all) something where it is to be kept `apart`.
    """

    def __init__(
        self,
        places: Sequence[int],
        seats: int,
        before: Sequence[Round],
        own_team: Collection[frozenset[int]],
        seed: int,
        distances: Sequence[Sequence[float]] | None = None,
        *,
        apart: Collection[frozenset[int]] = (),
        apart_in: int | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.seats = seats
        self.places = list(places)
        index = {place: number for number, place in enumerate(self.places)}
        count = len(self.places)
        self.met = [[0] * count for _place in range(count)]
        for table in (table for tables in before for table in tables):
            for p, q in combinations([index[place] for place in table if place in index], 2):
                self.met[p][q] += 1
                self.met[q][p] += 1
        self.extra = [[0.0] * count for _place in range(count)]
        for p, q in combinations(range(count), 2):
            extra = OWN_TEAM if frozenset((self.places[p], self.places[q])) in own_team else 0.0
            extra += distances[p][q] if distances is not None else 0.0
            self.extra[p][q] = self.extra[q][p] = extra
        self.apart_in = apart_in
        self.extra_apart = [list(row) for row in self.extra] if apart else self.extra
        for p, q in (tuple(pair) for pair in apart):
            if p in index and q in index:
                self.extra_apart[index[p]][index[q]] += APART
                self.extra_apart[index[q]][index[p]] += APART

    def rounds(
        self,
        count: int,
        steps: int = MOST_STEPS,
        start: Sequence[int] | None = None,
        enough: float = 0,
        cold: float = COLD,
    ) -> list[Round]:
        """So many rounds with as few repeated meetings as the steps allow.

        `start` orders the first try; once the cost is down to `enough` the search stops.
        """
        order = list(range(len(self.places)))
        lines = []
        for _round in range(count):
            if start is None:
                self.chance.shuffle(order)
            lines.append([self.places.index(place) for place in start] if start is not None else list(order))
        return self._annealed(lines, steps, enough, cold=cold)

    def improved(self, rounds: Sequence[Round], steps: int, enough: float, hot: float) -> list[Round]:
        """These rounds with fewer repeated meetings; who sits a round out of them still does."""
        index = {place: number for number, place in enumerate(self.places)}
        lines = [[index[place] for table in tables for place in table] for tables in rounds]
        return self._annealed(lines, steps, enough, hot)

    def _annealed(
        self, lines: list[list[int]], steps: int, enough: float, hot: float = HOT, cold: float = COLD
    ) -> list[Round]:
        for line in lines:
            self._count(line)
        count, pairs = len(lines), math.comb(len(self.places), 2)
        steps = min(steps, STEPS_A_PAIR * count * pairs)
        cost = sum(self._cost(p, q, self.met[p][q]) for p, q in combinations(range(len(self.places)), 2))
        apart_lines = lines[: self.apart_in]
        for line in apart_lines:
            for begin in range(0, len(line), self.seats):
                for p, q in combinations(line[begin : begin + self.seats], 2):
                    cost += self.extra_apart[p][q] - self.extra[p][q]
        best, best_lines = cost, [list(line) for line in lines]
        bits, drawn = count.bit_length(), self.chance.getrandbits
        for step in range(steps):
            if best <= enough:
                break
            # as randrange draws it, in a third of the time
            while (number := drawn(bits)) >= count:
                pass
            extra = self.extra_apart if number < len(apart_lines) else self.extra
            cost += self._try(lines[number], hot * (cold / hot) ** (step / steps), extra)
            if cost < best - 1e-9:
                best, best_lines = cost, [list(line) for line in lines]
        return [self._tables(line) for line in best_lines]

    def _cost(self, p: int, q: int, times: int) -> float:
        return times * (times - 1) / 2 + self.extra[p][q] * times

    def _count(self, line: list[int]) -> None:
        for begin in range(0, len(line), self.seats):
            for p, q in combinations(line[begin : begin + self.seats], 2):
                self.met[p][q] += 1
                self.met[q][p] += 1

    def _try(self, line: list[int], heat: float, extra: list[list[float]]) -> float:
        """Swap two places of different tables, or leave them; the change of the cost.

        What makes it worse is taken the more seldom the less `heat` there is.
        """
        seats, met = self.seats, self.met
        i, j = int(self.chance.random() * len(line)), int(self.chance.random() * len(line))
        start, other = i // seats * seats, j // seats * seats
        if start == other:
            return 0.0
        p, q = line[i], line[j]
        change = 0.0
        mine, theirs, my_extra, their_extra = met[p], met[q], extra[p], extra[q]
        # one more meeting of a pair that has met n times costs n more, one less n - 1
        for x in line[start : start + seats]:
            if x != p:
                change += theirs[x] - mine[x] + 1 + their_extra[x] - my_extra[x]
        for x in line[other : other + seats]:
            if x != q:
                change += mine[x] - theirs[x] + 1 + my_extra[x] - their_extra[x]
        if change > 0 and self.chance.random() >= math.exp(-change / heat):
            return 0.0
        for x in line[start : start + seats]:
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
        named = [self.places[number] for number in line]
        return [tuple(named[begin : begin + self.seats]) for begin in range(0, len(named), self.seats)]
