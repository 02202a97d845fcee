"""What players really hand over: point sticks of 10,000, 5,000, 1,000 and 100, change included.

Nobody counts these as scores; they only tell who likely holds which sticks, so that a phone can say "one
5,000, back 8 x 100". What each seat holds is followed from the start of the session, hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..game import End, TableState, Transfer, apply_transfers

DENOMINATIONS = (10_000, 5_000, 1_000, 100)

#: The least sticks of each size a player begins with, where the points allow it (riichi.wiki, "Tenbou").
USUAL = {100: 10, 1_000: 4, 5_000: 2}


class Sticks(NamedTuple):
    """How many sticks of each size, the largest first."""

    ten_thousands: int = 0
    five_thousands: int = 0
    thousands: int = 0
    hundreds: int = 0

    @property
    def points(self) -> int:
        """What they are worth together.

        >>> Sticks(1, 2, 4, 10).points
        25000
        """
        return sum(count * size for count, size in zip(self, DENOMINATIONS, strict=True))


NOTHING = Sticks()


class StickExchange(NamedTuple):
    """Sticks handed over by the payer, and given back as change."""

    given: Sticks
    back: Sticks


@dataclass(frozen=True, slots=True)
class StickPayment:
    """One thing done at the table: `points` from one end to another, in these sticks.

    With 0 points two players only change sticks. `owed` is what the payer could not hand over.
    """

    source: End
    target: End
    points: int
    exchange: StickExchange
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Holdings:
    """Each seat's likely sticks, those lying on the table, and (debtor, creditor, points) still owed."""

    seats: tuple[Sticks, ...]
    table: Sticks = NOTHING
    debts: tuple[tuple[int, End, int], ...] = ()

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Holdings:
        """The holdings whose `astuple` was stored as JSON."""
        seats, table, debts = data
        return cls(
            tuple(Sticks(*sticks) for sticks in seats), Sticks(*table), tuple((*debt,) for debt in debts)
        )


