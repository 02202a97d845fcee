"""Who pays whom, in the fewest payments, once every seat's change is known.

At the table nobody hands over six small amounts where three do. The settlement keeps its own transfers (they
explain the hand); these payments are what hands really do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from ..game import End, Reason, Transfer

#: the ends of a payment that are no seats
ELSEWHERE: tuple[End, ...] = ("table", "bank", "outside")


def fewest_payments(changes: Sequence[int], reason: Reason = "hand") -> tuple[Transfer, ...]:
    """The smallest number of payments that gives every seat its change (points, adding up to 0).

    A set of seats whose changes add up to 0 and that holds no smaller such set needs one payment fewer than
    it has seats; so the fewest payments come from the most such sets. Exact; meant for up to six seats (the
    work doubles with every seat). ValueError where the changes do not add up to 0.

    >>> [(pay.source, pay.target, pay.points) for pay in fewest_payments([184, -8, -68, -108])]
    [(3, 0, 108), (2, 0, 68), (1, 0, 8)]
    >>> [(pay.source, pay.target, pay.points) for pay in fewest_payments([30, -50, 50, -30])]
    [(3, 0, 30), (1, 2, 50)]
    """
    if sum(changes):
        raise ValueError(f"The changes {list(changes)} do not add up to 0.")
    moved = tuple(seat for seat, change in enumerate(changes) if change)
    return tuple(
        payment
        for group in _most_groups(tuple(changes[seat] for seat in moved))
        for payment in _settle_group({moved[place]: changes[moved[place]] for place in group}, reason)
    )


def by_pair(moved: Iterable[Transfer], paid: Iterable[Transfer] = ()) -> tuple[Transfer, ...]:
    """One payment for each two ends between which points moved, less what was `paid` before; none of 0.

    >>> won, corrected = Transfer(1, 0, 3900, "hand"), Transfer(2, 0, 3900, "hand")
    >>> [(pay.source, pay.target, pay.points) for pay in by_pair([corrected], [won])]
    [(2, 0, 3900), (0, 1, 3900)]
    """
    net: dict[tuple[End, End], int] = {}
    for sign, transfers in ((1, moved), (-1, paid)):
        for transfer in transfers:
            there, back = (transfer.source, transfer.target), (transfer.target, transfer.source)
            if back in net:
                net[back] -= sign * transfer.points
            else:
                net[there] = net.get(there, 0) + sign * transfer.points
    return tuple(
        Transfer(first, other, points, "hand") if points > 0 else Transfer(other, first, -points, "hand")
        for (first, other), points in net.items()
        if points
    )


def fewest_still_due(moved: Iterable[Transfer], paid: Iterable[Transfer] = ()) -> tuple[Transfer, ...]:
    """The fewest payments between all ends that move what was to be `moved`, less what was `paid` before.

    >>> won, corrected = Transfer(1, 0, 3900, "hand"), Transfer(2, 0, 3900, "hand")
    >>> [(pay.source, pay.target, pay.points) for pay in fewest_still_due([corrected], [won])]
    [(2, 1, 3900)]
    """
    net: dict[End, int] = {}
    for sign, transfers in ((1, moved), (-1, paid)):
        for transfer in transfers:
            net[transfer.target] = net.get(transfer.target, 0) + sign * transfer.points
            net[transfer.source] = net.get(transfer.source, 0) - sign * transfer.points
    seats: list[End] = sorted(end for end in net if isinstance(end, int))
    ends = [*seats, *(end for end in ELSEWHERE if end in net)]
    return tuple(
        replace(payment, source=ends[int(payment.source)], target=ends[int(payment.target)])
        for payment in fewest_payments([net[end] for end in ends])
    )


def _most_groups(amounts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Split the places of `amounts` (none of them 0, adding up to 0) into the most groups adding up to 0."""

    @cache
    def split(places: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        if not places:
            return ()
        best: tuple[tuple[int, ...], ...] = ()
        # The first place is always in the group tried, so that no split is looked at twice.
        for chosen in range(1 << (len(places) - 1)):
            group = (places[0], *(p for bit, p in enumerate(places[1:]) if chosen >> bit & 1))
            if sum(amounts[place] for place in group) == 0:
                groups = (group, *split(tuple(place for place in places if place not in group)))
                if len(groups) > len(best):
                    best = groups
        return best

    return split(tuple(range(len(amounts))))


def _settle_group(changes: dict[int, int], reason: Reason) -> list[Transfer]:
    """The largest debt goes to the largest claim until nothing is left."""
    payments = []
    while any(changes.values()):
        payer = min(changes, key=lambda seat: changes[seat])
        taker = max(changes, key=lambda seat: changes[seat])
        points = min(-changes[payer], changes[taker])
        changes[payer] += points
        changes[taker] -= points
        payments.append(Transfer(payer, taker, points, reason))
    return payments
