"""A club night's rounds: everybody has a place, sit-outs are shared, the few are seated as well as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.pairing.night import (
    NightGame,
    RoundDraw,
    SeatingCosts,
    TableDraw,
    seat_round,
    sit_out_credits,
)

FOUR, THREE, OTHER = NightGame("four", 4), NightGame("three", 3), NightGame("other", 4)
SEATS = {"four": 4, "three": 3, "other": 4}


def cost_of_round(
    drawn: RoundDraw, kinds: Sequence[NightGame], before: Sequence[RoundDraw], wants: Mapping[int, str]
) -> int:
    """What a round costs after those before; of rounds in which as many play, the least is the best."""
    costs = SeatingCosts(kinds, before, wants)
    number = {kind.game: index for index, kind in enumerate(kinds)}
    at_tables = sum(costs.of_table(number[table.game], table.places) for table in drawn.tables)
    return at_tables + sum(costs.of_waiting(place) for place in drawn.out)


def evening(
    people: int, kinds: Sequence[NightGame] = (FOUR,), rounds: int = 10, fives: bool = False, **wants: str
) -> list[RoundDraw]:
    """The rounds of an evening with the same people; `wants` by "p" and their number."""
    found: list[RoundDraw] = []
    wishes = {int(key[1:]): game for key, game in wants.items()}
    for _round in range(rounds):
        found.append(seat_round(range(people), kinds, found, wishes, fives=fives, seed=len(found)))
    return found


def checked(one: RoundDraw, people: Sequence[int]) -> None:
    """Everybody is there once, and every table is full."""
    named = [place for table in one.tables for place in table.places] + list(one.waiting)
    named += [table.waits for table in one.tables if table.waits is not None]
    assert sorted(named) == sorted(people)
    assert all(len(table.places) == SEATS[table.game] for table in one.tables)


@pytest.mark.parametrize("people", range(4, 41))
def test_of_any_number_all_but_the_rest_play_and_sit_outs_differ_by_one(people: int) -> None:
    rounds = evening(people)
    out: Counter[int] = Counter(dict.fromkeys(range(people), 0))
    for one in rounds:
        checked(one, range(people))
        assert len(one.out) == people % 4
        out.update(one.out)
    assert max(out.values()) - min(out.values()) <= 1


@pytest.mark.parametrize("people", range(6, 41))
def test_a_club_that_plays_at_three_lets_nobody_wait(people: int) -> None:
    for one in evening(people, (FOUR, THREE), rounds=4):
        checked(one, range(people))
        assert not one.out
        # as many tables of four as there can be: the rest are made of one, two or three tables of three
        assert sum(table.game == "three" for table in one.tables) == -people % 4


def test_where_fives_are_wished_who_waits_sits_at_a_table() -> None:
    for one in evening(18, fives=True):
        checked(one, range(18))
        assert not one.waiting
        assert sum(table.waits is not None for table in one.tables) == 2
    assert len(evening(7, rounds=1, fives=True)[0].waiting) == 2, "one fifth at the only table"


def test_few_people_wait_for_more() -> None:
    assert seat_round([3, 1, 2], [FOUR], seed=0) == RoundDraw((), (1, 2, 3))
    assert seat_round([], [FOUR], seed=0) == RoundDraw(())


@pytest.mark.parametrize("people", [4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("kinds", [(FOUR,), (FOUR, THREE), (FOUR, OTHER), (FOUR, THREE, OTHER)])
def test_up_to_nine_are_seated_as_well_as_by_looking_at_every_seating(
    people: int, kinds: tuple[NightGame, ...]
) -> None:
    wants = {0: kinds[-1].game, people - 1: kinds[-1].game, 2: kinds[0].game}
    before: list[RoundDraw] = []
    for number in range(3 if people > 7 else 5):
        drawn = seat_round(range(people), kinds, before, wants, seed=number)
        checked(drawn, range(people))
        fair = fair_seatings(range(people), kinds, before)
        best = min(cost_of_round(one, kinds, before, wants) for one in fair)
        assert len(drawn.out) == len(fair[0].out)
        assert cost_of_round(drawn, kinds, before, wants) == best
        before.append(drawn)


@pytest.mark.parametrize("people", [5, 6, 7, 8, 9])
@pytest.mark.parametrize("kinds", [(FOUR,), (FOUR, THREE), (FOUR, OTHER)])
def test_who_waits_at_a_table_waits_at_the_best_there_is_in_every_seating_of_up_to_nine(
    people: int, kinds: tuple[NightGame, ...]
) -> None:
    before: list[RoundDraw] = []
    for number in range(4 if people > 7 else 6):
        drawn = seat_round(range(people), kinds, before, fives=True, seed=number)
        checked(drawn, range(people))
        met = Counter(pair for one in before for table in one.tables for pair in pairs_of(table.places))
        best = min(
            (cost_of_round(one, kinds, before, {}), *beside_and_met(with_fifths, met))
            for one in fair_seatings(range(people), kinds, before)
            for with_fifths in every_fifth(one)
        )
        assert (cost_of_round(drawn, kinds, before, {}), *beside_and_met(drawn, met)) == best
        before.append(drawn)


def fair_seatings(
    people: Sequence[int], kinds: Sequence[NightGame], before: Sequence[RoundDraw]
) -> list[RoundDraw]:
    """Every seating in which the most play and nobody sits out who did more often than one who plays."""
    ways = list(every_seating(tuple(people), kinds))
    fewest = min(len(one.out) for one in ways)
    out = sit_out_credits(people, before)
    return [
        one
        for one in ways
        if len(one.out) == fewest
        and all(out[sits] <= out[plays] for sits in one.out for plays in set(people) - one.out)
    ]


def every_fifth(one: RoundDraw) -> Iterator[RoundDraw]:
    """The round with those who wait put to tables of four in every way, some or all of them or nobody."""
    fours = [at for at, table in enumerate(one.tables) if len(table.places) == 4]
    for many in range(min(len(fours), len(one.waiting)) + 1):
        for tables, who in product(combinations(fours, many), permutations(one.waiting, many)):
            fifths = dict(zip(tables, who, strict=True))
            seated = [
                TableDraw(table.game, table.places, fifths.get(at)) for at, table in enumerate(one.tables)
            ]
            yield RoundDraw(tuple(seated), tuple(set(one.waiting) - set(who)))


def beside_and_met(one: RoundDraw, met: Mapping[tuple[int, ...], int]) -> tuple[int, int]:
    """How many wait at no table, and how often those who wait at one met those who play there."""
    waits = [
        (table.waits, other) for table in one.tables if table.waits is not None for other in table.places
    ]
    return len(one.waiting), sum(met[pair] for two in waits for pair in pairs_of(two))


def pairs_of(places: Sequence[int]) -> list[tuple[int, ...]]:
    """Each two of them, the lower first."""
    return list(combinations(sorted(places), 2))


def every_seating(people: tuple[int, ...], kinds: Sequence[NightGame]) -> Iterator[RoundDraw]:
    """Every way to put people to tables of these kinds, the others waiting. By brute force."""
    if not people:
        yield RoundDraw(())
        return
    first, rest = people[0], people[1:]
    for one in every_seating(rest, kinds):
        yield RoundDraw(one.tables, (first, *one.waiting))
    for kind in kinds:
        for mates in combinations(rest, kind.seats - 1):
            left = tuple(place for place in rest if place not in mates)
            for one in every_seating(left, kinds):
                yield RoundDraw((TableDraw(kind.game, (first, *mates)), *one.tables), one.waiting)


def test_a_search_finds_what_looking_at_all_finds() -> None:
    """Thirteen are searched; nobody of sixteen need meet anybody twice in five rounds (a known design)."""
    met: Counter[tuple[int, ...]] = Counter()
    for one in evening(13, rounds=3):
        met.update(pair for table in one.tables for pair in pairs_of(table.places))
    assert max(met.values()) <= 2
    assert sum(times - 1 for times in met.values()) <= 6
    met.clear()
    for one in evening(40, rounds=10):
        met.update(pair for table in one.tables for pair in pairs_of(table.places))
    assert max(met.values()) <= 2


def test_the_same_seed_seats_alike() -> None:
    assert seat_round(range(21), [FOUR], seed=4) == seat_round(range(21), [FOUR], seed=4)


def test_who_wants_another_game_gets_it_or_gets_it_later() -> None:
    wishes = {"p1": "other", "p5": "other", "p9": "other", "p10": "other"}
    one = evening(16, (FOUR, OTHER), rounds=1, **wishes)[0]
    assert [set(table.places) for table in one.tables if table.game == "other"] == [{1, 5, 9, 10}]
    alone = evening(16, (FOUR, OTHER), rounds=8, p3="other")
    played = [
        one for one in alone if any(table.game == "other" and 3 in table.places for table in one.tables)
    ]
    assert 1 <= len(played) < 8, "three others would rather play the first game"


@pytest.mark.parametrize(
    ("people", "wishes", "denied", "unasked"),
    [
        # two tables of the other game and two of three, and all the others play the first
        (34, {"other": 8, "three": 6}, 0, 0),
        (32, {"four": 16, "other": 16}, 0, 0),
        # three of four games have to be of three players, so seven join those two, and one the three
        (33, {"other": 3, "three": 2}, 0, 8),
        # seven and eleven fill two tables and four, but for one person each
        (36, {"other": 7, "three": 11}, 0, 2),
        # two fill the table of the other game; of one alone nobody is asked to
        (36, {"other": 2}, 0, 2),
        (36, {"other": 1}, 1, 0),
        # of five one would have three join a second table
        (36, {"other": 5}, 1, 0),
        # the first game has two tables for nine: the ninth fills the second of the other game
        (16, {"four": 9, "other": 7}, 1, 1),
    ],
)
def test_a_large_hall_has_the_tables_that_most_people_wish_for(
    people: int, wishes: dict[str, int], denied: int, unasked: int
) -> None:
    """Of the many ways to have tables of three games a few are searched: the right one is among them."""
    wants = dict(enumerate(game for game, count in wishes.items() for _person in range(count)))
    drawn = seat_round(range(people), (FOUR, OTHER, THREE), (), wants, seed=0)
    checked(drawn, range(people))
    seats = [(place, table.game) for table in drawn.tables for place in table.places]
    assert sum(wants.get(place, game) != game for place, game in seats) == denied
    assert sum(game != "four" and wants.get(place) != game for place, game in seats) == unasked


def test_two_who_alone_want_two_other_games_both_get_theirs_later() -> None:
    """Nobody is asked to join one of them at first; later its table costs less than one more wish unmet."""
    third = NightGame("third", 4)
    played = {
        (table.game, place)
        for drawn in evening(16, (FOUR, OTHER, third), rounds=8, p3="other", p5="third")
        for table in drawn.tables
        for place in table.places
    }
    assert {("other", 3), ("third", 5)} <= played


def test_of_rounds_that_cost_as_much_one_with_the_tables_wished_for_is_played() -> None:
    """Two tables of the first game cost 36 as well: the wishes of two, where its meetings are fewer."""
    before = [RoundDraw((TableDraw("four", (1, 4, 5, 6)), TableDraw("other", (0, 2, 3, 7))))]
    wants = {1: "four", 3: "other", 5: "four", 6: "four", 7: "other"}
    drawn = seat_round(range(8), (FOUR, OTHER), before, wants, seed=1)
    assert [table.game for table in drawn.tables] == ["four", "other"]


def test_at_tables_of_three_everybody_takes_a_turn() -> None:
    at_three: Counter[int] = Counter(dict.fromkeys(range(7), 0))
    for one in evening(7, (FOUR, THREE), rounds=7):
        at_three.update(place for table in one.tables if table.game == "three" for place in table.places)
    assert max(at_three.values()) - min(at_three.values()) <= 1


def test_winds_take_turns() -> None:
    sat: Counter[tuple[int, int]] = Counter()
    for one in evening(16, rounds=8):
        sat.update((place, seat) for table in one.tables for seat, place in enumerate(table.places))
    assert max(sat.values()) <= 3, "eight rounds, four winds"


@given(
    changes=st.lists(st.sets(st.integers(0, 23), max_size=6), min_size=2, max_size=10),
    first=st.sets(st.integers(0, 23), min_size=4, max_size=20),
    fives=st.booleans(),
    threes=st.booleans(),
)
def test_people_come_late_and_leave_and_nobody_there_is_more_than_one_behind(
    changes: list[set[int]], first: set[int], fives: bool, threes: bool
) -> None:
    present, before = set(first), []
    kinds = (FOUR, THREE) if threes else (FOUR,)
    for number, change in enumerate(changes):
        one = seat_round(present, kinds, before, fives=fives, seed=number)
        checked(one, sorted(present))
        before.append(one)
        counts = sit_out_credits(present, before)
        if counts:
            assert max(counts.values()) - min(counts.values()) <= 1
        present ^= change


def test_who_comes_late_plays_at_once_and_who_stays_is_not_out_twice() -> None:
    before = evening(5, rounds=3)
    late = seat_round(range(6), [FOUR], before, seed=0)
    assert 5 not in late.out
    assert not late.out & before[-1].out


def test_who_comes_back_after_all_have_gone_has_sat_out_one_time_more_than_others_at_most() -> None:
    """Five sit out in turn, one of them twice; five others three times each; then four others play."""

    def round_of(people: Sequence[int], out: int) -> RoundDraw:
        return RoundDraw((TableDraw("four", tuple(place for place in people if place != out)),), (out,))

    before = [round_of(range(5), out) for out in (0, 1, 2, 3, 4, 0)]
    before += [round_of(range(5, 10), out) for out in (5, 6, 7, 8, 9) * 3]
    before.append(RoundDraw((TableDraw("four", (10, 11, 12, 13)),)))
    assert sit_out_credits([0, 1, 2, 3], before) == {0: 2, 1: 1, 2: 1, 3: 1}
    # three times count as twice beside those who sat out once, and so does whoever was never there
    assert sit_out_credits([0, 1, 5, 14], before) == {0: 2, 1: 1, 5: 2, 14: 2}
    assert sit_out_credits([5, 6, 14], before) == {5: 3, 6: 3, 14: 4}


@pytest.mark.parametrize("people", [7, 11, 14, 17, 22])
def test_tables_of_the_first_game_come_first(people: int) -> None:
    for seed in range(3):
        games = [table.game for table in seat_round(range(people), (FOUR, THREE), seed=seed).tables]
        assert games == sorted(games, key=["four", "three"].index)
        games = [table.game for table in seat_round(range(people), (THREE, FOUR), seed=seed).tables]
        assert games == sorted(games, key=["three", "four"].index)


def test_what_a_round_costs_is_the_sum_of_what_nobody_wishes() -> None:
    drawn = RoundDraw((TableDraw("four", (0, 1, 2, 3)), TableDraw("three", (4, 5, 6))), (7,))
    wants = {0: "three", 4: "three"}
    costs = [cost_of_round(drawn, (FOUR, THREE), [drawn] * times, wants) for times in range(3)]
    # 0 gets no wish (10), 5 and 6 play what they did not ask for (5 each); each more for every time before.
    # Nine pairs who met n times cost 4n each, and 7 waits again at once (6).
    assert costs == [10 + 2 * 5, 20 + 2 * 10 + 9 * 4 + 6, 30 + 2 * 15 + 9 * 8 + 6]
    # another order of the games makes the fours what nobody asked for, but 0 and 4 asked for threes
    assert cost_of_round(drawn, (THREE, FOUR), [], wants) == 10 + 4 * 5
    elsewhere = RoundDraw((TableDraw("four", (4, 5, 6, 7)), TableDraw("three", (0, 1, 2))), (3,))
    # three pairs of each table have met; 4 gets no wish, and 1 and 2 did not ask
    assert cost_of_round(elsewhere, (FOUR, THREE), [drawn], wants) == 6 * 4 + 10 + 2 * 5
