"""Who plays whom: rounds of tables for players or teams, with as few repeated meetings as can be. Pure.

Places are numbered from 0. `teams` gives the team of each place, whether it plays or not (None: of no team);
a team never meets itself. A table lists its places in the order of their winds, East first.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise

from .byes import choose_byes, count_byes, other_choices_of_players, rounds_with_byes
from .designs import Design, Round, complete_design, known_design, rotated_design
from .search import COLD, HOT, RoundSearch
from .swiss import SwissDraw
from .visits import Visits, spread_next_round, spread_over_hall
from .winds import balance_next_round, balance_winds
from .wishes import (
    APART,
    NO_WISHES,
    OWN_TEAM,
    Wishes,
    exchange_places,
    move_to_wished_tables,
    unmet_table_wishes,
    unwanted_meetings,
)

#: the steps of the search for one round drawn after the results of those before
STEPS_A_ROUND = 60_000  # pragma: no mutate
#: the steps of each of the two searches for rounds in which some sit out, or that come after others
STEPS_AROUND = 250_000  # pragma: no mutate

Teams = Sequence[Hashable | None]


class CannotDraw(ValueError):
    """The places do not make whole tables: `missing` more would, or `over` fewer.

    With neither, a team is too large for its members never to meet, or whole teams do not fill a cut.
    """

    def __init__(self, message: str, *, missing: int = 0, over: int = 0) -> None:
        super().__init__(message)
        self.missing, self.over = missing, over


@dataclass(frozen=True, slots=True)
class SeatingQuality:
    """How well a seating mixes. `repeated` counts every meeting of a pair after its first.

    `bound` is the least that counting allows: meetings there are, less pairs that may meet. `own_team` counts
    meetings within a team, `most` is the most often any pair meets, `winds` the largest difference between
    how often somebody sits on one wind and on another, `visits` how often somebody comes to one table of the
    hall again, `visits_bound` the least that counting allows of that.
    `apart` counts who meets though they wished not to, `elsewhere` who sits at none of their tables.
    """

    repeated: int
    bound: int
    most: int
    own_team: int
    winds: int
    visits: int
    visits_bound: int
    apart: int = 0
    elsewhere: int = 0


def plan_rounds(
    seats: int,
    rounds: int,
    teams: Teams,
    seed: int,
    *,
    byes: bool = False,
    before: Sequence[Round] = (),
    wishes: Wishes = NO_WISHES,
) -> list[Round]:
    """Rounds at once, winds balanced, `rounds` of them after those `before`. Repeats with its seed.

    With `byes` as many as fill no table sit out each round, nobody twice before everybody once. Raises
    CannotDraw (with byes where there is not one table).
    """
    places = len(teams)
    over = places % seats if byes and places > seats else 0
    _check(range(places - over), seats, teams)
    if over or before:
        drawn = _around(seats, rounds, teams, seed, over, before, wishes)
    else:
        drawn = _met_least(seats, rounds, teams, seed, wishes.apart_groups(places))
    if not before and (wishes.apart or wishes.pairs_without_shared_table):
        drawn = exchange_places(drawn, wishes, _own_teams(teams), places, seed)
    return _seated(drawn, seats, before, seed, wishes)


def _met_least(seats: int, rounds: int, teams: Teams, seed: int, kin: Teams = ()) -> list[Round]:
    """Rounds of everybody: of a design where one is known, else and beyond it by search.

    Without teams a design keeps those apart who are `kin`, if it can in all its rounds.
    """
    places = len(teams)
    chance = random.Random(seed)
    design = names = None
    for design in _designs(places, seats, rounds):
        if any(family is not None for family in kin) and not _own_teams(teams):
            names = _onto_design(design, kin, chance, rounds)
        names = names or _onto_design(design, teams, chance, rounds)
        if names is not None:
            break
    drawn: list[Round] = []
    if design is not None and names is not None:
        chosen = _chosen(design, rounds, chance)
        drawn = [[tuple(names[place] for place in table) for table in tables] for tables in chosen]
    if missing := rounds - len(drawn):
        search = RoundSearch(range(places), seats, drawn, _own_teams(teams), seed)
        bound = least_repeat_count(rounds, seats, teams)
        drawn = [*drawn, *search.rounds(missing, enough=bound)]
    return drawn


def _designs(places: int, seats: int, rounds: int) -> list[Design]:
    """The designs for these places, first those of enough rounds, of them those that spread over the hall."""
    design = known_design(places, seats)
    designs_to_try = [design]
    if design is None or not design.spread:
        designs_to_try = [rotated_design(places, seats, rounds), design]
    designs = [
        candidate for candidate in (*designs_to_try, complete_design(places, seats)) if candidate is not None
    ]
    return sorted(designs, key=lambda candidate: max(0, rounds - len(candidate.rounds)))


def _around(
    seats: int,
    rounds: int,
    teams: Teams,
    seed: int,
    over: int,
    before: Sequence[Round],
    wishes: Wishes,
) -> list[Round]:
    """Rounds in which `over` places sit out, or which come after others."""
    chance = random.Random(seed)
    order = chance.sample(range(len(teams)), len(teams))
    byes = count_byes(range(len(teams)), before)
    order.sort(key=lambda place: byes[place])
    extras, roles = order[:over], sorted(order[over:])
    made = _met_least(seats, rounds, [teams[place] for place in roles], seed)
    base = [[tuple(roles[role] for role in table) for table in tables] for tables in made]
    started = rounds_with_byes(base, roles, extras, teams, before, seed)
    enough = least_repeats_of_rounds([*before, *started], teams)

    apart = wishes.apart if before else frozenset()

    def cost(rounds: Sequence[Round]) -> float:
        counts = measure_seating([*before, *rounds], teams, wishes)
        return counts.repeated + OWN_TEAM * counts.own_team + (APART * counts.apart if apart else 0)

    best = started
    for hot in (HOT, COLD):
        if cost(best) > enough:
            left = max(0, wishes.rounds - len(before))
            search = RoundSearch(
                range(len(teams)), seats, before, _own_teams(teams), seed, apart=apart, apart_in=left
            )
            best = min(best, search.improved(started, STEPS_AROUND, enough, hot), key=cost)
    return best


def _seated(
    rounds: list[Round], seats: int, before: Sequence[Round], seed: int, wishes: Wishes
) -> list[Round]:
    """The same tables, at the numbers of the hall and on the winds that repeat least."""
    if not before:
        return balance_winds(spread_over_hall(rounds, seed, wishes.tables), seats)
    all_rounds = list(before)
    for number, tables in enumerate(rounds):
        all_rounds.append(
            balance_next_round(
                spread_next_round(tables, all_rounds, seed + number, wishes.tables), all_rounds
            )
        )
    return all_rounds[len(before) :]


def draw_by_lot(
    places: Sequence[int],
    seats: int,
    teams: Teams,
    before: Sequence[Round],
    seed: int,
    byes: Counter[int] | None = None,
    wishes: Wishes = NO_WISHES,
) -> Round:
    """One round by lot, without a look at who has met; only members of a team are kept apart.

    Where it is given how many `byes` each has had, those over sit out; else CannotDraw is raised.
    """
    order = random.Random(seed).sample(list(places), len(places))
    places = places_playing(order, places, seats, byes)
    _check(places, seats, teams)
    apart = wishes.for_round(len(before) + 1)
    search = RoundSearch(places, seats, (), _own_teams(teams), seed, apart=apart)
    drawn = search.rounds(1, STEPS_A_ROUND if _own_teams(teams) or apart else 0)[0]
    return balance_next_round(spread_next_round(drawn, before, seed, wishes.tables), before)


def draw_swiss(
    ranked: Sequence[int],
    seats: int,
    teams: Teams,
    before: Sequence[Round],
    seed: int,
    byes: Counter[int] | None = None,
    wishes: Wishes = NO_WISHES,
    *,
    rounds_to_follow: int,
) -> Round:
    """One round in which neighbours in the ranking (`ranked`, the first first) meet, if they have not yet.

    Nobody meets again where there is such a round. Of such rounds one is taken that leaves others like it for
    the `rounds_to_follow`, as far as the search finds one. With `byes` (as `draw_by_lot`) those over sit out,
    the last of the ranking who have had the fewest, or others of these to spare a meeting.
    """
    here = places_playing(ranked, ranked, seats, byes)
    _check(here, seats, teams)
    ways = chain([here], other_choices_of_players(ranked, seats, byes) if byes is not None else ())
    apart = wishes.for_round(len(before) + 1)
    swiss = SwissDraw(ranked, seats, before, _own_teams(teams), apart, byes or Counter(), seed)
    drawn = swiss.draw(ways, rounds_to_follow)
    first = {place: number for number, place in enumerate(ranked)}
    drawn.sort(key=lambda table: min(first[place] for place in table))
    return balance_next_round(move_to_wished_tables(drawn, wishes), before)


def draw_by_rank_alone(ranked: Sequence[int], seats: int, before: Sequence[Round], *, snake: bool) -> Round:
    """One round by the ranking, whoever has met: the first `seats` at table 1, the next at table 2.

    By `snake` the first of each table go from the first table to the last, the next ones back, and so on.
    """
    _check_tables(ranked, seats)
    count = len(ranked) // seats
    if not snake:
        tables = [tuple(ranked[begin : begin + seats]) for begin in range(0, len(ranked), seats)]
        return balance_next_round(tables, before)
    rows = [ranked[begin : begin + count] for begin in range(0, len(ranked), count)]
    ways = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows)]
    return balance_next_round(list(zip(*ways, strict=True)), before)


def repeat_tables(first_round: Round, rounds: int, before: Sequence[Round]) -> list[Round]:
    """So many rounds at the tables of the first, the winds turned."""
    drawn = [first_round]
    while len(drawn) < rounds:
        drawn.append(balance_next_round(first_round, [*before, *drawn]))
    return drawn


def places_playing(
    order: Sequence[int], places: Sequence[int], seats: int, byes: Counter[int] | None
) -> Sequence[int]:
    """The places less those who sit out, who are the last of the order with the fewest byes."""
    over = len(places) % seats
    if byes is None or not over or len(places) < seats:
        return places
    out = set(choose_byes(order, over, byes))
    return [place for place in places if place not in out]


def measure_seating(rounds: Sequence[Round], teams: Teams, wishes: Wishes = NO_WISHES) -> SeatingQuality:
    """What a seating achieves, beside what counting allows."""
    met: Counter[tuple[int, int]] = Counter()
    sat: dict[int, Counter[int]] = defaultdict(Counter)
    tables = list(chain.from_iterable(rounds))
    for table in tables:
        met.update((min(pair), max(pair)) for pair in combinations(table, 2))
        for seat, place in enumerate(table):
            sat[place][seat] += 1
    hall = len(max(rounds, key=len, default=[]))
    own_pairs = _own_teams(teams)
    winds = [[count[seat] for seat in range(len(tables[0]))] for count in sat.values()]
    return SeatingQuality(
        repeated=sum(times - 1 for times in met.values()),
        bound=least_repeats_of_rounds(rounds, teams),
        most=max(met.values(), default=0),
        own_team=sum(times for pair, times in met.items() if frozenset(pair) in own_pairs),
        winds=max((max(counts) - min(counts) for counts in winds), default=0),
        visits=Visits(hall, rounds, wishes.tables).repeated,
        visits_bound=sum(
            max(0, sum(count.values()) - hall) for place, count in sat.items() if place not in wishes.tables
        ),
        apart=len(unwanted_meetings(rounds, wishes)),
        elsewhere=len(unmet_table_wishes(rounds, wishes)),
    )


def least_repeats_of_rounds(rounds: Sequence[Round], teams: Teams) -> int:
    """No seating of the same places in the same rounds repeats fewer meetings (see `least_repeat_count`)."""
    meetings = Counter[int]()
    for table in chain.from_iterable(rounds):
        for place in table:
            meetings[place] += len(table) - 1
    sizes = Counter(team for team in teams if team is not None)
    short = stay = 0
    for place, times in meetings.items():
        team = teams[place]
        others = len(teams) - (1 if team is None else sizes[team])
        short += max(0, times - others)
    for round_tables, after in pairwise(rounds):
        here = {place for table in after for place in table}
        for table in round_tables:
            each, more = divmod(len(here.intersection(table)), len(after) or 1)
            stay += more * (each + 1) * each // 2 + (len(after) - more) * each * (each - 1) // 2
    return max(-(-short // 2), stay)


def least_repeat_count(rounds: int, seats: int, teams: Teams) -> int:
    """No seating repeats fewer meetings.

    Each place meets seats - 1 others a round, among those it may meet. And where there are fewer tables than
    seats at one, who sat together cannot all part in the next round.

    >>> [least_repeat_count(rounds, 4, [None] * count) for rounds, count in ((5, 16), (6, 16), (2, 8))]
    [0, 24, 4]
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


