"""Swiss rounds of whole events: nobody meets again where a round without that exists."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from mahjongclub.pairing import swiss
from mahjongclub.pairing.designs import known_design
from mahjongclub.pairing.drawing import draw_swiss, measure_seating
from mahjongclub.pairing.fresh import Budget, FreshRounds
from mahjongclub.pairing.wishes import Wishes

Round = list[tuple[int, ...]]


def event(
    players: int, rounds: int, seed: int, leave: int = 0, teams: Sequence[int | None] = ()
) -> Iterator[tuple[list[Round], list[int], Counter[int]]]:
    """Draw and play an event; after rounds two and three so many go home.

    After each round: the rounds drawn, the ranking before the last of them, and the byes had before it.
    """
    chance = random.Random(seed)
    strength = [chance.gauss(0, 20) for _player in range(players)]
    points, here, drawn = [0.0] * players, list(range(players)), list[Round]()
    byes: Counter[int] = Counter()
    for number in range(rounds):
        if number in (2, 3):
            here = sorted(set(here) - set(chance.sample(here, leave)))
        ranked = sorted(here, key=lambda place: -points[place])
        own = teams or [None] * players
        one = draw_swiss(ranked, 4, own, drawn, seed + number, byes, rounds_to_follow=rounds - number - 1)
        assert len(one) == len(here) // 4
        drawn.append(one)
        yield list(drawn), ranked, Counter(byes)
        byes.update(set(here).difference(*one))
        for table in one:
            order = sorted(table, key=lambda place: strength[place] + chance.gauss(0, 40), reverse=True)
            for place, brought in zip(order, (45, 15, -15, -45), strict=True):
                points[place] += brought + chance.random()


def has_fresh_round(places: Sequence[int], before: Sequence[Round]) -> bool:
    """Whether these can sit at tables of four without a repeated meeting; every way is looked at."""
    if not places:
        return True
    met = {frozenset(pair) for one in before for table in one for pair in combinations(table, 2)}
    free = {
        place: {other for other in places if other != place and frozenset((place, other)) not in met}
        for place in places
    }
    first = min(places, key=lambda place: len(free[place]))
    return any(
        has_fresh_round([place for place in places if place not in (first, *mates)], before)
        for mates in combinations(sorted(free[first]), 3)
        if all(other in free[one] for one, other in combinations(mates, 2))
    )


@pytest.mark.parametrize(
    ("players", "rounds", "leave"),
    [
        *((16, 4, 0), (16, 5, 0), (20, 5, 0), (24, 5, 0), (28, 6, 0), (32, 5, 0), (40, 8, 0), (84, 7, 0)),
        *((17, 4, 0), (19, 5, 0), (26, 5, 0), (31, 6, 0), (26, 5, 2), (29, 6, 1), (30, 6, 1), (33, 6, 2)),
    ],
)
def test_nobody_meets_again_in_a_whole_event_of_swiss_rounds(players: int, rounds: int, leave: int) -> None:
    for seed in range(2):
        *_before, (drawn, _ranked, _byes) = event(players, rounds, seed, leave)
        assert measure_seating(drawn, [None] * players).repeated == 0, f"seed {seed}"


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 6), (18, 6), (20, 7), (22, 6), (24, 7), (28, 8)],
)
def test_a_meeting_is_repeated_only_where_no_round_is_without_one(players: int, rounds: int) -> None:
    repeated = 0
    for drawn, ranked, byes in event(players, rounds, seed=3):
        *before, last = drawn
        again = measure_seating(drawn, [None] * players).repeated - repeated
        repeated += again
        over, fewest = players % 4, sorted(byes[place] for place in ranked)[: players % 4]
        outs = [out for out in combinations(ranked, over) if sorted(byes[place] for place in out) == fewest]
        if again:
            assert not any(has_fresh_round([one for one in ranked if one not in out], before) for out in outs)
        assert tuple(sorted(set(ranked).difference(*last), key=ranked.index)) in outs
    assert repeated, "so many rounds cannot do without"


def test_a_team_stays_apart_and_meets_nobody_again_where_that_is_possible() -> None:
    teams = [place % 16 for place in range(64)]
    *_before, (drawn, _ranked, _byes) = event(64, 6, seed=2, teams=teams)
    found = measure_seating(drawn, teams)
    assert (found.own_team, found.repeated) == (0, 0)


def test_neighbours_of_the_ranking_meet_in_a_large_event() -> None:
    """Round five of 84: nobody at a table stands more than sixteen places from another, by and large."""
    (*_before, (drawn, ranked, _byes)) = event(84, 5, seed=1)
    at = {place: number for number, place in enumerate(ranked)}
    apart = sorted(max(map(at.get, table)) - min(map(at.get, table)) for table in drawn[-1])  # type: ignore[type-var,arg-type]
    assert apart[len(apart) // 2] <= 16


def test_rounds_without_a_repeated_meeting_are_looked_for_as_long_as_the_budget_lasts() -> None:
    met = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]
    budget = Budget(1000)
    (drawn, *_others) = FreshRounds(range(16), 4, [met], (), budget).rounds()
    assert measure_seating([met, drawn], [None] * 16).repeated == 0
    assert budget.steps < 1000
    assert list(FreshRounds(range(16), 4, [met], (), Budget(0)).rounds()) == []
    # each table of the first round takes three looks: to the first, the second and the third who join one
    assert len(list(FreshRounds(range(4), 4, [], (), Budget(3)).rounds())) == 1
    assert list(FreshRounds(range(4), 4, [], (), Budget(2)).rounds()) == []


def follow(places: int, before: Sequence[Round], more: int, steps: int = 10_000) -> tuple[int, int]:
    """How many rounds are sure to follow, and how many tables were looked at."""
    budget = Budget(steps)
    fresh = FreshRounds(range(places), 4, before, (), budget)
    return fresh.how_many_follow(more, Counter(), random.Random(1)), steps - budget.steps


def test_rounds_that_follow_are_counted_up_to_those_asked_for() -> None:
    first = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]
    assert [follow(16, [first], more)[0] for more in (0, 1, 2)] == [0, 1, 2]
    # of eight at two tables somebody always meets again in a second round
    assert follow(8, [[(0, 1, 2, 3), (4, 5, 6, 7)]], 2)[0] == 0
    assert follow(8, [], 2)[0] == 1
    # of five one sits out in turn, and in the second round three of the first meet again
    assert follow(5, [], 2)[0] == 1
    assert follow(4, [], 1)[0] == 1


@pytest.mark.parametrize(
    ("players", "seats", "played", "asked"),
    # of eleven others two rounds at tables of three have brought four, and this one two: two more bring four
    [(12, 3, 2, 2), (16, 4, 0, 4), (16, 4, 1, 3), (20, 4, 2, 3), (6, 2, 1, 3), (5, 4, 0, 0)],
)
def test_only_as_many_rounds_are_asked_for_as_there_are_people_left_to_meet(
    monkeypatch: pytest.MonkeyPatch, players: int, seats: int, played: int, asked: int
) -> None:
    heard: list[int] = []

    def all_follow(_rounds: FreshRounds, more: int, *_others: object) -> int:
        heard.append(more)
        return more

    monkeypatch.setattr(FreshRounds, "how_many_follow", all_follow)
    drawn: list[Round] = []
    for _round in range(played + 1):
        heard.clear()
        drawn.append(
            draw_swiss(range(players), seats, [None] * players, drawn, 1, Counter(), rounds_to_follow=9)
        )
    assert heard == [asked]


def test_the_search_stops_once_as_many_rounds_follow_as_are_asked_for() -> None:
    # each of the four tables of a round takes three looks
    assert follow(16, [], 1) == (1, 12)
    assert follow(16, [], 0) == (0, 0)
    # where no round is there, one look for it is enough
    assert follow(8, [[(0, 1, 2, 3), (4, 5, 6, 7)]], 1)[1] <= 4


def test_the_last_round_without_a_repeated_meeting_is_found_though_the_search_finds_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sixteen play five such rounds: after four of them one is left."""
    monkeypatch.setattr(swiss, "STEPS", 0)
    monkeypatch.setattr(swiss, "STEPS_OTHERS", 0)
    design = known_design(16, 4)
    assert design is not None
    for left in design.rounds:
        before = [tables for tables in design.rounds if tables != left]
        drawn = draw_swiss(range(16), 4, [None] * 16, before, 1, rounds_to_follow=0)
        assert sorted(map(sorted, drawn)) == sorted(map(sorted, left))


