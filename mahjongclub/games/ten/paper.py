"""Ten: the marks of the clock, the two phases of each hand, the bank."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.rules.ten.options import Rules

from ..kit.paper import sheet_data

#: Hands that have room on any page.
LEAST_HANDS = 15
#: Guesses of the defender, each followed by a run of draws, that have a box in a row.
RUNS = 6


def ten_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; the clock's marks are the seed's where the rules are left open."""
    played = rules or Rules()
    return sheet_data(
        rules,
        _(
            "Phase A: tick T for a declared tenpai, R with a riichi stick. Dealer: E or W, until the "
            "other wins. If the dealer stays, a honba (300) is added. The bank pays the winner; every "
            "stick on the table is the winner’s. Bank, sticks and both scores always add up to the "
            "same."
        ),
        {
            "dealer": _("Dealer"),
            "honba": _("Honba"),
            "sticks": _("Sticks"),
            "riichi": pgettext("score sheet, very short", "R"),
            "tenpai": pgettext("score sheet, very short: tenpai", "T"),
            "phase-b": _("Phase B"),
            "named": _("Tiles named"),
            "runs": pgettext("score sheet: Ten, draws between two guesses", "Runs of %(draws)s")
            % {"draws": played.draws},
            "value": pgettext("score sheet, very short: han and fu of the win", "han, fu"),
            "bank": _("Bank"),
        },
        least=LEAST_HANDS,
        bank=points_in_words(rules.bank) if rules else "",
        runs=RUNS,
        marks=[
            {"label": _("Begun at"), "minute": "0 min"},
            {"label": _("First alarm: the clock is hidden"), "minute": f"{played.alarm_first} min"},
            {"label": _("Second alarm"), "minute": f"{played.alarm_second} min"},
            {"label": _("Time is up: the hand in play is the last"), "minute": f"{played.minutes} min"},
        ],
    )
