"""The value grid: what each han and fu, limit and yakuman is worth to this winner, by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import End, RuleError, Transfer
from mahjongclub.rules.kit.riichi.value import possible

from ..context import Draft, EntryContext, write_draft
from ..wording import points_in_words

USUAL_FU = (20, 25, 30, 40, 50)
OTHER_FU = ((60, 70, 80), (90, 100, 110))
#: what alone is worth so few fu, as players call it
NAMED_FU = {20: "pinfu", 25: "chiitoi"}
ROWS = range(1, 5)
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman")
MOST_YAKUMAN = 6
PAID = ("hand", "honba")


def value_grid(
    place: EntryContext,
    winner: int,
    payer: int | None,
    *,
    alone: Callable[[Draft], Draft],
    with_value: Callable[[Draft], Draft],
    several_yakuman: bool,
    with_honba: bool = True,
) -> dict[str, Any]:
    """The han x fu cells worth having for a winner, each with its points and its link.

    `alone` makes a value the whole hand, to be settled for its points; `with_value` puts it into the draft.
    The points are those announced; where the honba are this winner's, `paid_text` has them too.
    Impossible cells say so and have no points; columns in which all are, are left out.
    """

    def settled(value: Draft) -> tuple[Transfer, ...]:
        try:
            return place.settle(alone(value)).settlement.transfers
        except RuleError:
            return ()

    def cell(value: Draft, name: str = "", spoken: str = "") -> dict[str, Any]:
        transfers = settled(value)
        if not transfers:
            return {"impossible": True}
        return {
            "name": name,
            "spoken": spoken,
            **worth(transfers, with_honba),
            "href": place.link(with_value(value)),
        }

    def block(candidates: tuple[int, ...]) -> dict[str, Any]:
        columns = [fu for fu in candidates if any(possible(han, fu, payer is None) for han in ROWS)]
        rows = [
            {
                "han": han,
                # heard cell by cell, a column's head is far away
                "cells": [
                    {
                        **cell({"han": han, "fu": fu}, spoken=f"{han} han {fu} fu"),
                        # the first row is empty there: it says what such a column is for
                        "named": NAMED_FU.get(fu, "") if han == ROWS[0] else "",
                    }
                    for fu in columns
                ],
            }
            for han in ROWS
        ]
        return {"columns": [(fu, NAMED_FU.get(fu, "")) for fu in columns], "rows": rows}

    def values() -> dict[str, Any]:
        # of a self-draw in riichi one han cannot be
        smallest = settled({"han": 1, "fu": 30}) or settled({"han": 2, "fu": 30})
        most = MOST_YAKUMAN if several_yakuman else 1
        return {
            "included": _explained(place, smallest, with_honba),
            **block(USUAL_FU),
            "more": [block(columns) for columns in OTHER_FU],
            "limits": [cell({"limit": name}, name) for name in LIMITS],
            "yakuman": [
                cell({"yakuman": count}, f"{count} × yakuman" if count > 1 else "yakuman")
                for count in range(1, most + 1)
            ],
        }

    # what is worth as much and leads on alike is the same grid
    asked = ("values", write_draft(alone({})), place.link(with_value({"han": 1, "fu": 30})), with_honba)
    return {
        "winner_name": place.names[winner],
        "from_name": None if payer is None else place.names[payer],
        "values": place.once(asked, values),
    }


def _explained(place: EntryContext, smallest: Iterable[Transfer], with_honba: bool) -> str:
    """What the cells leave unsaid: that each pays as much, and what the small figures have in them."""
    hand, honba = ([transfer.points for transfer in smallest if transfer.reason == reason] for reason in PAID)
    each = [_("Each player pays this.")] if len(hand) > 1 == len(set(hand)) else []
    if not honba or not with_honba:
        return "".join(each)
    words = {"count": place.before.honba, "points": points_in_words(honba[0])}
    small = (
        _("Small: with %(count)s honba, +%(points)s from each.")
        if len(honba) > 1 and not each
        else _("Small: with %(count)s honba, +%(points)s.")
    )
    return " ".join([*each, small % words])


def worth(transfers: Iterable[Transfer], with_honba: bool = True) -> dict[str, str]:
    """What each payer pays a winner, sticks always apart: "5,200", or "1,300/2,600".

    `points_text` is what is announced, `paid_text` has the honba too, and is "" where they add nothing.
    """
    points, paid = (_amounts(transfers, reasons) for reasons in (PAID[:1], PAID))
    return {"points_text": points, "paid_text": paid if with_honba and paid != points else ""}


def _amounts(transfers: Iterable[Transfer], reasons: tuple[str, ...]) -> str:
    paid: dict[End, int] = {}
    for transfer in transfers:
        if transfer.source != "table" and transfer.reason in reasons:
            paid[transfer.source] = paid.get(transfer.source, 0) + transfer.points
    return "/\u200b".join(points_in_words(amount) for amount in sorted(set(paid.values())))
