"""What a seating is worth, counted by hand: meetings, winds, visits, wishes, and who sits out."""

from __future__ import annotations

from collections import Counter

import pytest

from mahjongclub.pairing.byes import choose_byes, count_byes, other_choices_of_players, rounds_with_byes
from mahjongclub.pairing.drawing import (
    CannotDraw,
    SeatingQuality,
    draw_by_lot,
    draw_by_rank_alone,
    least_repeat_count,
    least_repeats_of_rounds,
    measure_seating,
    plan_rounds,
)
from mahjongclub.pairing.visits import Visits
from mahjongclub.pairing.wishes import Wishes

#: two rounds of eight at two tables
FIRST, SECOND = [(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 1, 4, 5), (2, 3, 6, 7)]


def test_meetings_winds_and_visits_of_three_rounds() -> None:
    teams = [0, 0, None, None, 1, 1, None, None]
    wishes = Wishes(frozenset({frozenset((0, 1)), frozenset((2, 7))}), 1, {3: [2], 5: [1, 2], 6: [1]})
    assert measure_seating([FIRST, SECOND, FIRST], teams, wishes) == SeatingQuality(
        # four pairs meet three times, the other eight of the first round twice
        repeated=4 * 2 + 8,
        # nine meetings each: four of a team may meet six others, four without one seven
        bound=(4 * 3 + 4 * 2) // 2,
        most=3,
        own_team=2 * 3,
        # the first of a table is East each time
        winds=3,
        # 0, 1 and 7 come to their table twice more, 2 and 4 once more; 3, 5 and 6 wished to stay
        visits=3 * 2 + 2,
        visits_bound=5,
        apart=1,
        # 3 in the first and the third round, 6 in each
        elsewhere=2 + 3,
    )


def test_in_a_single_round_nothing_repeats() -> None:
    once = SeatingQuality(repeated=0, bound=0, most=1, own_team=0, winds=1, visits=0, visits_bound=0)
    assert measure_seating([FIRST], [None] * 8) == once


def test_a_team_that_has_met_all_others_repeats_though_others_have_people_left_to_meet() -> None:
    # ten meetings each: four of a team may meet eight others, the other eight eleven
    teams = ["team"] * 4 + [None] * 8
    straight = [tuple(range(at, at + 3)) for at in range(0, 12, 3)]
    across = [(at, at + 4, at + 8) for at in range(4)]
    assert least_repeat_count(5, 3, teams) == 4 * 2 // 2
    assert least_repeats_of_rounds([straight, across, straight, across, straight], teams) == 4


def test_a_seating_without_rounds_counts_nothing() -> None:
    assert measure_seating([], [None] * 4) == SeatingQuality(0, 0, 0, 0, 0, 0, 0)


def test_few_tables_cannot_part_everybody_in_any_round() -> None:
    nobody = [None] * 8
    # two tables: of each four, two and two go on together, two pairs a table
    assert least_repeats_of_rounds([FIRST, SECOND], nobody) == 4
    assert least_repeats_of_rounds([FIRST, SECOND, FIRST], nobody) == 8
    # of five at each table of the next round come two and three: one pair and three
    fives = [tuple(range(5)), tuple(range(5, 10))]
    assert least_repeats_of_rounds([fives, fives], [None] * 10) == 2 * (1 + 3)


def test_visits_are_counted_and_taken_back() -> None:
    visits = Visits(2, [FIRST, SECOND], {3: [2], 6: [1]})
    # 0, 1 and 7 came to one table twice; 3 and 6 wished for a table, which both were at once or never
    assert (visits.repeated, visits.unmet_wish_count) == (3, 1 + 2)
    # at table 1: two visits of 0, and 3 wishes for the other; at table 2: 6 wishes for the other; 9 is new
    assert visits.costs((0, 3, 6, 9)) == [2 + 1000, 1000]
    visits.add(FIRST, -1)
    assert (visits.repeated, visits.unmet_wish_count) == (0, 1)
    assert visits.counts[0] == [1, 0]


def test_who_has_sat_out_least_sits_out_the_last_in_order_first() -> None:
    assert choose_byes([3, 1, 2, 5], 2, Counter({5: 1})) == [2, 1]
    assert count_byes(range(9), [FIRST, SECOND]) == {8: 2}
    # 1 and 5 have sat out; 6 and 4 are chosen, and each other two of 6, 4, 2 and 3 would do
    others = other_choices_of_players([3, 1, 2, 4, 5, 6], 4, Counter({5: 1, 1: 1}))
    assert list(others) == [[3, 1, 4, 5], [1, 2, 4, 5], [3, 1, 5, 6], [1, 2, 5, 6], [1, 4, 5, 6]]
    # 2 alone has not sat out, and does so in any case
    others = other_choices_of_players(range(6), 4, Counter({0: 1, 1: 1, 3: 1, 4: 1, 5: 1}))
    assert list(others) == [[0, 1, 3, 5], [0, 1, 4, 5], [0, 3, 4, 5], [1, 3, 4, 5]]
    assert list(other_choices_of_players(range(3), 4, Counter())) == []
    assert list(other_choices_of_players(range(8), 4, Counter())) == []


