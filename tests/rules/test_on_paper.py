"""The table at its end from the points typed of a game on paper, without its hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.on_paper import MOST_POINTS, MOST_STICKS, ended_table_on_paper, scores_of_final_points
from mahjongclub.rules.registry import find_variant

RIICHI = find_variant("riichi")
RULES = RIICHI.default_preset.rules
START = RIICHI.start(RULES, None)
TOTAL = sum(START.scores)


def scores(*others: int, total: int = TOTAL) -> tuple[int, ...]:
    """Scores of three, and what is left for the first."""
    return (total - sum(others), *others)


def test_points_that_add_up_end_the_table() -> None:
    table = ended_table_on_paper(RIICHI, RULES, scores(30_000, 20_000, 10_000))
    assert table.scores == scores(30_000, 20_000, 10_000)
    assert table.ended
    assert (table.sticks, table.bank) == (0, None)


def test_sticks_left_lying_belong_to_the_sum() -> None:
    table = ended_table_on_paper(RIICHI, RULES, scores(30_000, 20_000, 10_000, total=TOTAL - 2000), sticks=2)
    assert sum(table.scores) == TOTAL - 2000
    with pytest.raises(RuleError):
        ended_table_on_paper(RIICHI, RULES, scores(30_000, 20_000, 10_000), sticks=2)


@pytest.mark.parametrize(
    ("off", "told"), [(100, "should be {total}: 100 too many"), (-300, "should be {total}: 300 missing")]
)
def test_a_sum_that_is_off_is_told_and_may_stand(off: int, told: str) -> None:
    typed = scores(30_000, 20_000, 10_000, total=TOTAL + off)
    with pytest.raises(RuleError) as refused:
        ended_table_on_paper(RIICHI, RULES, typed)
    assert refused.value.field == "scores"
    words = str(refused.value.text).replace(",", "")
    assert told.format(total=TOTAL) in words
    assert f"add up to {TOTAL + off}" in words
    assert ended_table_on_paper(RIICHI, RULES, typed, off=True).scores == typed


def test_hands_that_are_known_stay_known() -> None:
    after = replace(START, hands=5, round=1)
    typed = scores(30_000, 20_000, 10_000)
    assert ended_table_on_paper(RIICHI, RULES, typed, state_after_hands=after).hands == 5
    assert ended_table_on_paper(RIICHI, RULES, typed).hands == 0


@pytest.mark.parametrize(
    ("typed", "sticks", "bank", "field"),
    [
        ((TOTAL,), 0, None, "scores"),
        ((MOST_POINTS + 1, 0, 0, 0), 0, None, "scores"),
        ((-MOST_POINTS - 1, 0, 0, 0), 0, None, "scores"),
        (scores(0, 0, 0), -1, None, "sticks"),
        (scores(0, 0, 0), MOST_STICKS + 1, None, "sticks"),
        (scores(0, 0, 0), 0, 0, "bank"),
    ],
)
def test_what_no_table_can_hold_is_refused_at_its_field(
    typed: tuple[int, ...], sticks: int, bank: int | None, field: str
) -> None:
    with pytest.raises(RuleError) as refused:
        ended_table_on_paper(RIICHI, RULES, typed, sticks, bank, off=True)
    assert refused.value.field == field


def test_the_most_a_table_holds_is_taken() -> None:
    assert (
        ended_table_on_paper(RIICHI, RULES, (MOST_POINTS, -MOST_POINTS, 0, 0), MOST_STICKS, off=True).sticks
        == 50
    )
    assert ended_table_on_paper(RIICHI, RULES, (0, 0, 0, 0), off=True).scores == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        # return 30,000, oka 20, uma 20/10: the first has 30,200 - 30,000 + 20,000 + 20,000; two share the
        # second place, and their uma of 10 and -10 is nought
        ((-5_000, 40_200, -30_200, -5_000), [25_000, 30_200, 19_800, 25_000]),
        ((52_300, 6_600, -18_100, -40_800), [42_300, 26_600, 21_900, 9_200]),
    ],
)
def test_final_points_come_from_scores_by_the_places_they_give(
    points: tuple[int, ...], scores: list[int]
) -> None:
    riichi = find_variant("riichi")
    assert scores_of_final_points(riichi, riichi.default_preset.rules, points) == scores


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ((0, 0, 0), "score_out_of_range"),
        ((MOST_POINTS + 1, 0, 0, 0), "score_out_of_range"),
        ((0, -MOST_POINTS - 1, 0, 0), "score_out_of_range"),
        # a tenth is a hundred points
        ((50, 0, 0, -50), "no_final_points"),
    ],
)
def test_final_points_that_no_game_has_are_refused(points: tuple[int, ...], code: str) -> None:
    riichi = find_variant("riichi")
    with pytest.raises(RuleError) as fault:
        scores_of_final_points(riichi, riichi.default_preset.rules, points)
    assert (fault.value.code, fault.value.field) == (code, "scores")
