"""Who pays how much of a hand, as data; and what follows alike: the deal passes, one round more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..game import TableState, Termination, Transfer, sum_by_seat
from .common_options import MOST_ROUNDS


@dataclass(frozen=True, slots=True)
class Payers:
    """How many times the base each one pays: the discarder, the others beside one, each of a self-draw.

    >>> Payers(2, 1, 2).shares(TableState((0, 0, 0, 0)), winner=1, source=0)
    {2: 1, 3: 1, 0: 2}
    """

    discarder: int
    others: int
    each: int

    def shares(self, table: TableState, winner: int, source: int | None) -> dict[int, int]:
        """The shares of everybody who pays, in the order of play after the winner."""
        if source is None:
            return dict.fromkeys(table.after_seat(winner), self.each)
        shares = {
            seat: self.discarder if seat == source else self.others for seat in table.after_seat(winner)
        }
        return {seat: share for seat, share in shares.items() if share}

    def self_draw_shares(self, table: TableState) -> int:
        """How many shares all pay together for a self-draw: what somebody pays who pays for all."""
        return self.each * (table.seats - 1)


class CappedPayments(NamedTuple):
    """`paid` are the payments made; `cut_short` those owed that are not paid whole, with the points paid."""

    paid: tuple[Transfer, ...]
    cut_short: tuple[tuple[Transfer, int], ...]


def cap_losses(owed: Sequence[Transfer], lost_before: Sequence[int], limit: int | None) -> CappedPayments:
    """Pay what is owed as far as nobody loses more than `limit` in the session; None for no limit.

    `lost_before` is what each seat has lost so far; of several payments the first goes first.

    >>> owed = [Transfer(0, 1, 30, "hand"), Transfer(2, 1, 30, "hand")]
    >>> [(payment.source, payment.points) for payment in cap_losses(owed, [90, 0, 0, 0], limit=100).paid]
    [(0, 10), (2, 30)]
    """
    paid, cut_short, losses = [], [], list(lost_before)
    for transfer in owed:
        payer = int(transfer.source)
        left = transfer.points if limit is None else max(0, limit - losses[payer])
        points = min(transfer.points, left)
        losses[payer] += points
        if points < transfer.points:
            cut_short.append((transfer, points))
        if points:
            paid.append(replace(transfer, points=points))
    return CappedPayments(tuple(paid), tuple(cut_short))


@dataclass(frozen=True, slots=True)
class Amounts:
    """The base of each value, from the value `first` on; a value beyond the last is worth the last.

    >>> table = Amounts((8, 16, 24), first=3)
    >>> table.base(4), table.base(13)
    (16, 24)
    """

    amounts: Sequence[int]
    first: int = 0

    def base(self, value: int) -> int:
        """What this value is worth; ValueError below the first."""
        if value < self.first:
            raise ValueError(f"The table begins at {self.first}, not at {value}.")
        return self.amounts[min(value - self.first, len(self.amounts) - 1)]


#: By the option `payers`: four shares are what a discarder pays alone.
PAYERS = {"full": Payers(4, 0, 2), "half": Payers(2, 1, 2)}


def start_even(rules: Any, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand: the same points before everybody."""
    return TableState((rules.starting_points,) * rules.seats)


def pass_deal(state: TableState, transfers: Iterable[Transfer], rounds: int | None) -> TableState:
    """The table after these transfers, with the next seat as dealer; it ends after `rounds`, if any."""
    changes = sum_by_seat(transfers, state.player_count)
    dealer = (state.dealer + 1) % state.seats
    played = state.round + (dealer == 0)
    return replace(
        state,
        scores=tuple(score + change for score, change in zip(state.scores, changes, strict=False)),
        aside=(state.aside[0] + changes[-1], *state.aside[1:]) if state.order else (),
        dealer=dealer,
        honba=0,
        round=played,
        hands=state.hands + 1,
        ended="last_hand" if rounds is not None and played >= rounds else None,
    )


def one_more_round(rules: Any, ended: Termination, most: int = MOST_ROUNDS) -> Any:
    """One more round after the last hand; a session that the players closed goes on as it was."""
    if ended != "last_hand" or rules.rounds is None:
        return rules
    return replace(rules, rounds=rules.rounds + 1) if rules.rounds < most else None
