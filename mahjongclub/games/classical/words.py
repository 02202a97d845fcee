"""A classical hand in words, and its points from its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.settle import Draw, FalseMahjong, Outcome, dominant_wind
from mahjongclub.rules.classical.specials import BY_KEY

from ..kit.wording import WIND_NAMES, points_in_words, said


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins on Dina’s discard, dice 3 and 4 (West)"."""
    if isinstance(outcome, FalseMahjong):
        return _("False mahjong of %(name)s") % {"name": names[outcome.offender]}
    if isinstance(outcome, Draw):
        sentence = _("Draw: nobody wins")
    else:
        sentence = won_in_words(outcome.winner, outcome.source, names)
        if special := outcome.hands[outcome.winner].special:
            sentence += f" ({special_name(special)})"
        if outcome.cannon is not None:
            sentence += ", " + _("who pays for all")
    return sentence if outcome.dice is None else f"{sentence}, {dice_in_words(outcome.dice)}"


def special_name(name: str) -> str:
    """A special hand as the reader calls it: one of the books by its key, else as the players did."""
    return said(BY_KEY[name].name) if name in BY_KEY else name


def won_in_words(winner: int, source: int | None, names: Sequence[str]) -> str:
    """Who won, and from whom."""
    if source is None:
        return _("%(winner)s wins, self-drawn") % {"winner": names[winner]}
    return _("%(winner)s wins on %(payer)s’s discard") % {"winner": names[winner], "payer": names[source]}


def dice_in_words(dice: tuple[int, int]) -> str:
    """A throw and the wind it makes dominant."""
    return _("dice %(one)s and %(two)s (%(wind)s dominant)") % {
        "one": dice[0],
        "two": dice[1],
        "wind": WIND_NAMES[dominant_wind(dice)],
    }


def hand_points_in_words(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """Each hand's points: "Hands: Aiko 32, Benoît 68, Chen 12, Dina 0"; empty after a draw."""
    points = result.get("hand_points")
    if not points:
        return ""
    counted = (f"{name} {points_in_words(worth)}" for name, worth in zip(names, points, strict=True))
    return _("Hands: %(points)s") % {"points": ", ".join(counted)}
