"""What the table is told to do as a round begins: turn the dealer's marker to the next wind."""

from __future__ import annotations

from django.utils.translation import gettext as _

from mahjongclub.rules.game import WINDS

from .models import Session


def marker_words(session: Session) -> str:
    """What the board says between the last hand of a round and the first of the next one, else "".

    Source: seed 000, "on retournera alors l'indicateur de donneur sur sa face Sud".
    """
    table = session.table
    # one query more for the hand before, where a round can have begun at all
    if table.ended or not table.round or table.dealer:
        return ""
    last = session.hands.order_by("-number").values_list("result__label", flat=True).first()
    # a label that is a number comes back from JSON as one
    winds = str(last or "")[:1], session.game.label(table)[:1]
    return _("Turn the marker.") if winds[0] != winds[1] and set(winds) <= set(WINDS) else ""
