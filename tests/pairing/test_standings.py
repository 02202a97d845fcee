"""Standings worked by hand: what games are worth, how they add up, and what decides between equals.

Place points 4-2-1-0, shared by players who tie, are the table points of the European Mahjong Association's
tournament rules; final points are those of RULES.md (riichi: score against the return, uma, oka).
"""

from __future__ import annotations

import pytest

from mahjongclub.pairing.scoring import Scoring, read_scoring
from mahjongclub.pairing.standings import Sums, rank_entries
from mahjongclub.rules.game import RuleError

POINT = 600


def played(key: int, games: list[tuple[int, int, int]], scoring: Scoring, adjustment: int = 0) -> Sums:
    """Sums of games, each (place, sharing, final points in tenths)."""
    values = [scoring.value(*game) for game in games]
    places = tuple(sum(place == held for place, _s, _t in games) for held in range(1, 5))
    best = tuple(sorted(values, reverse=True))
    worst = tuple(sorted(values)) if scoring.leaves_out else ()
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
