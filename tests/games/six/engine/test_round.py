"""The six-player table of points, kongs and tenpai. Expected points: seed 004 and RULES.md section 5."""

from __future__ import annotations

import pytest

from mahjongclub.rules.game import RuleError, sum_by_seat
from mahjongclub.rules.six.classes import CLASSES, KONGS, classes_of
from mahjongclub.rules.six.options import SixRules
from mahjongclub.rules.six.round import (
    Event,
    Kong,
    Tenpai,
    Win,
    explain_value,
    playing_seats,
    settle_event,
    settle_round_events,
    settle_tenpai,
    value_of,
)


def changes(*events: Event) -> tuple[int, ...]:
    """What each seat gained over a round's events."""
    return sum_by_seat([transfer for step in settle_round_events(events) for transfer in step.transfers], 6)


@pytest.mark.parametrize(
    ("hand", "points"),
    [  # seed 004, the table "Combinaisons | Points"
        ("chows", 1),
        ("all_pungs", 2),
        ("pure", 4),
        ("four_pairs", 4),
        ("pure_all_pungs", 8),
        ("pungs_258", 8),
        ("all_pungs_terminals", 16),
        ("pure_terminals", 32),
        ("pure_pungs_258", 64),
    ],
)
def test_each_class_is_worth_its_row(hand: str, points: int) -> None:
    assert value_of(Win(0, 1, hand)) == points
    assert changes(Win(0, 1, hand)) == (points, -points, 0, 0, 0, 0)
    assert changes(Win(0, None, hand)) == (5 * points, *[-points] * 5)


@pytest.mark.parametrize(
    ("counted", "points"),
    [  # seed 004 has "4 paires" 4 and "Main pure" 4, and no row for both: the highest, or the product
        ("highest", 4),
        ("product", 16),
    ],
)
def test_four_pairs_of_one_suit_are_worth_what_the_table_says(counted: str, points: int) -> None:
    rules = SixRules(pure_four_pairs=counted)
    assert value_of(Win(0, 1, "pure_four_pairs"), rules) == points
    assert value_of(Win(0, 1, "pure_four_pairs", four_identical=1), rules) == 2 * points
    assert ("pure_four_pairs" in classes_of(rules)) == (counted == "product")


CLAIM = SixRules(first_discard="claim")


def test_who_claims_the_first_discard_may_win_later() -> None:
    # seed 004, "1re tuile jetée réclamée … x4 pour le preneur"
    later = [Kong(1, "claimed", 0), Win(2, 3, "chows"), Win(4, None, "pure", first_discard=True)]
    assert [t.points for t in settle_round_events(later, CLAIM)[2].transfers] == [16] * 4
    both = [Win(2, 3, "pure", first_discard=True), Win(4, 3, "chows", first_discard=True)]
    assert [t.points for step in settle_round_events(both, CLAIM) for t in step.transfers] == [16, 4]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        (
            [Win(2, None, "pure", first_discard=True), Win(4, 3, "chows", first_discard=True)],
            "first_discard_claimed",
        ),
        (
            [Win(2, 3, "pure", first_discard=True), Win(4, None, "chows", first_discard=True)],
            "first_discard_claimed",
        ),
        # four pairs claim nothing before the winning tile
        ([Win(2, None, "four_pairs", first_discard=True)], "first_discard_is_a_discard"),
    ],
)
def test_one_player_claims_the_first_discard(events: list[Event], code: str) -> None:
    with pytest.raises(RuleError) as fault:
        settle_round_events(events, CLAIM)
    assert fault.value.code == code


def test_the_table_has_no_other_class() -> None:
    assert len(CLASSES) == 9
    assert len(KONGS) == 3


@pytest.mark.parametrize(
    ("win", "points"),
    [  # seed 004: 1 kong x2, 4 identiques x2, finir sur 1 kong x2, 1re tuile jetée réclamée x4
        (Win(0, 1, "all_pungs", kongs=1), 2 * 2),
        (Win(0, 1, "all_pungs", kongs=2), 2 * 4),
        (Win(0, 1, "chows", four_identical=1), 1 * 2),
        (Win(0, 1, "four_pairs", four_identical=2), 4 * 4),
        (Win(0, None, "chows", kongs=1, on_kong=True), 1 * 2 * 2),
        (Win(0, 1, "pure", first_discard=True), 4 * 4),
        (Win(0, 1, "pure", four_identical=1, first_discard=True), 4 * 2 * 4),
        (Win(0, None, "pure_pungs_258", kongs=2, on_kong=True), 64 * 4 * 2),
    ],
)
def test_factors_multiply_the_class(win: Win, points: int) -> None:
    assert value_of(win) == points


