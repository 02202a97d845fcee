"""Standings worked by hand: what games are worth, how they add up, and what decides between equals.

Place points 4-2-1-0, shared by players who tie, are the table points of the European Mahjong Association's
tournament rules; final points are those of RULES.md (riichi: score against the return, uma, oka).
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from mahjongclub.pairing.scoring import Scoring, in_value_units, read_scoring
from mahjongclub.pairing.standings import (
    MERITS,
    Sums,
    average_place,
    left_out_values,
    rank_entries,
    total_of_games,
)
from mahjongclub.rules.game import RuleError

POINT = 600


def played(key: int, games: list[tuple[int, int, int]], scoring: Scoring, adjustment: int = 0) -> Sums:
    """Sums of games, each (place, sharing, final points in tenths)."""
    values = [scoring.value(*game) for game in games]
    places = tuple(sum(place == held for place, _s, _t in games) for held in range(1, 5))
    best = tuple(sorted(values, reverse=True))
    worst = tuple(sorted(values)) if scoring.left_out_count else ()
    tenths = sum(game[2] for game in games)
    return Sums(key, len(games), sum(values), best, tenths, places, adjustment * POINT, worst)


def shown(scoring: Scoring, table: list[Sums]) -> list[tuple[int, int | None, float, str | None]]:
    """Who is where, with how many points, and what decided."""
    return [
        (row.sums.key, row.rank, float(row.total) / POINT, row.decided_by)
        for row in rank_entries(scoring, table)
    ]


@pytest.mark.parametrize(
    ("place", "sharing", "points"),
    [(1, 1, 4), (2, 1, 2), (3, 1, 1), (4, 1, 0), (1, 2, 3), (2, 2, 1.5), (3, 2, 0.5), (1, 4, 1.75)],
)
def test_place_points_are_shared_by_players_who_tie(place: int, sharing: int, points: float) -> None:
    assert Scoring(worth="places").value(place, sharing, 999) == points * POINT


def test_a_third_of_a_point_is_exact() -> None:
    # three share second to fourth place: (2 + 1 + 0) / 3 = 1; first to third: 7 / 3
    assert Scoring(worth="places").value(1, 3, 0) * 3 == 7 * POINT


def test_sum_of_final_points() -> None:
    scoring = Scoring()
    # Aiko +53.2 and -12.1 = 41.1; Ben -5.0 and +48.6 = 43.6; Chen -48.2 and -36.5 = -84.7
    table = [
        played(1, [(1, 1, 532), (3, 1, -121)], scoring),
        played(2, [(2, 1, -50), (1, 1, 486)], scoring),
        played(3, [(4, 1, -482), (4, 1, -365)], scoring),
    ]
    assert shown(scoring, table) == [(2, 1, 43.6, None), (1, 2, 41.1, None), (3, 3, -84.7, None)]


def test_average_puts_fewer_games_level() -> None:
    scoring = Scoring(together="average")
    # 60.0 in three games is 20 a game, 45.0 in two is 22.5
    table = [
        played(1, [(1, 1, 300), (2, 1, 100), (1, 1, 200)], scoring),
        played(2, [(1, 1, 250), (1, 1, 200)], scoring),
    ]
    assert shown(scoring, table) == [(2, 1, 22.5, None), (1, 2, 20.0, None)]


def test_best_two_of_three_drop_the_worst_game() -> None:
    scoring = Scoring(together="best", best_of=2)
    # Aiko 40 + 30 = 70 (the -60 is dropped), Ben 35 + 34 = 69
    table = [
        played(1, [(1, 1, 400), (4, 1, -600), (1, 1, 300)], scoring),
        played(2, [(1, 1, 350), (1, 1, 340)], scoring),
    ]
    assert shown(scoring, table) == [(1, 1, 70.0, None), (2, 2, 69.0, None)]


def test_the_two_worst_games_are_left_out() -> None:
    scoring = Scoring(together="but_games", but=2)
    # Aiko 40 + 30 (the -60 and the -10 are left out), Ben 35 + 34, Chen's best of two
    table = [
        played(1, [(1, 1, 400), (4, 1, -600), (1, 1, 300), (3, 1, -100)], scoring),
        played(2, [(1, 1, 350), (1, 1, 340), (3, 1, -20), (3, 1, -20)], scoring),
        played(3, [(1, 1, 500), (4, 1, -500)], scoring),
    ]
    assert shown(scoring, table) == [(1, 1, 70.0, None), (2, 2, 69.0, None), (3, 3, 50.0, None)]


@pytest.mark.parametrize(
    ("place", "sharing", "tenths", "uma", "points"),
    [
        # 30,200 against 30,000 and the table's uma of 20: 0.2 and the season's 15
        (1, 1, 202, 200, 15.2),
        # two share second and third: 5 and -5 come to nothing, as the table's 10 and -10 did
        (2, 2, -50, 0, -5.0),
        (4, 1, -302, -200, -25.2),
        # a game without uma has the season's on top
        (1, 1, 640, 0, 79.0),
    ],
)
def test_a_season_has_an_uma_of_its_own(
    place: int, sharing: int, tenths: int, uma: int, points: float
) -> None:
    scoring = Scoring(worth="uma", place_1=15, place_2=5, place_3=-5, place_4=-15)
    assert scoring.value(place, sharing, tenths, uma) / POINT == points


def test_too_few_games_are_listed_below_without_a_place() -> None:
    scoring = Scoring(minimum_games=2)
    table = [played(1, [(1, 1, 900)], scoring), played(2, [(2, 1, 10), (3, 1, -20)], scoring)]
    assert shown(scoring, table) == [(2, 1, -1.0, None), (1, None, 90.0, None)]


def test_an_adjustment_counts_on_top_of_every_total() -> None:
    for together in ("sum", "average", "best"):
        scoring = Scoring(together=together)
        table = [played(1, [(1, 1, 300)], scoring, adjustment=-20), played(2, [(2, 1, 150)], scoring)]
        assert shown(scoring, table) == [(2, 1, 15.0, None), (1, 2, 10.0, None)]


# Place points: Aiko 4 + 0, Ben 2 + 2, Chen 2 + 2: four points each.
AIKO = [(1, 1, 250), (4, 1, -300)]
BEN = [(2, 1, 50), (2, 1, 20)]
CHEN = [(2, 1, 30), (2, 1, 40)]


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        # nothing decides: all share the first place
        (("none", "none", "none"), [(1, 1, None), (2, 1, None), (3, 1, None)]),
        # more first places: Aiko has one; Ben and Chen stay equal and share
        (("firsts", "none", "none"), [(1, 1, None), (2, 2, "firsts"), (3, 2, None)]),
        # final points -5.0, +7.0, +7.0: Ben and Chen share the first place
        (("points", "none", "none"), [(2, 1, None), (3, 1, None), (1, 3, "points")]),
        # average places 2.5, 2, 2; then the better best game is worth 2 points for both
        (("average_place", "best_game", "none"), [(2, 1, None), (3, 1, None), (1, 3, "average_place")]),
        # the order matters: first places before final points
        (("firsts", "points", "none"), [(1, 1, None), (2, 2, "firsts"), (3, 2, None)]),
    ],
)
def test_ties_are_decided_in_the_stated_order(
    ties: tuple[str, str, str], expected: list[tuple[int, int, str | None]]
) -> None:
    scoring = Scoring(worth="places", tie_1=ties[0], tie_2=ties[1], tie_3=ties[2])
    table = [played(1, AIKO, scoring), played(2, BEN, scoring), played(3, CHEN, scoring)]
    found = [(key, place, why) for key, place, _total, why in shown(scoring, table)]
    assert found == expected


@pytest.mark.parametrize(("tie", "first"), [("more_games", 1), ("fewer_games", 2)])
def test_the_number_of_games_decides(tie: str, first: int) -> None:
    scoring = Scoring(tie_1=tie, tie_2="none")
    table = [played(1, [(1, 1, 100), (2, 1, 0)], scoring), played(2, [(1, 1, 100)], scoring)]
    assert shown(scoring, table)[0][:2] == (first, 1)


def test_a_way_to_decide_stands_once() -> None:
    with pytest.raises(RuleError, match="used only once"):
        read_scoring({"tie_1": "points", "tie_2": "points"})


#: two of one key: whatever is counted differs
ONE = Sums(1, 2, 900, (600, 300), 15, (1, 1), 120, (300, 600), 60, 6, 30, 4, 2, 5, 1)
OTHER = Sums(2, 3, -400, (500, -400), -7, (0, 2, 1), -60, (-400, -500), 6, 3, -20, 3, 1, 4, 3)


def test_two_sums_together_have_what_both_have() -> None:
    assert ONE.added(replace(OTHER, evenings=3)) == Sums(
        key=1,
        games=5,
        value=500,
        best=(600, 500, 300, -400),
        tenths=8,
        places=(1, 3, 1),
        adjustment=60,
        worst=(-500, -400, 300, 600),
        carried=66,
        table_points=9,
        whole=10,
        seed=3,
        evenings=5,
        wins=9,
        deal_ins=4,
    )
    assert len(fields(Sums)) == 15, "a further one is added too"


def test_who_has_not_played_adds_nothing() -> None:
    nothing = Sums(2, 0, 0, (), 0, ())
    assert ONE.added(nothing) == replace(ONE, seed=0)
    assert nothing.seed == 0, "of no cut"
    assert {name: merit(nothing) for name, merit in MERITS.items()} == dict.fromkeys(MERITS, 0) | {
        "firsts": ()
    }


@pytest.mark.parametrize(
    ("tie", "better"),
    [
        ("points", {"tenths": 16}),
        ("average_place", {"places": (2, 0)}),
        ("firsts", {"places": (2, 0)}),
        ("best_game", {"best": (601, 299)}),
        ("more_games", {"games": 3}),
        ("fewer_games", {"games": 1}),
        ("wins", {"wins": 6}),
        ("deal_ins", {"deal_ins": 0}),
    ],
)
def test_of_equal_totals_whoever_is_better_by_the_chosen_way_stands_first(
    tie: str, better: dict[str, Any]
) -> None:
    scoring = Scoring(tie_1=tie, tie_2="none")
    first, second = rank_entries(scoring, [ONE, replace(ONE, key=2, **better)])
    assert (first.sums.key, first.rank, first.decided_by) == (2, 1, None)
    assert (second.sums.key, second.rank, second.decided_by) == (1, 2, tie)
    level = rank_entries(scoring, [ONE, replace(ONE, key=2)])
    assert [(row.rank, row.decided_by) for row in level] == [(1, None), (1, None)]


@pytest.mark.parametrize(("tie", "better"), [("table_points", {"table_points": 7}), ("seed", {"seed": 3})])
def test_an_event_decides_by_points_for_the_place_and_by_the_rank_before_the_cut(
    tie: str, better: dict[str, Any]
) -> None:
    first, second = rank_entries(
        replace(Scoring(), tie_1=tie, tie_2="none"), [ONE, replace(ONE, key=2, **better)]
    )
    assert (first.sums.key, second.decided_by) == (2, tie)


def test_the_first_way_in_which_equals_differ_is_what_decided() -> None:
    scoring = Scoring(tie_1="points", tie_2="wins", tie_3="deal_ins")
    first, second, third = rank_entries(
        scoring, [replace(ONE, key=2, wins=6), ONE, replace(ONE, key=3, tenths=14, wins=6)]
    )
    assert (first.sums.key, second.sums.key, third.sums.key) == (2, 1, 3)
    assert (first.decided_by, second.decided_by, third.decided_by) == (None, "wins", "points")


def test_nothing_is_asked_after_a_way_that_is_none() -> None:
    assert Scoring(tie_1="wins", tie_2="none", tie_3="firsts").ties == ("wins",)
    assert Scoring(tie_1="wins", tie_2="firsts", tie_3="deal_ins").ties == ("wins", "firsts", "deal_ins")
    assert Scoring(tie_1="none").ties == ()
    assert Scoring().ties == ("points", "firsts")


def test_a_total_has_games_evenings_adjustment_and_what_was_carried() -> None:
    # 900 for the games, 1.5 points for each of two evenings, +120, +60
    (row,) = rank_entries(Scoring(coming=1.5), [ONE])
    assert (row.counted, row.coming, row.total) == (900, 1800, 900 + 1800 + 120 + 60)


def test_games_and_evenings_short_of_a_place_are_told() -> None:
    scoring = Scoring(minimum_games=3, evenings_share=30)
    # three of ten evenings are needed: ONE is short of one game and one evening
    rows = {row.sums.key: row for row in rank_entries(scoring, [ONE, OTHER], evenings=10)}
    assert (rows[1].missing, rows[1].missing_evenings, rows[1].rank) == (1, 1, None)
    assert (rows[2].missing, rows[2].missing_evenings, rows[2].rank) == (0, 2, None)
    rows = {row.sums.key: row for row in rank_entries(scoring, [ONE, OTHER], evenings=3)}
    assert (rows[1].missing, rows[1].missing_evenings, rows[1].rank) == (1, 0, None)
    assert (rows[2].missing, rows[2].missing_evenings, rows[2].rank) == (0, 0, 1)


@pytest.mark.parametrize(("share", "evenings", "needed"), [(75, 10, 8), (50, 10, 5), (51, 10, 6), (0, 9, 0)])
def test_a_share_of_the_evenings_is_rounded_up(share: int, evenings: int, needed: int) -> None:
    assert Scoring(evenings_share=share).evenings_needed(evenings) == needed


def test_ranks_after_a_shared_place_leave_out_as_many() -> None:
    table = [replace(ONE, key=key, value=value) for key, value in ((1, 5), (2, 9), (3, 9), (4, 1))]
    assert [(row.sums.key, row.rank) for row in rank_entries(Scoring(), table)] in (
        [(2, 1), (3, 1), (1, 3), (4, 4)],
        [(3, 1), (2, 1), (1, 3), (4, 4)],
    )


def test_of_the_worst_games_one_always_counts() -> None:
    sums = replace(ONE, games=3, value=1200, worst=(-300, 600, 900))
    for but, left_out in ((1, (-300,)), (2, (-300, 600)), (3, (-300, 600)), (9, (-300, 600))):
        for together in ("but_games", "but_nights"):
            scoring = Scoring(together=together, but=but)
            assert left_out_values(scoring, sums) == left_out
            assert total_of_games(scoring, sums) == 1200 - sum(left_out)
    assert left_out_values(Scoring(together="sum", but=2), sums) == ()
    for worst in ((), (600,)):
        assert left_out_values(Scoring(together="but_games"), replace(sums, worst=worst)) == ()


def test_without_games_a_total_is_nought() -> None:
    nobody = Sums(1, 0, 0, (), 0, ())
    assert total_of_games(Scoring(together="average"), nobody) == 0
    assert average_place(()) == average_place((0, 0, 0, 0)) == 0
    assert average_place((1, 0, 0, 1)) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("points", "units"), [(1, 600), (0.5, 300), (-15, -9000), (0.01, 6), (2.29, 1374), (-0.07, -42)]
)
def test_points_are_whole_in_their_unit(points: float, units: int) -> None:
    assert in_value_units(points) == units


def test_places_bring_what_the_scoring_says() -> None:
    scoring = Scoring(worth="places", place_5=-1, place_6=-2, place_7=-4)
    brought = [scoring.points_for_place(place, 1) / POINT for place in range(1, 8)]
    assert brought == [4, 2, 1, 0, -1, -2, -4]
    assert scoring.points_for_place(5, 3) * 3 == -7 * POINT
    assert [Scoring().points_for_place(place, 1) / POINT for place in range(1, 8)] == [4, 2, 1, 0, 0, 0, 0]


# --- what an organiser may choose ---

#: of each number: what it is where nobody says otherwise, the least, the most, and its decimals
NUMBERS = {
    "place_1": (4, -1000, 1000, 2),
    "place_2": (2, -1000, 1000, 2),
    "place_3": (1, -1000, 1000, 2),
    "place_4": (0, -1000, 1000, 2),
    "place_5": (0, -1000, 1000, 2),
    "place_6": (0, -1000, 1000, 2),
    "place_7": (0, -1000, 1000, 2),
    "coming": (0, 0, 1000, 2),
    "best_of": (10, 1, 100, 0),
    "but": (2, 1, 100, 0),
    "minimum_games": (0, 0, 1000, 0),
    "evenings_share": (0, 0, 100, 0),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_of_the_scoring_is_taken_within_its_bounds(name: str) -> None:
    usual, least, most, decimals = NUMBERS[name]
    assert getattr(Scoring(), name) == usual
    for number in (least, most):
        assert getattr(read_scoring({name: number}), name) == number
    finest = 10**-decimals
    for number in (least - finest, most + finest, 50 + finest / 10):
        with pytest.raises(RuleError):
            read_scoring({name: number})
    if decimals:
        assert getattr(read_scoring({name: 50 + finest}), name) == 50 + finest


def test_the_points_of_each_place_are_called_by_the_place() -> None:
    labels = {option.name: str(option.label) for option in Scoring.describe_options()}
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    for place, word in enumerate(words, start=1):
        assert labels[f"place_{place}"] == f"For the {word} place"


def test_what_is_not_said_of_somebody_counts_nothing() -> None:
    sums = Sums(1, 2, 900, (600, 300), 15, (1, 1, 0, 0))
    said = replace(
        sums,
        key=2,
        **dict.fromkeys(("adjustment", "carried", "table_points", "seed", "evenings", "wins", "deal_ins"), 0),
    )
    (row,) = rank_entries(Scoring(coming=1), [sums])
    assert (row.total, row.coming, row.missing, row.missing_evenings) == (900, 0, 0, 0)
    for tie in MERITS:
        first, second = rank_entries(replace(Scoring(), tie_1=tie), [sums, said])
        assert (first.rank, second.rank, second.decided_by) == (1, 1, None), tie
    assert (sums.whole, sums.worst) == (0, ())
    # where nobody says how many evenings there have been, none is missing
    (row,) = rank_entries(Scoring(evenings_share=100), [sums])
    assert (row.rank, row.missing_evenings) == (1, 0)
