"""Who pays whom after a hand, in points and in the sticks to hand over, and after a correction.

`Session.to_pay` keeps what the table's phones show of it, so that a look at the table costs no query:
{"hands": the last hand, or the last few that came together from a phone without network, as {"number",
"label", "outcome", "transfers", "late" (when it came so, in seconds), "again" (corrected since)},
"before": what the seats held before the first of them, "owed": what corrections since have moved, as
{"action" (or the type of an entry), "number", "label", "hands" (how many had been played), "transfers"},
"last": the label of the hand that an undo takes back, "" where the last of the log is no hand}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from hashlib import blake2b
from time import time
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import party_name, points_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import Entry, entry_to_json
from mahjongclub.rules.game import End, TableState, Transfer, TransferJson, sum_by_seat
from mahjongclub.rules.kit.netting import by_pair, fewest_payments
from mahjongclub.rules.kit.sticks import (
    STICK,
    Holdings,
    StickPayment,
    pay_in_sticks,
    start_holdings,
    with_sticks_back,
)
from mahjongclub.rules.record import PlayedHand
from mahjongclub.rules.rotation import unrotated

from .models import Revision, Session
from .payment_words import (
    PaymentNotice,
    Payments,
    payment_title_and_lines,
    stick_counts_in_words,
    sticks_of_payers,
    with_one_full_stop,
)
from .sitters import Seating

#: no more corrections, or hands that came late, are kept to be told
TOLD = 4
#: hands that one phone kept without network come within so many seconds
TOGETHER = 60


def payment_notice(
    session: Session,
    number: int,
    hand: PlayedHand,
    names: Sequence[str],
    *,
    sticks: bool,
    mine: int | None,
    noted: bool = False,
) -> PaymentNotice:
    """Return what player `mine` does after `hand`, for the confirmation, and the moves between the players.

    With `sticks` each payment also says which sticks, from what every seat likely holds by now; `noted` is as
    in `_notice`.
    """
    holdings = holdings_before(session, number) if sticks else None
    return _notice(transfers_between_players(hand), holdings, names, mine, noted=noted)[0]


def _notice(
    transfers: Sequence[Transfer],
    holdings: Holdings | None,
    names: Sequence[str],
    mine: int | None,
    *,
    owed: bool = False,
    noted: bool = False,
) -> tuple[PaymentNotice, Holdings | None]:
    """What is to be paid by these transfers, and who holds which sticks after it where that is followed.

    `noted`: no sticks lie on the table, so that what comes from it or goes to it is only written down.
    """
    how: list[str] = []
    payments: Payments
    if owed:
        payments = transfers  # between each two players already
    elif holdings is None:
        payments = _netted(transfers, len(names))
        how = _pair_by_pair(transfers, payments, names)
    else:
        handed, holdings = pay_in_sticks(transfers, holdings)
        payments = handed
        how = [_change_in_words(change, names) for change in handed if change.points == 0]
        between = [
            payment
            for payment in handed
            if "table" not in (payment.source, payment.target) and payment.points
        ]
        if len(between) > 1 and mine not in {
            end for payment in between for end in (payment.source, payment.target)
        }:
            how += sticks_of_payers(between, names)
    title, lines = payment_title_and_lines(payments, names, mine, from_correction=owed, written_down=noted)
    notice = PaymentNotice(
        key="",
        title=with_one_full_stop(title),
        lines=tuple(with_one_full_stop(line) for line in lines),
        how=tuple(with_one_full_stop(line) for line in how),
        moves=tuple(
            (payment.source, payment.target, payment.points)
            for payment in payments
            if isinstance(payment.source, int) and isinstance(payment.target, int) and payment.points
        ),
        deltas=tuple(sum_by_seat(transfers, len(names))),
        takers=tuple(
            move.target
            for move in transfers
            if move.source == "table" and isinstance(move.target, int) and not noted
        ),
        noted=noted and any("table" in (move.source, move.target) for move in transfers),
    )
    return notice, holdings


def _pair_by_pair(transfers: Sequence[Transfer], fewest: Payments, names: Sequence[str]) -> list[str]:
    """What each two players would pay each other, where the game pays so and the fewest payments do not."""
    pairs = [
        pair for pair in by_pair(transfers) if isinstance(pair.source, int) and isinstance(pair.target, int)
    ]
    fewer = {(pair.source, pair.target, pair.points) for pair in fewest}
    if all((pair.source, pair.target, pair.points) in fewer for pair in pairs):
        return []
    ends = [(party_name(pair.source, names), party_name(pair.target, names)) for pair in pairs]
    sentence = ", ".join(
        f"{payer} → {payee} {points_in_words(pair.points)}"
        for (payer, payee), pair in zip(ends, pairs, strict=True)
    )
    return [_("Or pair by pair: %(payments)s.") % {"payments": sentence}]


def transfers_between_players(hand: PlayedHand) -> list[Transfer]:
    """The transfers of a hand by the players' numbers, wherever they sat, with riichi sticks that go back."""
    riichi = getattr(hand.outcome, "riichi", ())  # seats; Ten's attacker alone may declare, which is a bool
    moves = with_sticks_back(hand.settlement.transfers, riichi if isinstance(riichi, tuple) else ())
    return [with_moved_ends(transfer, hand.before.order) for transfer in moves]