def test_explained_lines_multiply_to_the_value() -> None:
    win = Win(0, None, "pure_pungs_258", kongs=2, on_kong=True)
    product = 1
    for _line, worth in explain_value(win):
        product *= int(worth.removeprefix("× "))
    assert product == value_of(win) == 512


@pytest.mark.parametrize(
    ("kong", "expected"),
    [  # seed 004: hidden 2 and exposed 1 from each without mahjong, on a discard 2 from the discarder
        (Kong(2, "concealed"), (-2, -2, 10, -2, -2, -2)),
        (Kong(2, "exposed"), (-1, -1, 5, -1, -1, -1)),
        (Kong(2, "claimed", 4), (0, 0, 2, 0, -2, 0)),
    ],
)
def test_kongs_are_paid_at_once(kong: Kong, expected: tuple[int, ...]) -> None:
    assert changes(kong) == expected


@pytest.mark.parametrize(("kind", "points"), [("concealed", 2), ("exposed", 1)])
def test_a_seat_that_won_pays_no_kong(kind: str, points: int) -> None:
    step = settle_round_events([Win(5, 0, "chows"), Kong(2, kind)])[1]  # type: ignore[arg-type]
    assert {transfer.source: transfer.points for transfer in step.transfers} == dict.fromkeys(
        [3, 4, 0, 1], points
    )
    assert step.out == (5,)


def test_second_winner_self_drawn_pure_takes_four_from_each_of_four() -> None:
    """RULES.md section 5, first example."""
    step = settle_round_events([Win(1, 0, "chows"), Win(3, None, "pure")])[1]
    assert sum_by_seat(step.transfers, 6) == (-4, 0, -4, 16, -4, -4)


def test_discard_win_with_a_pure_kong() -> None:
    """RULES.md section 5, second example: 4444-888-22 in one suit is 8 x 2."""
    assert changes(Kong(1, "claimed", 2), Win(1, 3, "pure_all_pungs", kongs=1)) == (0, 18, -2, -16, 0, 0)


def test_concealed_kong_then_its_replacement_completes_chows() -> None:
    """RULES.md section 5, third example: +10, then 1 x 2 x 2 from each of five."""
    steps = settle_round_events([Kong(0, "concealed"), Win(0, None, "chows", kongs=1, on_kong=True)])
    assert sum_by_seat(steps[0].transfers, 6)[0] == 10
    assert sum_by_seat(steps[1].transfers, 6) == (20, -4, -4, -4, -4, -4)


def test_self_draws_take_from_fewer_and_fewer() -> None:
    """Seed 004: the first takes from each, the second from four ... the fifth from the sixth alone."""
    steps = settle_round_events([Win(seat, None, "chows") for seat in range(5)])
    assert [len(step.transfers) for step in steps] == [5, 4, 3, 2, 1]
    assert steps[-1].out == (0, 1, 2, 3, 4)
    assert [transfer.source for transfer in steps[-1].transfers] == [5]


def test_two_wins_on_one_discard_are_both_paid() -> None:
    assert changes(Win(1, 0, "all_pungs"), Win(2, 0, "pure")) == (-6, 2, 4, 0, 0, 0)


def test_the_first_discard_may_be_won_on_twice_and_after_a_concealed_kong() -> None:
    steps = settle_round_events(
        [
            Kong(0, "concealed"),
            Win(1, 0, "chows", first_discard=True),
            Win(2, 0, "chows", first_discard=True),
        ]
    )
    assert [sum(t.points for t in step.transfers) for step in steps] == [10, 4, 4]


def test_payers_are_told_in_the_order_of_play() -> None:
    assert playing_seats([], after=4) == [5, 0, 1, 2, 3]
    assert [t.source for t in settle_event([], Kong(4, "concealed")).transfers] == [5, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("out", "tenpai", "expected"),
    [  # seed 004, last rule: 2 points for all pungs, else 1, from those who are noten
        ((), [Tenpai(0)], (5, -1, -1, -1, -1, -1)),
        ((), [Tenpai(0, True)], (10, -2, -2, -2, -2, -2)),
        ((), [Tenpai(0), Tenpai(1, True)], (4, 8, -3, -3, -3, -3)),
        ((5,), [Tenpai(0)], (4, -1, -1, -1, -1, 0)),
        ((1, 2, 3, 4), [Tenpai(0, True)], (2, 0, 0, 0, 0, -2)),
        ((), [Tenpai(seat) for seat in range(6)], (0,) * 6),
        ((), [], (0,) * 6),
    ],
)
def test_tenpai_is_paid_by_noten_without_mahjong(
    out: tuple[int, ...], tenpai: list[Tenpai], expected: tuple[int, ...]
) -> None:
    assert sum_by_seat(settle_tenpai(out, tenpai), 6) == expected


