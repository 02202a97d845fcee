"""The blank sheet of a counted game: hands to cross off, rows enough for repeats, what one payer pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.game import WINDS
from mahjongclub.rules.kit.counted import SEATS

from ..paper import sheet_data
from ..wording import wind_letter

#: Hands that have room on any page: four rounds, and repeats.
LEAST_HANDS = 20


def counted_data(
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
