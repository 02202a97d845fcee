"""The fewest payments: exact, and giving every seat what it is due."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import sum_by_seat
from mahjongclub.rules.kit.netting import fewest_payments


@pytest.mark.parametrize(
    ("changes", "payments"),
    [
        ([0, 0, 0, 0], 0),
        ([184, -8, -68, -108], 3),
        ([30, -50, 50, -30], 2),  # two pairs that owe each other
        ([5, 5, -10, 0], 2),
        ([3, 3, -2, -2, -2, 0], 4),
        ([7, -3, -4, 6, -1, -5], 4),  # two groups of three
        ([1, -1, 2, -2, 3, -3], 3),
    ],
)
def test_the_number_of_payments(changes, payments):
    assert len(fewest_payments(changes)) == payments


def test_changes_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="add up"):
        fewest_payments([1, 0])


amounts = st.lists(st.integers(-6, 6), min_size=1, max_size=5).map(lambda some: [*some, -sum(some)])


@given(amounts)
def test_everybody_gets_what_is_due_and_nobody_could_pay_less_often(changes):
    payments = fewest_payments(changes)
    assert sum_by_seat(payments, len(changes)) == tuple(changes)
    assert all(payment.points > 0 for payment in payments)
    assert len(payments) == sum(map(bool, changes)) - most_groups([c for c in changes if c])


def most_groups(changes: list[int]) -> int:
    """A slow independent count: take away a smallest group that adds up to 0, in every possible way."""
    if not changes:
        return 0
    places = range(len(changes))
    found = [
        1 + most_groups([changes[p] for p in places if p not in group])
        for size in range(2, len(changes) + 1)
        for group in combinations(places, size)
        if group[0] == 0 and sum(changes[p] for p in group) == 0
    ]
    return max(found)
