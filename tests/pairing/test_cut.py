"""Who goes on from a ranking, and what they take along, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mahjongclub.pairing.cut import Cut, bonus_of, cut_ranking, stage_start_sums
from mahjongclub.pairing.drawing import CannotDraw
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.pairing.standings import Sums, rank_entries


def test_who_shares_the_rank_at_the_line_is_left_to_somebody() -> None:
    ranks = {1: 1, 2: 2, 3: 3, 4: 3, 5: 3, 6: 6}
    assert cut_ranking(ranks, 2) == Cut((1, 2))
    assert cut_ranking(ranks, 4) == Cut((1, 2), level=(3, 4, 5), free=2)
    assert cut_ranking(ranks, 4).proposed == (1, 2, 3, 4)
    assert cut_ranking(ranks, 5) == Cut((1, 2, 3, 4, 5))
    assert (cut_ranking(ranks, 5).level, cut_ranking(ranks, 5).free) == ((), 0)


def test_the_order_of_a_list_is_no_rank_and_who_has_none_stays() -> None:
    assert cut_ranking({9: 3, 8: None, 7: 1, 6: 2}, 2) == Cut((7, 6))
    assert cut_ranking({9: 3, 8: None, 7: 1, 6: 2}, 4) == Cut((7, 6, 9), short=1)


def test_whole_teams_fill_the_places_or_are_refused() -> None:
    fours = dict.fromkeys((1, 2, 3, 4), 4)
    assert cut_ranking({1: 1, 2: 2, 3: 2, 4: 4}, 8, fours) == Cut((1,), level=(2, 3), free=1)
    assert cut_ranking({1: 1, 2: 2, 3: 3, 4: 4}, 8, fours) == Cut((1, 2))
    with pytest.raises(CannotDraw):
        cut_ranking({1: 1, 2: 2, 3: 3, 4: 4}, 6, fours)
    with pytest.raises(CannotDraw):
        cut_ranking({1: 1, 2: 2, 3: 2}, 8, {1: 4, 2: 4, 3: 3})
    # teams behind the line may be of any size
    assert cut_ranking({1: 1, 2: 2, 3: 2}, 4, {1: 4, 2: 4, 3: 3}) == Cut((1,))


@pytest.mark.parametrize(
    ("how", "totals"), [("whole", [40, 30]), ("all", [40, 30]), ("half", [20, 15]), ("nothing", [0, 0])]
)
def test_points_go_on_but_for_a_penalty_that_counts_whole_in_every_stage(how: str, totals: list[int]) -> None:
    played = [Sums(7, 1, 40, (), 4, (1, 0)), Sums(8, 1, 30, (), 3, (0, 1), adjustment=-25, whole=-25)]
    before = rank_entries(Scoring(), played)
    after = stage_start_sums(
        before, Scoring(), [Sums(8, 0, 0, (), 0, (0, 0)), Sums(7, 0, 0, (), 0, (0, 0))], how
    )
    assert [(one.key, one.seed) for one in after] == [(8, 2), (7, 1)]
    assert [one.carried for one in after] == totals[::-1]
    assert after[1].places == ((1, 0) if totals[0] == 40 else (0, 0))


def test_half_of_an_odd_number_of_six_hundredths_stays_exact() -> None:
    """A third of 4 + 2 + 1 points is 1,400 / 600; half of half of 1,401 is no whole number of 600ths."""
    one = Sums(1, 1, 0, (), 0, (1,), carried=Fraction(1401, 4))
    other = Sums(2, 1, 350, (), 0, (1,), carried=0)
    first, second = rank_entries(Scoring(), [one, other])
    assert (first.sums.key, first.total, second.total) == (1, Fraction(1401, 4), 350)
    assert float(first.total) == first.total


def test_a_bonus_is_shared_by_those_who_tie() -> None:
    rows = rank_entries(
        Scoring(), [Sums(key, 1, value, (), 0, (1,)) for key, value in ((1, 9), (2, 5), (3, 5), (4, 1))]
    )
    # 30 + 20 + 10 tenths: the second and the third share 20 and 10, the fourth has none
    assert [bonus_of([30, 20, 10], rows, key) / 60 for key in (1, 2, 3, 4)] == [30, 15, 15, 0]


def sums(key: int, value: int, **more: int) -> Sums:
    return Sums(key, 1, value, (), value // 60, (1, 0), table_points=value // 100, **more)


def test_whoever_stands_better_before_a_cut_is_seeded_better_and_equals_by_their_order() -> None:
    before = rank_entries(Scoring(tie_1="none"), [sums(1, 600), sums(2, 1200), sums(3, 600)])
    after = stage_start_sums(
        before, Scoring(), [Sums(key, 0, 0, (), 0, (0, 0)) for key in (3, 1, 2)], "nothing"
    )
    assert {entry.key: entry.seed for entry in after} == {2: 1, 3: 2, 1: 3}


def test_with_the_total_go_final_points_and_points_for_the_place() -> None:
    before = rank_entries(Scoring(), [sums(1, 600)])
    played = sums(1, 1200)
    for how, share in (("whole", 1), ("half", Fraction(1, 2)), ("nothing", 0)):
        (after,) = stage_start_sums(before, Scoring(), [played], how)
        assert after.carried == 600 * share
        assert after.tenths == 20 + 10 * share
        assert after.table_points == 12 + 6 * share
        assert after.places == ((2, 0) if how == "whole" else (1, 0))


def test_a_bonus_goes_by_the_rank_among_those_who_go_on() -> None:
    before = rank_entries(Scoring(), [sums(1, 900), sums(2, 800), sums(3, 700)])
    # 1 does not go on: 2 is the first of those who do
    after = stage_start_sums(
        before, Scoring(), [Sums(key, 0, 0, (), 0, (0, 0)) for key in (3, 2)], "bonus", [30, 20]
    )
    assert {entry.key: entry.carried / 60 for entry in after} == {2: 30, 3: 20}


def test_of_teams_that_are_equal_at_the_line_as_many_go_on_as_fill_the_places() -> None:
    sizes = dict.fromkeys((1, 2, 3, 4), 3)
    assert cut_ranking({1: 1, 2: 1, 3: 1, 4: 1}, 6, sizes) == Cut((), level=(1, 2, 3, 4), free=2)
    assert cut_ranking({1: 1, 2: 2}, 9, sizes) == Cut((1, 2), short=3)
    assert cut_ranking({1: 1, 2: 2}, 0, sizes) == Cut(())
    assert Cut((7,), (8, 9, 6), free=2).proposed == (7, 8, 9)
