"""How one counted game looks: its number, its words, and what it adds to the screens all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.counted import CountedGame
from mahjongclub.rules.record import PlayedHand

from ..context import Draft, EntryContext
from ..wording import points_in_words


def repeats_in_words(table: TableState) -> str:
    """The dealer's repeats so far, "" for none."""
    if not table.honba:
        return ""
    return ngettext("%(count)s repeat", "%(count)s repeats", table.honba) % {"count": table.honba}


def repeats_on_board(table: TableState) -> tuple[str, ...]:
    """The dealer's repeats for the middle of the board, nothing where there are none."""
    repeats = repeats_in_words(table)
    return (repeats,) if repeats else ()


def after_draw_in_words(before: TableState, after: TableState, names: Sequence[str]) -> str:
    """What follows a drawn hand in which nobody pays."""
    name = {"name": names[after.dealer]}
    if after.dealer == before.dealer:
        return _("Nobody pays. %(name)s deals again.") % name
    return _("Nobody pays. %(name)s deals next.") % name


def notes_below_keys(place: EntryContext, win: Draft, unit: str, payers: int) -> str:
    """What the numbers on the keys are, and the smaller ones below them."""
    values = {"unit": unit.capitalize()}
    if win["from"] is not None and payers > 1:
        return _("%(unit)s of the hand; below, what the others pay, then who discarded.") % values
    return _("%(unit)s of the hand; below, what is paid.") % values


@dataclass(frozen=True)
class CountedScreens:
    """One counted game on screens.

    `usual(rules)` are the numbers on the keys, `more(rules)` those one tap further. `label` says what is
    typed, `label_keys` what the keys are, `typed_code` explains a number on the score sheet.
    The rest is what a game says of its own: in the middle of the board, after a draw, of a false win, of the
    dealer's part (`dealer`, with its figure and why; `included` for the keys), and how a win adds up.
    """

    counted: CountedGame
    usual: Callable[[Any], Iterable[int]]
    label: Any
    label_keys: Any
    typed_code: Any
    more: Callable[[Any], Iterable[int]] = lambda rules: ()
    middle: Callable[[TableState], tuple[str, ...]] = repeats_on_board
    after_draw: Callable[[TableState, TableState, Sequence[str]], str] = after_draw_in_words
    false_win: Callable[[Any], str] | None = None
    dealer: Callable[[TableState, Sequence[str], Draft], dict[str, str]] = lambda table, names, win: {}
    included: Callable[[Any, TableState, Sequence[str], Draft], str] = lambda rules, table, names, win: ""
    under: Callable[[EntryContext, Draft, str, int], str] = notes_below_keys
    workings: Callable[[Any, TableState, PlayedHand, Sequence[str]], list[str]] = (
        lambda rules, table, hand, names: []
    )
    #: the longest list of patterns a draft may hold
    longest: int = 100

    @property
    def value_keys(self) -> tuple[str, str]:
        """The two parts of a win that say what it is worth."""
        return (self.counted.unit, "patterns")

    def false_win_in_words(self, rules: Any) -> str:
        """What a false win costs."""
        if self.false_win is not None:
            return self.false_win(rules)
        points = points_in_words(self.counted.fine(rules))
        return _("Pays each other seat %(points)s; the hand is replayed.") % {"points": points}
