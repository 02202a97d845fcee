"""Who plays whom on a club night: the next round for those present, after the rounds before. Pure.

People are numbers. As many play as the tables' sizes allow; who sat out least sits out next, so that any two
who are there all evening differ by one at most. Then, in what it costs: wishes for a game are met, who asked
for no other game than the first is spared it, nobody sits out twice in a row, who met meets again late. Where
that leaves a choice, who waits at a table waits with those they have met least.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from .search import COLD, HOT
from .winds import balance_next_round

#: what one more meeting of two who met n times costs (times n), a wish not met (and each time before), a
#: table of another game than the first for who did not ask (and each time before), sitting out again at once
MEETING, UNMET, UNASKED, AGAIN = 4, 10, 5, 6
#: so many people are seated by looking at every seating there is, more by a search of so many steps
EXACT = 12
STEPS = 30_000  # pragma: no mutate
#: of how many ways to divide people into tables the search seats each
LAYOUTS_SEARCHED = 3  # pragma: no mutate
#: at a table of so many a fifth may sit and wait for the round
TAKES_FIFTH = 4


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game played tonight, and how many play at one of its tables."""

    game: str
    seats: int


@dataclass(frozen=True, slots=True)
class TableDraw:
    """Who plays at a table, in the order of the winds, and who sits there waiting for the round."""

    game: str
    places: tuple[int, ...]
    waits: int | None = None


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """The tables of a round, and who sits out at none of them."""

    tables: tuple[TableDraw, ...]
    waiting: tuple[int, ...] = ()

    @property
    def out(self) -> set[int]:
        """Everybody who sits this round out, at a table or beside them."""
        return {*self.waiting, *(table.waits for table in self.tables if table.waits is not None)}

    @property
    def everybody(self) -> set[int]:
        """All who were there."""
        return self.out | {place for table in self.tables for place in table.places}


def seat_round(
    people: Collection[int],
    kinds: Sequence[NightGame],
    before: Sequence[RoundDraw] = (),
    wants: Mapping[int, str] | None = None,
    *,
    fives: bool = False,
    seed: int,
) -> RoundDraw:
    """The next round. `kinds` are the games of the night, the first played where nobody wishes otherwise.

    `wants` names the game somebody would rather play. With `fives` those who sit out sit at tables of four,
    one at each, as far as these go. With too few for a table everybody waits. Repeats with its seed.
    """
    chance = random.Random(seed)
    order = sorted(people)
    chance.shuffle(order)
    costs = SeatingCosts(kinds, before, wants or {})
    table_count_choices = costs.table_count_choices(order)
    if not any(table_count_choices[0]):
        return RoundDraw((), tuple(sorted(people)))
    fixed, free, more = _sits_out(order, before, _left(kinds, table_count_choices[0], len(order)))
    if len(order) <= EXACT:
        drawn = _Exact(costs, order, fixed, free, more, fives).best(table_count_choices)
    else:
        seatings = [
            _searched(costs, order, fixed, free, more, layout, chance)
            for layout in table_count_choices[:LAYOUTS_SEARCHED]
        ]
        drawn = min(seatings, key=lambda seating: seating[0])[1]
    groups, out = drawn
    groups.sort(key=lambda group: group[0])
    winds = balance_next_round(
        [tuple(group) for _kind, group in groups],
        [[table.places for table in draw.tables] for draw in before],
    )
    tables = [
        TableDraw(kinds[kind].game, places) for (kind, _group), places in zip(groups, winds, strict=True)
    ]
    return _with_fifths(tables, out, costs) if fives else RoundDraw(tuple(tables), tuple(sorted(out)))


def tables_and_left(people: int, kinds: Sequence[NightGame]) -> tuple[int, int]:
    """How many tables as many of them as can play at, and how many are left without a place.

    >>> tables_and_left(9, [NightGame("riichi", 4)])
    (2, 1)
    >>> tables_and_left(7, [NightGame("riichi", 4), NightGame("sanma", 3)])
    (2, 0)
    """
    layout = SeatingCosts(kinds, (), {}).table_count_choices(range(people))[0]
    return sum(layout), _left(kinds, layout, people)


def sit_out_credits(people: Collection[int], before: Sequence[RoundDraw]) -> dict[int, int]:
    """How often each of these has sat out, as it counts for who is next.

    Who comes late, or again, counts as those do who were there meanwhile: at most as the most, at least as
    the fewest of them. So two who are there differ by one at most, however people come and go.
    """
    counts: dict[int, int] = {}
    there: set[int] = set()
    for draw in before:
        _come(counts, there, draw.everybody)
        there = draw.everybody
        for place in draw.out:
            counts[place] += 1
    _come(counts, there, set(people))
    return {place: counts[place] for place in people}


def _come(counts: dict[int, int], there: set[int], present: set[int]) -> None:
    stayed = [counts[place] for place in there & present]
    counts_of_present = stayed or [counts[place] for place in present if place in counts]
    fewest = min(counts_of_present, default=0)
    most = max(stayed, default=fewest + 1 if counts_of_present else fewest)
    for place in present - there:
        counts[place] = min(max(counts.get(place, most), fewest), most)


