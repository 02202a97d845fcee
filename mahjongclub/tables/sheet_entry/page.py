"""What the page of a sheet says above and below its rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..games import GAMES
from ..wording import ending_in_words, label_in_words, points_in_words, wind_letter
from .form import differences
from .running import Typed


def heads(typed: Typed, names: Sequence[str]) -> list[dict[str, str]]:
    """The head of every seat's column: its number where codes name seats, else its wind, and the name."""
    wind_of = GAMES[typed.variant.key].wind_of
    return [
        {
            "mark": str(seat + 1) if typed.sheet.numbered else wind_letter(wind_of(typed.start, seat)),
            "name": name,
        }
        for seat, name in enumerate(names)
    ]


def state_in_words(typed: Typed) -> dict[str, Any]:
    """How far the sheet was settled: the number of hands, the hand to come or the end, rows that stop it."""
    played = sum(row.played is not None for row in typed.rows)
    words = ngettext("%(count)s hand settled", "%(count)s hands settled", played) % {"count": played}
    if typed.state.ended:
        then = ending_in_words(typed.state.ended)
    else:
        label = label_in_words(typed.variant.label(typed.state))
        then = _("next: %(label)s") % {"label": label}
    return {"words": words, "then": then, "faulty": [row.number for row in typed.faulty]}


def foot_lines(typed: Typed, finals: list[int | None]) -> dict[str, Any]:
    """Below the rows: the scores by the hands, what they add up to, and how far the paper is from them."""
    off = differences(typed, finals)
    on_paper = [final for final in finals if final is not None]
    whole = len(on_paper) == len(finals)
    due = typed.state.scores if whole and not any(off) else typed.final
    together = sum(on_paper) - sum(due)
    return {
        "now": [points_in_words(score) for score in typed.state.scores],
        "sum": points_in_words(sum(typed.state.scores)),
        "rest": _rest_in_words(typed),
        "due": points_in_words(sum(typed.final)),
        "off": [_off_in_words(one) for one in off],
        "differs": any(off),
        "whole": whole,
        "agrees": whole and not any(off),
        "typed_sum": points_in_words(sum(on_paper)) if whole else "",
        "sum_off": _off_in_words(together) if whole and together else "",
    }


def _rest_in_words(typed: Typed) -> str:
    """The points that lie before nobody: sticks on the table, the bank."""
    if typed.state.bank is not None:
        return _("in the bank: %(points)s") % {"points": points_in_words(typed.state.bank)}
    if typed.state.sticks:
        return ngettext(
            "%(count)s riichi stick on the table", "%(count)s riichi sticks on the table", typed.state.sticks
        ) % {"count": typed.state.sticks}
    return ""


def _off_in_words(off: int | None) -> str:
    """A difference with its sign; "" where nothing is written on paper or it is right."""
    if not off:
        return ""
    return f"+{points_in_words(off)}" if off > 0 else points_in_words(off)