def with_moved_ends(transfer: Transfer, places: Sequence[int]) -> Transfer:
    """The transfer where `places[s]` paid or was paid what seat s did; itself where there are none."""

    def end(there: End) -> End:
        return places[there] if places and isinstance(there, int) else there

    return replace(transfer, source=end(transfer.source), target=end(transfer.target))


def holdings_before(session: Session, number: int) -> Holdings:
    """Which sticks each seat likely holds as hand `number` begins. One query."""
    holdings = start_holdings(session.rules["starting_points"], session.game.players)
    if number == 1:
        return holdings
    results = session.hands.filter(number__lt=number).order_by("number").values_list("result", flat=True)
    for result in results:
        _payments, holdings = pay_in_sticks(stored_transfers(result), holdings)
    return holdings


class HandToPay(TypedDict):
    """A hand whose payments are told: `late` is when a phone sent it that had kept it (seconds), else 0.

    `again` says that a correction changed what it moved.
    """

    number: int
    label: str
    outcome: dict[str, Any]
    transfers: list[TransferJson]
    late: float
    again: bool


class ChangeToPay(TypedDict):
    """What a correction of hand `number` moved, while `hands` stood in the record."""

    action: str
    number: int
    label: str
    hands: int
    transfers: list[TransferJson]


class ToPay(TypedDict):
    """`Session.to_pay`: hands whose payments are told, sticks by seat before them, and corrections."""

    hands: list[HandToPay]
    before: Any
    owed: list[ChangeToPay]
    last: str


def to_pay_after_hand(session: Session, hand: PlayedHand, late: bool) -> ToPay:
    """`Session.to_pay` once this hand to come is recorded; `late` where a phone had kept it without network.

    No query, but for the first hand after an earlier one was corrected: holdings are then followed anew.
    """
    due_notice, now = session.to_pay, time() if late else 0
    hands = due_notice.get("hands", [])
    due_hands = [row for row in hands if late and row["late"] and now - row["late"] < TOGETHER][1 - TOLD :]
    before = None
    if game_of(session).has_riichi:
        if due_notice.get("before"):
            before = Holdings.from_json(due_notice["before"])
            for due_hand in hands[: len(hands) - len(due_hands)]:
                before = pay_in_sticks(stored_transfers(due_hand), before)[1]
        else:
            before = holdings_before(session, hand.number - len(due_hands))
    return {
        "hands": [*due_hands, _hand_to_pay(session, hand, late=now, again=False)],
        "before": before and astuple(before),
        "owed": due_notice.get("owed", []),
        "last": hand.label,
    }


