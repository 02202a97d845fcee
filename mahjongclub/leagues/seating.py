"""Who plays whom: rounds of tables for players or teams, with as few repeated meetings as can be. Pure.

Places are numbered from 0. `teams` gives the team of each place, whether it plays or not (None: of no team);
a team never meets itself. A table lists its places in the order of their winds, East first.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

from .seating_designs import Design, Round, known_design, turned_design
from .seating_search import Search
from .seating_visits import Visits, next_spread, spread
from .seating_winds import balanced, next_balanced

#: the steps of the search for one round drawn after the results of those before
STEPS_A_ROUND = 60_000
#: how much a difference of one place in the ranking weighs against a repeated meeting, at tables of `seats`
RANK_WEIGHT = 0.004

Teams = Sequence[Hashable | None]


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often places meet. `repeated` counts every meeting of a pair after its first.

    `bound` is the least that counting allows: meetings there are, less pairs that may meet. `own_team` counts
    meetings within a team, `most` is the most often any pair meets, `winds` the largest difference between
    how often somebody sits on one wind and on another, `visits` how often somebody comes to one table of the
    hall again, `visits_bound` the least that counting allows of that.
    """

    repeated: int
    bound: int
    most: int
    own_team: int
    winds: int
    visits: int
    visits_bound: int


class NotDivisible(ValueError):
    """So many places do not fill whole tables. `missing` more would, or `over` fewer."""

    def __init__(self, places: int, seats: int) -> None:
        super().__init__(f"{places} at tables of {seats}")
        self.over = places % seats
        self.missing = seats - self.over


class TeamTooLarge(ValueError):
    """A team has more members than there are tables: two of them would meet."""


def plan(seats: int, rounds: int, teams: Teams, seed: int) -> list[Round]:
    """All rounds at once, winds balanced. Raises NotDivisible and TeamTooLarge. Repeats with its seed."""
    places = len(teams)
    _check(range(places), seats, teams)
    chance = random.Random(seed)
    design = known_design(places, seats)
    if design is None or design.spread < rounds:
        design = turned_design(places, seats, rounds) or design
    names = _onto_design(design, teams, chance, rounds) if design is not None else None
    known: list[Round] = []
    if design is not None and names is not None:
        chosen = _chosen(design, rounds, chance)
        known = [[tuple(names[one] for one in table) for table in one] for one in chosen]
    if len(known) < rounds:
        search = Search(range(places), seats, known, _own_teams(teams), seed)
        bound = least_repeated(rounds, seats, teams)
        known = [*known, *search.rounds(rounds - len(known), enough=bound)]
    return balanced(spread(known, seed), seats)


def draw_by_lot(places: Sequence[int], seats: int, teams: Teams, before: Sequence[Round], seed: int) -> Round:
    """One round by lot, without a look at who has met; only members of a team are kept apart."""
    _check(places, seats, teams)
    search = Search(places, seats, (), _own_teams(teams), seed)
    drawn = search.rounds(1, STEPS_A_ROUND if _own_teams(teams) else 0)[0]
    return next_balanced(next_spread(drawn, before, seed), before)


def draw_swiss(ranked: Sequence[int], seats: int, teams: Teams, before: Sequence[Round], seed: int) -> Round:
    """One round in which neighbours in the ranking (`ranked`, the first first) meet, if they have not yet."""
    _check(ranked, seats, teams)
    distances = [
        [RANK_WEIGHT * (max(0, abs(one - other) - seats + 1) ** 1.5) for other in range(len(ranked))]
        for one in range(len(ranked))
    ]
    search = Search(ranked, seats, before, _own_teams(teams), seed, distances)
    drawn = search.rounds(1, STEPS_A_ROUND, start=ranked)[0]
    first = {place: number for number, place in enumerate(ranked)}
    drawn.sort(key=lambda table: min(first[place] for place in table))
    return next_balanced(drawn, before)


def draw_by_rank(ranked: Sequence[int], seats: int, before: Sequence[Round], *, snake: bool) -> Round:
    """One round by the ranking, whoever has met: the first `seats` at table 1, the next at table 2.

    By `snake` the first of each table go from the first table to the last, the next ones back, and so on.
    """
    _check(ranked, seats, [None] * (max(ranked, default=0) + 1))
    count = len(ranked) // seats
    if not snake:
        tables = [tuple(ranked[begin : begin + seats]) for begin in range(0, len(ranked), seats)]
        return next_balanced(tables, before)
    rows = [ranked[begin : begin + count] for begin in range(0, len(ranked), count)]
    ways = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows)]
    return next_balanced(list(zip(*ways, strict=True)), before)