def _sits_out(order: Sequence[int], before: Sequence[RoundDraw], out: int) -> tuple[set[int], set[int], int]:
    """Who sits out for sure, of whom the others are chosen, and how many of these."""
    counts = sit_out_credits(order, before)
    if not out:
        return set(), set(), 0
    last = sorted(counts.values())[out - 1]
    fixed = {place for place in order if counts[place] < last}
    return fixed, {place for place in order if counts[place] == last}, out - len(fixed)


def _left(kinds: Sequence[NightGame], layout: Sequence[int], people: int) -> int:
    return people - sum(kind.seats * count for kind, count in zip(kinds, layout, strict=True))


class SeatingCosts:
    """What it costs to seat somebody somewhere, and two at one table."""

    def __init__(
        self, kinds: Sequence[NightGame], before: Sequence[RoundDraw], wants: Mapping[int, str]
    ) -> None:
        self.kinds, self.wants = kinds, wants
        self.met: Counter[tuple[int, int]] = Counter()
        self.denied: Counter[int] = Counter()
        self.unasked: Counter[int] = Counter()
        self.just_out = before[-1].out if before else set()
        for table in (table for draw in before for table in draw.tables):
            self.met.update(_pair(place, other) for place, other in combinations(table.places, 2))
            for place in table.places:
                self.denied[place] += self._is_denied(place, table.game)
                self.unasked[place] += self._is_unasked(place, table.game)

    def _is_denied(self, place: int, game: str) -> bool:
        return self.wants.get(place, game) != game

    def _is_unasked(self, place: int, game: str) -> bool:
        return game != self.kinds[0].game and self.wants.get(place) != game

    def of_place(self, kind: int, place: int) -> int:
        """What it costs to seat somebody at a table of that kind."""
        game = self.kinds[kind].game
        unmet = UNMET * (1 + self.denied[place]) * self._is_denied(place, game)
        return unmet + UNASKED * (1 + self.unasked[place]) * self._is_unasked(place, game)

    def of_waiting(self, place: int) -> int:
        """What it costs that somebody sits out."""
        return AGAIN * (place in self.just_out)

    def of_pair(self, place: int, other: int) -> int:
        """What it costs that two meet."""
        return MEETING * self.met[_pair(place, other)]

    def of_table(self, kind: int, places: Sequence[int]) -> int:
        """What one table costs."""
        meetings = sum(self.of_pair(place, other) for place, other in combinations(places, 2))
        return meetings + sum(self.of_place(kind, place) for place in places)

    def table_count_choices(self, people: Sequence[int]) -> list[tuple[int, ...]]:
        """How many tables of each kind, in every way that lets the most play; the most promising first."""
        every = list(_counts([kind.seats for kind in self.kinds], len(people)))
        least = min(_left(self.kinds, layout, len(people)) for layout in every)
        most_play = [layout for layout in every if _left(self.kinds, layout, len(people)) == least]
        wishes = Counter(self.wants[place] for place in people if place in self.wants)

        def cost(layout: Sequence[int]) -> int:
            seats = Counter(
                {kind.game: kind.seats * count for kind, count in zip(self.kinds, layout, strict=True)}
            )
            unmet, unasked = wishes - seats, seats - wishes
            del unasked[self.kinds[0].game]
            return UNMET * unmet.total() + UNASKED * unasked.total()

        return sorted(most_play, key=cost)


def _pair(place: int, other: int) -> tuple[int, int]:
    return (place, other) if place < other else (other, place)


