"""Who pays whom after a hand, in points and in the sticks to hand over, and after a correction.

`Session.to_pay` keeps what the table's phones show of it, so that a look at the table costs no query:
{"hands": the last hand, or the last few that came together from a phone without network, as {"number",
"label", "transfers", "late" (when it came so, in seconds), "again" (corrected since)}, "before": what the
seats held before the first of them, "owed": what corrections since have moved, as {"action", "number",
"hands" (how many had been played), "transfers"}}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from hashlib import blake2b
from time import time
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.wording import (
    end_in_words,
    label_in_words,
    listed,
    points_in_words,
)
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import End, TableState, Transfer, sum_by_seat
from mahjongclub.rules.kit.netting import by_pair, fewest_payments
from mahjongclub.rules.kit.sticks import (
    DENOMINATIONS,
    STICK,
    Holdings,
    Payment,
    Sticks,
    follow,
    start_holdings,
)
from mahjongclub.rules.record import PlayedHand
from mahjongclub.rules.rotation import by_player

from .models import Revision, Session

#: a correction is told until so many further hands are played; no more corrections, or hands that came late
TOLD = 4
#: hands that one phone kept without network come within so many seconds
TOGETHER = 60


def payments_of(
    session: Session, number: int, hand: PlayedHand, names: Sequence[str], *, sticks: bool
) -> dict[str, Any]:
    """What the players do after `hand`, for the confirmation: payments, and what happens on the table.

    With `sticks` each payment also says which sticks, from what every seat likely holds by now.
    """
    transfers = between_players(hand)
    if not sticks:
        return _points_in_words(transfers, names)
    return _sticks_to_pay(follow(transfers, holdings_before(session, number))[0], names)


def between_players(hand: PlayedHand) -> list[Transfer]:
    """The transfers of a hand by the players' numbers, wherever they sat."""
    return [moved_ends(one, hand.before.order) for one in hand.settlement.transfers]


def moved_ends(one: Transfer, places: Sequence[int]) -> Transfer:
    """The transfer where `places[s]` paid or was paid what seat s did; itself where there are none."""

    def end(there: End) -> End:
        return places[there] if places and isinstance(there, int) else there

    return replace(one, source=end(one.source), target=end(one.target))


def _points_in_words(transfers: Sequence[Transfer], names: Sequence[str]) -> dict[str, Any]:
    """The fewest payments; `pairs`, where the game pays otherwise, are its own, one for each two players."""
    netted = _netted(transfers, len(names))
    at_table = [one for one in netted if "table" in (one.source, one.target)]
    pairs = [one for one in by_pair(transfers) if isinstance(one.source, int) and isinstance(one.target, int)]
    fewer = {(one.source, one.target, one.points) for one in netted}
    return {
        "payments": [_in_points(transfer, names) for transfer in netted if transfer not in at_table],
        "lines": _table_in_words(at_table, names),
        "pairs": [_in_points(one, names) for one in pairs]
        if any((one.source, one.target, one.points) not in fewer for one in pairs)
        else [],
    }


def _sticks_to_pay(payments: Sequence[Payment], names: Sequence[str]) -> dict[str, Any]:
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
    holdings = start_holdings(session.rules["starting_points"], session.game.players)
    if number == 1:
        return holdings
    results = session.hands.filter(number__lt=number).order_by("number").values_list("result", flat=True)
    for result in results:
        _payments, holdings = follow(stored_transfers(result), holdings)
    return holdings


def after_hand(session: Session, hand: PlayedHand, late: bool) -> dict[str, Any]:
    """`Session.to_pay` once this hand to come is recorded; `late` where a phone had kept it without network.

    No query, but for the first hand after an earlier one was corrected: holdings are then followed anew.
    """
    told, now = session.to_pay, time() if late else 0
    hands = told.get("hands", [])
    kept = [one for one in hands if late and one["late"] and now - one["late"] < TOGETHER][1 - TOLD :]
    before = None
    if game_of(session).has_riichi:
        if told.get("before"):
            before = Holdings.from_json(told["before"])
            for one in hands[: len(hands) - len(kept)]:
                before = follow(stored_transfers(one), before)[1]
        else:
            before = holdings_before(session, hand.number - len(kept))
    return {
        "hands": [*kept, _hand_to_pay(hand, late=now, again=False)],
        "before": before and astuple(before),
        "owed": told.get("owed", []),
    }


