"""Classical: in each deal four hands are counted, by sets and doublings; East's account is double."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.kit.wording import points_in_words

from ..kit.paper import sheet_data

#: Hands that have room on any page: four rounds of the wind, and half as many repeats.
LEAST_HANDS = 24


def classical_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads."""
    legend = [
        _("E: who is East. M: who made mahjong. ×: whose discard it was. ×2: how many doublings."),
        _(
            "±: each receives their points from each of the three others, twice where one of the two "
            "is East; the four ± of a hand add up to 0."
        ),
    ]
    if rules is not None and not rules.winner_pays:
        legend.append(_("The player who made mahjong pays nobody."))
    if rules is not None and rules.limit:
        legend.append(_("Limit of a hand: %(points)s.") % {"points": points_in_words(rules.limit)})
    if rules is not None and rules.goulash_after_draw:
        legend.append(_("The hand after a draw is a Goulash."))
    return sheet_data(
        rules,
        " ".join(legend),
        {
            "wind": _("Round wind") if rules and rules.round_wind == "round" else _("Dominant wind"),
            "east": pgettext("score sheet, very short: who is East", "E"),
            "mahjong": pgettext("score sheet, very short: who made mahjong", "M"),
            "discard": "×",
            "sets": pgettext("score sheet", "Sets"),
            "points": pgettext("score sheet", "Points"),
        },
        least=LEAST_HANDS,
    )
