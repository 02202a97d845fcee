"""Han and fu to points, against the published table.

The rows are typed from points_table.csv of the crate riichi_hand 0.5.0 (docs.rs/crate/riichi_hand/0.5.0),
the same figures as chapter 6 "Scoring tables" of EMA, Riichi: Rules for Japanese Mahjong (2016). The limits
are those of mjstars.net, Beginner's lesson 17.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.rules.kit.riichi.value import (
    FU_STEPS,
    Value,
    basic_points,
    is_possible,
    limit_of,
    ron_payment,
    tsumo_payments,
)
from mahjongclub.rules.riichi import VARIANT
from mahjongclub.rules.riichi.presets import CLUB, EMA_2025, M_LEAGUE

from .records import deltas, fault, passing, play, ron, tsumo, win, won

# han, fu, tsumo from other / from dealer, ron of a non-dealer, ron of the dealer; 0 where the table is empty.
# A dealer's tsumo is the second figure from each.
PUBLISHED = [
    (1, 20, 0, 0, 0, 0),
    (1, 25, 0, 0, 0, 0),
    (1, 30, 300, 500, 1000, 1500),
    (1, 40, 400, 700, 1300, 2000),
    (1, 50, 400, 800, 1600, 2400),
    (1, 60, 500, 1000, 2000, 2900),
    (1, 70, 600, 1200, 2300, 3400),
    (1, 80, 700, 1300, 2600, 3900),
    (1, 90, 800, 1500, 2900, 4400),
    (1, 100, 800, 1600, 3200, 4800),
    (1, 110, 900, 1800, 3600, 5300),
    (2, 20, 400, 700, 0, 0),
    (2, 25, 0, 0, 1600, 2400),
    (2, 30, 500, 1000, 2000, 2900),
    (2, 40, 700, 1300, 2600, 3900),
    (2, 50, 800, 1600, 3200, 4800),
    (2, 60, 1000, 2000, 3900, 5800),
    (2, 70, 1200, 2300, 4500, 6800),
    (2, 80, 1300, 2600, 5200, 7700),
    (2, 90, 1500, 2900, 5800, 8700),
    (2, 100, 1600, 3200, 6400, 9600),
    (2, 110, 1800, 3600, 7100, 10600),
    (3, 20, 700, 1300, 0, 0),
    (3, 25, 800, 1600, 3200, 4800),
    (3, 30, 1000, 2000, 3900, 5800),
    (3, 40, 1300, 2600, 5200, 7700),
    (3, 50, 1600, 3200, 6400, 9600),
    (3, 60, 2000, 3900, 7700, 11600),
    (3, 70, 2000, 4000, 8000, 12000),
    (3, 80, 2000, 4000, 8000, 12000),
    (3, 90, 2000, 4000, 8000, 12000),
    (3, 100, 2000, 4000, 8000, 12000),
    (3, 110, 2000, 4000, 8000, 12000),
    (4, 20, 1300, 2600, 0, 0),
    (4, 25, 1600, 3200, 6400, 9600),
    (4, 30, 2000, 3900, 7700, 11600),
    (4, 40, 2000, 4000, 8000, 12000),
    (4, 50, 2000, 4000, 8000, 12000),
    (4, 60, 2000, 4000, 8000, 12000),
    (4, 70, 2000, 4000, 8000, 12000),
    (4, 80, 2000, 4000, 8000, 12000),
    (4, 90, 2000, 4000, 8000, 12000),
    (4, 100, 2000, 4000, 8000, 12000),
    (4, 110, 2000, 4000, 8000, 12000),
]

# mangan 5, haneman 6-7, baiman 8-10, sanbaiman 11-12, yakuman 13+
LIMIT_ROWS = [
    (5, 2000, 4000, 8000, 12000),
    (6, 3000, 6000, 12000, 18000),
    (7, 3000, 6000, 12000, 18000),
    (8, 4000, 8000, 16000, 24000),
    (9, 4000, 8000, 16000, 24000),
    (10, 4000, 8000, 16000, 24000),
    (11, 6000, 12000, 24000, 36000),
    (12, 6000, 12000, 24000, 36000),
    (13, 8000, 16000, 32000, 48000),
    (26, 8000, 16000, 32000, 48000),
]


def test_the_table_has_every_cell():
    assert [(han, fu) for han, fu, *_ in PUBLISHED] == [(han, fu) for han in (1, 2, 3, 4) for fu in FU_STEPS]


@pytest.mark.parametrize(("han", "fu", "other", "dealer", "child_ron", "dealer_ron"), PUBLISHED)
def test_a_cell_of_the_published_table(han, fu, other, dealer, child_ron, dealer_ron):
    assert is_possible(han, fu, self_drawn=True) is bool(other)
    assert is_possible(han, fu, self_drawn=False) is bool(child_ron)
    basic = basic_points(han, fu, CLUB)
    if other:
        assert tsumo_payments(basic, winner_is_dealer=False) == (dealer, other)
        assert tsumo_payments(basic, winner_is_dealer=True) == (0, dealer)
        assert deltas(tsumo(1, han, fu)) == [-dealer, dealer + 2 * other, -other, -other]
        assert deltas(tsumo(0, han, fu)) == [3 * dealer, -dealer, -dealer, -dealer]
    if child_ron:
        assert ron_payment(basic, dealer=False) == child_ron
        assert ron_payment(basic, dealer=True) == dealer_ron
        assert deltas(ron(1, 2, han, fu)) == [0, child_ron, -child_ron, 0]
        assert deltas(ron(0, 2, han, fu)) == [dealer_ron, 0, -dealer_ron, 0]


@pytest.mark.parametrize(("han", "other", "dealer", "child_ron", "dealer_ron"), LIMIT_ROWS)
def test_a_limit_of_the_published_table(han, other, dealer, child_ron, dealer_ron):
    basic = basic_points(han, None, CLUB)
    assert tsumo_payments(basic, winner_is_dealer=False) == (dealer, other)
    assert tsumo_payments(basic, winner_is_dealer=True) == (0, dealer)
    assert ron_payment(basic, dealer=False) == child_ron
    assert ron_payment(basic, dealer=True) == dealer_ron
    assert deltas(ron(1, 2, han, None)) == [0, child_ron, -child_ron, 0]


@pytest.mark.parametrize(
    ("limit", "child_ron"),
    [("mangan", 8000), ("haneman", 12000), ("baiman", 16000), ("sanbaiman", 24000)],
)
def test_a_limit_by_its_name(limit, child_ron):
    assert deltas(win(won(3, 1, limit=limit))) == [0, -child_ron, 0, child_ron]


@pytest.mark.parametrize(("count", "child_ron"), [(1, 32000), (2, 64000), (6, 192000)])
def test_yakuman_add_up(count, child_ron):
    assert deltas(win(won(3, 1, yakuman=count))) == [0, -child_ron, 0, child_ron]


def test_worked_examples_of_the_rules():
    # RULES.md section 1, "Examples (club unless said)"
    assert deltas(ron(1, 2, 4, 30)) == [0, 7700, -7700, 0]
    assert deltas(ron(0, 2, 4, 30)) == [11600, 0, -11600, 0]
    assert deltas(tsumo(1, 4, 30)) == [-3900, 7900, -2000, -2000]
    assert deltas(tsumo(0, 4, 30)) == [11700, -3900, -3900, -3900]
    assert deltas(ron(1, 2, 4, 25)) == [0, 6400, -6400, 0]


def test_40_fu_3_han_with_two_honba_and_a_stick_on_the_table():
    # RULES.md section 1: 5200 + 600 from the discarder, +1000: seat 1 +6800
    before = [
        {"type": "draw", "tenpai": [0, 3], "riichi": [3]},
        {"type": "abort", "reason": "nine_terminals"},
    ]
    assert deltas(*before, ron(1, 2, 3, 40)) == [0, 6800, -5800, 0]


def test_kiriage_rounds_up_only_the_two_cells_next_to_mangan():
    for han, fu, *_ in PUBLISHED:
        plain = basic_points(han, fu, CLUB)
        rounded = basic_points(han, fu, EMA_2025)
        assert (rounded != plain) is ((han, fu) in ((4, 30), (3, 60)))
    assert deltas(ron(1, 2, 4, 30), preset="m-league") == [0, 8000, -8000, 0]
    assert deltas(ron(1, 2, 3, 60), preset="m-league") == [0, 8000, -8000, 0]


@pytest.mark.parametrize(
    ("han", "fu", "rules", "limit"),
    [
        (4, 30, CLUB, None),
        (4, 30, M_LEAGUE, "mangan"),
        (4, 40, CLUB, "mangan"),
        (3, 70, CLUB, "mangan"),
        (5, None, CLUB, "mangan"),
        (13, None, CLUB, "yakuman"),
        (13, None, M_LEAGUE, "sanbaiman"),
    ],
)
def test_the_name_of_the_limit(han, fu, rules, limit):
    assert limit_of(han, fu, rules) == limit


def test_what_has_no_points_says_so():
    with pytest.raises(ValueError, match="needs fu"):
        basic_points(3, None, CLUB)
    with pytest.raises(TypeError):
        Value().basic(replace(CLUB))


def test_points_of_a_whole_game_stay_whole_hundreds():
    result = play(*passing(3), ron(0, 3, 1, 110))
    assert all(score % 100 == 0 for score in result.state.scores)


def test_yaku_told_beside_a_value_are_kept_and_change_no_point():
    told = win(won(1, 2, han=3, fu=40, yaku=["riichi", "pinfu"]), riichi=(1,))
    result = play(told)
    assert result.hands[0].to_json()["yaku"] == [
        {"winner": 1, "name": "riichi"},
        {"winner": 1, "name": "pinfu"},
    ]
    assert VARIANT.outcome_to_json(result.hands[0].outcome) == told
    assert deltas(told) == deltas(ron(1, 2, 3, 40, riichi=(1,)))
    [_, winner, *_] = figures_by_seat(4, [(told, result.hands[0].to_json())])
    assert winner.yaku == {"riichi": 1, "pinfu": 1}


@pytest.mark.parametrize(
    ("yaku", "code"),
    [(["moon"], "unknown_yaku"), (["dora"], "unknown_yaku"), (["pinfu", "pinfu"], "repeated")],
)
def test_a_yaku_that_is_none_or_stands_twice_is_refused(yaku, code):
    assert fault(win(won(1, 2, han=3, fu=40, yaku=yaku))).code == code


def test_tiles_tell_their_yaku_themselves():
    tiles = {"concealed": "234567m345p66678s", "winning": "8s"}
    assert fault(win(won(1, 2, tiles=tiles, yaku=["pinfu"]))).code == "yaku_beside_tiles"
