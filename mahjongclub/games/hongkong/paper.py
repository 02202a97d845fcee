"""What is printed of Hong Kong: its payments on the points table, and the data of its blank sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.hongkong.options import Rules
from mahjongclub.rules.hongkong.settle import HONG_KONG
from mahjongclub.rules.kit.payers import PAYERS

from ..kit.counted.paper import counted_sheet_data, false_win_note, pattern_table
from ..kit.paper import PointsTable, Row, cell, points
from ..kit.wording import points_in_words


def hong_kong_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Payments by faan from the minimum to the cap, and the faan list with exclusions."""
    return (_payments(rules), pattern_table(HONG_KONG, rules, _("Faan list")))


def _payments(rules: Rules) -> PointsTable:
    payers = PAYERS[rules.payers]
    shares = (
        [payers.discarder, payers.others, payers.each] if payers.others else [payers.discarder, payers.each]
    )
    columns = [_("discarder"), *([_("each other")] if payers.others else []), _("self-drawn, each")]
    rows = [
        Row(str(faan), tuple(cell(points(share * rules.base(faan))) for share in shares))
        for faan in range(rules.least, max(rules.cap, rules.least) + 1)
    ]
    notes = [
        _("Faan above %(cap)s pay no more.") % {"cap": rules.cap},
        _("Paying for all: what all three would pay for a self-draw."),
        *false_win_note(HONG_KONG, rules),
    ]
    title = _("What %(unit)s are worth") % {"unit": _("faan")}
    return PointsTable("payments", title, (_("faan"), *columns), tuple(rows), tuple(notes), wide=True)


def hong_kong_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; with rules, also what each number of faan is worth."""
    legend = _(
        "Cross off a hand once the deal passes on; if the dealer deals again, use a row of its own. "
        "After a self-draw all three pay."
    )
    payments = []
    if rules:
        payers = PAYERS[rules.payers]
        for faan in range(rules.least, max(rules.cap, rules.least) + 1):
            paid = (payers.discarder * rules.base(faan), payers.each * rules.base(faan))
            payments.append((str(faan), "/".join(points_in_words(amount) for amount in paid)))
    return counted_sheet_data(rules, paper, _("faan"), payments, legend, _("discard/drawn"))
