"""The ranking of a game and its chart, worked by hand."""

from __future__ import annotations

import pytest

from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.ranking import (
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    FinalPart,
    RankingRow,
    figure_rows,
    line_chart,
    out_of_points,
    ranks_so_far,
    result_in_words,
    tenths_in_words,
    winners_in_words,
)


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([24_000, 27_000, 24_000, 25_000], [3, 1, 3, 2]),
        ([25_000] * 4, [None] * 4),
        ([30_000, 30_000, 20_000], [1, 1, 3]),
        ([1, 0], [1, 2]),
        ([], []),
    ],
)
def test_places_while_a_game_is_played(scores: list[int], ranks: list[int | None]) -> None:
    assert ranks_so_far(scores) == ranks


@pytest.mark.parametrize(("tenths", "words"), [(152, "+15.2"), (0, "0.0"), (-3, "−0.3"), (1_005, "+100.5")])
def test_final_points_have_a_sign_and_a_decimal(tenths: int, words: str) -> None:
    assert tenths_in_words(tenths) == words
    assert FinalPart("uma", "uma", tenths).points == tenths / 10


def test_a_result_is_in_the_unit_of_its_game() -> None:
    assert result_in_words(find_variant("riichi"), 152) == "+15.2"
    assert result_in_words(find_variant("hongkong"), 1520) == "152"


def test_whoever_is_below_nought_is_out_of_points_and_at_nought_by_that_rule() -> None:
    names, scores = ["Bo", "O'Brien", "Marguerite", "Jean-Pierre"], [0, -100, 1, 100]
    below = [name.strip("\u2068\u2069") for name in out_of_points("below_zero", scores, names)]
    at = [name.strip("\u2068\u2069") for name in out_of_points("zero_or_below", scores, names)]
    assert (below, at) == (["O'Brien"], ["Bo", "O'Brien"])


def ranked(*ranks: int) -> list[RankingRow]:
    names = ("Ann", "Bo", "Chen", "Dina")
    return [RankingRow(seat, names[seat], "", rank, 0, 15, 1, ()) for seat, rank in enumerate(ranks)]


def test_all_who_came_first_win() -> None:
    words = [
        winners_in_words(ranked(*ranks)).replace("\u2068", "").replace("\u2069", "")
        for ranks in ((2, 1, 3, 4), (1, 3, 1, 4), (1, 1, 1, 1))
    ]
    assert words == ["Bo wins", "Ann and Chen win", "Everybody is level"]
    assert ranked(1)[0].points == 1.5


def test_figures_count_wins_and_hands_dealt_into() -> None:
    assert figure_rows([], ["Ann", "Bo"]) == []


# --- the chart ---


def test_a_line_leads_from_edge_to_edge_and_from_top_to_bottom() -> None:
    chart = line_chart([[25_000, 25_000], [30_000, 20_000]], ["", "E1"], ["Ann", "Bo"])
    ann, bo = chart.lines
    assert (chart.width, chart.height, chart.left, chart.right_edge) == (WIDTH, HEIGHT, LEFT, WIDTH - RIGHT)
    # 20,000 to 30,000 in steps of 2,000: the middle of 14 to 286
    assert [score for _y, score in chart.ticks] == [20_000, 22_000, 24_000, 26_000, 28_000, 30_000]
    assert ann.dots == [(76.0, 150.0), (460.0, 14.0)]
    assert bo.dots == [(76.0, 150.0), (460.0, 286.0)]
    assert ann.points == "76.0,150.0 460.0,14.0"
    assert (ann.marker, bo.marker, ann.seat, bo.name) == ("circle", "square", 0, "Bo")
    assert chart.labels == [(460.0, "E1")]
    assert chart.zero is None


@pytest.mark.parametrize(
    ("lowest", "highest", "ticks"),
    [
        (0, 6, [0, 1, 2, 3, 4, 5, 6]),
        (0, 7, [0, 2, 4, 6, 8]),
        (0, 12, [0, 2, 4, 6, 8, 10, 12]),
        (0, 13, [0, 5, 10, 15]),
        (0, 31, [0, 10, 20, 30, 40]),
        (-3, 3, [-3, -2, -1, 0, 1, 2, 3]),
        (5, 5, [5, 6]),
        (-7, -1, [-7, -6, -5, -4, -3, -2, -1]),
        (-12, 50, [-20, 0, 20, 40, 60]),
    ],
)
def test_a_chart_has_round_ticks_around_all_scores(lowest: int, highest: int, ticks: list[int]) -> None:
    chart = line_chart([[lowest], [highest]], ["", "E1"], ["Ann"])
    assert [score for _y, score in chart.ticks] == ticks
    assert chart.ticks[-1][0] == TOP
    assert (chart.zero is not None) is (ticks[0] <= 0 <= ticks[-1])


@pytest.mark.parametrize(("hands", "every"), [(7, 1), (8, 2), (14, 2), (15, 3)])
def test_at_most_seven_hands_are_labelled(hands: int, every: int) -> None:
    labels = [str(number) for number in range(1, hands + 1)]
    chart = line_chart([[number] for number in range(hands + 1)], ["", *labels], ["Ann"])
    assert [label for _x, label in chart.labels] == labels[::every]
    assert len(chart.labels) <= 7


def test_points_of_a_line_have_a_decimal() -> None:
    chart = line_chart([[number] for number in range(6)], [""] * 6, ["Ann"])
    assert [x for x, _y in chart.lines[0].dots] == [76.0, 152.8, 229.6, 306.4, 383.2, 460.0]
    assert [y for _x, y in chart.lines[0].dots] == [286.0, 231.6, 177.2, 122.8, 68.4, 14.0]


def test_a_chart_of_one_row_stands_at_its_edge() -> None:
    chart = line_chart([[0, 3]], [""], ["Ann", "Bo"], (200, 100))
    assert [line.dots for line in chart.lines] == [[(76.0, 66.0)], [(76.0, 14.0)]]
    assert (chart.width, chart.height, chart.right_edge, chart.labels) == (200, 100, 180, [])