def to_pay_after_change(
    session: Session, played: Sequence[PlayedHand], owed: Sequence[Transfer], action: str, at: int
) -> ToPay:
    """`Session.to_pay` once hand `at` was corrected, inserted or taken out (0: all may be otherwise).

    `played` are all hands as they are settled now, `owed` what that moves.
    """
    due_notice = session.to_pay
    hands = due_notice.get("hands", [])
    removed = action in (Revision.Action.DELETE, Revision.Action.UNDO)
    step = -1 if removed else int(action == Revision.Action.INSERT)
    still: list[HandToPay] = []
    for due_hand in hands:
        if removed and due_hand["number"] == at:
            continue
        hand = played[due_hand["number"] - 1 + (step if due_hand["number"] >= at else 0)]
        now = _hand_to_pay(session, hand, due_hand["late"], due_hand["again"])
        still.append({**now, "again": due_hand["again"] or now["transfers"] != due_hand["transfers"]})
    if removed and at == len(played) + 1 and due_notice.get("last") == "":
        action = "entry"  # what is undone was no hand
    elif not removed and at and isinstance(entry := played[at - 1].outcome, Entry):
        action = entry_to_json(entry)["type"]
    new: ChangeToPay = {
        "action": action,
        "number": at,
        "label": _label_at(due_notice, played, at, removed),
        "hands": len(played),
        "transfers": [transfer.to_json() for transfer in owed],
    }
    return {
        "hands": still,
        "before": due_notice.get("before") if hands and at >= hands[0]["number"] and step <= 0 else None,
        "owed": [*due_notice.get("owed", []), *([new] if owed else [])][-TOLD:],
        "last": "" if not played or isinstance(played[-1].outcome, Entry) else played[-1].label,
    }


def _label_at(due_notice: Mapping[str, Any], played: Sequence[PlayedHand], at: int, removed: bool) -> str:
    """The label of the hand that a change was made to, "" where it is gone and was not the last."""
    if not removed and 1 <= at <= len(played):
        return played[at - 1].label
    if at == len(played) + 1 and "last" in due_notice:
        return str(due_notice["last"])
    return next((hand["label"] for hand in due_notice.get("hands", []) if hand["number"] == at), "")


def _hand_to_pay(session: Session, hand: PlayedHand, late: float, again: bool) -> HandToPay:
    transfers = [transfer.to_json() for transfer in transfers_between_players(hand)]
    return {
        "number": hand.number,
        "label": hand.label,
        "outcome": session.game.outcome_to_json(hand.outcome),
        "transfers": transfers,
        "late": late,
        "again": again,
    }


def payment_notices(session: Session, names: Sequence[str], mine: int | None = None) -> list[PaymentNotice]:
    """Return what the table's phones say is to be paid, the newest first: what corrections since the last
    hand have moved, then the last hand, until something is noted of the next. No query right after a hand.

    `names` are those of all players by number, `mine` the player whose phone it is.
    """
    stored, played = session.to_pay, session.row_count
    owed = [
        _owed_notice(session, change, names, mine)
        for change in stored.get("owed", [])
        if change["hands"] == played
    ]
    holdings = Holdings.from_json(stored["before"]) if stored.get("before") else None
    hands = []
    for hand in stored.get("hands", []) if not session.pending else ():
        noted = not game_of(session).has_sticks
        then = _names_at(session, hand["number"], names) if stored.get("last") == "" else names
        notice, holdings = _notice(list(stored_transfers(hand)), holdings, then, mine, noted=noted)
        lines = notice.lines
        if hand["again"]:
            which = _which(session, hand["number"], hand["label"])
            lines = (_("%(which)s, if not paid yet.") % {"which": which}, *lines)
        hands.append(replace(notice, lines=lines, key=_key(hand["number"], hand)))
    return [*reversed(owed), *reversed(hands)]


def _names_at(session: Session, number: int, names: Sequence[str]) -> list[str]:
    """`names`, but of those who have left since hand `number` where others have sat down; a few queries."""
    sat = Seating(session)
    changes = zip(sat.players_before(number), sat.players, names, strict=True)
    return [name if was == now else was for was, now, name in changes]


def instant_payment_notice(
    transfers: Sequence[Transfer], number: int, names: Sequence[str], mine: int | None
) -> PaymentNotice:
    """Return what is paid for one event of hand `number`, in a game whose events are paid as they happen."""
    notice = _notice(transfers, None, names, mine)[0]
    stored = {"transfers": [transfer.to_json() for transfer in transfers]}
    return replace(notice, key=_key(number, stored))


def _owed_notice(
    session: Session, change: Mapping[str, Any], names: Sequence[str], mine: int | None
) -> PaymentNotice:
    """What one correction, insertion, deletion or undo moves between the players."""
    noted = not game_of(session).has_sticks
    notice = _notice(list(stored_transfers(change)), None, names, mine, owed=True, noted=noted)[0]
    words = {
        "correct": _("%(which)s was corrected."),
        "insert": _("%(which)s was inserted."),
        "delete": _("%(which)s was deleted: only if paid."),
        "undo": _("%(which)s was undone: only if paid."),
        "adjust": _("The points were adjusted."),
        "rules": _("The rules were changed."),
        "entry": _("The last change was undone: only if paid."),
    }.get(change["action"], _("The table was changed."))
    why = words % {"which": _which(session, change["number"], change.get("label", ""))}
    return replace(notice, lines=(why, *notice.lines), key=_key(change["hands"], change), owed=True)


