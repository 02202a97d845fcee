"""Who pays whom: nothing is lost, nobody is off by a coin, and no shorter list of transfers exists."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.debts import transfers
from mahjongclub.debts.transfers import CoinTransfer, fewest_transfers, remaining_transfers, round_to_coins


def closed(amounts: list[int]) -> dict[int, int]:
    """Balances of people numbered from 1, with one more who makes the sum 0."""
    balances = [*amounts, -sum(amounts)]
    return dict(enumerate(balances, start=1))


def shortest(balances: dict[int, int]) -> int:
    """How many transfers it takes at least, by trying every way to split people into groups."""
    people = [person for person, balance in balances.items() if balance]
    if not people:
        return 0
    first, *others = people
    lengths = []
    for size in range(1, len(people)):
        for rest in combinations(others, size):
            group = (first, *rest)
            if sum(balances[person] for person in group) == 0:
                left = {person: balances[person] for person in people if person not in group}
                lengths.append(len(group) - 1 + shortest(left))
    return min(lengths)


@settings(max_examples=1_000)
@given(st.lists(st.integers(-100_000, 100_000), min_size=1, max_size=40))
def test_transfers_bring_everybody_to_nothing_and_are_fewer_than_people(amounts: list[int]) -> None:
    balances = closed(amounts)
    paid: Counter[int] = Counter()
    found = fewest_transfers(balances)
    for one in found:
        assert one.coins > 0
        assert one.payer != one.payee
        paid[one.payee] += one.coins
        paid[one.payer] -= one.coins
    assert {person: paid[person] for person in balances} == balances
    assert len(found) <= max(0, sum(map(bool, balances.values())) - 1)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.data())
def test_what_was_paid_of_the_list_leaves_the_others_as_they_were(
    amounts: list[int], data: st.DataObject
) -> None:
    balances = closed(amounts)
    listed = fewest_transfers(balances)
    paid = data.draw(st.lists(st.sampled_from(listed), unique=True)) if listed else []
    left = [one for one in listed if one not in paid]
    assert remaining_transfers(balances, paid) == left
    owed = dict(balances)
    for one in paid:
        owed[one.payer] += one.coins
        owed[one.payee] -= one.coins
    assert len(left) == shortest(owed)


def test_one_tick_changes_nobody_elses_line() -> None:
    balances = {1: 40, 2: -30, 3: 70, 4: -55, 5: -25}
    to_one_another = [
        CoinTransfer(2, 1, 15),
        CoinTransfer(2, 3, 15),
        CoinTransfer(4, 3, 55),
        CoinTransfer(5, 1, 25),
    ]
    assert fewest_transfers(balances) == to_one_another
    assert remaining_transfers(balances, [CoinTransfer(4, 3, 55)]) == [
        CoinTransfer(2, 1, 15),
        CoinTransfer(2, 3, 15),
        CoinTransfer(5, 1, 25),
    ]


def test_a_payment_that_is_not_of_the_list_counts() -> None:
    balances = {1: 30, 2: -10, 3: -20}
    assert remaining_transfers(balances, [CoinTransfer(3, 1, 25)]) == [
        CoinTransfer(2, 1, 5),
        CoinTransfer(2, 3, 5),
    ]


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_no_list_of_transfers_is_shorter(amounts: list[int]) -> None:
    balances = closed(amounts)
    assert len(fewest_transfers(balances)) == shortest(balances)


def test_two_groups_that_owe_each_other_nothing_pay_within_themselves() -> None:
    found = fewest_transfers({1: 70, 2: -40, 3: -30, 4: 50, 5: -25, 6: -25})
    assert len(found) == 4
    assert {(one.payer, one.payee) for one in found} == {(2, 1), (3, 1), (5, 4), (6, 4)}


def test_a_whole_club_is_settled_by_pairs_and_threes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfers, "MOST_EXACT", 2)
    balances = closed([7, -3, -4, 11, -5, -6, 100, -30])
    assert len(fewest_transfers(balances)) == 2 + 2 + 2


def test_nobody_pays_where_all_are_level() -> None:
    assert fewest_transfers({1: 0, 2: 0}) == []
    assert fewest_transfers({}) == []


@given(st.lists(st.fractions(-1000, 1000, max_denominator=7), min_size=1, max_size=12))
def test_rounding_loses_nothing(amounts: list[Fraction]) -> None:
    exact = dict(enumerate([*amounts, -sum(amounts, Fraction(0))]))
    coins = round_to_coins(exact)
    assert sum(coins.values()) == 0
    assert all(abs(coins[person] - exact[person]) < 1 for person in exact)


#: a night: tables of four, each with who sits there and the tenths they win, and what a point is worth
TABLES = st.lists(
    st.tuples(
        st.lists(st.integers(1, 17), min_size=4, max_size=4, unique=True),
        st.lists(st.integers(-900, 900), min_size=3, max_size=3),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=1_000)
@given(TABLES, st.decimals("0.0001", "500", places=4), st.sampled_from(["0.001", "0.01", "0.05", "1", "100"]))
def test_after_a_night_everybody_has_what_the_games_say(
    tables: list[tuple[list[int], list[int]]], rate: Decimal, coin: str
) -> None:
    exact: dict[int, Fraction] = {}
    for people, won in tables:
        for person, tenths in zip(people, [*won, -sum(won)], strict=True):
            exact[person] = exact.get(person, Fraction(0)) + Fraction(tenths, 10) * Fraction(rate)
    worth = Fraction(coin)
    coins = round_to_coins({person: amount / worth for person, amount in exact.items()})
    found = fewest_transfers(coins)
    paid: Counter[int] = Counter()
    for one in found:
        paid[one.payee] += one.coins
        paid[one.payer] -= one.coins
    assert sum(paid.values()) == 0
    assert all(abs(paid[person] * worth - amount) < worth for person, amount in exact.items())
    assert len(found) <= len(exact) - 1


def test_amounts_that_do_not_add_up_are_a_fault() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        round_to_coins({1: Fraction(1, 2)})
    with pytest.raises(ValueError, match="do not add up"):
        fewest_transfers({1: 3, 2: -2})


def test_a_transfer_names_payer_payee_and_coins() -> None:
    assert fewest_transfers({1: -5, 2: 5}) == [CoinTransfer(1, 2, 5)]
