"""Taiwanese: sixteen hands to cross off, rows enough for repeats, tai and what one payer pays."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.game import WINDS, TableState
from mahjongclub.rules.taiwanese import dealer_tai, payment
from mahjongclub.tables.wording import points_in_words, wind_letter

from .foot import result_lines

ROWS = {"a4": 26, "letter": 24}
TAI = range(13)
SEATS = 4


def taiwanese_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What blank_taiwanese.typ reads; with rules, also what each number of tai is worth."""
    rounds = WINDS[: rules.rounds] if rules else WINDS
    dealers = ", ".join(str(dealer_tai(TableState((0,) * SEATS, honba=repeats))) for repeats in range(5))
    return {
        "rows": ROWS[paper],
        "hands": [f"{wind_letter(wind)}{number + 1}" for wind in rounds for number in range(SEATS)],
        "start": points_in_words(rules.starting_points) if rules else "",
        "end": result_lines(),
        "payments": _payments(rules) if rules else [],
        "words": {
            "hand": pgettext("score sheet", "Hand"),
            "repeats": pgettext("score sheet, short: the dealer's repeats", "Rep."),
            "winner": pgettext("score sheet", "Winner"),
            "source": pgettext("score sheet: who discarded the winning tile", "From"),
            "pays": pgettext("score sheet: what one payer pays", "One pays"),
            "score": pgettext("score sheet", "Score"),
            "start": pgettext("score sheet", "Start"),
            "tai": "tai",
            "paid": _("one pays"),
            "legend": _(
                "Cross off a hand once the deal passes on; a repeat is a row of its own. Tai of the dealer, "
                "won or paid, from no repeat to four: %(tai)s. From: nobody for a self-draw, all three pay; "
                "several winners, a row each."
            )
            % {"tai": dealers},
        },
    }


def _payments(rules: Any) -> list[tuple[str, str]]:
    # seat 0 deals: between seats 1 and 2 the dealer has no part
    table = TableState((0,) * SEATS)
    return [(str(tai), points_in_words(payment(rules, table, 1, 2, tai))) for tai in TAI]
