"""The value grid: what each han and fu, limit and yakuman is worth to this winner, by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import End, RuleError, Transfer
from mahjongclub.rules.kit.riichi.value import is_possible

from ..context import Draft, EntryContext, encode_draft
from ..wording import and_list, points_in_words

USUAL_FU = (20, 25, 30, 40, 50)
OTHER_FU = ((60, 70, 80), (90, 100, 110))
#: what alone is worth so few fu, as players call it
NAMED_FU = {20: "pinfu", 25: "chiitoi"}
ROWS = range(1, 5)
MANGAN = "mangan"
LIMITS = ("haneman", "baiman", "sanbaiman")
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
    """The han x fu cells worth having for a winner, each with what is paid for it and its link.

    `alone` makes a value the whole hand, to be settled for its points; `with_value` puts it into the draft.
    A cell has one amount, or two where the dealer pays more than the others; the honba are in it where they
    are this winner's. Impossible cells are empty; columns in which all are, are left out. Cells of a row that
    are a mangan all are one. Where a hand is corrected, the cell that it had says so ("was").
    """
    reasons = PAID if with_honba else PAID[:1]
    was = place.corrected_win(winner, payer)

    def settled(value: Draft) -> tuple[Transfer, ...]:
        try:
            return place.settle(alone(value)).settlement.transfers
        except RuleError:
            return ()

    def cell(value: Draft, name: str = "", spoken: str = "") -> dict[str, Any]:
        amounts = _amounts(settled(value), reasons)
        if not amounts:
            return {"impossible": True}
        return {
            "name": name,
            "spoken": spoken,
            "paid": [points_in_words(amount) for amount in amounts],
            "href": place.link(with_value(value)),
            "was": value.items() <= was.items() and "tiles" not in was,
        }

    def row(han: int, columns: Sequence[int], mangan: Sequence[str]) -> list[dict[str, Any]]:
        # heard cell by cell, a column's head is far away
        cells = [cell({"han": han, "fu": fu}, spoken=f"{han} han {fu} fu") for fu in columns]
        full = [cell for cell in cells if mangan and cell.get("paid") == mangan and han == ROWS[-1]]
        if not full:
            return cells
        first = cells.index(full[0])
        merged = {**cell({"limit": MANGAN}, MANGAN), "span": len(cells) - first}
        merged["was"] = merged["was"] or any(cell["was"] for cell in full)
        return [*cells[:first], merged]

    def block(candidates: tuple[int, ...], mangan: Sequence[str]) -> dict[str, Any]:
        columns = [fu for fu in candidates if any(is_possible(han, fu, payer is None) for han in ROWS)]
        rows = [{"han": han, "cells": row(han, columns, mangan)} for han in ROWS]
        return {"columns": [(fu, NAMED_FU.get(fu, "")) for fu in columns], "rows": rows}

    def values() -> dict[str, Any]:
        most = MOST_YAKUMAN if several_yakuman else 1
        mangan = cell({"limit": MANGAN}).get("paid", ())
        return {
            **block(USUAL_FU, mangan),
            "more": [block(columns, mangan) for columns in OTHER_FU],
            "limits": [*(cell({"limit": name}, name) for name in LIMITS), cell({"yakuman": 1}, "yakuman")],
            "yakuman": [cell({"yakuman": count}, f"{count} × yakuman") for count in range(2, most + 1)],
        }

    # what is worth as much and leads on alike is the same grid
    link = place.link(with_value({"han": 1, "fu": 30}))
    key = ("values", encode_draft(alone({})), link, with_honba, encode_draft(was))
    smallest = settled({"han": 1, "fu": 30}) or settled({"han": 2, "fu": 30})
    return {
        "winner_name": place.isolated_short_names[winner],
        "from_name": None if payer is None else place.isolated_short_names[payer],
        "honba": _honba_in_words(place, smallest) if with_honba else "",
        "legend": _legend(place, winner) if payer is None and len(_amounts(smallest, reasons)) > 1 else None,
        "alike": payer is None and len({*_amounts(smallest, reasons)}) == 1,
        "by_bank": any(transfer.source == "bank" for transfer in smallest),
        "values": place.once(key, values),
    }


def _honba_in_words(place: EntryContext, smallest: Iterable[Transfer]) -> str:
    """What of a cell are the honba: "1 honba (300)"; "" where none are paid."""
    honba = [transfer.points for transfer in smallest if transfer.reason == "honba"]
    if not honba:
        return ""
    words = {"count": place.before.honba, "points": points_in_words(honba[0])}
    if len(honba) > 1:
        return _("%(count)s honba (%(points)s each)") % words
    return _("%(count)s honba (%(points)s)") % words


def _legend(place: EntryContext, winner: int) -> dict[str, str]:
    """Whose the two figures of a cell are, where the dealer pays more than the others."""
    dealer = place.before.dealer
    others = [place.isolated_short_names[seat] for seat in place.other_seats(winner, dealer)]
    each = _("%(names)s, each") if len(others) > 1 else "%(names)s"
    return {
        "top": each % {"names": and_list(others)},
        "lower": _("%(name)s, dealer") % {"name": place.isolated_short_names[dealer]},
    }


def payment_in_words(transfers: Iterable[Transfer]) -> str:
    """What each payer pays for a hand alone, honba and sticks apart: "5,200", or "1,300/2,600"."""
    return "/\u200b".join(points_in_words(amount) for amount in _amounts(transfers, PAID[:1]))


def _amounts(transfers: Iterable[Transfer], reasons: Sequence[str]) -> list[int]:
    """What the payers pay for these reasons, each amount once, the smallest first."""
    paid: dict[End, int] = {}
    for transfer in transfers:
        if transfer.source != "table" and transfer.reason in reasons:
            paid[transfer.source] = paid.get(transfer.source, 0) + transfer.points
    return sorted(set(paid.values()))
