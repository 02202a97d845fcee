"""What a phone at the table says of a payment: the moves on the felt, and a sentence for its owner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from mahjongclub.games.kit.wording import and_list, party_name, points_in_words, signed_points
from mahjongclub.rules.game import End, Transfer
from mahjongclub.rules.kit.sticks import DENOMINATIONS, STICK, StickPayment, Sticks

Payments = Sequence[StickPayment | Transfer]
#: the stop of a shortened name, which may be isolated, and that of its sentence
FULL_STOPS = re.compile("\\.(\N{POP DIRECTIONAL ISOLATE}?)\\.$")


@dataclass(frozen=True)
class PaymentNotice:
    """One payment to be made at the table, as one phone shows it until it is dismissed.

    `key` is what the phone remembers of it. `title` and `lines` are the sentence for the phone's owner, `how`
    tells how money is changed first. `moves` are (payer, receiver, points) by the players' numbers, `deltas`
    what each player has more or less, `takers` who takes sticks from the table. `owed` marks what a
    correction or an undo moves, `noted` points that are written down, not handed over.
    """

    key: str
    title: str
    lines: tuple[str, ...]
    how: tuple[str, ...] = ()
    moves: tuple[tuple[int, int, int], ...] = ()
    deltas: tuple[int, ...] = ()
    takers: tuple[int, ...] = ()
    owed: bool = False
    noted: bool = False


def payment_title_and_lines(
    payments: Payments,
    names: Sequence[str],
    mine: int | None,
    *,
    from_correction: bool = False,
    written_down: bool = False,
) -> tuple[str, tuple[str, ...]]:
    """Return the title and the further lines that tell player `mine` what to pay, take or leave alone.

    `payments` are all of one hand, those with the table or a bank too, or all that a correction moves
    (`from_correction`). None as `mine` tells it for everybody. `written_down`: points of the table are not
    handed over.
    """
    if written_down and (changes := _noted_changes(payments, names)):
        return ", ".join(changes), ()
    between = [
        payment for payment in payments if isinstance(payment.source, int) and isinstance(payment.target, int)
    ]
    moved = [payment for payment in between if payment.points]
    pays = [payment for payment in moved if payment.source == mine]
    gets = [payment for payment in moved if payment.target == mine]
    others = tuple((_owed_to_table if from_correction else _table_lines)(payments, names, mine))
    others += tuple(_bank_lines(payments, names))
    if pays:
        return _title(pays, names, paying=True), (*_pieces(pays, names, paying=True), *others)
    if gets:
        return _title(gets, names, paying=False), (*_pieces(gets, names, paying=False), *others)
    if not moved:
        return (others[0], others[1:]) if others else (_("Nobody pays anything."), ())
    title, lines = _for_everybody(moved, names)
    if mine is None:
        return title, (*lines, *sticks_of_payers(moved[:1], names), *others) if len(moved) == 1 else (
            *lines,
            *others,
        )
    return _("Nothing for you to pay"), (_sentence(title), *lines, *others)


def _noted_changes(payments: Payments, names: Sequence[str]) -> list[str]:
    """The points that each player gets from the table or gives to it: "Chen +25"."""
    moved: dict[int, int] = {}
    for payment in payments:
        if payment.source == "table" and isinstance(payment.target, int):
            moved[payment.target] = moved.get(payment.target, 0) + payment.points
        elif payment.target == "table" and isinstance(payment.source, int):
            moved[payment.source] = moved.get(payment.source, 0) - payment.points
    most_first = sorted(moved.items(), key=lambda change: -change[1])
    return [f"{party_name(seat, names)} {signed_points(points)}" for seat, points in most_first if points]


def sticks_of_payers(payments: Payments, names: Sequence[str]) -> tuple[str, ...]:
    """Return which sticks each payer hands over, a sentence for each: "Ann: one 5,000, 800 back."."""
    lines = []
    for payment in payments:
        if isinstance(payment, StickPayment) and payment.exchange.given.points:
            words = {
                "name": party_name(payment.source, names),
                "sticks": stick_counts_in_words(payment.exchange.given),
            }
            if back := payment.exchange.back.points:
                line = _("%(name)s: %(sticks)s, %(back)s back.")
                lines.append(line % {**words, "back": points_in_words(back)})
            else:
                lines.append(_("%(name)s: %(sticks)s.") % words)
    return tuple(lines)


def _for_everybody(moved: Payments, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Who pays whom, for a phone that is nobody's: one sum where one player pays or is paid alone."""
    if len(moved) == 1:
        words = {
            "payer": party_name(moved[0].source, names),
            "taker": party_name(moved[0].target, names),
            "points": points_in_words(moved[0].points),
        }
        return _("%(payer)s pays %(taker)s %(points)s") % words, ()
    together = points_in_words(sum(payment.points for payment in moved))
    if len({payment.target for payment in moved}) == 1:
        if len({payment.points for payment in moved}) == 1:
            each = _("%(points)s from each.") % {"points": points_in_words(moved[0].points)}
            title = _("%(name)s gets %(points)s")
            return title % {"name": party_name(moved[0].target, names), "points": together}, (each,)
        parts = [_part(payment.source, payment.points, names) for payment in moved]
        title = _("%(name)s gets %(points)s")
        return title % {"name": party_name(moved[0].target, names), "points": together}, (_row(parts),)
    if len({payment.source for payment in moved}) == 1:
        parts = [_part(payment.target, payment.points, names) for payment in moved]
        title = _("%(name)s pays %(points)s")
        return title % {"name": party_name(moved[0].source, names), "points": together}, (_row(parts),)
    sentences = [_for_everybody([payment], names)[0] for payment in moved]
    return sentences[0], tuple(_sentence(sentence) for sentence in sentences[1:])


