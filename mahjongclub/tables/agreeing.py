"""All agree with a hand, or a seat says what is wrong: what that changes, and what a phone shows of it.

What the seats said lies with the hand (`Hand.said`) and moves with it when another is put in or taken out
before; a corrected hand is asked about anew. Outcomes and records know nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.wording import and_list, isolated
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text

from .entry_sheet import named_hand_in_words
from .models import Access, Hand, Revision, Session
from .recording import Receipt, Submission, change_agreement
from .replaying import Change, agreement_entry
from .sitters import Seating


def switch_agreeing(session_id: int, submission: Submission, is_on: bool) -> Receipt:
    """Ask every seat about each hand from the next one on, or stop asking."""

    def work(session: Session) -> Change:
        before, session.agreeing = session.agreeing, is_on
        if not is_on:
            session.hands.filter(awaits=True).update(awaits=False)
        return Change(Revision.Action.AGREEING, None, before, is_on)

    return change_agreement(session_id, submission, work)


def record_agreement(
    session_id: int,
    submission: Submission,
    number: int,
    seat: int,
    *,
    behalf: bool = False,
    wrong: bool = False,
) -> Receipt:
    """Record what `seat` says to hand `number`. A phone speaks for one seat: its last word counts.

    StalePage where a hand changed since the version this phone showed; RuleError where it waits no more,
    where nobody played it at that seat, or where another speaks for a seat that has a phone of its own.
    """

    def work(session: Session) -> Change:
        hand = _waiting(session, number, seat)
        phones = session.accesses.filter(seat=seat)
        if phones.exists() and (behalf or not phones.filter(device=submission.device).exists()):
            raise RuleError("seat_has_a_phone", "seat", Text("That seat has a phone of its own."))
        word = agreement_entry(submission.device, behalf=behalf, wrong=wrong)
        before = hand.said if behalf else _without_other_seats(hand.said, word["by"])
        hand.said = {**before, str(seat): word}
        hand.awaits = bool(hand.seats_yet_to_agree())
        hand.save(update_fields=["said", "awaits"])
        return Change(Revision.Action.AGREE, number, None, {"seat": seat, "wrong": wrong})

    return change_agreement(session_id, submission, work)


def _without_other_seats(agreements: dict[str, Any], device_id: int | None) -> dict[str, Any]:
    """Return what was said to a hand without the words that this phone said for seats as its own."""
    return {
        seat: word
        for seat, word in agreements.items()
        if seat == "without" or word.get("behalf") or device_id is None or word["by"] != device_id
    }


def stop_waiting_for_agreement(session_id: int, submission: Submission) -> Receipt | None:
    """Wait no longer for whoever has not agreed; return None where nobody is waited for."""

    def work(session: Session) -> Change:
        hands = list(session.hands.filter(awaits=True))
        if not hands:
            raise _NobodyMissing
        for hand in hands:
            seats = hand.seats_yet_to_agree()
            hand.said = {**hand.said, "without": {**agreement_entry(submission.device), "seats": seats}}
            hand.awaits = False
        Hand.objects.bulk_update(hands, ["said", "awaits"])
        without = sorted({seat for hand in hands for seat in hand.said["without"]["seats"]})
        return Change(Revision.Action.WITHOUT, hands[-1].number, None, without)

    try:
        return change_agreement(session_id, submission, work)
    except _NobodyMissing:
        return None


class _NobodyMissing(Exception):
    pass


def _waiting(session: Session, number: int, seat: int) -> Hand:
    hand = session.hands.filter(number=number, awaits=True).first()
    if hand is None or seat not in hand.seats_that_sat():
        raise RuleError("nobody_is_asked", None, Text("Nobody is asked about this hand any more."))
    return hand


def agreeing_panel(access: Access, names: Sequence[str]) -> dict[str, Any] | None:
    """The context of templates/tables/_agree.html for one phone; None where no hand waits. Two queries.

    Where several hands wait, it is about the oldest.
    """
    session = access.session
    hand = session.hands.filter(awaits=True).order_by("number").first()
    if hand is None:
        return None
    sat = Seating(session, names)
    called = [isolated(name) for name in sat.players]
    missing, against = hand.seats_yet_to_agree(), hand.seats_disagreeing()
    needs_answer = access.seat in missing
    alone: list[int] = []
    if access.may_score:
        taken_seats = set(session.accesses.filter(seat__in=missing).values_list("seat", flat=True))
        alone = [seat for seat in missing if seat not in taken_seats]
    code = session.code
    then = [isolated(name) for name in sat.names_before(hand.number)]
    words = game_of(session).hand_sentence(session.current_rules, sat.with_sitter_name(hand.outcome), then)
    return {
        "hand": hand.number,
        "words": named_hand_in_words(game_of(session), hand.number, hand.result["label"], words),
        "moved": [
            {"name": name, "delta": delta}
            for name, delta in zip(sat.all_names_before(hand.number), hand.result["deltas"], strict=True)
        ],
        "missing": _missing_in_words([called[seat] for seat in missing]),
        "against": _against_in_words([called[seat] for seat in against]),
        "without": _("Continue without %(names)s") % {"names": and_list([called[seat] for seat in missing])},
        "asked": needs_answer,
        "said_wrong": access.seat in against,
        "alone": [{"seat": seat, "name": sat.players[seat]} for seat in alone],
        "seatless": access.seat is None,
        "correct_href": reverse("tables:entry", args=[code, hand.number]) if access.may_score else None,
        "sit_href": reverse("tables:sit", args=[code]),
        "action": reverse("tables:agree", args=[code]),
        "version": session.version,
    }


def agreement_in_words(hand: Hand, names: Sequence[str]) -> list[str]:
    """What the seats said to a hand, for the log; nothing where nobody was asked."""
    words = {int(seat): word for seat, word in hand.said.items() if seat != "without"}
    agreed = [
        _("%(name)s (from the phone that keeps the score)") % {"name": isolated(names[seat])}
        if word.get("behalf")
        else isolated(names[seat])
        for seat, word in sorted(words.items())
        if not word.get("wrong")
    ]
    lines = [_("Agreed: %(names)s") % {"names": ", ".join(agreed)}] if agreed else []
    if against := hand.seats_disagreeing():
        lines.append(_against_in_words([isolated(names[seat]) for seat in against]))
    if without := hand.said.get("without"):
        seats = [isolated(names[seat]) for seat in without["seats"]]
        lines.append(_("Continued without %(names)s") % {"names": and_list(seats)})
    elif hand.awaits:
        missing = [isolated(names[seat]) for seat in hand.seats_yet_to_agree()]
        lines.append(_missing_in_words(missing))
    return lines


def _missing_in_words(names: Sequence[str]) -> str:
    return ngettext("%(names)s has yet to agree.", "%(names)s have yet to agree.", len(names)) % {
        "names": and_list(names)
    }


def _against_in_words(names: Sequence[str]) -> str:
    if not names:
        return ""
    return ngettext("%(names)s reports a mistake.", "%(names)s report a mistake.", len(names)) % {
        "names": and_list(names)
    }
