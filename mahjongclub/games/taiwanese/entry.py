"""The Taiwanese screens: the counted entry with the dealer's tai in plain sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.counted import Win
from mahjongclub.rules.record import PlayedHand
from mahjongclub.rules.taiwanese.options import Rules
from mahjongclub.rules.taiwanese.settle import TAIWANESE, capped, dealer_tai

from ..kit.context import EntryContext
from ..kit.counted.screens import CountedScreens, after_draw_in_words, repeats_in_words
from ..kit.wording import points_in_words

Outcome = dict[str, Any]


def repeats_and_tai_in_words(table: TableState) -> str:
    """What the middle of the board says: the dealer's repeats, and the tai they bring."""
    extra = _("dealer +%(tai)s tai") % {"tai": dealer_tai(table)}
    repeats = repeats_in_words(table)
    return f"{repeats}, {extra}" if repeats else extra


def dealer_after_draw_in_words(before: TableState, after: TableState, names: Sequence[str]) -> str:
    """The dealer stays, and repeats, or passes the deal."""
    if after.dealer != before.dealer:
        return after_draw_in_words(before, after, names)
    words = {"name": names[after.dealer], "repeats": repeats_and_tai_in_words(after)}
    return _("Nobody pays. %(name)s deals again: %(repeats)s.") % words


def false_win_sentence(rules: Rules) -> str:
    """Return the sentence that says what a false win pays, in tai."""
    return _("Pays each other seat %(tai)s tai; the hand is replayed.") % {"tai": rules.false_win_tai}


def dealer_tai_in_words(table: TableState, names: Sequence[str], win: Outcome) -> dict[str, str]:
    """The dealer's tai of a win, in plain sight: the figure, and whose payments carry it."""
    dealer = names[table.dealer]
    if win["from"] is not None and table.dealer not in (win["winner"], win["from"]):
        return {"figure": "", "why": _("%(name)s deals: no tai of the dealer here.") % {"name": dealer}}
    alone = win["from"] is None and win["winner"] != table.dealer
    why = (_("only the dealer, %(name)s, pays them") if alone else _("%(name)s deals")) % {"name": dealer}
    if table.honba:
        why = f"{why}, {repeats_in_words(table)}"
    return {"figure": _("+%(tai)s dealer") % {"tai": dealer_tai(table)}, "why": why}


def included_dealer_tai_in_words(rules: Rules, table: TableState, names: Sequence[str], win: Outcome) -> str:
    """That the payments have the dealer's tai in them, and how much that is; "" where neither deals."""
    if win["from"] is not None and table.dealer not in (win["winner"], win["from"]):
        return ""
    tai = dealer_tai(table)
    words = {"points": points_in_words(rules.unit * tai), "name": names[table.dealer]}
    if win["from"] is not None:
        return _("With the dealer’s tai: +%(points)s.") % words
    if win["winner"] == table.dealer:
        return _("With the dealer’s tai: +%(points)s from each.") % words
    return _("With the dealer’s tai: +%(points)s from %(name)s.") % words


def tai_keys_note(place: EntryContext, win: Outcome, unit: str, payers: int) -> str:
    """What stands under the number of tai: a self-draw's is in it, and the dealer may pay more."""
    if win["from"] is None and win["winner"] != place.before.dealer:
        return _("Tai of the hand, including the self-draw’s; below, what each pays, the dealer last.")
    if win["from"] is None:
        return _("Tai of the hand, including the self-draw’s; below, what each pays.")
    return _("%(unit)s of the hand; below, what is paid.") % {"unit": unit.capitalize()}


def payment_workings(rules: Rules, table: TableState, hand: PlayedHand, names: Sequence[str]) -> list[str]:
    """How each payment of a win adds up: "Aiko to Chen: 3 + 1 × (4 + 3 dealer) = 10"."""
    outcome = hand.outcome
    if not isinstance(outcome, Win):
        return []
    values: dict[int | str, int] = {win.seat: TAIWANESE.value(rules, win) for win in outcome.wins}
    lines = []
    for transfer in sorted(
        hand.settlement.transfers, key=lambda moved: (str(moved.source), str(moved.target))
    ):
        tai = str(capped(rules, values[transfer.target]))
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


SCREENS = CountedScreens(
    counted=TAIWANESE,
    # those of every day first, the others one tap away
    usual=lambda rules: range(capped(rules, 19) + 1),
    more=lambda rules: range(20, capped(rules, 39) + 1),
    label=gettext_lazy("Tai, with the self-draw’s, without the dealer’s"),
    label_keys=gettext_lazy("Tai of the hand, with the self-draw’s, without the dealer’s"),
    typed_code=gettext_lazy("won with 5 tai, the self-draw’s counted, the dealer’s not; 0 for none"),
    middle=lambda table: (repeats_and_tai_in_words(table),),
    after_draw=dealer_after_draw_in_words,
    false_win=false_win_sentence,
    dealer=dealer_tai_in_words,
    included=included_dealer_tai_in_words,
    under=tai_keys_note,
    workings=payment_workings,
)