def _row(parts: Sequence[str]) -> str:
    return _sentence(", ".join(parts))


def _title(mine: Payments, names: Sequence[str], *, paying: bool) -> str:
    points = points_in_words(sum(payment.points for payment in mine))
    if len(mine) > 1:
        return (_("You pay %(points)s") if paying else _("You get %(points)s")) % {"points": points}
    if paying:
        return _("You pay %(name)s %(points)s") % {
            "name": party_name(mine[0].target, names),
            "points": points,
        }
    return _("You get %(points)s from %(name)s") % {
        "name": party_name(mine[0].source, names),
        "points": points,
    }


def _pieces(mine: Payments, names: Sequence[str], *, paying: bool) -> list[str]:
    """Which sticks change hands; with several others, the points of each of them."""
    lines = []
    for payment in mine:
        other = payment.target if paying else payment.source
        sticks = _sticks_in_words(payment, names, paying=paying) if isinstance(payment, StickPayment) else ""
        if len(mine) == 1:
            lines += [_sentence(sticks)] if sticks else []
        elif paying and sticks:
            lines.append(
                _("%(part)s: %(sticks)s.") % {"part": _part(other, payment.points, names), "sticks": sticks}
            )
    if len(mine) > 2 and not lines and len({payment.points for payment in mine}) == 1:
        each = _("%(points)s to each.") if paying else _("%(points)s from each.")
        lines.append(each % {"points": points_in_words(mine[0].points)})
    elif len(mine) > 1 and not lines:
        lines.append(
            _sentence(
                ", ".join(
                    _part(payment.target if paying else payment.source, payment.points, names)
                    for payment in mine
                )
            )
        )
    return lines


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def with_one_full_stop(sentence: str) -> str:
    """Return the sentence with one full stop where it ends with a shortened name: "Pay Anne-Sophie R."."""
    return FULL_STOPS.sub(r".\1", sentence)


def _part(end: End, points: int, names: Sequence[str]) -> str:
    return _("%(name)s %(points)s") % {"name": party_name(end, names), "points": points_in_words(points)}


