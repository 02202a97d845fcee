"""Who pays whom in riichi: hands, counters, sticks, noten, nagashi and chombo, as transfers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ...game import Reason, TableState, Transfer
from ..sticks import STICK
from .options import Rules
from .outcomes import Winner
from .value import LIMITS, round_up_to_hundred


def hand_payments(
    rules: Rules, state: TableState, winner: Winner, basic: int, liable: Mapping[int, int]
) -> list[Transfer]:
    """The hand itself, without honba.

    `liable` are the basic points of the yakuman that each seat is liable for (pao): it pays all of them on a
    self-draw and half on a ron. What nobody is liable for is paid as ever.
    """
    rest = basic - sum(liable.values())
    if winner.source is None:
        shares = _shares(rules, state, winner.seat, rest) if rest else {}
        return [
            *(
                Transfer(
                    seat, winner.seat, sum(_shares(rules, state, winner.seat, basic_share).values()), "pao"
                )
                for seat, basic_share in liable.items()
            ),
            *(Transfer(seat, winner.seat, points, "hand") for seat, points in shares.items()),
        ]
    dealer = winner.seat == state.dealer
    halves = {
        seat: round_up_to_hundred(-(-rules.ron_points(basic_share, dealer) // 2))
        for seat, basic_share in liable.items()
        if seat != winner.source
    }
    whole = rules.ron_points(basic, dealer) - sum(halves.values())
    return [
        Transfer(winner.source, winner.seat, whole, "hand"),
        *(Transfer(seat, winner.seat, half, "pao") for seat, half in halves.items()),
    ]


def honba_payments(
    rules: Rules, state: TableState, winner: Winner, liable: Collection[int]
) -> list[Transfer]:
    """The counters on the table, paid to this winner; of several who are liable by the nearest after them."""
    others = [*state.after_seat(winner.seat)]
    each = rules.honba_from_each() * state.honba
    whole = rules.honba * state.honba if winner.source is not None else each * len(others)
    if not whole:
        return []
    if winner.source is None and not liable:
        return [Transfer(seat, winner.seat, each, "honba") for seat in others]
    payer = next((seat for seat in state.after_seat(winner.seat) if seat in liable), winner.source)
    if winner.source is not None and rules.pao_honba == "discarder":
        payer = winner.source
    assert payer is not None
    return [Transfer(payer, winner.seat, whole, "honba")]


def stick_deposits(seats: Iterable[int]) -> list[Transfer]:
    """The riichi sticks of this hand, onto the table."""
    return [Transfer(seat, "table", STICK, "riichi") for seat in seats]


def stick_award(count: int, seat: int) -> list[Transfer]:
    """The sticks on the table, to a winner; nothing where none lie there."""
    return [Transfer("table", seat, count * STICK, "riichi")] if count else []


def noten_payments(rules: Rules, state: TableState, tenpai: Iterable[int]) -> list[Transfer]:
    """The noten pool from the noten seats to the tenpai seats, in whole hundreds from hand to hand."""
    ready = [seat for seat in range(state.seats) if seat in set(tenpai)]
    noten = [seat for seat in range(state.seats) if seat not in ready]
    if not ready or not noten or not rules.noten_pool:
        return []
    if len(ready) == len(noten):
        pairs = list(zip(noten, ready, strict=True))
    else:
        pairs = [(payer, taker) for payer in noten for taker in ready]
    return [Transfer(payer, taker, rules.noten_pool // len(pairs), "tenpai") for payer, taker in pairs]


def nagashi_payments(rules: Rules, state: TableState, seats: Iterable[int]) -> list[Transfer]:
    """A self-drawn mangan to each such seat."""
    return [
        Transfer(payer, seat, points, "nagashi")
        for seat in seats
        for payer, points in _shares(rules, state, seat, LIMITS["mangan"]).items()
    ]


def reverse_mangan_payments(rules: Rules, state: TableState, offenders: Iterable[int]) -> list[Transfer]:
    """A self-drawn mangan the wrong way round: every offender pays each other seat."""
    reason: Reason = "chombo"
    return [
        Transfer(offender, seat, points, reason)
        for offender in offenders
        for seat, points in _shares(rules, state, offender, LIMITS["mangan"]).items()
    ]


def _shares(rules: Rules, state: TableState, seat: int, basic: int) -> dict[int, int]:
    """What each other seat exchanges with `seat` for a self-draw, in the order of play."""
    from_dealer, from_other = rules.tsumo_shares(basic, seat == state.dealer)
    return {other: from_dealer if other == state.dealer else from_other for other in state.after_seat(seat)}