def stay(first: Round, rounds: int, before: Sequence[Round]) -> list[Round]:
    """So many rounds at the tables of the first, the winds turned."""
    found = [first]
    while len(found) < rounds:
        found.append(next_balanced(first, [*before, *found]))
    return found


def meetings(rounds: Sequence[Round], teams: Teams) -> Meetings:
    """What a seating achieves, beside what counting allows."""
    met: Counter[tuple[int, int]] = Counter()
    sat: dict[int, Counter[int]] = defaultdict(Counter)
    seats = 0
    for table in (table for one in rounds for table in one):
        seats = len(table)
        met.update((min(pair), max(pair)) for pair in combinations(table, 2))
        for seat, place in enumerate(table):
            sat[place][seat] += 1
    hall = max(map(len, rounds), default=0)
    own = _own_teams(teams)
    winds = [[count[seat] for seat in range(seats)] for count in sat.values()]
    return Meetings(
        repeated=sum(times - 1 for times in met.values()),
        bound=least_repeated(len(rounds), seats, teams),
        most=max(met.values(), default=0),
        own_team=sum(times for pair, times in met.items() if frozenset(pair) in own),
        winds=max((max(counts) - min(counts) for counts in winds), default=0),
        visits=Visits(hall, rounds).repeated,
        visits_bound=sum(max(0, sum(count.values()) - hall) for count in sat.values()),
    )


def least_repeated(rounds: int, seats: int, teams: Teams) -> int:
    """No seating repeats fewer meetings.

    Each place meets seats - 1 others a round, among those it may meet. And where there are fewer tables than
    seats at one, who sat together cannot all part in the next round.

    >>> least_repeated(5, 4, [None] * 16), least_repeated(6, 4, [None] * 16), least_repeated(2, 4, [None] * 8)
    (0, 24, 4)
    """
    sizes = Counter(team for team in teams if team is not None)
    short = 0
    for team in teams:
        others = len(teams) - (1 if team is None else sizes[team])
        short += max(0, rounds * (seats - 1) - others)
    tables = len(teams) // seats
    each, over = divmod(seats, tables)
    stay = tables * (over * (each + 1) * each + (tables - over) * each * (each - 1)) // 2
    return max(-(-short // 2), (rounds - 1) * stay)


def _check(places: Sequence[int], seats: int, teams: Teams) -> None:
    if not places or len(places) % seats:
        raise NotDivisible(len(places), seats)
    sizes = Counter(teams[place] for place in places if teams[place] is not None)
    if sizes and max(sizes.values()) > len(places) // seats:
        raise TeamTooLarge


def _own_teams(teams: Teams) -> set[frozenset[int]]:
    members: dict[Hashable, list[int]] = defaultdict(list)
    for place, team in enumerate(teams):
        if team is not None:
            members[team].append(place)
    return {frozenset(pair) for team in members.values() for pair in combinations(team, 2)}


def _chosen(design: Design, rounds: int, chance: random.Random) -> list[Round]:
    """The rounds of a design to play, in a drawn order; those that come last keep more apart."""
    chosen = [list(one) for one in design.rounds[:rounds]]
    chance.shuffle(chosen)
    return chosen


def _onto_design(design: Design, teams: Teams, chance: random.Random, rounds: int) -> list[int] | None:
    """Which place stands at each point of a design, None where its sets apart cannot hold the teams."""
    members: dict[Hashable, list[int]] = defaultdict(list)
    for place, team in enumerate(teams):
        members[team if team is not None else ("alone", place)].append(place)
    groups = sorted(members.values(), key=len, reverse=True)
    chance.shuffle(groups)
    groups.sort(key=len, reverse=True)
    if len(groups[0]) == 1:
        names = list(range(len(teams)))
        chance.shuffle(names)
        return names
    apart = [list(one) for one in _apart(design, rounds)]
    names = [0] * len(teams)
    for group in groups:
        room = min((one for one in apart if len(one) >= len(group)), key=len, default=None)
        if room is None:
            return None
        for place in group:
            names[room.pop()] = place
    return names


def _apart(design: Design, rounds: int) -> Sequence[Sequence[int]]:
    """The sets that do not meet in the first rounds of a design; a round left out keeps its tables apart."""
    if rounds < len(design.rounds):
        left_out = design.rounds[rounds]
        if not design.apart or len(left_out[0]) > len(design.apart[0]):
            return left_out
    return design.apart or [[point] for table in design.rounds[0] for point in table]