def _sticks_in_words(payment: StickPayment, names: Sequence[str], *, paying: bool) -> str:
    """Which sticks the payer hands over, and what comes back: "one 5,000, get 800 back"."""
    sticks, back = payment.exchange
    words = {
        "name": party_name(payment.source, names),
        "sticks": stick_counts_in_words(sticks),
        "back": points_in_words(back.points),
    }
    parts = []
    if sticks.points and back.points:
        parts.append(
            (
                _("%(sticks)s, get %(back)s back")
                if paying
                else _("%(name)s gives %(sticks)s: give %(back)s back")
            )
            % words
        )
    elif sticks.points:
        parts.append(words["sticks"])
    if payment.owed:
        parts.append(_("%(points)s stay owed: no sticks left") % {"points": points_in_words(payment.owed)})
    return ", ".join(parts)


def _table_lines(payments: Payments, names: Sequence[str], mine: int | None) -> list[str]:
    """What happens to the sticks on the table, and what goes to the bank or comes from it."""
    put = [payment.source for payment in payments if payment.target == "table"]
    taken_sticks = {
        payment.target: payment.points // STICK for payment in payments if payment.source == "table"
    }
    lines = []
    for giver in put:
        if taken_sticks.get(giver) == 1:  # the stick that was put out in this very hand goes back
            del taken_sticks[giver]
            lines.append(
                _("You get your riichi stick back.")
                if giver == mine
                else _("%(name)s gets the riichi stick back.") % {"name": party_name(giver, names)}
            )
        elif not taken_sticks and giver == mine:
            lines.append(_("Your riichi stick stays on the table."))
        elif not taken_sticks and mine is None:
            stays = _("%(name)s’s riichi stick stays on the table.")
            lines.append(stays % {"name": party_name(giver, names)})
    for taker, count in taken_sticks.items():
        words = {"count": count, "name": party_name(taker, names)}
        if taker == mine:
            lines.append(ngettext("Take the stick.", "Take the %(count)s sticks.", count) % words)
        else:
            lines.append(
                ngettext("The stick goes to %(name)s.", "The %(count)s sticks go to %(name)s.", count) % words
            )
    return lines


def _owed_to_table(payments: Payments, names: Sequence[str], mine: int | None) -> list[str]:
    lines = []
    for payment in payments:
        words = {"points": points_in_words(payment.points)}
        if payment.target == "table":
            words["name"] = _begins(party_name(payment.source, names))
            puts = _("%(name)s puts %(points)s back on the table.")
            lines.append((_("Put %(points)s back on the table.") if payment.source == mine else puts) % words)
        elif payment.source == "table":
            words["name"] = _begins(party_name(payment.target, names))
            takes = _("%(name)s takes %(points)s from the table.")
            lines.append((_("Take %(points)s from the table.") if payment.target == mine else takes) % words)
    return lines


def _bank_lines(payments: Payments, names: Sequence[str]) -> list[str]:
    return [
        _("%(payer)s pays %(taker)s %(points)s.")
        % {
            "payer": _begins(party_name(payment.source, names)),
            "taker": party_name(payment.target, names),
            "points": points_in_words(payment.points),
        }
        for payment in payments
        if {"bank", "outside"} & {payment.source, payment.target} and payment.points
    ]


def _begins(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def stick_counts_in_words(sticks: Sticks) -> str:
    """Return sticks as people say them: "one 5,000", "two 1,000 and 8 × 100"."""
    return and_list(
        [
            f"{_count_in_words(count)} {points_in_words(size)}"
            for count, size in zip(sticks, DENOMINATIONS, strict=True)
            if count
        ]
    )


def _count_in_words(count: int) -> str:
    words = (
        pgettext("so many sticks", "one"),
        pgettext("so many sticks", "two"),
        pgettext("so many sticks", "three"),
        pgettext("so many sticks", "four"),
        pgettext("so many sticks", "five"),
    )
    return words[count - 1] if count <= len(words) else f"{count} ×"