@pytest.mark.parametrize(
    ("apart", "tables"),
    [
        ([], {(0, 2), (1, 3)}),
        # the first and the second of the ranking have met; a wish weighs more than the ranking
        ([(0, 2)], {(0, 3), (1, 2)}),
        ([(0, 3)], {(0, 2), (1, 3)}),
    ],
)
def test_of_rounds_without_a_repeated_meeting_the_first_is_one_that_grants_wishes(
    monkeypatch: pytest.MonkeyPatch, apart: list[tuple[int, int]], tables: set[tuple[int, int]]
) -> None:
    monkeypatch.setattr(swiss, "STEPS", 0)
    wishes = Wishes(frozenset(map(frozenset, apart)), 2)
    drawn = draw_swiss(range(4), 2, [None] * 4, [[(0, 1), (2, 3)]], 1, wishes=wishes, rounds_to_follow=0)
    assert {tuple(sorted(table)) for table in drawn} == tables


def test_of_rounds_without_a_repeated_meeting_one_is_taken_after_which_others_follow() -> None:
    """Sixteen can play five such rounds, and not after every third one."""
    design = known_design(16, 4)
    assert design is not None
    for seed in range(3):
        drawn = list(design.rounds[:2])
        for number in range(3):
            drawn.append(draw_swiss(range(16), 4, [None] * 16, drawn, seed, rounds_to_follow=2 - number))
        assert measure_seating(drawn, [None] * 16).repeated == 0


@pytest.mark.parametrize("seed", [2, 4, 6, 7])
def test_twenty_play_five_rounds_without_a_repeated_meeting_whoever_leads(seed: int) -> None:
    """Most third rounds leave no two to follow, so others are tried until one does.

    After these rankings, drawn by lot, that takes five tries, and after one of them thirty-one.
    """
    chance, ranked, drawn = random.Random(seed), list(range(20)), list[Round]()
    for more in (4, 3, 2, 1, 0):
        drawn.append(draw_swiss(ranked, 4, [None] * 20, drawn, seed, rounds_to_follow=more))
        chance.shuffle(ranked)
    assert measure_seating(drawn, [None] * 20).repeated == 0