def after_change(
    session: Session, played: Sequence[PlayedHand], owed: Sequence[Transfer], action: str, at: int
) -> dict[str, Any]:
    """`Session.to_pay` once hand `at` was corrected, inserted or taken out (0: all may be otherwise).

    `played` are all hands as they are settled now, `owed` what that moves.
    """
    told = session.to_pay
    hands = told.get("hands", [])
    removed = action in (Revision.Action.DELETE, Revision.Action.UNDO)
    step = -1 if removed else int(action == Revision.Action.INSERT)
    still = []
    for one in hands:
        if removed and one["number"] == at:
            continue
        hand = played[one["number"] - 1 + (step if one["number"] >= at else 0)]
        now = _hand_to_pay(hand, one["late"], one["again"])
        still.append({**now, "again": one["again"] or now["transfers"] != one["transfers"]})
    new = {
        "action": action,
        "number": at,
        "hands": len(played),
        "transfers": [one.to_json() for one in owed],
    }
    return {
        "hands": still,
        "before": told.get("before") if hands and at >= hands[0]["number"] and step <= 0 else None,
        "owed": [*told.get("owed", []), *([new] if owed else [])][-TOLD:],
    }


def _hand_to_pay(hand: PlayedHand, late: float, again: bool) -> dict[str, Any]:
    transfers = [one.to_json() for one in between_players(hand)]
    return {
        "number": hand.number,
        "label": hand.label,
        "transfers": transfers,
        "late": late,
        "again": again,
    }


