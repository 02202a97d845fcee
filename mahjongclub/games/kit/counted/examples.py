"""The patterns of a counted game as a page of lessons: those that tiles show, then the others in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.counted import CountedGame
from mahjongclub.rules.kit.patterns import Pattern

from ..lessons import Example, Hands, Lesson
from ..paper import ForeignWords, text_in_other_language
from ..wording import said


def pattern_lessons(counted: CountedGame, hands: Mapping[str, str]) -> Hands:
    """The lessons of its patterns, those with a hand of their own in `hands` with that."""

    def example(rules: Any, pattern: Pattern) -> Example:
        return Example(
            said(pattern.name),
            hands.get(pattern.key, ""),
            said(pattern.help),
            pattern.key,
            f"{counted.value_of(rules, pattern.key)} {counted.unit}",
            (ForeignWords(pattern.chinese, "zh-Hant"), text_in_other_language(pattern.name)),
        )

    def lessons(rules: Any) -> tuple[Lesson, ...]:
        brings = (row for row in counted.patterns.table if counted.value_of(rules, row.key))
        every = [example(rules, pattern) for pattern in brings]
        return (
            Lesson(
                "patterns",
                _("Patterns"),
                (_("South wins in the East round, unless something else is said."),),
                tuple(pattern for pattern in every if pattern.tiles),
            ),
            Lesson(
                "circumstances",
                _("What the tiles do not show"),
                (),
                tuple(pattern for pattern in every if not pattern.tiles),
            ),
        )

    return lessons
