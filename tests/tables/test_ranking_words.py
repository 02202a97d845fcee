"""The ranking of a game and its chart, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.template import Context, Template

from mahjongclub.clubs.models import Evening
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import Clock, Session
from mahjongclub.tables.payment_words import PaymentNotice
from mahjongclub.tables.ranking import (
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    FigureRow,
    FinalPart,
    PaymentStillDue,
    RankingRow,
    busted_names,
    ending_reason,
    ending_sentence,
    figure_rows,
    line_chart,
    lines_still_due,
    ranking_in_words,
    ranking_rows,
    ranks_so_far,
    result_in_words,
    score_chart,
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
    screen = Template("{% load tables %}{{ part.tenths|tenths }}")
    assert screen.render(Context({"part": FinalPart("uma", "uma", tenths)})) == words


def test_a_result_is_in_the_unit_of_its_game() -> None:
    assert result_in_words(find_variant("riichi"), 152) == "+15.2"
    assert result_in_words(find_variant("hongkong"), 1520) == "152"


def test_whoever_is_below_nought_is_out_of_points_and_at_nought_by_that_rule() -> None:
    names, scores = ["Bo", "O'Brien", "Marguerite", "Jean-Pierre"], [0, -100, 1, 100]
    below = [name.strip("\u2068\u2069") for name in busted_names("below_zero", scores, names)]
    at = [name.strip("\u2068\u2069") for name in busted_names("zero_or_below", scores, names)]
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
    assert tenths_in_words(ranked(1)[0].tenths) == "+1.5"


def test_level_scores_with_unequal_results_are_no_perfect_tie() -> None:
    rows = ranked(1, 1, 1, 1)
    assert winners_in_words([*rows[:3], replace(rows[3], tenths=-185)]) == "The scores are level"


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


def test_nought_is_drawn_where_the_scores_lie_on_both_sides_of_it() -> None:
    chart = line_chart([[-3], [3]], ["", "E1"], ["Ann"])
    # the middle of 14 to 286, as the tick of 0
    assert chart.zero == 150.0
    assert (150.0, 0) in chart.ticks


def test_the_chart_of_a_game_leads_from_the_start_through_every_hand() -> None:
    session = game_with([25_000] * 4)
    names = ["Ann", "Bo", "Chen", "Dina"]
    assert score_chart(session, [], names) is None
    results = [
        {"label": "E1", "scores": [30_000, 20_000, 25_000, 25_000]},
        {"label": "E2", "scores": [30_000, 25_000, 20_000, 25_000]},
    ]
    chart = score_chart(session, results, names, (480, 320))
    assert chart is not None
    assert [label for _x, label in chart.labels] == ["E1", "E2"]
    # 20,000 to 30,000: 25,000 in the middle of 14 to 286
    assert [y for _x, y in chart.lines[0].dots] == [150.0, 14.0, 14.0]
    assert [y for _x, y in chart.lines[1].dots] == [150.0, 286.0, 150.0]
    assert (chart.width, chart.height) == (480, 320)


# --- a session that has ended ---

PEOPLE = ["Ann", "Bo", "Chen", "Dina"]


def game_with(scores: list[int], ended: str | None = None, game: str = "riichi", **more: Any) -> Session:
    """A session of the first preset of a game that stands so, kept nowhere."""
    variant = find_variant(game)
    preset = variant.presets[0]
    start = variant.start(preset.rules, (1, 1) if variant.thrown_dealer else None)
    state = replace(start, scores=tuple(scores), ended=ended)
    return Session(
        variant=game,
        preset=preset.key,
        rules=preset.rules.to_json(),
        state=state.to_json(),
        evening=Evening(date=date(2026, 3, 14)),
        **more,
    )


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("ended", "scores", "hands", "sentence"),
    [
        (None, [25_000] * 4, 3, ""),
        ("last_hand", [25_000] * 4, 8, "The last hand is played, after 8 hands."),
        ("bust", [50_000, 0, 25_000, 25_000], 1, "Bo is out of points after 1 hand."),
        ("bust", [75_000, 0, 0, 25_000], 3, "Bo and Chen are out of points after 3 hands."),
        ("bust", [25_000] * 4, 3, "A player is out of points after 3 hands."),
        ("target", [60_000, 10_000, 0, 30_000], 5, "The target score is reached after 5 hands."),
        ("dealer_leads", [25_000] * 4, 9, "The dealer leads and ends the game after 9 hands."),
        ("bank_empty", [25_000] * 4, 4, "The bank is empty after 4 hands."),
        ("time", [25_000] * 4, 4, "Time is up after 4 hands."),
        ("bust", [50_000, 0, 25_000, 25_000], 0, "Bo is out of points."),
        ("bust", [25_000] * 4, 0, "A player is out of points."),
        ("last_hand", [50_000, 0, 25_000, 25_000], 0, "The last hand has been played."),
    ],
)
def test_the_end_of_a_game_says_why(ended: str | None, scores: list[int], hands: int, sentence: str) -> None:
    assert plain(ending_sentence(game_with(scores, ended), PEOPLE, hands)) == sentence


def test_a_game_of_rounds_counts_rounds() -> None:
    six = game_with([0] * 6, "last_hand", "six")
    assert ending_sentence(six, [*PEOPLE, "Emil", "Fatou"], 1) == "The last hand is played, after 1 round."


def test_a_game_that_was_stopped_ended_by_its_players_or_by_its_clock() -> None:
    session = game_with([25_000] * 4, "time", closed=True)
    assert ending_reason(session, "time") == "closed"
    assert ending_sentence(session, PEOPLE, 2) == "The players ended the game after 2 hands."
    assert ending_sentence(session, PEOPLE, 0) == "The players stopped here."
    session.state = {**session.state, "hands": 2}
    session.clock = Clock(session=session, last_hand=2)
    assert ending_reason(session, "time") == "time"
    assert ending_sentence(session, PEOPLE, 2) == "Time is up after 2 hands."
    session.clock.last_hand = 3
    assert ending_reason(session, "time") == "closed", "it was stopped before the last hand of the clock"
    assert ending_reason(game_with([25_000] * 4), "bust") == "bust"


def test_every_line_of_the_final_points_is_explained() -> None:
    # the club's preset: return 30,000, oka 20, uma 20/10 (RULES.md)
    rows = ranking_rows(game_with([25_000, 30_200, 19_800, 25_000], "last_hand"), PEOPLE)
    assert [(row.rank, row.name, row.score, row.tenths, row.seat) for row in rows] == [
        (1, "Bo", 30_200, 402, 1),
        (2, "Ann", 25_000, -50, 0),
        (2, "Dina", 25_000, -50, 3),
        (4, "Chen", 19_800, -302, 2),
    ]
    assert [(part.part, part.what, part.tenths) for part in rows[0].parts] == [
        ("score", "30,200 against the return of 30,000", 2),
        ("uma", "uma (bonus for the place)", 200),
        ("oka", "oka (bonus of the first)", 200),
    ]
    assert {row.decimals for row in rows} == {1}
    hongkong = ranking_rows(game_with([0, 8, 0, -8], "last_hand", "hongkong"), PEOPLE)
    assert [(row.rank, row.name, row.decimals) for row in hongkong][:1] == [(1, "Bo", 0)]


def test_the_ranking_in_words_has_a_result_where_the_game_ranks_by_one() -> None:
    session = game_with([25_000, 30_200, 19_800, 25_000], "last_hand")
    assert plain(ranking_in_words(session, ranking_rows(session, PEOPLE))).splitlines() == [
        "Riichi · 14 March 2026",
        "1. Bo: 30,200 (+40.2)",
        "2. Ann: 25,000 (−5.0)",
        "2. Dina: 25,000 (−5.0)",
        "4. Chen: 19,800 (−30.2)",
    ]
    session = game_with([0, 8, 0, -8], "last_hand", "hongkong")
    lines = plain(ranking_in_words(session, ranking_rows(session, PEOPLE))).splitlines()
    assert lines[1] == "1. Bo: 8"


def test_what_is_to_be_paid_for_the_last_hand_is_called_so() -> None:
    notices = [
        PaymentNotice("1", "Ann gets 100 back", ("from Bo",), owed=True),
        PaymentNotice("2", "Bo pays Ann 1,000", ("and 300",), ("Change 5,000",)),
        PaymentNotice("3", "Chen pays Dina 1,000", ()),
    ]
    assert lines_still_due(notices) == [
        PaymentStillDue("Ann gets 100 back", ("from Bo",)),
        PaymentStillDue("Last hand: Bo pays Ann 1,000", ("and 300", "Change 5,000")),
        PaymentStillDue("Chen pays Dina 1,000", ()),
    ]
    assert lines_still_due([]) == []


def test_figures_of_a_game_are_a_row_for_each_player() -> None:
    win = {"type": "win", "wins": [{"winner": 1, "from": 3, "han": 1, "fu": 30}]}
    drawn = {"type": "win", "wins": [{"winner": 1, "from": None, "han": 1, "fu": 30}]}
    paid = {"transfers": [{"from": 3, "to": 1, "points": 1000, "for": "hand"}]}
    assert figure_rows([(win, paid), (drawn, paid)], PEOPLE) == [
        FigureRow("Ann", 0, 0, 0, 0),
        FigureRow("Bo", 2, 1, 0, 1000),
        FigureRow("Chen", 0, 0, 0, 0),
        FigureRow("Dina", 0, 0, 1, 0),
    ]
