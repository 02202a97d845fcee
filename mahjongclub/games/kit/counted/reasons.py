"""Why a counted hand is worth its number: its patterns line by line; the same hand won otherwise."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.kit.counted import Win, Winner

from ..context import Draft, EntryContext, Reasons, with_source, without
from ..wording import said
from .screens import CountedScreens
from .words import CountedWords


class CountedReasons:
    """What one counted game says of the number of its hands."""

    def __init__(self, screens: CountedScreens, words: CountedWords) -> None:
        self.screens, self.counted, self.words = screens, screens.counted, words

    def hand_reasons(self, place: EntryContext, draft: Draft) -> list[Reasons]:
        """Why each hand is worth its number, then how each payment adds up. RuleError as settling."""
        hand = place.settle(draft)
        if not isinstance(hand.outcome, Win):
            return []
        rows = [self._of_winner(place, winner) for winner in hand.outcome.wins]
        if workings := self.screens.workings(place.rules, place.before, hand, place.names):
            rows.append(Reasons("", tuple((line, "") for line in workings)))
        return rows

    def _of_winner(self, place: EntryContext, winner: Winner) -> Reasons:
        lines = [
            (
                f"{row.times} × {said(row.pattern.name)}" if row.times > 1 else said(row.pattern.name),
                self.words.number_in_words(row.value),
            )
            for row in self.counted.count(place.rules, winner.patterns).counted
        ]
        total = self.words.number_in_words(self.counted.value(place.rules, winner))
        return Reasons(place.names[winner.seat], tuple(lines), total)

    def with_source(self, rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
        """The hand as `with_source` says; the self-draw's own pattern comes or goes with it."""
        turned = with_source(draft, winner, source)
        if turned is None:
            return None
        was_drawn = next(win for win in draft["wins"] if win["winner"] == winner).get("from") is None
        wins = turned["wins"]
        return {**turned, "wins": [self._fitting(rules, win, was_drawn) for win in wins]}

    def _fitting(self, rules: Any, win: Draft, was_drawn: bool) -> Draft:
        fitting = without(win, "guarantor", "robbed")
        is_drawn, drawn, unit = win["from"] is None, self.counted.drawn, self.counted.unit
        if is_drawn == was_drawn:
            return fitting
        list_ = self.counted.patterns
        if "patterns" in win:
            unfit = list_.from_another if is_drawn else list_.from_the_wall
            patterns = [key for key in win["patterns"] if key not in unfit]
            fitting["patterns"] = [drawn, *patterns] if is_drawn and drawn else patterns
        elif drawn:
            worth = self.counted.value_of(rules, drawn)
            fitting[unit] = max(0, win[unit] + (worth if is_drawn else -worth))
        return fitting
