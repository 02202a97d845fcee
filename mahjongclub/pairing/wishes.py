"""Wishes of a seating: who is kept apart in the first rounds, and who stays at which tables. Pure.

Who meets whom is settled first: a plan's places are symmetric, so that wishes choose who stands where in it
(`exchange_places`), and no meeting is repeated for their sake. Rounds drawn singly weigh them with the rest.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from .designs import Round

Pair = frozenset[int]
#: what it costs that two meet who wish not to, a repeated meeting costing 1; and two of a team, beside it
APART, OWN_TEAM = 0.9, 50
#: how many exchanges are tried
STEPS = 120_000  # pragma: no mutate
HOT, COLD = 0.8, 0.05


@dataclass(frozen=True, slots=True)
class Wishes:
    """Pairs to be kept `apart` in the first `rounds`, and the `tables` (from 1) at which a place may sit."""

    apart: frozenset[Pair] = frozenset()
    rounds: int = 0
    tables: Mapping[int, Collection[int]] = field(default_factory=dict)

    def for_round(self, number: int) -> frozenset[Pair]:
        """Who is kept apart in a round (from 1)."""
        return self.apart if number <= self.rounds else frozenset()

    def after(self, rounds: int) -> Wishes:
        """The same for the rounds that come after so many."""
        return replace(self, rounds=max(0, self.rounds - rounds))

    @property
    def pairs_without_shared_table(self) -> frozenset[Pair]:
        """Return the pairs whose wished tables have none in common: they cannot meet and both be granted."""
        both = combinations(self.tables, 2)
        return frozenset(
            frozenset(pair) for pair in both if not set(self.tables[pair[0]]) & set(self.tables[pair[1]])
        )

    def among(self, places: Sequence[int]) -> Wishes:
        """Return the wishes among these places alone, numbered by their position in `places`."""
        at = {place: number for number, place in enumerate(places)}
        pairs = (tuple(pair) for pair in self.apart)
        return Wishes(
            frozenset(frozenset((at[p], at[q])) for p, q in pairs if p in at and q in at),
            self.rounds,
            {at[place]: tables for place, tables in self.tables.items() if place in at},
        )

    def apart_groups(self, places: int) -> list[int | None]:
        """A number for each place, the same for those who are, by way of others too, to be kept apart."""
        of = list(range(places))

        def root(place: int) -> int:
            while of[place] != place:
                of[place] = place = of[of[place]]
            return place

        for vacated_place, other in map(tuple, self.apart):
            of[root(vacated_place)] = root(other)
        named = {place for pair in self.apart for place in pair}
        return [root(place) if place in named else None for place in range(places)]


NO_WISHES = Wishes()


def unwanted_meetings(rounds: Sequence[Round], wishes: Wishes) -> list[tuple[int, int, Pair]]:
    """Who meets though they wished not to: the round and the table, from 1, and the pair."""
    return [
        (number, at, frozenset(pair))
        for number, tables in enumerate(rounds[: wishes.rounds], start=1)
        for at, table in enumerate(tables, start=1)
        for pair in combinations(table, 2)
        if frozenset(pair) in wishes.apart
    ]


def unmet_table_wishes(rounds: Sequence[Round], wishes: Wishes) -> list[tuple[int, int, int]]:
    """Who sits at no table they wished for: the round and the table, from 1, and the place."""
    return [
        (number, at, place)
        for number, tables in enumerate(rounds, start=1)
        for at, table in enumerate(tables, start=1)
        for place in table
        if place in wishes.tables and at not in wishes.tables[place]
    ]


def exchange_places(
    rounds: Sequence[Round], wishes: Wishes, teams: Collection[Pair], places: int, seed: int
) -> list[Round]:
    """The same plan with its places exchanged for each other, so that fewer meet who wish not to.

    `teams` are the pairs of one team, who meet in no round.
    """
    chance = random.Random(seed)
    first = [list[int]() for _place in range(places)]
    every = [list[int]() for _place in range(places)]
    for number, tables in enumerate(rounds, start=1):
        for table in tables:
            for p, q in combinations(table, 2):
                for mine, theirs in ((p, q), (q, p)):
                    every[mine].append(theirs)
                    if number <= wishes.rounds:
                        first[mine].append(theirs)
    #: whom each point meets, and what it costs that two names meet so
    weighed = [(first, _weights(places, wishes.apart, 1.0))]
    if teams or wishes.pairs_without_shared_table:
        kin = _weights(places, wishes.pairs_without_shared_table, 1.0, _weights(places, teams, OWN_TEAM))
        weighed.append((every, kin))
    names = list(range(places))

    def change_of_swap(here: int, there: int) -> float:
        """What it changes that the names of two points change places."""
        change = 0.0
        for meets, weights in weighed:
            mine, theirs = weights[names[here]], weights[names[there]]
            change += 2 * meets[here].count(there) * mine[names[there]]
            for others, ours, instead in ((meets[here], mine, theirs), (meets[there], theirs, mine)):
                names_of_others = [names[other] for other in others]
                change += sum(map(instead.__getitem__, names_of_others)) - sum(
                    map(ours.__getitem__, names_of_others)
                )
        return change

    cost = (
        sum(weights[place][other] for meets, weights in weighed for place in names for other in meets[place])
        / 2
    )
    best, best_names = cost, list(names)
    for step in range(STEPS):
        if best <= 0:
            break
        here, there = int(chance.random() * places), int(chance.random() * places)
        p, q = names[here], names[there]
        change = change_of_swap(here, there)
        heat = HOT * (COLD / HOT) ** (step / STEPS)
        if change > 0 and chance.random() >= math.exp(-change / heat):
            continue
        names[here], names[there] = q, p
        cost += change
        if cost < best - 1e-9:
            best, best_names = cost, list(names)
    return [
        [tuple(best_names[place] for place in table) for table in round_tables] for round_tables in rounds
    ]


def move_to_wished_tables(tables: Round, wishes: Wishes) -> Round:
    """The same tables, exchanged in the hall so that as many as can be sit where they wish."""
    hall = list(tables)
    settled: set[int] = set()
    for place, wished in _ordered(wishes):
        now = next((at for at, table in enumerate(hall) if place in table), None)
        if now is None:
            continue
        free = [at - 1 for at in wished if 0 < at <= len(hall) and at - 1 not in settled]
        if now + 1 not in wished and now not in settled and free:
            to = min((abs(at - now), at) for at in free)[1]
            hall[now], hall[to] = hall[to], hall[now]
            now = to
        settled.add(now)
    return hall


def _ordered(wishes: Wishes) -> Iterator[tuple[int, Collection[int]]]:
    """Who has the fewest tables to choose from comes first."""
    yield from sorted(wishes.tables.items(), key=lambda entry: (len(entry[1]), entry[0]))


def _weights(
    places: int, pairs: Collection[Pair], weight: float, matrix: list[list[float]] | None = None
) -> list[list[float]]:
    matrix = matrix or [[0.0] * places for _place in range(places)]
    for place, other in map(tuple, pairs):
        matrix[place][other] += weight
        matrix[other][place] += weight
    return matrix
