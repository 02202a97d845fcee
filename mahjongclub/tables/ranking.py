"""The ranking of an ended session in words: why it ended, and each line of the final points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import Standing

from .clock import closed_by_clock
from .models import Session
from .replaying import standings
from .wording import points_in_words

PARTS = {
    "score": gettext_lazy("score against the return"),
    "uma": gettext_lazy("uma (bonus for the place)"),
    "oka": gettext_lazy("oka (bonus of the first)"),
    "penalty": gettext_lazy("penalty"),
}


def ranking_rows(session: Session, names: Sequence[str]) -> list[dict[str, Any]]:
    """Every seat in ranking order, its final points explained line by line."""
    return [_row(session, standing, names) for standing in standings(session)]


def why_ended(session: Session, ended: str) -> str:
    """Why the session ended; a record of Ten calls every stop "time", also the players' own."""
    if closed_by_clock(session):
        return "time"
    return "closed" if session.closed else ended


def _row(session: Session, standing: Standing, names: Sequence[str]) -> dict[str, Any]:
    decimals = 1 if session.game.decimal_points else 0
    return {
        "seat": standing.seat,
        "name": names[standing.seat],
        "rank": standing.rank,
        "score": standing.score,
        "tenths": standing.tenths,
        "points": standing.tenths / 10,
        "decimals": decimals,
        "parts": [
            {
                "part": what,
                "what": _part_in_words(session, standing, what),
                "tenths": tenths,
                "points": tenths / 10,
            }
            for what, tenths in standing.parts
        ],
    }


def _part_in_words(session: Session, standing: Standing, what: str) -> str:
    """One line of the final points, with the figures it comes from where they are not on the screen."""
    if what == "score" and "return_points" in session.rules:
        return _("%(score)s against the return of %(back)s") % {
            "score": points_in_words(standing.score),
            "back": points_in_words(session.rules["return_points"]),
        }
    return str(PARTS.get(what, what))
