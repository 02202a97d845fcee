"""A seat agrees, says no, or the table goes on without it; the switch. None of it moves points."""

from __future__ import annotations

from collections.abc import Collection

from mahjongclub.rules.game import RuleError, Text

from .agreeing import seats_missing, word_of
from .models import Hand, Revision, Session
from .recording import Receipt, Submission, change_agreement
from .settling import Change


def switch_agreeing(session_id: int, submission: Submission, wanted: bool) -> Receipt:
    """Ask every seat about each hand from the next one on, or no more."""

    def work(session: Session) -> Change:
        before, session.agreeing = session.agreeing, wanted
        if not wanted:
            session.hands.filter(awaits=True).update(awaits=False)
        return Change(Revision.Action.AGREEING, None, before, wanted)

    return change_agreement(session_id, submission, work)


def agree(
    session_id: int,
    submission: Submission,
    number: int,
    seat: int,
    *,
    behalf: bool = False,
    wrong: bool = False,
) -> Receipt:
    """What `seat` says to hand `number`.

    Stale where a hand changed since the version this phone showed; RuleError where the hand waits no more, or
    another speaks (`behalf`) for a seat that has a phone of its own.
    """

    def work(session: Session) -> Change:
        hand = _waiting(session, number)
        if behalf and session.accesses.filter(seat=seat).exists():
            raise RuleError(
                "seat_has_a_phone",
                "seat",
                Text("That seat has a phone of its own.", "Cette place a son propre téléphone."),
            )
        hand.said = {**hand.said, str(seat): word_of(submission.device, behalf=behalf, wrong=wrong)}
        hand.awaits = bool(seats_missing(session, hand))
        hand.save(update_fields=["said", "awaits"])
        return Change(Revision.Action.AGREE, number, None, {"seat": seat, "wrong": wrong})

    return change_agreement(session_id, submission, work)


def go_on_without(session_id: int, submission: Submission) -> Receipt | None:
    """Wait no longer for whoever has not agreed; None where nobody is waited for."""

    def work(session: Session) -> Change:
        hands = list(session.hands.filter(awaits=True))
        if not hands:
            raise _NobodyMissing
        for hand in hands:
            seats = seats_missing(session, hand)
            hand.said = {**hand.said, "without": {**word_of(submission.device), "seats": seats}}
            hand.awaits = False
        Hand.objects.bulk_update(hands, ["said", "awaits"])
        return Change(Revision.Action.WITHOUT, hands[-1].number, None, _seats_of(hands))

    try:
        return change_agreement(session_id, submission, work)
    except _NobodyMissing:
        return None


class _NobodyMissing(Exception):
    pass


def _seats_of(hands: Collection[Hand]) -> list[int]:
    return sorted({seat for hand in hands for seat in hand.said["without"]["seats"]})


def _waiting(session: Session, number: int) -> Hand:
    hand = session.hands.filter(number=number, awaits=True).first()
    if hand is None:
        raise RuleError(
            "nobody_is_asked",
            None,
            Text(
                "Nobody is asked about this hand any more.",
                "Cette partie n’attend plus l’accord de personne.",
            ),
        )
    return hand
