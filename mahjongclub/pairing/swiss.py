"""Swiss rounds: neighbours of the ranking meet, nobody meets again, and later rounds stay possible. Pure."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, count, islice

from .designs import Round
from .fresh import Budget, FreshRounds
from .search import RoundSearch
from .wishes import APART

#: what a difference of places in the ranking costs at tables of `seats`, and each earlier meeting of a pair:
#: no neighbourhood in the ranking is worth a second meeting
RANK_WEIGHT, AGAIN = 0.004, 5
#: how cold the search for a round ends: differences in the ranking cost far less than meetings
COLD = 0.01
#: the steps of the search for a round, and for each of the others where that one leaves none to follow
STEPS, STEPS_OTHERS, OTHERS = 60_000, 6_000, 40  # pragma: no mutate
#: how many tables are looked at for rounds without a repeated meeting, and how many of these are compared
LOOKED_AT, COMPARED = 60_000, 200  # pragma: no mutate
#: and where the search for a round has found none of them
ALL_LOOKED_AT = 500_000  # pragma: no mutate
#: how many ways to sit out are tried
WAYS = 100  # pragma: no mutate


class SwissDraw:
    """The next round of those who are `ranked`, the first first, after the rounds `before`."""

    def __init__(
        self,
        ranked: Sequence[int],
        seats: int,
        before: Sequence[Round],
        own_team: Collection[frozenset[int]],
        apart: Collection[frozenset[int]],
        byes: Counter[int],
        seed: int,
    ) -> None:
        self.ranked, self.seats, self.before, self.seed = ranked, seats, before, seed
        self.own_team, self.apart, self.byes = own_team, apart, byes
        everybody = set(ranked)
        tables = [table for tables_before in before for table in tables_before]
        pairs = (frozenset(pair) for table in tables for pair in combinations(table, 2))
        self.met = Counter(pair for pair in pairs if pair <= everybody)

    def draw(self, ways_to_sit_out: Iterable[Sequence[int]], rounds_to_follow: int) -> Round:
        """A round of one of these choices of who plays, the first of them if it serves as well.

        It repeats no meeting where there is such a round, and leaves the most of the `rounds_to_follow`.
        """
        budget, chance = Budget(LOOKED_AT), random.Random(self.seed)
        following = FreshRounds(self.ranked, self.seats, self.before, self.own_team, budget)
        rounds_to_follow = min(rounds_to_follow, self._most_to_follow())
        best, best_round = -math.inf, list[tuple[int, ...]]()
        for number, places in enumerate(islice(ways_to_sit_out, WAYS)):
            byes = self.byes + Counter(set(self.ranked).difference(places))
            way = _Way(self, places)
            for tables in way.rounds() if number == 0 else way.fresh(budget):
                follow = -1
                if self.is_fresh(tables):
                    follow = following.after(tables).how_many_follow(rounds_to_follow, byes, chance)
                if follow > best:
                    best, best_round = follow, tables
                if best >= rounds_to_follow or budget.steps < 0:
                    return best_round
        return best_round

    def is_fresh(self, drawn: Round) -> bool:
        """Whether nobody meets again."""
        return not any(frozenset(pair) in self.met for table in drawn for pair in combinations(table, 2))

    def _most_to_follow(self) -> int:
        """How many rounds may follow this one: of those whom they have not met, who has met the most meets
        `seats` - 1 in each."""
        meetings = Counter(place for pair in self.met for place in pair)
        most = max(meetings[place] for place in self.ranked)
        return max(0, (len(self.ranked) - 1 - most) // (self.seats - 1) - 1)


class _Way:
    """A round of some of the players, the others sitting out."""

    def __init__(self, swiss: SwissDraw, places: Sequence[int]) -> None:
        self.swiss, self.places = swiss, places
        self.index = {place: number for number, place in enumerate(places)}
        ranks = range(len(places))
        by_distance = [RANK_WEIGHT * max(0, distance - swiss.seats + 1) ** 1.5 for distance in ranks]
        self.costs = [[by_distance[abs(rank - other)] for other in ranks] for rank in ranks]
        for pair, times in swiss.met.items():
            if pair <= self.index.keys():
                here, there = (self.index[place] for place in pair)
                self.costs[here][there] = self.costs[there][here] = self.costs[here][there] + AGAIN * times

    def rounds(self) -> Iterator[Round]:
        """The best round that the search finds; then others, all that are fresh if they are few."""
        drawn = self._annealed(self.swiss.seed, STEPS)
        if is_fresh := self.swiss.is_fresh(drawn):
            yield drawn
        every = self.fresh(Budget(LOOKED_AT if is_fresh else ALL_LOOKED_AT))
        if len(every) < COMPARED:
            yield from every or [drawn]
            return
        for seed in islice(count(self.swiss.seed), OTHERS):
            yield self._annealed(seed, STEPS_OTHERS)

    def fresh(self, budget: Budget) -> list[Round]:
        """Rounds in which nobody meets again, those first in which neighbours of the ranking meet."""
        swiss = self.swiss
        every = FreshRounds(self.places, swiss.seats, swiss.before, swiss.own_team, budget)
        return sorted(islice(every.rounds(), COMPARED), key=self._cost)

    def _annealed(self, seed: int, steps: int) -> Round:
        swiss = self.swiss
        search = RoundSearch(
            self.places,
            swiss.seats,
            swiss.before,
            swiss.own_team,
            seed,
            self.costs,
            apart=swiss.apart,
        )
        return search.rounds(1, steps, start=self.places, cold=COLD)[0]

    def _cost(self, drawn: Round) -> float:
        pairs = [pair for table in drawn for pair in combinations(table, 2)]
        ranks = sum(self.costs[self.index[place]][self.index[other]] for place, other in pairs)
        return float(ranks + APART * sum(frozenset(pair) in self.swiss.apart for pair in pairs))
