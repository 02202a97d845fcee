"""Rounds in which nobody meets again, found by looking at every one there is. Pure.

A round is an exact cover of those who play by tables of people who may meet. Whoever has the fewest people
left to meet is seated first. So few tables are looked at: some hundreds where hardly anybody may meet any
more, and where nearly everybody may, as many as there are. A search ends with its `Budget` of tables.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .designs import Round

#: how many next rounds are tried, of the rounds that are to follow; more where others may sit out
TRIES, TRIES_WITH_BYES = 6, 12  # pragma: no mutate


@dataclass(slots=True)
class Budget:
    """How many tables may still be looked at."""

    steps: int


class FreshRounds:
    """The rounds of these places, tables of `seats`, in which nobody meets whom they met `before`.

    Places that stand near each other in `places` are seated together first. A team never meets itself.
    """

    def __init__(
        self,
        places: Sequence[int],
        seats: int,
        before: Sequence[Round],
        own_team: Collection[frozenset[int]],
        budget: Budget,
    ) -> None:
        self.places, self.seats, self.budget = list(places), seats, budget
        self.index = {place: number for number, place in enumerate(self.places)}
        everybody = (1 << len(self.places)) - 1
        #: for each place whom it may meet, a bit for each
        self.free = [everybody & ~(1 << number) for number in range(len(self.places))]
        for table in (table for tables in before for table in tables):
            self._part(table)
        for pair in own_team:
            self._part(tuple(pair))

    def after(self, tables: Round) -> FreshRounds:
        """The rounds that may follow one more round."""
        fresh = FreshRounds((), self.seats, (), (), self.budget)
        fresh.places, fresh.index, fresh.free = self.places, self.index, list(self.free)
        for table in tables:
            fresh._part(table)
        return fresh

    def _part(self, table: Sequence[int]) -> None:
        """These do not meet again."""
        for here, other in combinations([self.index[place] for place in table if place in self.index], 2):
            self.free[here] &= ~(1 << other)
            self.free[other] &= ~(1 << here)

    def rounds(self, sitting_out: Collection[int] = (), order: Sequence[float] = ()) -> Iterator[Round]:
        """Each round there is without those `sitting_out`.

        Those are seated together first whose numbers in `order` are near each other.
        """
        rest = sum(1 << number for number, place in enumerate(self.places) if place not in sitting_out)
        for tables in self._covers(rest, order or range(len(self.places))):
            yield [tuple(self.places[number] for number in table) for table in tables]

    def _covers(self, rest: int, order: Sequence[float]) -> Iterator[list[tuple[int, ...]]]:
        if not rest:
            yield []
            return
        first = fewest = len(self.places)
        left = rest
        while left:
            bit = left & -left
            left ^= bit
            number = bit.bit_length() - 1
            if (count := (self.free[number] & rest).bit_count()) < fewest:
                fewest, first = count, number
        if fewest < self.seats - 1:
            return
        may = self.free[first] & rest
        near = sorted(_bits(may), key=lambda number: abs(order[number] - order[first]))
        for table in self._tables((first,), may, near):
            gone = sum(1 << number for number in table)
            for tables in self._covers(rest & ~gone, order):
                yield [table, *tables]

    def _tables(self, seated: tuple[int, ...], may: int, near: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The tables of those who are seated and of others, each of whom may meet all."""
        for at, number in enumerate(near):
            if not may >> number & 1:
                continue
            self.budget.steps -= 1
            if self.budget.steps < 0:
                return
            table = (*seated, number)
            if len(table) == self.seats:
                yield table
            else:
                yield from self._tables(table, may & self.free[number], near[at:])

    def how_many_follow(self, rounds_to_follow: int, byes: Counter[int], chance: random.Random) -> int:
        """How many rounds, of so many `rounds_to_follow`, are sure to be there without a repeated meeting.

        Those who fill no table sit out in turn, by the `byes` they have had.
        """
        over = len(self.places) % self.seats
        follow_at_most = 0
        for _try in range((TRIES_WITH_BYES if over else TRIES) if rounds_to_follow else 0):
            order = [chance.random() for _place in self.places]
            out = sorted(self.places, key=lambda place: (byes[place], order[self.index[place]]))[:over]
            tables = next(self.rounds(out, order), None)
            if tables is not None:
                follow = self.after(tables).how_many_follow(rounds_to_follow - 1, byes + Counter(out), chance)
                follow_at_most = max(follow_at_most, 1 + follow)
            if follow_at_most == rounds_to_follow or self.budget.steps < 0 or (tables is None and not over):
                break
        return follow_at_most


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
