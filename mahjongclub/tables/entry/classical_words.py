"""A classical hand in words, from its outcome as a record writes it, and its points from its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical import dominant_wind

from ..wording import points_in_words

Outcome = Mapping[str, Any]


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins on Dina’s discard, dice 3 and 4 (West)"."""
    if outcome["type"] == "draw":
        sentence = _("Draw: nobody wins")
    else:
        sentence = won_in_words(outcome["winner"], outcome.get("from"), names)
    dice = outcome.get("dice")
    return sentence if not dice else f"{sentence}, {dice_in_words((dice[0], dice[1]))}"


def won_in_words(winner: int, source: int | None, names: Sequence[str]) -> str:
    """Who won, and from whom."""
    if source is None:
        return _("%(winner)s wins, self-drawn") % {"winner": names[winner]}
    return _("%(winner)s wins on %(payer)s’s discard") % {"winner": names[winner], "payer": names[source]}


def dice_in_words(dice: tuple[int, int]) -> str:
    """A throw and the wind it makes dominant."""
    from .classical_dice import wind_name

    return _("dice %(one)s and %(two)s (%(wind)s dominant)") % {
        "one": dice[0],
        "two": dice[1],
        "wind": wind_name(dominant_wind(dice)),
    }


def points_of_hands(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """Each hand's points: "Hands: Aiko 32, Benoît 68, Chen 12, Dina 0"; empty after a draw."""
    points = result.get("hand_points")
    if not points:
        return ""
    counted = (f"{name} {points_in_words(worth)}" for name, worth in zip(names, points, strict=True))
    return _("Hands: %(points)s") % {"points": ", ".join(counted)}
