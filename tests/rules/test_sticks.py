"""Who hands which sticks to whom."""

from __future__ import annotations

import itertools
import json
import time
from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.rules.game import Transfer
from mahjongclub.rules.kit.sticks import (
    DENOMINATIONS,
    NOTHING,
    Holdings,
    StickExchange,
    Sticks,
    hand_over,
    pay_in_sticks,
    start_holdings,
    starting_sticks,
)

FULL = Sticks(1, 2, 4, 10)


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        (25000, (1, 2, 4, 10)),  # riichi.wiki, "Tenbou"
        (30000, (1, 2, 9, 10)),  # mahjiangg.com, "How to play"
        (35000, (2, 2, 4, 10)),
        (20000, (0, 3, 4, 10)),
        (1000, (0, 0, 0, 10)),
        (0, (0, 0, 0, 0)),
    ],
)
def test_what_a_player_begins_with(points, sticks):
    assert starting_sticks(points) == sticks
    assert starting_sticks(points).points == points


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_every_start_is_worth_what_it_says(hundreds):
    sticks = starting_sticks(hundreds * 100)
    assert sticks.points == hundreds * 100
    assert min(sticks) >= 0


# riichi.wiki, "Tenbou", point exchanges: 3900, 8000 and 11,600
@pytest.mark.parametrize(
    ("amount", "given", "back"),
    [
        (3900, (0, 1, 0, 0), (0, 0, 1, 1)),
        (8000, (1, 0, 0, 0), (0, 0, 2, 0)),
        (11600, (1, 0, 2, 0), (0, 0, 0, 4)),
        (1000, (0, 0, 1, 0), (0, 0, 0, 0)),
        (5000, (0, 1, 0, 0), (0, 0, 0, 0)),
        (300, (0, 0, 0, 3), (0, 0, 0, 0)),
        (800, (0, 0, 1, 0), (0, 0, 0, 2)),
    ],
)
def test_the_usual_payments(amount, given, back):
    assert hand_over(amount, FULL, FULL) == (given, back)


def test_change_where_the_payer_lacks_small_sticks():
    # 4200 with neither 1000s nor 100s: one 5000, back 8 x 100
    assert hand_over(4200, Sticks(1, 1, 0, 0), FULL) == (Sticks(0, 1, 0, 0), Sticks(0, 0, 0, 8))


def test_what_cannot_be_paid():
    assert hand_over(1000, NOTHING, FULL) is None
    assert hand_over(100, Sticks(1, 0, 0, 0), Sticks(0, 0, 8, 9)) is None


small = st.builds(Sticks, *[st.integers(0, 3)] * 3, st.integers(0, 6))


@given(small, small, st.integers(0, 120))
def test_no_way_moves_fewer_sticks(payer, receiver, hundreds):
    """Against every way there is, tried one by one."""
    ranges = [range(-theirs, mine + 1) for mine, theirs in zip(payer, receiver, strict=True)]
    fewest = min(
        (
            sum(map(abs, counts))
            for counts in itertools.product(*ranges)
            if sum(count * size for count, size in zip(counts, DENOMINATIONS, strict=True)) == hundreds * 100
        ),
        default=None,
    )
    found = hand_over(hundreds * 100, payer, receiver)
    assert (found is None) is (fewest is None)
    if found:
        assert sum(found.given) + sum(found.back) == fewest
        assert found.given.points - found.back.points == hundreds * 100
        assert all(not (out and home) for out, home in zip(found.given, found.back, strict=True))


def test_hand_and_honba_are_one_payment_and_the_stick_is_apart():
    transfers = [
        Transfer(3, 2, 3900, "hand"),
        Transfer(3, 2, 300, "honba"),
        Transfer(2, "table", 1000, "riichi"),
        Transfer("table", 2, 1000, "riichi"),
    ]
    payments, holdings = pay_in_sticks(transfers, start_holdings(25000))
    stick = StickExchange(Sticks(0, 0, 1, 0), NOTHING)
    assert [(pay.source, pay.target, pay.points) for pay in payments] == [
        (2, "table", 1000),
        (3, 2, 4200),
        ("table", 2, 1000),
    ]
    assert payments[0].exchange == payments[2].exchange == stick
    # one 5000 and two 100, back one 1000: four sticks rather than six
    assert payments[1].exchange == (Sticks(0, 1, 0, 2), Sticks(0, 0, 1, 0))
    assert [sticks.points for sticks in holdings.seats] == [25000, 25000, 29200, 20800]


def test_payments_both_ways_are_netted():
    transfers = [
        Transfer(0, 1, 4000, "nagashi"),
        Transfer(1, 0, 4000, "nagashi"),
        Transfer(2, 1, 2000, "hand"),
    ]
    payments, _ = pay_in_sticks(transfers, start_holdings(25000))
    assert [(pay.source, pay.target, pay.points) for pay in payments] == [(2, 1, 2000)]


def test_a_player_without_a_thousand_changes_first():
    holdings = Holdings((Sticks(2, 1, 0, 0), FULL, Sticks(0, 0, 9, 0), FULL))
    payments, after = pay_in_sticks([Transfer(0, "table", 1000, "riichi")], holdings)
    assert [(pay.source, pay.target, pay.points) for pay in payments] == [(0, 2, 0), (0, "table", 1000)]
    assert payments[0].exchange == (Sticks(0, 1, 0, 0), Sticks(0, 0, 5, 0))
    assert after.table == Sticks(0, 0, 1, 0)


