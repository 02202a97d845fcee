"""A Taiwanese hand in words: for the log, for the dealer's tai, and how each payment adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import TableState
from mahjongclub.rules.record import PlayedHand
from mahjongclub.rules.taiwanese import Win, Winner, dealer_tai, tai_of_winner
from mahjongclub.rules.taiwanese_patterns import PATTERNS
from mahjongclub.rules.taiwanese_rules import Rules
from mahjongclub.rules.taiwanese_tai import count_patterns

from ..wording import in_a_row, points_in_words, said

Outcome = dict[str, Any]


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins on Dina’s discard: 4 tai"."""
    kind = outcome["type"]
    if kind == "draw":
        return _("Drawn hand")
    if kind == "false_win":
        return _("False win by %(name)s") % {"name": names[outcome["offender"]]}
    return in_a_row(_win_in_words(win, names) for win in outcome["wins"])


def _win_in_words(win: Outcome, names: Sequence[str]) -> str:
    winner, value = names[win["winner"]], value_in_words(win)
    if win.get("from") is None:
        return _("%(winner)s wins by self-draw: %(value)s") % {"winner": winner, "value": value}
    return _("%(winner)s wins on %(payer)s’s discard: %(value)s") % {
        "winner": winner,
        "payer": names[win["from"]],
        "value": value,
    }


def value_in_words(win: Outcome) -> str:
    """The tai, or the patterns that were ticked: "Half flush, 2 × Dragon pung"."""
    if win.get("tai") is not None:
        return _("%(tai)s tai") % {"tai": win["tai"]}
    ticked = win.get("patterns") or []
    rows = [(said(PATTERNS[key].name), ticked.count(key)) for key in PATTERNS if key in ticked]
    return ", ".join(f"{times} × {name}" if times > 1 else name for name, times in rows) or _("no pattern")


def counted_in_words(rules: Rules, outcome: Outcome, names: Sequence[str]) -> str:
    """The tai that ticked patterns came to: "7 tai", of several winners "Chen 7 tai"; "" where none were."""
    wins = outcome.get("wins", ())
    counted = [
        (names[win["winner"]], count_patterns(rules, win.get("patterns") or ()).tai)
        for win in wins
        if win.get("tai") is None
    ]
    if len(wins) == 1:
        return "".join(_("%(tai)s tai") % {"tai": tai} for _name, tai in counted)
    return ", ".join(_("%(name)s %(tai)s tai") % {"name": name, "tai": tai} for name, tai in counted)


def repeats_in_words(table: TableState) -> str:
    """What the middle of the board says: the dealer's repeats, and the tai they bring."""
    extra = _("dealer +%(tai)s tai") % {"tai": dealer_tai(table)}
    if not table.honba:
        return extra
    repeats = ngettext("%(count)s repeat", "%(count)s repeats", table.honba) % {"count": table.honba}
    return f"{repeats}, {extra}"


def dealer_in_words(table: TableState, names: Sequence[str], win: Outcome) -> dict[str, str]:
    """The dealer's tai of a win, in plain sight: the figure, and whose payments carry it."""
    dealer = names[table.dealer]
    if win["from"] is not None and table.dealer not in (win["winner"], win["from"]):
        return {"figure": "", "why": _("%(name)s deals: no tai of the dealer here.") % {"name": dealer}}
    why = _("%(name)s deals") % {"name": dealer}
    if table.honba:
        repeats = ngettext("%(count)s repeat", "%(count)s repeats", table.honba) % {"count": table.honba}
        why = f"{why}, {repeats}"
    if win["from"] is None and win["winner"] != table.dealer:
        why = _("%(why)s, and alone pays it.") % {"why": why}
    return {"figure": _("+%(tai)s dealer") % {"tai": dealer_tai(table)}, "why": why}


def workings(rules: Rules, table: TableState, hand: PlayedHand, names: Sequence[str]) -> list[str]:
    """How each payment of a win adds up: "Aiko to Chen: 3 + 1 × (4 + 3 dealer) = 10"."""
    outcome = hand.outcome
    if not isinstance(outcome, Win):
        return []
    winners: dict[int | str, Winner] = {winner.seat: winner for winner in outcome.wins}
    lines = []
    for transfer in sorted(hand.settlement.transfers, key=lambda one: (str(one.source), str(one.target))):
        tai = str(tai_of_winner(rules, winners[transfer.target]))
        if table.dealer in (transfer.source, transfer.target):
            tai = _("(%(tai)s + %(extra)s dealer)") % {"tai": tai, "extra": dealer_tai(table)}
        lines.append(
            _("%(payer)s to %(winner)s: %(base)s + %(unit)s × %(tai)s = %(points)s")
            % {
                "payer": names[int(transfer.source)],
                "winner": names[int(transfer.target)],
                "base": points_in_words(rules.base),
                "unit": points_in_words(rules.unit),
                "tai": tai,
                "points": points_in_words(transfer.points),
            }
        )
    return lines
