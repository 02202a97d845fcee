"""A riichi hand in words, from its outcome as a record writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.riichi_rules import ABORTS

from ..wording import in_a_row, listed, said

Outcome = dict[str, Any]


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins by ron on Dina, 3 han 40 fu"."""
    kind = outcome["type"]
    if kind == "win":
        return in_a_row(_win_in_words(win, names) for win in outcome["wins"])
    if kind == "draw":
        tenpai = [names[seat] for seat in outcome.get("tenpai", ())]
        said_of = _("in tenpai: %(names)s") % {"names": listed(tenpai)} if tenpai else _("nobody in tenpai")
        sentence = _("Exhaustive draw, %(tenpai)s") % {"tenpai": said_of}
        if outcome.get("nagashi"):
            nagashi = listed([names[seat] for seat in outcome["nagashi"]])
            sentence = in_a_row([sentence, _("nagashi mangan: %(names)s") % {"names": nagashi}])
        return sentence
    if kind == "abort":
        return _("Abortive draw: %(reason)s") % {"reason": said(ABORTS[outcome["reason"]])}
    return _("Chombo: %(names)s") % {"names": listed([names[seat] for seat in outcome["offenders"]])}


def _win_in_words(win: Outcome, names: Sequence[str]) -> str:
    winner = names[win["winner"]]
    value = value_in_words(win)
    if win.get("from") is None:
        sentence = _("%(winner)s wins by tsumo, %(value)s") % {"winner": winner, "value": value}
    else:
        sentence = _("%(winner)s wins by ron on %(payer)s, %(value)s") % {
            "winner": winner,
            "payer": names[win["from"]],
            "value": value,
        }
    if win.get("pao") is not None:
        sentence += _(" (pao: %(name)s)") % {"name": names[win["pao"]]}
    return sentence


def value_in_words(win: Outcome) -> str:
    """A riichi value as players call it: "3 han 40 fu", "mangan", "2 yakuman"."""
    if win.get("yakuman") is not None:
        return "yakuman" if win["yakuman"] == 1 else f"{win['yakuman']} yakuman"
    if win.get("limit") is not None:
        return str(win["limit"])
    if win.get("tiles") is not None:
        return _("counted from the tiles")
    # of a draft that cannot be settled one of the two may be missing
    return " ".join(f"{win[unit]} {unit}" for unit in ("han", "fu") if win.get(unit) is not None)
