"""The Taiwanese tables: what tai are worth here, and the list of patterns."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import TableState
from mahjongclub.rules.taiwanese import FalseWin, dealer_tai, payment, settle, start
from mahjongclub.rules.taiwanese_patterns import PATTERNS

from .points_table import PointsTable, Row, Words, cell, other_language, points, said

#: Rows of the payments: every small hand, then the sizes of large ones.
TAI = (*range(11), 12, 16, 20, 24, 32)
REPEATS = range(4)


def taiwanese_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Payments by tai at this table's base and unit, and the tai list with exclusions."""
    return (_payments(rules), _tai_list(rules))


def _payments(rules: Any) -> PointsTable:
    # seat 0 deals: between seats 1 and 2 the dealer has no part, between 0 and 1 the dealer's tai count
    tables = [TableState((0, 0, 0, 0), honba=repeats) for repeats in REPEATS]

    def row(tai: int) -> Row:
        apart = payment(rules, tables[0], 1, 2, tai)
        with_dealer = (payment(rules, table, 0, 1, tai) for table in tables)
        return Row(str(tai), tuple(cell(points(paid)) for paid in (apart, *with_dealer)))

    fine = settle(rules, start(rules), FalseWin(1)).transfers
    notes = [
        _("What one payer pays: base %(base)s and %(unit)s for each tai.")
        % {"base": points(rules.base), "unit": points(rules.unit)},
        _("With the dealer, as winner or payer, the dealer’s tai count too: %(tai)s, by repeats.")
        % {"tai": ", ".join(str(dealer_tai(table)) for table in tables)},
    ]
    if fine:
        notes.append(_("A false win pays each other seat %(points)s.") % {"points": points(fine[0].points)})
    return PointsTable(
        "payments",
        _("What tai are worth"),
        (
            "tai",
            _("without the dealer"),
            _("with the dealer"),
            *(_("repeat %(number)s") % {"number": repeats} for repeats in REPEATS if repeats),
        ),
        tuple(row(tai) for tai in TAI),
        tuple(notes),
        wide=True,
    )


def _tai_list(rules: Any) -> PointsTable:
    rows = []
    for key, pattern in PATTERNS.items():
        small = [said(pattern.help)]
        if pattern.excludes:
            names = ", ".join(said(PATTERNS[other].name) for other in pattern.excludes)
            small.append(_("Not counted beside it: %(names)s.") % {"names": names})
        rows.append(
            Row(
                said(pattern.name),
                (cell(str(rules.tai_of(key))),),
                tuple(small),
                (Words(pattern.chinese, "zh-Hant"), other_language(pattern.name)),
            )
        )
    return PointsTable("tai", _("Tai list"), (_("Pattern"), "tai"), tuple(rows), long=True)
