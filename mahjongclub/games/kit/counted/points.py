"""The tables of a counted game: what its numbers are worth, and the list of patterns."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.counted import CountedGame
from mahjongclub.rules.kit.patterns import Pattern

from ..paper import PointsTable, Row, Words, cell, other_language, points, said


def false_win_note(counted: CountedGame, rules: Any) -> list[str]:
    """What a false win costs, as a note below a table; nothing where it costs nothing."""
    fine = counted.fine(rules)
    return [_("A false win pays each other seat %(points)s.") % {"points": points(fine)}] if fine else []


def pattern_table(counted: CountedGame, rules: Any, title: str) -> PointsTable:
    """The list of patterns that bring something, with what each brings and shuts out."""
    rows = [
        Row(
            said(pattern.name),
            (cell(str(counted.value_of(rules, pattern.key))),),
            (said(pattern.help), *_beside(counted, pattern)),
            (Words(pattern.chinese, "zh-Hant"), other_language(pattern.name)),
        )
        for pattern in counted.patterns.table
        if counted.value_of(rules, pattern.key)
    ]
    return PointsTable(counted.unit, title, (_("Pattern"), counted.unit), tuple(rows), long=True)


def _beside(counted: CountedGame, pattern: Pattern) -> list[str]:
    lines = []
    if pattern.excludes:
        names = ", ".join(said(counted.patterns.by_key[other].name) for other in pattern.excludes)
        lines.append(_("Not counted beside it: %(names)s.") % {"names": names})
    for also, times in pattern.implies:
        name = said(counted.patterns.by_key[also].name)
        counts = f"{times} × {name}" if times > 1 else name
        lines.append(_("Counted with it: %(names)s.") % {"names": counts})
    return lines