def test_who_plays_for_somebody_who_sits_out_meets_no_old_acquaintance_and_no_team() -> None:
    # 8 has sat out, as 7 has, and has met 0, 1 and 2: it plays at the other table, and 7 too
    base, before = [[(0, 1, 2, 6), (3, 4, 5, 7)]], [FIRST, [(8, 0, 1, 2), (3, 4, 5, 6)]]
    for seed in range(5):
        (drawn,) = rounds_with_byes(base, range(8), [8], [None] * 9, before, seed)
        (at,) = [table for table in drawn if 8 in table]
        assert {7, 8} < set(at)
    teams = [None, None, None, None, 1, 1, None, None, 1]
    for seed in range(5):
        (drawn,) = rounds_with_byes([FIRST], range(8), [8], teams, [FIRST], seed)
        (at,) = [table for table in drawn if 8 in table]
        assert not {4, 5} & set(at)
    # who is over sits out first
    assert rounds_with_byes([FIRST], range(8), [8], [None] * 9, [], 1) == [FIRST]


@pytest.mark.parametrize(("times", "table"), [(49, 1), (51, 0)])
def test_a_meeting_of_a_team_weighs_as_much_as_fifty_meetings_again(times: int, table: int) -> None:
    # 8 has sat out, is of a team with 1 and 2, and has met 4 and 5 so many times
    before = [[(4, 5, 8), (0, 1, 2), (3, 6, 7)]] * times + [FIRST]
    teams = [None, "team", "team", None, None, None, None, None, "team"]
    for seed in range(5):
        (drawn,) = rounds_with_byes([FIRST], range(8), [8], teams, before, seed)
        assert 8 in drawn[table]


@pytest.mark.parametrize(("players", "missing", "over"), [(17, 3, 1), (18, 2, 2), (19, 1, 3), (3, 1, 3)])
def test_who_cannot_be_drawn_is_told_how_many_are_missing_or_over(
    players: int, missing: int, over: int
) -> None:
    for draw in (
        lambda: plan_rounds(4, 2, [None] * players, 1),
        lambda: draw_by_lot(range(players), 4, [None] * players, [], 1),
        lambda: draw_by_rank_alone(range(players), 4, [], snake=False),
    ):
        with pytest.raises(CannotDraw) as refused:
            draw()
        assert (refused.value.missing, refused.value.over) == (missing, over)


def test_too_few_for_one_table_are_missing_though_some_may_sit_out() -> None:
    for draw in (
        lambda: plan_rounds(4, 2, [None] * 3, 1, byes=True),
        lambda: draw_by_lot(range(3), 4, [None] * 3, [], 1, Counter()),
    ):
        with pytest.raises(CannotDraw) as refused:
            draw()
        assert (refused.value.missing, refused.value.over) == (1, 3)


def test_as_many_of_a_team_as_there_are_tables_can_play() -> None:
    teams = [0, 0, 1, 1, 2, 2, 3, 3]
    assert measure_seating(plan_rounds(4, 2, teams, 1), teams).own_team == 0
    with pytest.raises(CannotDraw) as refused:
        plan_rounds(4, 2, [0, 0, 0, 1, 1, 2, 2, 3], 1)
    assert (refused.value.missing, refused.value.over) == (0, 0)


def test_tables_beyond_the_hall_are_nobodys_wish() -> None:
    visits = Visits(2, [FIRST, FIRST], {0: (1,), 4: (1,), 5: (2, 9), 6: (9,), 8: (1,)})
    # 4 and 6 sit at none of theirs, twice each
    assert visits.unmet_wish_count == 4
    # 1, 2, 3 and 7 come to their table again
    assert visits.repeated == 4
    assert visits.costs((1, 7)) == [2, 2]
    assert visits.costs((0, 1)) == [2, 1000]


@pytest.mark.parametrize(
    ("rounds", "seats", "places", "least"),
    [
        # four at each of three tables: two of each have to stay together
        (2, 4, 12, 3),
        (3, 4, 12, 6),
        # at two tables two pairs of each
        (2, 4, 8, 4),
        # at one table all six pairs
        (3, 4, 4, 12),
        # three meet two others a round, of eight
        (4, 3, 9, 0),
        (5, 3, 9, 9),
    ],
)
def test_counting_says_how_many_meetings_must_repeat(
    rounds: int, seats: int, places: int, least: int
) -> None:
    assert least_repeat_count(rounds, seats, [None] * places) == least
    one = [tuple(range(at, at + seats)) for at in range(0, places, seats)]
    assert least_repeats_of_rounds([one] * rounds, [None] * places) == least


def test_no_round_repeats_nothing() -> None:
    assert least_repeats_of_rounds([], [None] * 8) == 0
    assert measure_seating([], [None] * 8) == SeatingQuality(0, 0, 0, 0, 0, 0, 0)