def _check_tables(places: Sequence[int], seats: int) -> None:
    over = len(places) % seats
    if over or not places:
        raise CannotDraw(f"{len(places)} at tables of {seats}", missing=seats - over, over=over)


def _check(places: Sequence[int], seats: int, teams: Teams) -> None:
    _check_tables(places, seats)
    sizes = Counter(teams[place] for place in places if teams[place] is not None)
    if sizes and max(sizes.values()) > len(places) // seats:
        raise CannotDraw("a team has more members than there are tables: two of them would meet")


def _own_teams(teams: Teams) -> set[frozenset[int]]:
    members: dict[Hashable, list[int]] = defaultdict(list)
    for place, team in enumerate(teams):
        if team is not None:
            members[team].append(place)
    return {frozenset(pair) for team in members.values() for pair in combinations(team, 2)}


def _chosen(design: Design, rounds: int, chance: random.Random) -> list[Round]:
    """The rounds of a design to play, in a drawn order; those that come last keep more apart."""
    chosen = [list(tables) for tables in design.rounds[:rounds]]
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
    apart = [list(group_apart) for group_apart in _apart(design, rounds)]
    place_at: dict[int, int] = {}
    for group in groups:
        room = min(
            (group_apart for group_apart in apart if len(group_apart) >= len(group)), key=len, default=None
        )
        if room is None:
            return None
        for place in group:
            place_at[room.pop()] = place
    return [place_at[point] for point in sorted(place_at)]


def _apart(design: Design, rounds: int) -> Sequence[Sequence[int]]:
    """The sets that do not meet in the first rounds of a design; a round left out keeps its tables apart."""
    if rounds < len(design.rounds):
        left_out = design.rounds[rounds]
        if not design.apart or len(left_out[0]) > len(design.apart[0]):
            return left_out
    return design.apart or [[point] for table in design.rounds[0] for point in table]