def to_pay(session: Session, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the table's phones say is to be paid: first what corrections have moved, the newest first, then
    the last hand, until something is noted of the next. Nothing of it is asked of the database.

    Each has a `key` by which a phone remembers that it was put away, a `title`, whether it is `open`, what
    `templates/tables/_payments.html` shows, and the seats that take sticks from the table (`takers`).
    """
    told, played = session.to_pay, session.listed
    rows = []
    for one in reversed(told.get("owed", [])):
        if played - one["hands"] < TOLD:
            payments = [_in_points(transfer, names) for transfer in stored_transfers(one)]
            words = _owed_in_words(one["action"])
            rows.append(
                {
                    "payments": payments,
                    "owed": True,
                    **_said(session, one, one["hands"], one["number"], words),
                }
            )
    holdings = Holdings.from_json(told["before"]) if told.get("before") else None
    for one in told.get("hands", []) if not session.pending else ():
        transfers = list(stored_transfers(one))
        if holdings is None:
            row = _points_in_words(transfers, names)
        else:
            handed, holdings = follow(transfers, holdings)
            row = _sticks_to_pay(handed, names)
        takers = [move.target for move in transfers if move.source == "table"]
        words = _("if nothing was paid yet") if one["again"] else _("to pay")
        number = 0 if one["label"] != str(one["number"]) else one["number"]
        rows.append({**row, "takers": takers, **_said(session, one, one["number"], number, words)})
    return rows


def _said(session: Session, one: Mapping[str, Any], hands: int, number: int, words: str) -> dict[str, Any]:
    which = game_of(session).numbered % {"number": number} if number else label_in_words(one.get("label", ""))
    return {
        "key": f"{hands}-{blake2b(repr(one['transfers']).encode(), digest_size=4).hexdigest()}",
        "title": _("%(which)s: %(words)s") % {"which": which, "words": words} if which else words,
        "open": not one.get("again"),
    }


def _owed_in_words(action: str) -> str:
    return {
        "correct": _("owed after the correction"),
        "insert": _("owed after the insertion"),
        "delete": _("to give back, if it was paid"),
        "undo": _("to give back, if it was paid"),
    }.get(action, _("Owed now"))


def to_put_right(before: TableState, after: TableState, names: Sequence[str]) -> list[dict[str, Any]]:
    """After a correction: the fewest payments that bring what lies before everybody to the right scores.

    Sticks lying on the table, Ten's bank and the kitty (points given or taken) pay and are paid too.
    """
    ends: list[End] = [*range(len(names)), "table", "bank", "outside"]
    changes = [new - old for old, new in zip(_lying(before), _lying(after), strict=True)]
    changes.append(-sum(changes))
    return [
        _in_points(replace(one, source=ends[int(one.source)], target=ends[int(one.target)]), names)
        for one in fewest_payments(changes)
    ]


def _lying(table: TableState) -> tuple[int, ...]:
    """The points of each player, as sticks on the table, and in the bank."""
    return (*by_player(table).scores, table.sticks * STICK, table.bank or 0)


def stored_transfers(result: Mapping[str, Any], places: Sequence[int] = ()) -> Iterable[Transfer]:
    """The transfers of a hand’s stored result by the players' numbers, or by the `places` they moved to."""
    for item in result["transfers"]:
        told = Transfer(item["from"], item["to"], item["points"], item["for"])
        yield moved_ends(told, places or result.get("sitting", ()))


def _netted(transfers: Sequence[Transfer], seats: int) -> list[Transfer]:
    """Seat to seat payments as the fewest that do; with the bank one for each seat at most.

    What a seat puts on the table and takes from it stays two movements: it lays its own stick down and takes
    it up again.
    """
    between = [one for one in transfers if isinstance(one.source, int) and isinstance(one.target, int)]
    with_bank = [one for one in transfers if "bank" in (one.source, one.target)]
    outside = [one for one in transfers if "outside" in (one.source, one.target)]
    put = [one for one in transfers if one.target == "table"]
    taken = [one for one in transfers if one.source == "table"]
    others: list[Transfer] = []
    ends: tuple[tuple[End, list[Transfer]], ...] = (
        ("bank", with_bank),
        ("outside", outside),
        ("table", put),
        ("table", taken),
    )
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
    return {"from_name": payer, "to_name": end_in_words(transfer.target, names), "points": transfer.points}


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
    givers = [end_in_words(one.source, names) for one in at_table if one.target == "table"]
    put = ngettext(
        "%(name)s puts a riichi stick on the table.",
        "%(name)s put a riichi stick each on the table.",
        len(givers),
    ) % {"name": listed(givers)}
    taken = [one for one in at_table if one.source == "table"]
    in_words = _taken_in_words if len(taken) == 1 else _share_in_words
    lines = [in_words(one, names) for one in taken]
    return [put, *lines] if givers else lines


def _taken_in_words(payment: Payment | Transfer, names: Sequence[str]) -> str:
    count = payment.points // STICK
    return ngettext(
        "The stick on the table is %(name)s’s.", "The %(count)s sticks on the table are %(name)s’s.", count
    ) % {"name": end_in_words(payment.target, names), "count": count}


def _share_in_words(payment: Payment | Transfer, names: Sequence[str]) -> str:
    count = payment.points // STICK
    return ngettext(
        "%(name)s takes one stick from the table.", "%(name)s takes %(count)s sticks from the table.", count
    ) % {"name": end_in_words(payment.target, names), "count": count}


def _change_in_words(payment: Payment, names: Sequence[str]) -> str:
    return _("First %(one)s changes %(given)s with %(other)s for %(back)s.") % {
        "one": end_in_words(payment.source, names),
        "other": end_in_words(payment.target, names),
        "given": _sticks_in_words(payment.exchange.given),
        "back": _sticks_in_words(payment.exchange.back),
    }


def _sticks_in_words(sticks: Sticks) -> str:
    """Sticks as people say them: "one 5,000", "2 × 1,000 and 8 × 100"."""
    return listed(
        [
            f"{count} × {points_in_words(size)}"
            for count, size in zip(sticks, DENOMINATIONS, strict=True)
            if count
        ]
    )
