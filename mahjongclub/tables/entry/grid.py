"""The value grid: what each han and fu, limit and yakuman is worth to this winner, by the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from mahjongclub.rules.game import End, RuleError

from .place import Draft, EntryPlace

USUAL_FU = (30, 40, 50)
#: three or four columns fit a phone
OTHER_FU = ((20, 25, 60, 70), (80, 90, 100, 110))
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman")
MOST_YAKUMAN = 6


def value_grid(
    place: EntryPlace,
    winner: int,
    payer: int | None,
    *,
    alone: Callable[[Draft], Draft],
    with_value: Callable[[Draft], Draft],
    several_yakuman: bool,
) -> dict[str, Any]:
    """The han x fu cells worth having for a winner, each with its points and its link.

    `alone` makes a value the whole hand, to be settled for its points; `with_value` puts it into the draft.
    Impossible cells say so and have no points.
    """

    def cell(value: Draft, name: str = "", spoken: str = "") -> dict[str, Any]:
        points = _worth(place, alone(value), payer)
        if points is None:
            return {"impossible": True}
        return {
            "name": name,
            "spoken": spoken,
            "points_text": points,
            "href": place.link(with_value(value)),
        }

    def block(columns: tuple[int, ...]) -> dict[str, Any]:
        rows = [
            {
                "han": han,
                # heard cell by cell, a column's head is far away
                "cells": [cell({"han": han, "fu": fu}, spoken=f"{han} han {fu} fu") for fu in columns],
            }
            for han in range(1, 5)
        ]
        return {"columns": columns, "rows": rows}

    most = MOST_YAKUMAN if several_yakuman else 1
    return {
        "winner_name": place.names[winner],
        "from_name": None if payer is None else place.names[payer],
        **block(USUAL_FU),
        "more": [block(columns) for columns in OTHER_FU],
        "limits": [cell({"limit": name}, name) for name in LIMITS],
        "yakuman": [
            cell({"yakuman": count}, f"{count} × yakuman" if count > 1 else "yakuman")
            for count in range(1, most + 1)
        ],
    }


def _worth(place: EntryPlace, hand: Draft, payer: int | None) -> str | None:
    """What the winner is paid, honba included and sticks apart: "5,200", or "2,600 all", or "1,300/2,600"."""
    try:
        settled = place.settle(hand).settlement
    except RuleError:
        return None
    paid: dict[End, int] = {}
    for transfer in settled.transfers:
        if transfer.source != "table" and transfer.reason in ("hand", "honba"):
            paid[transfer.source] = paid.get(transfer.source, 0) + transfer.points
    amounts = sorted(set(paid.values()))
    if payer is not None or "bank" in paid:
        return number_format(amounts[0], force_grouping=True)
    if len(amounts) == 1:
        return _("%(points)s all") % {"points": number_format(amounts[0], force_grouping=True)}
    return "/\u200b".join(number_format(amount, force_grouping=True) for amount in amounts)
