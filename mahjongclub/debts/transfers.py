"""Transfers between people: rounded so that nothing is lost, and as few as can be. Without Django."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

#: so many people are looked through in every way (2^14 groups); of more, only pairs and threes are looked for
MOST_EXACT = 14


@dataclass(frozen=True, slots=True)
class CoinTransfer:
    """A payment of one person to another: a whole number of coins, above 0."""

    payer: int
    payee: int
    coins: int


def round_to_coins(exact: Mapping[int, Fraction]) -> dict[int, int]:
    """Round everybody's amount, in coins, so that the sum stays 0: nobody is off by a whole coin.

    Each is rounded down, and the coins that are left over go to those who lost most by it (the method of the
    largest remainder). ValueError where the amounts do not add up to 0.

    >>> third = Fraction(1, 3)
    >>> round_to_coins({1: third, 2: third, 3: third, 4: Fraction(-1)})
    {1: 1, 2: 0, 3: 0, 4: -1}
    """
    if sum(exact.values(), Fraction(0)):
        raise ValueError("the amounts do not add up to 0")
    coins = {person: floor(amount) for person, amount in exact.items()}
    lost = sorted(exact, key=lambda person: coins[person] - exact[person])
    for person in lost[: -sum(coins.values())]:
        coins[person] += 1
    return coins


def fewest_transfers(balances: Mapping[int, int]) -> list[CoinTransfer]:
    """Return transfers that bring every balance to 0: what a person receives in all, below 0 what they pay.

    A group whose balances add up to 0 needs one transfer fewer than it has people, so that the more groups
    there are, the fewer transfers it takes. Up to MOST_EXACT people, after those who owe each other the same
    amount, no list is shorter. ValueError where the balances do not add up to 0.

    >>> fewest_transfers({1: 30, 2: -10, 3: -20})
    [CoinTransfer(payer=2, payee=1, coins=10), CoinTransfer(payer=3, payee=1, coins=20)]
    """
    if sum(balances.values()):
        raise ValueError("the balances do not add up to 0")
    left = {person: balance for person, balance in balances.items() if balance}
    transfers: list[CoinTransfer] = []
    for group in _groups(left):
        transfers += _settle_group({person: left[person] for person in group})
    return sorted(transfers, key=lambda transfer: (transfer.payer, transfer.payee))


def remaining_transfers(balances: Mapping[int, int], paid: Iterable[CoinTransfer]) -> list[CoinTransfer]:
    """Return the transfers that are left of `fewest_transfers` after some payments, as few as can be.

    While only transfers of the list were paid, the others stay as everybody has seen them. A payment that is
    not of the list is counted, and the list is made anew.

    >>> remaining_transfers({1: 30, 2: -10, 3: -20}, [CoinTransfer(payer=2, payee=1, coins=10)])
    [CoinTransfer(payer=3, payee=1, coins=20)]
    """
    planned, left, as_planned = fewest_transfers(balances), dict(balances), True
    for payment in paid:
        left[payment.payer] = left.get(payment.payer, 0) + payment.coins
        left[payment.payee] = left.get(payment.payee, 0) - payment.coins
        if payment in planned:
            planned.remove(payment)
        else:
            as_planned = False
    return planned if as_planned else fewest_transfers(left)


def _groups(balances: Mapping[int, int]) -> list[Sequence[int]]:
    """Split people into groups whose balances add up to 0, as many as are found."""
    groups: list[Sequence[int]] = []
    left = dict(balances)

    def take(group: Iterable[int]) -> None:
        groups.append(tuple(group))
        for person in groups[-1]:
            del left[person]

    while pair := _pair(left):
        take(pair)
    while len(left) > MOST_EXACT and (three := _three(left)):
        take(three)
    if len(left) > MOST_EXACT:
        return [*groups, tuple(left)]
    return [*groups, *_most_groups(left)]


def _pair(balances: Mapping[int, int]) -> tuple[int, ...]:
    """Return two people of whom one owes what the other is owed; () where there are none."""
    by_balance = {balance: person for person, balance in balances.items()}
    return next(((person, by_balance[-owed]) for person, owed in balances.items() if -owed in by_balance), ())


def _three(balances: Mapping[int, int]) -> tuple[int, ...]:
    """Return three people whose balances add up to 0; () where there are none."""
    people = list(balances)
    by_balance = {balance: person for person, balance in balances.items()}
    for at, first in enumerate(people):
        for second in people[at + 1 :]:
            third = by_balance.get(-balances[first] - balances[second])
            if third is not None and third not in (first, second):
                return first, second, third
    return ()


def _most_groups(balances: Mapping[int, int]) -> list[Sequence[int]]:
    """Return the most groups that add up to 0, by looking at every set of people once."""
    people = list(balances)
    whole = (1 << len(people)) - 1
    sums = [0] * (whole + 1)
    most = [0] * (whole + 1)  # how many groups a set holds at most
    last = [0] * (whole + 1)  # whom to take out of the set first, to come to so many
    for chosen in range(1, whole + 1):
        lowest = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + balances[people[lowest]]
        best, removed_at = -1, 0
        for at in range(len(people)):
            if chosen >> at & 1 and most[chosen ^ 1 << at] > best:
                best, removed_at = most[chosen ^ 1 << at], at
        most[chosen], last[chosen] = best + (sums[chosen] == 0), removed_at
    groups: list[Sequence[int]] = []
    group: list[int] = []
    while whole:
        group.append(people[last[whole]])
        whole ^= 1 << last[whole]
        if sums[whole] == 0:
            groups.append(tuple(group))
            group = []
    return groups


def _settle_group(balances: Mapping[int, int]) -> list[CoinTransfer]:
    """Let whoever owes most pay whoever is owed most, in turn: one transfer fewer than people at most."""
    owed = sorted((balance, person) for person, balance in balances.items() if balance > 0)
    owing = sorted((-balance, person) for person, balance in balances.items() if balance < 0)
    transfers = []
    while owed and owing:
        (credit, payee), (debt, payer) = owed.pop(), owing.pop()
        coins = min(credit, debt)
        transfers.append(CoinTransfer(payer, payee, coins))
        if credit > coins:
            owed.append((credit - coins, payee))
        if debt > coins:
            owing.append((debt - coins, payer))
    return transfers
