"""What doubles a six-player win, as one grid: whatever comes together, one tap says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.six.round import SettledEvent, Win, factor_of, settle_event

from ..kit.context import Draft
from .draft import EventEdit, RoundDraft
from .words import doublings_in_words

#: kongs held and undeclared four identical: a hand that holds a kong has no room for four identical
COLUMNS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))


def doubling_rows(
    entered: RoundDraft, edit: EventEdit, event: Draft, before: Sequence[SettledEvent]
) -> list[dict[str, Any]]:
    """The rows of the grid: the usual tile, and below it the one that doubles where there can be one."""
    if event["from"] is None:
        rows = [("usual", _("From the wall"), None), ("rare", _("On a kong"), "on_kong")]
        if event.get("first_discard") or _may_be_first(entered, event, before):
            rows.append(("claimed", _("First discard claimed"), "first_discard"))
    else:
        rows = [("usual", _("Later discard"), None)]
        if event.get("first_discard") or _may_be_first(entered, event, before):
            rows.append(("rare", _("First discard"), "first_discard"))
    return [
        {"label": label, "cells": [_cell(entered, edit, event, key, flag, *column) for column in COLUMNS]}
        for key, label, flag in rows
    ]


def _cell(
    entered: RoundDraft, edit: EventEdit, event: Draft, row: str, flag: str | None, kongs: int, four: int
) -> dict[str, Any] | None:
    """One combination: another hand may fit then, so its class is chosen anew."""
    if flag == "on_kong" and not kongs:
        return None  # nobody finishes on a kong's replacement without a kong
    turned: Draft = {"type": "win", "seat": event["seat"], "from": event["from"], "kongs": kongs}
    if four:
        turned["four_identical"] = four
    if flag:
        turned[flag] = True
    win = Win(event["seat"], event["from"], "chows", kongs, four, **({flag: True} if flag else {}))
    names = ("kongs", "four_identical", "on_kong", "first_discard")
    return {
        "id": f"choice-{row}-{kongs}-{four}",
        "factor": factor_of(win),
        "words": ", ".join(doublings_in_words(win)),
        "chosen": all(event.get(name, 0) == turned.get(name, 0) for name in names),
        "href": entered.link_edit(turned, edit.at, edit.over),
    }


def _may_be_first(entered: RoundDraft, event: Draft, before: Sequence[SettledEvent]) -> bool:
    """Whether the first discard of the round may count for this win."""
    try:
        win = Win(event["seat"], event["from"], "pure", first_discard=True)
        settle_event(before, win, entered.place.rules)
    except RuleError:
        return False
    return True