def _counts(sizes: Sequence[int], people: int) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for count in range(people // sizes[0] + 1):
        for rest in _counts(sizes[1:], people - count * sizes[0]):
            yield (count, *rest)


Groups = list[tuple[int, tuple[int, ...]]]


class _Exact:
    """Every seating is looked at, except those that begin dearer than one already found.

    With `fives`, of those that cost the same the one whose fifths wait with the people they met least.
    """

    def __init__(
        self,
        costs: SeatingCosts,
        order: Sequence[int],
        fixed: set[int],
        free: set[int],
        more: int,
        fives: bool,
    ) -> None:
        self.costs, self.fixed, self.free, self.more, self.fives = costs, fixed, free, more, fives
        self.order = tuple(place for place in order if place not in fixed)
        self.least: tuple[float, ...] = (math.inf,)
        self.kept: tuple[Groups, list[int]] = ([], [])

    def best(self, table_count_choices: Sequence[tuple[int, ...]]) -> tuple[Groups, list[int]]:
        """The cheapest seating of all layouts, the first of those that cost the same."""
        sure = sum(self.costs.of_waiting(place) for place in self.fixed)
        for layout in table_count_choices:
            self._try(list(layout), self.order, self.more, sure, [], [])
        groups, out = self.kept
        return groups, [*self.fixed, *out]

    def _try(
        self, left: list[int], rest: tuple[int, ...], more: int, cost: int, groups: Groups, out: list[int]
    ) -> None:
        if (cost, 0) >= self.least:
            return
        if not rest:
            tables = [group for _kind, group in groups]
            fifths = [*self.fixed, *out] if self.fives else []
            cost_found = (cost, _fifths(tables, fifths, self.costs)[0])
            if cost_found < self.least:
                self.least, self.kept = cost_found, (list(groups), list(out))
            return
        first, others = rest[0], rest[1:]
        if more and first in self.free:
            out.append(first)
            self._try(left, others, more - 1, cost + self.costs.of_waiting(first), groups, out)
            out.pop()
        for kind, count in enumerate(left):
            if not count:
                continue
            left[kind] -= 1
            for mates in combinations(others, self.costs.kinds[kind].seats - 1):
                group = (first, *mates)
                groups.append((kind, group))
                remain = tuple(place for place in others if place not in mates)
                self._try(left, remain, more, cost + self.costs.of_table(kind, group), groups, out)
                groups.pop()
            left[kind] += 1


def _searched(
    costs: SeatingCosts,
    order: Sequence[int],
    fixed: set[int],
    free: set[int],
    more: int,
    layout: Sequence[int],
    chance: random.Random,
) -> tuple[int, tuple[Groups, list[int]]]:
    """A seating by annealing, two people changing places at a time; its cost, its tables, who sits out."""
    waiting = [place for place in order if place in free][:more]
    playing = [place for place in order if place not in fixed and place not in waiting]
    kinds = [kind for kind, count in enumerate(layout) for _table in range(count)]
    groups: list[list[int]] = []
    for kind in kinds:
        size = costs.kinds[kind].seats
        groups.append(playing[:size])
        playing = playing[size:]
    groups.append(waiting)
    slots = [(group, seat) for group, places in enumerate(groups) for seat in range(len(places))]
    pairs = {
        place: {other: costs.of_pair(place, other) if place != other else 0 for other in order}
        for place in order
    }
    alone = [{place: costs.of_place(kind, place) for place in order} for kind in kinds]
    alone.append({place: costs.of_waiting(place) for place in order})

    def replacing(group: int, place: int, two: int) -> int:
        """What changes if the second sits where the first sits now."""
        change = alone[group][two] - alone[group][place]
        if groups[group] is not waiting:
            theirs = pairs[two]
            change += sum(map(theirs.__getitem__, groups[group])) - theirs[place]
            change -= sum(map(pairs[place].__getitem__, groups[group]))
        return change

    cost = sum(costs.of_table(kind, groups[at]) for at, kind in enumerate(kinds))
    cost += sum(map(costs.of_waiting, waiting))
    least, best_groups = cost, [list(group) for group in groups]
    for step in range(STEPS):
        if least == 0:
            break
        (here, seat), (there, other) = chance.choice(slots), chance.choice(slots)
        mover, other_mover = groups[here][seat], groups[there][other]
        if (
            here == there
            or (groups[here] is waiting and other_mover not in free)
            or (groups[there] is waiting and mover not in free)
        ):
            continue
        change = replacing(here, mover, other_mover) + replacing(there, other_mover, mover)
        if change > 0:
            heat = MEETING * HOT * (COLD / HOT) ** (step / STEPS)
            if chance.random() >= math.exp(-change / heat):
                continue
        groups[here][seat], groups[there][other] = other_mover, mover
        cost += change
        if cost < least:
            least, best_groups = cost, [list(group) for group in groups]
    *tables, out = best_groups
    return least, (list(zip(kinds, map(tuple, tables), strict=True)), [*fixed, *out])


def _with_fifths(tables: Sequence[TableDraw], out: Sequence[int], costs: SeatingCosts) -> RoundDraw:
    """Those who sit out, one at a table of four each, where they have met fewest."""
    fifths = _fifths([table.places for table in tables], sorted(out), costs)[1]
    seated = [TableDraw(table.game, table.places, fifths.get(at)) for at, table in enumerate(tables)]
    return RoundDraw(tuple(seated), tuple(sorted(set(out) - set(fifths.values()))))


def _fifths(
    groups: Sequence[tuple[int, ...]], out: Sequence[int], costs: SeatingCosts
) -> tuple[int, dict[int, int]]:
    """As many as can wait at tables, by the table; before them how often they met those who play there.

    Every way is looked at: at most three sit out, so ten tables have 720.
    """
    fours = [at for at, places in enumerate(groups) if len(places) == TAKES_FIFTH]
    met = {
        (place, at): sum(costs.of_pair(place, other) for other in groups[at]) for place in out for at in fours
    }
    few = min(len(out), len(fours))
    ways = [
        tuple(zip(who, where, strict=True))
        for who in combinations(out, few)
        for where in permutations(fours, few)
    ]
    least, best = min((sum(met[pair] for pair in way), way) for way in ways)
    return least, {at: place for place, at in best}