def starting_sticks(points: int) -> Sticks:
    """The sticks a player usually begins with.

    25,000 is 1, 2, 4 and 10 sticks (riichi.wiki, "Tenbou"); 30,000 is 1, 2, 9 and 10 (mahjiangg.com, "How to
    play"), as change of 1,000 is what a table runs out of first. Other amounts keep as many small ones.

    >>> starting_sticks(25000), starting_sticks(30000)[2]
    (Sticks(ten_thousands=1, five_thousands=2, thousands=4, hundreds=10), 9)
    """
    if points == 30_000:
        return Sticks(1, 2, 9, 10)
    counts = []
    left = points
    for size, larger in ((100, 1_000), (1_000, 5_000), (5_000, 10_000)):
        count = min(USUAL[size], left // size)
        count += (left - count * size) % larger // size
        left -= count * size
        counts.append(count)
    hundreds, thousands, five_thousands = counts
    return Sticks(left // 10_000, five_thousands, thousands, hundreds)


def start_holdings(points: int, seats: int = 4) -> Holdings:
    """What everybody holds before the first hand."""
    return Holdings((starting_sticks(points),) * seats)


def hand_over(amount: int, payer: Sticks, receiver: Sticks) -> StickExchange | None:
    """The fewest sticks that move `amount` points (whole hundreds), change included; None where impossible.

    Among equals, the least change.

    >>> hand_over(3900, starting_sticks(25000), starting_sticks(25000))
    StickExchange(given=Sticks(ten_thousands=0, five_thousands=1, thousands=0, hundreds=0), \
back=Sticks(ten_thousands=0, five_thousands=0, thousands=1, hundreds=1))
    """
    best: tuple[int, int] | None = None
    moved: tuple[int, int, int, int] | None = None
    # a count is positive when the payer gives, negative when the receiver gives back
    for hundreds in _counts(amount, 100, 10, payer.hundreds, receiver.hundreds):
        if best and abs(hundreds) > best[0]:
            break
        left_of_hundreds = amount - 100 * hundreds
        for thousands in _counts(left_of_hundreds, 1_000, 5, payer.thousands, receiver.thousands):
            few = abs(hundreds) + abs(thousands)
            if best and few > best[0]:
                break
            left = left_of_hundreds - 1_000 * thousands
            for fives in _counts(left, 5_000, 2, payer.five_thousands, receiver.five_thousands):
                tens = (left - 5_000 * fives) // 10_000
                if not -receiver.ten_thousands <= tens <= payer.ten_thousands:
                    continue
                counts = (tens, fives, thousands, hundreds)
                rank = (few + abs(fives) + abs(tens), sum(-count for count in counts if count < 0))
                if best is None or rank < best:
                    best, moved = rank, counts
    if moved is None:
        return None
    return StickExchange(
        Sticks(*(max(count, 0) for count in moved)), Sticks(*(max(-count, 0) for count in moved))
    )


def pay_in_sticks(transfers: Iterable[Transfer], holdings: Holdings) -> tuple[list[StickPayment], Holdings]:
    """What one hand's transfers make the players hand over, and what they hold after it.

    Payments between two seats are netted (hand and honba together, old debts too); riichi sticks go to the
    table before them and are taken from it after them, as at the table.
    """
    return _Following(holdings).settle(list(transfers))


class _Following:
    """One hand being paid; a scratch pad that lives no longer than `pay_in_sticks`."""

    def __init__(self, holdings: Holdings) -> None:
        self.seats = list(holdings.seats)
        self.table = holdings.table
        self.debts: dict[tuple[int, End], int] = {(who, whom): owed for who, whom, owed in holdings.debts}
        self.payments: list[StickPayment] = []

    def settle(self, transfers: list[Transfer]) -> tuple[list[StickPayment], Holdings]:
        received = []
        net: dict[tuple[int, int], int] = {}
        for transfer in transfers:
            if isinstance(transfer.source, int) and transfer.target == "table":
                self._put_out(transfer.source, transfer.points)
            elif transfer.source == "table" and isinstance(transfer.target, int):
                received.append((transfer.target, transfer.points))
            elif "outside" in (transfer.source, transfer.target):
                self._pay_outside(transfer)
            elif isinstance(transfer.source, int) and isinstance(transfer.target, int):
                _add(net, transfer.source, transfer.target, transfer.points)
        of_this_hand = set(net)
        for (who, whom), owed in list(self.debts.items()):
            if isinstance(whom, int):
                _add(net, who, whom, owed)
                del self.debts[who, whom]
        for (low, high), points in net.items():
            if not points:
                continue  # two old debts may be even by now
            payer, receiver = (low, high) if points > 0 else (high, low)
            if (low, high) not in of_this_hand and not self.seats[payer].points:
                self.debts[payer, receiver] = abs(points)  # an old debt, and still nothing to pay it with
            else:
                self._pay(payer, receiver, abs(points))
        for seat, points in received:
            self._take(seat, points)
        debts = tuple((who, whom, owed) for (who, whom), owed in self.debts.items())
        return self.payments, Holdings(tuple(self.seats), self.table, debts)

    def _put_out(self, seat: int, points: int) -> None:
        stick = Sticks(thousands=points // 1_000)
        if self.seats[seat].thousands < stick.thousands:
            self._change(seat, stick)
        if self.seats[seat].thousands < stick.thousands:
            self.debts[seat, "table"] = self.debts.get((seat, "table"), 0) + points
            self.payments.append(StickPayment(seat, "table", points, StickExchange(NOTHING, NOTHING), points))
            return
        self.seats[seat] = _minus(self.seats[seat], stick)
        self.table = _plus(self.table, stick)
        self.payments.append(StickPayment(seat, "table", points, StickExchange(stick, NOTHING)))

    def _take(self, seat: int, points: int) -> None:
        """Give a seat its part of the table: first what it still owes there, last what others owe."""
        points -= self._owed_to_table(seat, points)
        lying = Sticks(thousands=min(points // 1_000, self.table.thousands))
        if lying.points:
            self.payments.append(StickPayment("table", seat, lying.points, StickExchange(lying, NOTHING)))
        self.seats[seat] = _plus(self.seats[seat], lying)
        self.table = _minus(self.table, lying)
        points -= lying.points
        for who in [who for who, whom in self.debts if whom == "table"]:
            owed = self._owed_to_table(who, points)
            if owed:
                self.debts[who, seat] = self.debts.get((who, seat), 0) + owed
            points -= owed

    def _owed_to_table(self, who: int, most: int) -> int:
        """Take up to `most` from what a seat owes the table, and say how much that was."""
        owed = self.debts.pop((who, "table"), 0)
        if owed > most:
            self.debts[who, "table"] = owed - most
        return min(owed, most)

    def _pay(self, payer: int, receiver: int, points: int) -> None:
        affordable = min(points, self.seats[payer].points)
        exchange = hand_over(affordable, self.seats[payer], self.seats[receiver])
        if exchange is None:
            self._change_to_pay(payer, receiver, affordable)
            exchange = hand_over(affordable, self.seats[payer], self.seats[receiver])
        if exchange is None:
            affordable, exchange = 0, StickExchange(NOTHING, NOTHING)
        self._move(payer, receiver, exchange)
        owed = points - affordable
        if owed:
            self.debts[payer, receiver] = owed
        self.payments.append(StickPayment(payer, receiver, points, exchange, owed))

    def _pay_outside(self, transfer: Transfer) -> None:
        """Points given or taken: the box that the sticks came from has every stick, and change."""
        points = transfer.points
        box = Sticks(points // 10_000 + 10, 10, 10, 10)
        if isinstance(transfer.source, int):
            seat = transfer.source
            affordable = min(points, self.seats[seat].points)
            exchange = hand_over(affordable, self.seats[seat], box) or StickExchange(NOTHING, NOTHING)
            self.seats[seat] = _plus(_minus(self.seats[seat], exchange.given), exchange.back)
        elif isinstance(transfer.target, int):
            seat = transfer.target
            exchange = hand_over(points, box, self.seats[seat]) or StickExchange(NOTHING, NOTHING)
            self.seats[seat] = _plus(_minus(self.seats[seat], exchange.back), exchange.given)
        self.payments.append(StickPayment(transfer.source, transfer.target, points, exchange))

    def _change_to_pay(self, payer: int, receiver: int, points: int) -> None:
        """Let the payer change sticks one by one until the payment is possible; or change nothing."""
        seats, payments = list(self.seats), list(self.payments)
        for _ in DENOMINATIONS:
            changes = sorted(self._changes(payer), key=_size)
            if not changes:
                break
            enough = (change for change in changes if self._could_pay(payer, receiver, points, *change))
            other, exchange = next(enough, changes[0])
            self._swap(payer, other, exchange)
            if hand_over(points, self.seats[payer], self.seats[receiver]):
                return
        self.seats, self.payments = seats, payments

    def _could_pay(self, payer: int, receiver: int, points: int, other: int, exchange: StickExchange) -> bool:
        """Whether the payment is possible once the payer has made this change."""
        theirs = self.seats[receiver]
        if other == receiver:
            theirs = _plus(_minus(theirs, exchange.back), exchange.given)
        mine = _plus(_minus(self.seats[payer], exchange.given), exchange.back)
        return hand_over(points, mine, theirs) is not None

    def _change(self, seat: int, needed: Sticks) -> None:
        """Let a seat change one stick, or ten of 100, so that it holds the 1,000 sticks it needs."""
        ways = [way for way in self._changes(seat) if way[1].back.thousands >= needed.thousands]
        if self.seats[seat].hundreds >= 10:
            ten = StickExchange(Sticks(hundreds=10), Sticks(thousands=1))
            others = (other for other in range(len(self.seats)) if other != seat)
            ways += [(other, ten) for other in others if self.seats[other].thousands]
        if ways:
            self._swap(seat, *min(ways, key=_size))

    def _changes(self, seat: int) -> Iterator[tuple[int, StickExchange]]:
        """Every way a seat can change one of its sticks into smaller ones of another seat."""
        for place in (2, 1, 0):
            if not self.seats[seat][place]:
                continue
            for step in range(1, len(self.seats)):
                other = (seat + step) % len(self.seats)
                back = _fewest(DENOMINATIONS[place], self.seats[other], place + 1)
                if back is not None:
                    yield other, StickExchange(Sticks(*(int(index == place) for index in range(4))), back)

    def _swap(self, seat: int, other: int, exchange: StickExchange) -> None:
        self._move(seat, other, exchange)
        self.payments.append(StickPayment(seat, other, 0, exchange))

    def _move(self, payer: int, receiver: int, exchange: StickExchange) -> None:
        self.seats[payer] = _plus(_minus(self.seats[payer], exchange.given), exchange.back)
        self.seats[receiver] = _plus(_minus(self.seats[receiver], exchange.back), exchange.given)


def _size(change: tuple[int, StickExchange]) -> int:
    """How many sticks a change moves."""
    return sum(change[1].given) + sum(change[1].back)


def _add(net: dict[tuple[int, int], int], source: int, target: int, points: int) -> None:
    """Net between two seats, kept under (lower, higher): positive when the lower one pays."""
    pair, sign = ((source, target), 1) if source < target else ((target, source), -1)
    net[pair] = net.get(pair, 0) + sign * points


def _counts(amount: int, size: int, into: int, most: int, least: int) -> list[int]:
    """The counts from -least to most that leave a multiple of the next larger stick, nearest 0 first.

    `into` is how many sticks of this size make the next larger one.
    """
    remainder = amount // size % into
    first = -least + (remainder + least) % into
    return sorted(range(first, most + 1, into), key=abs)


def _fewest(points: int, sticks: Sticks, start: int) -> Sticks | None:
    """`points` in sticks of the sizes from `start` on, the larger first; None where they do not suffice."""
    counts = [0, 0, 0, 0]
    for place in range(start, 4):
        counts[place] = min(sticks[place], points // DENOMINATIONS[place])
        points -= counts[place] * DENOMINATIONS[place]
    return Sticks(*counts) if not points else None


def _plus(mine: Sticks, other: Sticks) -> Sticks:
    return Sticks(mine[0] + other[0], mine[1] + other[1], mine[2] + other[2], mine[3] + other[3])


def _minus(mine: Sticks, other: Sticks) -> Sticks:
    return Sticks(mine[0] - other[0], mine[1] - other[1], mine[2] - other[2], mine[3] - other[3])


STICK = 1000


def sticks_out(seats: Iterable[int]) -> list[Transfer]:
    """What these seats' sticks move as they are laid on the table."""
    return [Transfer(seat, "table", STICK, "riichi") for seat in seats]


def with_sticks_back(transfers: Sequence[Transfer], declared: Iterable[int]) -> list[Transfer]:
    """The transfers of a hand, and the riichi sticks that were put out and go back: a chombo voids them.

    >>> [(move.source, move.target) for move in with_sticks_back([], [2])]
    [(2, 'table'), ('table', 2)]
    """
    paid = {move.source for move in transfers if move.target == "table"}
    returned = [move for move in sticks_out(declared) if move.source not in paid]
    back = [replace(move, source=move.target, target=move.source) for move in returned]
    return [*transfers, *returned, *back]


def with_sticks_out(state: TableState, seats: Iterable[int]) -> TableState:
    """The table with these seats' sticks lying on it.

    >>> with_sticks_out(TableState((25000, 25000)), [1]).scores
    (25000, 24000)
    """
    out = sticks_out(seats)
    return replace(state, scores=apply_transfers(state.scores, out), sticks=state.sticks + len(out))


def may_put_stick_out(rules: Any, state: TableState, seat: int) -> bool:
    """Whether a seat has the points for a riichi, or plays by rules that lend them."""
    return state.scores[seat] >= STICK or getattr(rules, "riichi_under_1000", False)