def test_a_payer_changes_with_a_third_player_where_the_winner_cannot():
    holdings = Holdings((Sticks(1, 0, 0, 0), NOTHING, FULL, FULL))
    payments, after = pay_in_sticks([Transfer(0, 1, 2000, "hand")], holdings)
    assert payments[0].points == 0
    assert payments[-1].owed == 0
    assert after.seats[1].points == 2000


def test_a_payer_makes_the_one_change_that_is_enough():
    # to have two of 5000 for the 10,000 moves fewer sticks, and nobody could be paid 2000 with them
    holdings = Holdings((Sticks(1, 1, 0, 0), NOTHING, Sticks(0, 2, 0, 0), Sticks(0, 0, 5, 0)))
    payments, after = pay_in_sticks([Transfer(0, 1, 2000, "hand")], holdings)
    assert [(pay.source, pay.target, pay.points) for pay in payments] == [(0, 3, 0), (0, 1, 2000)]
    assert payments[0].exchange == (Sticks(0, 1, 0, 0), Sticks(0, 0, 5, 0))
    assert after.seats == (
        Sticks(1, 0, 3, 0),
        Sticks(0, 0, 2, 0),
        Sticks(0, 2, 0, 0),
        Sticks(0, 1, 0, 0),
    )


def test_holdings_are_stored_and_read_back():
    holdings = Holdings((FULL, NOTHING), Sticks(0, 0, 2, 0), ((1, "table", 1000), (1, 0, 300)))
    assert Holdings.from_json(json.loads(json.dumps(astuple(holdings)))) == holdings


def test_what_is_missing_is_owed_and_paid_back():
    holdings = Holdings((Sticks(0, 0, 2, 0), FULL, FULL, FULL))
    payments, holdings = pay_in_sticks([Transfer(0, 1, 8000, "hand")], holdings)
    assert (payments[0].exchange.given, payments[0].owed) == (Sticks(0, 0, 2, 0), 6000)
    assert holdings.debts == ((0, 1, 6000),)
    payments, holdings = pay_in_sticks([Transfer(2, 0, 12000, "hand")], holdings)
    assert holdings.debts in ((), ((0, 1, 6000),))
    _, holdings = pay_in_sticks([], holdings)
    assert holdings.debts == ()
    assert holdings.seats[1].points == 25000 + 8000


def test_a_stick_nobody_has_is_owed_to_whoever_takes_the_table():
    holdings = Holdings((NOTHING,) * 4)
    _, holdings = pay_in_sticks([Transfer(0, "table", 1000, "riichi")], holdings)
    assert holdings.debts == ((0, "table", 1000),)
    _, holdings = pay_in_sticks([Transfer("table", 3, 1000, "riichi")], holdings)
    assert holdings.debts == ((0, 3, 1000),)


def test_two_who_owe_each_other_the_same_owe_nothing_more():
    rich = start_holdings(25_000).seats[2:]
    poor = Holdings((NOTHING, NOTHING, *rich), NOTHING, ((0, 1, 1000), (1, 0, 1000)))
    payments, after = pay_in_sticks([Transfer(2, 3, 1000, "hand")], poor)
    assert [payment.source for payment in payments] == [2]
    assert after.debts == ()


def test_two_share_what_lies_on_the_table():
    full = start_holdings(25000)
    put = [Transfer(seat, "table", 1000, "riichi") for seat in (0, 1, 2)]
    taken = [Transfer("table", 2, 1000, "riichi"), Transfer("table", 1, 2000, "riichi")]
    payments, after = pay_in_sticks([*put, *taken], full)
    assert [(pay.source, pay.target, pay.points) for pay in payments[3:]] == [
        ("table", 2, 1000),
        ("table", 1, 2000),
    ]
    assert [sticks.points for sticks in after.seats] == [24000, 26000, 25000, 25000]
    assert after.table == NOTHING


def test_whoever_owes_the_own_stick_takes_none_back():
    put = [Transfer(seat, "table", 1000, "riichi") for seat in (0, 1, 2)]
    _, holdings = pay_in_sticks(put, Holdings((FULL, FULL, NOTHING, FULL)))
    assert holdings.debts == ((2, "table", 1000),)
    taken = [Transfer("table", 2, 1000, "riichi"), Transfer("table", 1, 2000, "riichi")]
    payments, holdings = pay_in_sticks(taken, holdings)
    assert holdings.debts == ()
    assert [(pay.source, pay.target, pay.points) for pay in payments] == [("table", 1, 2000)]


def test_a_long_session_is_followed_at_once():
    hands = [
        [Transfer(n % 4, (n + 1 + n % 3) % 4, 1000 + n * 700 % 7600 // 100 * 100, "hand")] for n in range(200)
    ]
    holdings = start_holdings(25000)
    began = time.process_time()
    for transfers in hands:
        _, holdings = pay_in_sticks(transfers, holdings)
    assert time.process_time() - began < 0.1


@pytest.mark.parametrize("points", [-1000, 700, 12300, -26000, -10, 0])
def test_what_goes_outside_or_comes_from_there_changes_that_seat_alone(points):
    """Whole hundreds move in sticks, as far as they go; 25,000 of sticks cannot lose more."""
    transfers = [Transfer(2, "outside", -points, "penalty")] if points < 0 else []
    transfers += [Transfer("outside", 2, points, "penalty")] if points > 0 else []
    payments, after = pay_in_sticks(transfers, start_holdings(25000))
    moved = max(-25000, abs(points) // 100 * 100 * (1 if points > 0 else -1))
    assert [holding.points for holding in after.seats] == [25000, 25000, 25000 + moved, 25000]
    assert [payment.points for payment in payments] == [abs(points)] * len(transfers)
