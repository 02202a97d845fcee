"""A riichi hand in words, from its outcome as a record writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.riichi_rules import ABORTS
from mahjongclub.rules.riichi_yaku import YAKU_NAMES

from ..wording import in_a_row, listed, said

Outcome = dict[str, Any]

#: names that stand for as many han as the hand has of them
COUNTED_EACH = ("dora", "ura_dora", "red_dora")


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


def yaku_in_words(result: Outcome, names: Sequence[str]) -> str:
    """What was read from tiles ("Riichi, Dora × 2"), by winner where several won; "" without tiles."""
    by_winner: dict[int, list[str]] = {}
    for row in result.get("yaku", ()):
        name, times = said(YAKU_NAMES[row["name"]]), row.get("han", 1) if row["name"] in COUNTED_EACH else 1
        by_winner.setdefault(row["winner"], []).append(f"{name} × {times}" if times > 1 else name)
    lists = {seat: ", ".join(yaku) for seat, yaku in by_winner.items()}
    if len(lists) < 2:
        return "".join(lists.values())
    return in_a_row(f"{names[seat]}: {yaku}" for seat, yaku in lists.items())


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
