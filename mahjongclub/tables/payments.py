"""Who pays whom after a hand, in points and in the sticks to hand over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import End, TableState, Transfer, sum_by_seat
from mahjongclub.rules.netting import fewest_payments
from mahjongclub.rules.record import PlayedHand
from mahjongclub.rules.riichi_stick import STICK
from mahjongclub.rules.sticks import DENOMINATIONS, Holdings, Payment, Sticks, follow, start_holdings

from .models import Session
from .wording import end_in_words, listed, points_in_words


def payments_of(
    session: Session, number: int, hand: PlayedHand, names: Sequence[str], *, sticks: bool
) -> dict[str, Any]:
    """What the players do after `hand`, for the confirmation: payments, and what happens on the table.

    With `sticks` each payment also says which sticks, from what every seat likely holds by now.
    """
    transfers = hand.settlement.transfers
    if not sticks:
        netted = _netted(transfers, session.game.seats)
        at_table = [one for one in netted if "table" in (one.source, one.target)]
        return {
            "payments": [_in_points(transfer, names) for transfer in netted if transfer not in at_table],
            "lines": _table_in_words(at_table, names),
        }
    holdings = holdings_before(session, number)
    payments, _after = follow(transfers, holdings)
    between, changes = [], []
    with_table: list[Payment] = []
    for payment in payments:
        if payment.points == 0:
            changes.append(_change_in_words(payment, names))
        elif "table" in (payment.source, payment.target):
            with_table.append(payment)
        else:
            between.append(_in_sticks(payment, names))
    return {"payments": between, "lines": [*changes, *_table_in_words(with_table, names)]}


def holdings_before(session: Session, number: int) -> Holdings:
    """Which sticks each seat likely holds as hand `number` begins. One query."""
    holdings = start_holdings(session.rules["starting_points"], session.game.seats)
    results = session.hands.filter(number__lt=number).order_by("number").values_list("result", flat=True)
    for result in results:
        _payments, holdings = follow(_stored_transfers(result), holdings)
    return holdings


def to_put_right(before: TableState, after: TableState, names: Sequence[str]) -> list[dict[str, Any]]:
    """After a correction: the fewest payments that bring what lies before everybody to the right scores.

    Sticks lying on the table and Ten's bank pay and are paid too.
    """
    ends: list[End] = [*range(len(names)), "table", "bank"]
    changes = [new - old for old, new in zip(_lying(before), _lying(after), strict=True)]
    return [
        _in_points(replace(one, source=ends[int(one.source)], target=ends[int(one.target)]), names)
        for one in fewest_payments(changes)
    ]


def _lying(table: TableState) -> tuple[int, ...]:
    """The points before each seat, as sticks on the table, and in the bank."""
    return (*table.scores, table.sticks * STICK, table.bank or 0)


def _stored_transfers(result: dict[str, Any]) -> Iterable[Transfer]:
    for item in result["transfers"]:
        yield Transfer(item["from"], item["to"], item["points"], item["for"])


def _netted(transfers: Sequence[Transfer], seats: int) -> list[Transfer]:
    """Seat to seat payments as the fewest that do; with the bank one for each seat at most.

    What a seat puts on the table and takes from it stays two movements: it lays its own stick down and takes
    it up again.
    """
    between = [one for one in transfers if isinstance(one.source, int) and isinstance(one.target, int)]
    with_bank = [one for one in transfers if "bank" in (one.source, one.target)]
    put = [one for one in transfers if one.target == "table"]
    taken = [one for one in transfers if one.source == "table"]
    others: list[Transfer] = []
    ends: tuple[tuple[End, list[Transfer]], ...] = (("bank", with_bank), ("table", put), ("table", taken))
    for end, moved in ends:
        for seat, points in enumerate(sum_by_seat(moved, seats)):
            if points > 0:
                others.append(Transfer(end, seat, points, "hand"))
            elif points < 0:
                others.append(Transfer(seat, end, -points, "hand"))
    return [*fewest_payments(sum_by_seat(between, seats)), *others]


def _in_points(transfer: Transfer, names: Sequence[str]) -> dict[str, Any]:
    payer = end_in_words(transfer.source, names)
    if not isinstance(transfer.source, int):
        payer = payer[:1].upper() + payer[1:]  # "The bank" begins its line
    return {
        "from_name": payer,
        "to_name": end_in_words(transfer.target, names),
        "points": transfer.points,
    }


def _in_sticks(payment: Payment, names: Sequence[str]) -> dict[str, Any]:
    given, back = _sticks_in_words(payment.exchange.given), _sticks_in_words(payment.exchange.back)
    parts = [given] if given else []
    if back:
        parts.append(_("back %(sticks)s") % {"sticks": back})
    if payment.owed:
        parts.append(_("%(points)s stay owed: no sticks left") % {"points": points_in_words(payment.owed)})
    return {
        "from_name": end_in_words(payment.source, names),
        "to_name": end_in_words(payment.target, names),
        "points": payment.points,
        "sticks_text": ", ".join(parts),
    }


def _table_in_words(at_table: Sequence[Payment | Transfer], names: Sequence[str]) -> list[str]:
    """Who puts riichi sticks on the table, all in one line, and who takes what lies there."""
    givers = [_name(one.source, names) for one in at_table if one.target == "table"]
    put = ngettext(
        "%(name)s puts a riichi stick on the table.",
        "%(name)s put a riichi stick each on the table.",
        len(givers),
    ) % {"name": listed(givers)}
    taken = [_taken_in_words(one, names) for one in at_table if one.source == "table"]
    return [put, *taken] if givers else taken


def _taken_in_words(payment: Payment | Transfer, names: Sequence[str]) -> str:
    count = payment.points // DENOMINATIONS[2]
    return ngettext(
        "The stick on the table is %(name)s’s.", "The %(count)s sticks on the table are %(name)s’s.", count
    ) % {"name": _name(payment.target, names), "count": count}


def _change_in_words(payment: Payment, names: Sequence[str]) -> str:
    return _("First %(one)s changes %(given)s with %(other)s for %(back)s.") % {
        "one": _name(payment.source, names),
        "other": _name(payment.target, names),
        "given": _sticks_in_words(payment.exchange.given),
        "back": _sticks_in_words(payment.exchange.back),
    }


def _name(end: End, names: Sequence[str]) -> str:
    return end_in_words(end, names)


def _sticks_in_words(sticks: Sticks) -> str:
    """Sticks as people say them: "one 5,000", "2 × 1,000 and 8 × 100"."""
    return listed(
        [
            f"{count} × {points_in_words(size)}"
            for count, size in zip(sticks, DENOMINATIONS, strict=True)
            if count
        ]
    )
