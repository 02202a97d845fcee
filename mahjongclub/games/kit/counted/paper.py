"""What is printed of a counted game: its blank sheet, what its numbers are worth, the list of patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.game import WINDS
from mahjongclub.rules.kit.counted import SEATS, CountedGame
from mahjongclub.rules.kit.patterns import Pattern

from ..paper import ForeignWords, PointsTable, Row, cell, points, said, sheet_data, text_in_other_language
from ..wording import wind_letter

#: Hands that have room on any page: four rounds, and repeats.
LEAST_HANDS = 20


def counted_sheet_data(
    rules: Any | None, paper: str, unit: str, payments: Sequence[tuple[str, str]], legend: str, paid: str = ""
) -> dict[str, Any]:
    """What paper.typ of the kit reads; `payments` are the numbers and what each is worth, by the rules."""
    rounds = WINDS[: rules.rounds] if rules else WINDS
    seats = rules.seats if rules else SEATS
    return sheet_data(
        rules,
        legend,
        {
            "repeats": pgettext("score sheet, short: the dealer's repeats", "Rep."),
            "unit": unit,
            "paid": paid or _("one pays"),
        },
        least=LEAST_HANDS,
        hands=[f"{wind_letter(wind)}{number + 1}" for wind in rounds for number in range(seats)],
        payments=list(payments) if rules else [],
    )


def false_win_note(counted: CountedGame, rules: Any) -> list[str]:
    """What a false win costs, as a note below a table; nothing where it costs nothing."""
    fine = counted.fine(rules)
    pays = _("A player who declares a false win pays each of the others %(points)s.")
    return [pays % {"points": points(fine)}] if fine else []


def pattern_table(counted: CountedGame, rules: Any, title: str) -> PointsTable:
    """The list of patterns that bring something, with what each brings and shuts out."""
    rows = [
        Row(
            said(pattern.name),
            (cell(str(counted.value_of(rules, pattern.key))),),
            (said(pattern.help), *_beside(counted, pattern)),
            (ForeignWords(pattern.chinese, "zh-Hant"), text_in_other_language(pattern.name)),
        )
        for pattern in counted.patterns.table
        if counted.value_of(rules, pattern.key)
    ]
    return PointsTable(counted.unit, title, (_("Pattern"), counted.unit), tuple(rows), long=True)


def _beside(counted: CountedGame, pattern: Pattern) -> list[str]:
    lines = []
    if pattern.excludes:
        names = ", ".join(said(counted.patterns.by_key[other].name) for other in pattern.excludes)
        lines.append(_("Not counted together: %(names)s.") % {"names": names})
    for also, times in pattern.implies:
        name = said(counted.patterns.by_key[also].name)
        counts = f"{times} × {name}" if times > 1 else name
        lines.append(_("Counted together: %(names)s.") % {"names": counts})
    return lines