def _which(session: Session, number: int, label: str) -> str:
    """A hand as the table calls it: its label, or its number where that is all it has."""
    return game_of(session).hand_in_words(label or str(number))


def _key(hands: int, stored: Mapping[str, Any]) -> str:
    """What a phone remembers of a notice that was dismissed: it is another once other points are to pay."""
    return f"{hands}-{blake2b(repr(stored['transfers']).encode(), digest_size=4).hexdigest()}"


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """Who pays how many points to whom, in words."""

    from_name: str
    to_name: str
    points: int


def payments_after_change(session: Session, after: TableState, names: Sequence[str]) -> list[PaymentRow]:
    """`correcting_payments` from the table as it stands; nothing where points are only written down."""
    return (
        correcting_payments(session.table, after, names)
        if session.game.conserves_points(session.current_rules)
        else []
    )


def correcting_payments(before: TableState, after: TableState, names: Sequence[str]) -> list[PaymentRow]:
    """After a correction: the fewest payments that bring what lies before everybody to the right scores.

    Sticks lying on the table, Ten's bank and the kitty (points given or taken) pay and are paid too.
    """
    ends: list[End] = [*range(len(names)), "table", "bank", "outside"]
    changes = [new - old for old, new in zip(_lying(before), _lying(after), strict=True)]
    changes.append(-sum(changes))
    return [
        _in_points(
            replace(payment, source=ends[int(payment.source)], target=ends[int(payment.target)]), names
        )
        for payment in fewest_payments(changes)
    ]


def _lying(table: TableState) -> tuple[int, ...]:
    """The points of each player, as sticks on the table, and in the bank."""
    return (*unrotated(table).scores, table.sticks * STICK, table.bank or 0)


def stored_transfers(result: Mapping[str, Any], places: Sequence[int] = ()) -> Iterable[Transfer]:
    """The transfers of a hand’s stored result by the players' numbers, or by the `places` they moved to."""
    for item in result["transfers"]:
        transfer = Transfer(item["from"], item["to"], item["points"], item["for"])
        yield with_moved_ends(transfer, places or result.get("sitting", ()))


def _netted(transfers: Sequence[Transfer], seats: int) -> list[Transfer]:
    """Seat to seat payments as the fewest that do; with the bank one for each seat at most.

    What a seat puts on the table and takes from it stays two movements: it lays its own stick down and takes
    it up again.
    """
    between = [
        transfer
        for transfer in transfers
        if isinstance(transfer.source, int) and isinstance(transfer.target, int)
    ]
    with_bank = [transfer for transfer in transfers if "bank" in (transfer.source, transfer.target)]
    outside = [transfer for transfer in transfers if "outside" in (transfer.source, transfer.target)]
    put = [transfer for transfer in transfers if transfer.target == "table"]
    from_table = [transfer for transfer in transfers if transfer.source == "table"]
    others: list[Transfer] = []
    ends: tuple[tuple[End, list[Transfer]], ...] = (
        ("bank", with_bank),
        ("outside", outside),
        ("table", put),
        ("table", from_table),
    )
    for end, moved in ends:
        for seat, points in enumerate(sum_by_seat(moved, seats)):
            if points > 0:
                others.append(Transfer(end, seat, points, "hand"))
            elif points < 0:
                others.append(Transfer(seat, end, -points, "hand"))
    return [*fewest_payments(sum_by_seat(between, seats)), *others]


def _in_points(transfer: Transfer, names: Sequence[str]) -> PaymentRow:
    payer = party_name(transfer.source, names)
    if not isinstance(transfer.source, int):
        payer = payer[:1].upper() + payer[1:]  # "The bank" begins its line
    return PaymentRow(payer, party_name(transfer.target, names), transfer.points)


def _change_in_words(payment: StickPayment, names: Sequence[str]) -> str:
    return _("First %(one)s changes %(given)s with %(other)s for %(back)s.") % {
        "one": party_name(payment.source, names),
        "other": party_name(payment.target, names),
        "given": stick_counts_in_words(payment.exchange.given),
        "back": stick_counts_in_words(payment.exchange.back),
    }
