"""What is printed of Taiwanese: its payments on the points table, and the data of its blank sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.counted import SEATS
from mahjongclub.rules.taiwanese.settle import TAIWANESE, capped, dealer_tai, payment

from ..kit.counted.paper import counted_sheet_data, false_win_note, pattern_table
from ..kit.paper import PointsTable, Row, cell, points
from ..kit.wording import points_in_words

#: Rows of the payments: every small hand, then the sizes of large ones; a blank sheet has the small ones.
TAI = (*range(11), 12, 16, 20, 24, 32)
SMALL = range(13)
REPEATS = range(4)


def taiwanese_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Payments by tai at this table's base and unit, and the tai list with exclusions."""
    return (_payments(rules), pattern_table(TAIWANESE, rules, _("Tai list")))


def _payments(rules: Any) -> PointsTable:
    # seat 0 deals: between seats 1 and 2 the dealer has no part, between 0 and 1 the dealer's tai count
    tables = [TableState((0, 0, 0, 0), honba=repeats) for repeats in REPEATS]

    def row(tai: int) -> Row:
        apart = payment(rules, tables[0], 1, 2, tai)
        with_dealer = (payment(rules, table, 0, 1, tai) for table in tables)
        return Row(str(tai), tuple(cell(points(paid)) for paid in (apart, *with_dealer)))

    notes = [
        _("What one payer pays: base %(base)s and %(unit)s for each tai.")
        % {"base": points(rules.base), "unit": points(rules.unit)},
        _("With the dealer, as winner or payer, the dealer’s tai count too: %(tai)s, by repeats.")
        % {"tai": ", ".join(str(dealer_tai(table)) for table in tables)},
        *false_win_note(TAIWANESE, rules),
    ]
    if rules.cap is not None:
        notes.append(_("Tai above %(cap)s pay no more; the dealer’s are added.") % {"cap": rules.cap})
    if rules.all_chows == "taiwan":
        notes.append(_("All chows: no honours, no flowers, a wait on two sides, and won on a discard."))
    return PointsTable(
        "payments",
        _("What %(unit)s are worth") % {"unit": "tai"},
        (
            "tai",
            _("without the dealer"),
            _("with the dealer"),
            *(_("repeat %(number)s") % {"number": repeats} for repeats in REPEATS if repeats),
        ),
        tuple(row(tai) for tai in TAI if tai == capped(rules, tai)),
        tuple(notes),
        wide=True,
    )


def taiwanese_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; with rules, also what each number of tai is worth."""
    dealers = ", ".join(str(dealer_tai(TableState((0,) * SEATS, honba=repeats))) for repeats in range(5))
    legend = _(
        "Cross off a hand once the deal passes on; a repeat is a row of its own. Tai of the dealer, "
        "won or paid, from no repeat to four: %(tai)s. After a self-draw all three pay."
    ) % {"tai": dealers}
    # seat 0 deals: between seats 1 and 2 the dealer has no part
    table = TableState((0,) * SEATS)
    payments = (
        [
            (str(tai), points_in_words(payment(rules, table, 1, 2, tai)))
            for tai in SMALL
            if tai == capped(rules, tai)
        ]
        if rules
        else []
    )
    return counted_sheet_data(rules, paper, "tai", payments, legend)
