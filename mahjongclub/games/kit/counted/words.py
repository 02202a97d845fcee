"""A counted hand in words, for the log: who won, from whom, how much or by which patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.counted import CountedGame, Draw, FalseWin, Outcome, Win, Winner

from ..wording import join_clauses, said


class CountedWords:
    """What one counted game says of its hands."""

    def __init__(self, counted: CountedGame) -> None:
        self.counted = counted

    def in_words(self, outcome: Outcome, names: Sequence[str]) -> str:
        """What happened: "Chen wins on Dina’s discard: 4 tai"."""
        if isinstance(outcome, Draw):
            return _("Draw")
        if isinstance(outcome, FalseWin):
            return _("False win by %(name)s") % {"name": names[outcome.offender]}
        return join_clauses(self._win_in_words(winner, names) for winner in outcome.wins)

    def value_in_words(self, winner: Winner) -> str:
        """The number, or the patterns that were ticked: "Half flush, 2 × Dragon pung"."""
        if winner.value is not None:
            return self.number_in_words(winner.value)
        rows = [
            (said(pattern.name), winner.patterns.count(pattern.key))
            for pattern in self.counted.patterns.table
            if pattern.key in winner.patterns
        ]
        named = (f"{times} × {name}" if times > 1 else name for name, times in rows)
        return ", ".join(named) or _("no pattern")

    def number_in_words(self, value: int) -> str:
        """The number with its word: "4 tai"."""
        return _("%(value)s %(unit)s") % {"value": value, "unit": self.counted.unit}

    def counted_in_words(self, rules: Any, hand: Any, names: Sequence[str]) -> str:
        """What ticked patterns came to: "7 tai", of several winners "Chen 7 tai"; "" where none were."""
        outcome = self.counted.read_outcome(rules, hand.outcome)
        wins = outcome.wins if isinstance(outcome, Win) else ()
        counted = [
            (names[winner.seat], self.counted.value(rules, winner)) for winner in wins if winner.value is None
        ]
        if len(wins) == 1:
            return "".join(self.number_in_words(value) for _name, value in counted)
        return ", ".join(
            _("%(name)s %(value)s %(unit)s") % {"name": name, "value": value, "unit": self.counted.unit}
            for name, value in counted
        )

    def _win_in_words(self, winner: Winner, names: Sequence[str]) -> str:
        words = {"winner": names[winner.seat], "value": self.value_in_words(winner)}
        if winner.source is None:
            sentence = _("%(winner)s wins by self-draw: %(value)s") % words
        else:
            payer = {"payer": names[winner.source]}
            sentence = _("%(winner)s wins on %(payer)s’s discard: %(value)s") % {**words, **payer}
        if winner.robbed:
            sentence += _(" (robbed kong)")
        if winner.guarantor is not None:
            sentence += _(" (%(name)s pays for all)") % {"name": names[winner.guarantor]}
        return sentence
