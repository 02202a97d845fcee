"""All agree: each seat says yes to a hand before the next one is recorded, where the table wants it so.

What the seats said lies with the hand (`Hand.said`) and moves with it when another is put in or taken out
before; a corrected hand is asked about anew. Outcomes and records know nothing of it. `said` maps a seat,
as text, to {"by": device, "at": moment, "behalf": true, "wrong": true} (the last two only where they are so),
and "without" to {"by", "at", "seats"} once the table has gone on without some.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from mahjongclub.clubs.models import Device

from .models import Hand, Session


class NotAgreed(Exception):
    """Somebody has yet to agree to an earlier hand, and nobody said to go on without."""


def must_be_agreed(session: Session) -> None:
    """Before the next hand is recorded: NotAgreed while a hand waits. No query where nobody asks."""
    if session.agreeing and session.hands.filter(awaits=True).exists():
        raise NotAgreed


def first_words(session: Session, device: Device | None) -> tuple[bool, dict[str, Any]]:
    """`awaits` and `said` of a hand just entered on `device`: who sits there has agreed by confirming it."""
    if not session.agreeing:
        return False, {}
    access = session.accesses.filter(device=device, seat__isnull=False).first() if device else None
    return True, {str(access.seat): word_of(device)} if access is not None else {}


def ask_anew(session: Session) -> None:
    """Two players changed places: nobody has agreed to any hand as it stands now. The last is asked about."""
    if not session.agreeing:
        session.hands.exclude(said={}).update(said={})
        return
    session.hands.update(said={}, awaits=False)
    session.hands.filter(number=session.listed).update(awaits=True)


def word_of(device: Device | None, *, behalf: bool = False, wrong: bool = False) -> dict[str, Any]:
    """What one seat said, and on which phone."""
    word: dict[str, Any] = {"by": device.pk if device else None, "at": timezone.now().isoformat()}
    if behalf:
        word["behalf"] = True
    if wrong:
        word["wrong"] = True
    return word


def seats_missing(session: Session, hand: Hand) -> list[int]:
    """The seats that have not said yes to a hand, in order."""
    agreed = [seat for seat, word in hand.said.items() if not word.get("wrong")]
    sat = hand.result.get("sitting") or range(session.game.seats)
    return [seat for seat in sorted(sat[: session.game.seats]) if str(seat) not in agreed]


def seats_against(hand: Hand) -> list[int]:
    """The seats that say the hand is wrong."""
    return [int(seat) for seat, word in sorted(hand.said.items()) if word.get("wrong")]
