"""What rules mean, in one line: the options that players ask about before they begin.

Options of one name mean the same in every game: the line is drawn from the names of the options alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.wording import points_in_words, with_minus
from mahjongclub.rules.options import GameRules


def rules_line(rules: GameRules) -> str:
    """Return the line of these rules, in which options that the game does not have are left out.

    "25,000 each, 30,000 to beat. Uma 20/10. East and South, one ron a discard."
    """
    return " ".join(sentence for describe in PARTS if (sentence := describe(rules)))


def _start(rules: Any) -> str:
    if not hasattr(rules, "starting_points"):
        return ""
    start = points_in_words(rules.starting_points)
    target = getattr(rules, "return_points", rules.starting_points)
    if target != rules.starting_points:
        words = {"start": start, "target": points_in_words(target)}
        return _("%(start)s each, %(target)s to beat.") % words
    if rules.starting_points == 0:
        return ""
    return _("%(start)s each.") % {"start": start}


def _scoring(rules: Any) -> str:
    return _("Tournament points.") if getattr(rules, "scoring", None) == "tournament" else ""


def _uma(rules: Any) -> str:
    uma = getattr(rules, "uma", None)
    if uma is None:
        return ""
    if getattr(rules, "floating_uma", False):
        return _("Uma depends on how many float.")
    if not any(uma):
        return _("No uma.")
    symmetric = tuple(-number for number in reversed(uma)) == tuple(uma)
    uma_values = uma[: (len(uma) + 1) // 2] if symmetric else uma
    return _("Uma %(uma)s.") % {"uma": "/".join(with_minus(str(number)) for number in uma_values)}


def _unit(rules: Any) -> str:
    if not hasattr(rules, "unit"):
        return ""
    words = {"base": points_in_words(rules.base), "unit": points_in_words(rules.unit)}
    return _("Base %(base)s, %(unit)s per tai.") % words


def _faan(rules: Any) -> str:
    if not hasattr(rules, "minimum"):
        return ""
    words = {"least": rules.minimum, "most": rules.cap}
    return _("From %(least)s to %(most)s faan.") % words


def _limit(rules: Any) -> str:
    if not hasattr(rules, "winner_pays"):
        return ""
    limit = getattr(rules, "limit", None)
    pays = _("The winner pays too") if rules.winner_pays else _("The winner pays nothing")
    end = _("no limit") if limit is None else _("limit %(limit)s") % {"limit": points_in_words(limit)}
    return f"{pays}, {end}."


def _bank(rules: Any) -> str:
    if not hasattr(rules, "minutes"):
        return ""
    words = {"bank": points_in_words(rules.bank), "minutes": rules.minutes}
    return _("Bank of %(bank)s, %(minutes)s minutes.") % words


def _length(rules: Any) -> str:
    if hasattr(rules, "uma"):
        winds = {
            1: _("East only"),
            2: _("East and South"),
            3: _("East, South and West"),
            4: _("All four winds"),
        }
        return winds.get(rules.rounds, "")
    if hasattr(rules, "hands") and rules.hands is not None:
        return ngettext("%(count)s hand", "%(count)s hands", rules.hands) % {"count": rules.hands}
    if hasattr(rules, "rounds"):
        if rules.rounds is None:
            return _("Until you stop")
        return ngettext("%(count)s round", "%(count)s rounds", rules.rounds) % {"count": rules.rounds}
    return ""


def _winners(rules: Any) -> str:
    words: Mapping[str, Any] = {}
    if hasattr(rules, "multi_ron"):
        words = {
            "head_bump": _("one ron a discard"),
            "double": _("up to two rons"),
            "triple": _("up to three rons") if rules.seats > 3 else _("up to two rons"),
        }
        return str(words.get(rules.multi_ron, ""))
    if hasattr(rules, "multi_win"):
        words = {"all": _("every winner is paid"), "nearest": _("only the nearest winner is paid")}
        return str(words.get(rules.multi_win, ""))
    return ""


def _length_and_winners(rules: Any) -> str:
    parts = [sentence for sentence in (_length(rules), _winners(rules)) if sentence]
    if not parts:
        return ""
    sentence = ", ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _fives(rules: Any) -> str:
    fives = getattr(rules, "red_fives", 0)
    return ngettext("One red five.", "%(count)s red fives.", fives) % {"count": fives} if fives else ""


def _below_zero(rules: Any) -> str:
    words = {"below_zero": _("Ends below zero."), "zero_or_below": _("Ends at zero or below.")}
    return str(words.get(getattr(rules, "bust", ""), ""))


PARTS: tuple[Callable[[Any], str], ...] = (
    _scoring, _start, _unit, _faan, _limit, _bank, _uma, _length_and_winners, _fives, _below_zero,
)  # fmt: skip
