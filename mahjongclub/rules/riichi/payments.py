"""Who pays whom in riichi: hands, counters, sticks, noten, nagashi and chombo, as transfers."""

from __future__ import annotations

from collections.abc import Iterable

from ..game import Reason, TableState, Transfer
from ..kit.riichi.value import LIMITS, ron_payment, round_up, tsumo_payments
from ..kit.sticks import STICK
from .options import Rules
from .outcomes import Winner

#: What one counter adds to a ron; a third of it comes from each payer of a self-draw.
HONBA = 300

#: What the noten seats pay together at an exhausted wall.
NOTEN = 3000


def hand_payments(state: TableState, winner: Winner, basic: int) -> list[Transfer]:
    """The hand itself, without honba; a liable seat (pao) pays all of a self-draw and half of a ron."""
    if winner.source is None:
        shares = _shares(state, winner.seat, basic)
        if winner.pao is not None:
            return [Transfer(winner.pao, winner.seat, sum(shares.values()), "pao")]
        return [Transfer(seat, winner.seat, points, "hand") for seat, points in shares.items()]
    whole = ron_payment(basic, winner.seat == state.dealer)
    if winner.pao is None or winner.pao == winner.source:
        return [Transfer(winner.source, winner.seat, whole, "hand")]
    half = round_up(-(-whole // 2))
    return [
        Transfer(winner.source, winner.seat, half, "hand"),
        Transfer(winner.pao, winner.seat, half, "pao"),
    ]


def honba_payments(rules: Rules, state: TableState, winner: Winner) -> list[Transfer]:
    """The counters on the table, paid to this winner."""
    if not state.honba:
        return []
    whole = HONBA * state.honba
    if winner.source is None and winner.pao is None:
        return [Transfer(seat, winner.seat, whole // 3, "honba") for seat in state.after_seat(winner.seat)]
    liable_pays = winner.source is None or rules.pao_honba == "liable"
    payer = winner.pao if winner.pao is not None and liable_pays else winner.source
    assert payer is not None
    return [Transfer(payer, winner.seat, whole, "honba")]


def put_out(seats: Iterable[int]) -> list[Transfer]:
    """The riichi sticks of this hand, onto the table."""
    return [Transfer(seat, "table", STICK, "riichi") for seat in seats]


def take_sticks(count: int, seat: int) -> list[Transfer]:
    """The sticks on the table, to a winner; nothing where none lie there."""
    return [Transfer("table", seat, count * STICK, "riichi")] if count else []


def noten_payments(state: TableState, tenpai: Iterable[int]) -> list[Transfer]:
    """3000 in all from the noten seats to the tenpai seats, in whole hundreds from hand to hand."""
    ready = [seat for seat in range(state.seats) if seat in set(tenpai)]
    noten = [seat for seat in range(state.seats) if seat not in ready]
    if not ready or not noten:
        return []
    if len(ready) == len(noten):
        pairs = list(zip(noten, ready, strict=True))
    else:
        pairs = [(payer, taker) for payer in noten for taker in ready]
    return [Transfer(payer, taker, NOTEN // len(pairs), "tenpai") for payer, taker in pairs]


def nagashi_payments(state: TableState, seats: Iterable[int]) -> list[Transfer]:
    """A self-drawn mangan to each such seat."""
    return [
        Transfer(payer, seat, points, "nagashi")
        for seat in seats
        for payer, points in _shares(state, seat, LIMITS["mangan"]).items()
    ]


def chombo_payments(state: TableState, offenders: Iterable[int]) -> list[Transfer]:
    """A self-drawn mangan the wrong way round: every offender pays each other seat."""
    reason: Reason = "chombo"
    return [
        Transfer(offender, seat, points, reason)
        for offender in offenders
        for seat, points in _shares(state, offender, LIMITS["mangan"]).items()
    ]


def _shares(state: TableState, seat: int, basic: int) -> dict[int, int]:
    """What each other seat exchanges with `seat` for a self-draw, in the order of play."""
    from_dealer, from_other = tsumo_payments(basic, seat == state.dealer)
    return {other: from_dealer if other == state.dealer else from_other for other in state.after_seat(seat)}
