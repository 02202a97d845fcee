"""Ten's tables: what the bank pays, on riichi's values."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.riichi_presets import CLUB
from mahjongclub.rules.riichi_value import FU_STEPS, LIMITS, Value, possible
from mahjongclub.rules.ten import hand_points

from .points_riichi import HAN, fu_tables, limit_span, yaku_tables
from .points_table import NONE, PointsTable, Row, cell, points


def ten_tables(rules: Any) -> tuple[PointsTable, ...]:
    """What the bank pays by han and fu, the limits, then how a hand is counted."""

    def paid(value: Value) -> tuple[str, ...]:
        return tuple(points(hand_points(rules, value, dealer)) for dealer in (False, True))

    han_fu = PointsTable(
        "han-fu",
        _("What the bank pays"),
        (_("Fu"), *(f"{han} han" for han in HAN)),
        tuple(
            Row(
                str(fu),
                tuple(
                    paid(Value(han=han, fu=fu)) if possible(han, fu, self_drawn=True) else cell(NONE)
                    for han in HAN
                ),
            )
            for fu in FU_STEPS
        ),
        (_("Above: not the dealer. Below: the dealer. Counters and sticks on the table come on top."),),
        wide=True,
    )
    limits = PointsTable(
        "limits",
        _("Limits"),
        (_("Limit"), _("Not the dealer"), _("The dealer")),
        tuple(
            Row(name.capitalize(), tuple(cell(text) for text in paid(value)), (limit_span(CLUB, name),))
            for name, value in (
                *((name, Value(limit=name)) for name in LIMITS),
                ("yakuman", Value(yakuman=1)),
            )
        ),
    )
    return (han_fu, limits, *fu_tables(CLUB.double_wind_pair_fu), *yaku_tables())