@pytest.mark.parametrize(
    ("events", "code", "field"),
    [
        ([Win(1, 0, "chows"), Win(1, 0, "chows")], "already_won", "events.1.seat"),
        ([Win(1, 0, "chows"), Kong(1, "concealed")], "already_won", "events.1.seat"),
        ([Win(1, 0, "chows"), Win(2, 1, "chows")], "discarder_has_won", "events.1.from"),
        ([Win(1, 0, "chows"), Kong(2, "claimed", 1)], "discarder_has_won", "events.1.from"),
        ([Win(1, 1, "chows")], "from_self", "events.0.from"),
        ([Kong(3, "claimed", 3)], "from_self", "events.0.from"),
        ([Kong(3, "claimed")], "missing", "events.0.from"),
        ([Kong(3, "exposed", 2)], "from_not_claimed", "events.0.from"),
        ([Kong(3, "exposed")] * 3, "too_many_kongs", "events.2.seat"),
        ([Win(s, 5, "chows") for s in range(5)] + [Kong(5, "exposed")], "round_over", "events.5.seat"),
        ([Win(1, 0, "chows", kongs=2)], "too_many_kongs", "events.0.kongs"),
        ([Win(1, 0, "four_pairs", kongs=1)], "too_many_kongs", "events.0.kongs"),
        (
            [Win(1, 0, "pure_all_pungs", four_identical=1)],
            "too_many_four_identical",
            "events.0.four_identical",
        ),
        (
            [Win(1, 0, "chows", kongs=1, four_identical=1)],
            "too_many_four_identical",
            "events.0.four_identical",
        ),
        (
            [Kong(1, "exposed"), Win(1, 0, "chows", kongs=1, on_kong=True)],
            "on_kong_needs_self_draw",
            "events.1.on_kong",
        ),
        ([Win(1, None, "chows", on_kong=True)], "on_kong_without_kong", "events.0.on_kong"),
        (
            [Win(1, None, "chows", first_discard=True)],
            "first_discard_is_a_discard",
            "events.0.first_discard",
        ),
        (
            [Win(1, 0, "chows"), Win(2, 0, "chows", first_discard=True)],
            "not_first_discard",
            "events.1.first_discard",
        ),
        (
            [Kong(1, "claimed", 0), Win(2, 0, "chows", first_discard=True)],
            "not_first_discard",
            "events.1.first_discard",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused(events: list[Event], code: str, field: str) -> None:
    with pytest.raises(RuleError) as fault:
        settle_round_events(events)
    assert (fault.value.code, fault.value.field) == (code, field)
    assert fault.value.text.in_language("fr")


@pytest.mark.parametrize(
    ("out", "tenpai", "code", "field"),
    [
        ((0, 1, 2, 3, 4), [Tenpai(5)], "tenpai_after_five_wins", "tenpai"),
        ((2,), [Tenpai(5), Tenpai(2)], "already_won", "tenpai.1.seat"),
        ((), [Tenpai(5), Tenpai(5)], "repeated", "tenpai.1.seat"),
    ],
)
def test_impossible_tenpai_is_refused(
    out: tuple[int, ...], tenpai: list[Tenpai], code: str, field: str
) -> None:
    with pytest.raises(RuleError) as fault:
        settle_tenpai(out, tenpai)
    assert (fault.value.code, fault.value.field) == (code, field)


def test_a_kong_counted_but_not_entered_is_said_not_refused() -> None:
    steps = settle_round_events([Kong(2, "concealed"), Win(1, None, "pure_all_pungs", kongs=1, on_kong=True)])
    assert "entered in this round: 0" in str(steps[1].notes[0])
    assert "saisis ce tour\u202f: 0" in steps[1].notes[0].in_language("fr")
    assert sum_by_seat(steps[1].transfers, 6)[1] == 5 * 8 * 2 * 2


def test_a_replacement_of_an_older_kong_is_said() -> None:
    steps = settle_round_events(
        [Kong(1, "concealed"), Kong(2, "exposed"), Win(1, None, "all_pungs", kongs=1, on_kong=True)]
    )
    assert "another player" in str(steps[2].notes[0])
