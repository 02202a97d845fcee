"""Who has agreed to a hand, in words: below the board while the table waits, and in the log afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .agreeing import seats_against, seats_missing
from .games import game_of
from .models import Access, Hand
from .wording import isolated, label_in_words, listed


def agreeing_panel(access: Access, names: Sequence[str]) -> dict[str, Any] | None:
    """The context of templates/tables/_agree.html for one phone; None where no hand waits. Two queries.

    Where several hands wait, it is about the oldest.
    """
    session = access.session
    hand = session.hands.filter(awaits=True).order_by("number").first()
    if hand is None:
        return None
    called = [isolated(name) for name in names]
    missing, against = seats_missing(session, hand), seats_against(hand)
    asked = access.seat in missing
    alone: list[int] = []
    if access.may_score:
        taken = set(session.accesses.filter(seat__in=missing).values_list("seat", flat=True))
        alone = [seat for seat in missing if seat not in taken]
    code = session.code
    return {
        "hand": hand.number,
        "words": hand_in_words(hand, game_of(session).in_words(hand.outcome, called)),
        "moved": [
            {"name": name, "delta": delta} for name, delta in zip(names, hand.result["deltas"], strict=True)
        ],
        "missing": _missing_in_words([called[seat] for seat in missing]),
        "against": _against_in_words([called[seat] for seat in against]),
        "without": _("Go on without %(names)s") % {"names": listed([called[seat] for seat in missing])},
        "asked": asked,
        "said_wrong": access.seat in against,
        "alone": [{"seat": seat, "name": names[seat]} for seat in alone],
        "seatless": access.seat is None,
        "correct_href": reverse("tables:entry", args=[code, hand.number]) if access.may_score else None,
        "sit_href": reverse("tables:sit", args=[code]),
        "action": reverse("tables:agree", args=[code]),
        "version": session.version,
    }


def hand_in_words(hand: Hand, words: str) -> str:
    """Which hand it is, and what happened in it."""
    label = hand.result["label"]
    if label == str(hand.number):
        return _("Hand %(number)s: %(words)s") % {"number": hand.number, "words": words}
    return _("Hand %(number)s (%(label)s): %(words)s") % {
        "number": hand.number,
        "label": label_in_words(label),
        "words": words,
    }


def agreement_in_words(hand: Hand, names: Sequence[str]) -> list[str]:
    """What the seats said to a hand, for the log; nothing where nobody was asked."""
    words = {int(seat): word for seat, word in hand.said.items() if seat != "without"}
    said = [
        _("%(name)s (told by the phone that keeps the score)") % {"name": isolated(names[seat])}
        if word.get("behalf")
        else isolated(names[seat])
        for seat, word in sorted(words.items())
        if not word.get("wrong")
    ]
    lines = [_("Agreed: %(names)s") % {"names": ", ".join(said)}] if said else []
    if against := seats_against(hand):
        lines.append(_against_in_words([isolated(names[seat]) for seat in against]))
    if without := hand.said.get("without"):
        seats = [isolated(names[seat]) for seat in without["seats"]]
        lines.append(_("Gone on without %(names)s") % {"names": listed(seats)})
    elif hand.awaits:
        missing = [isolated(names[seat]) for seat in seats_missing(hand.session, hand)]
        lines.append(_missing_in_words(missing))
    return lines


def _missing_in_words(names: Sequence[str]) -> str:
    return ngettext("%(names)s has yet to agree.", "%(names)s have yet to agree.", len(names)) % {
        "names": listed(names)
    }


def _against_in_words(names: Sequence[str]) -> str:
    if not names:
        return ""
    return ngettext("%(names)s says it is wrong.", "%(names)s say it is wrong.", len(names)) % {
        "names": listed(names)
    }
