"""Blank score sheets: what may be filled in, and the sheet that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.game import Variant
from mahjongclub.rules.options import Rules
from mahjongclub.tables.board import WIND_NAMES
from mahjongclub.tables.wording import said

from ..fonts import HAN_BY_VARIANT
from ..sheet import Sheet, written
from .classical import classical_data
from .riichi import riichi_data
from .six import six_data
from .taiwanese import taiwanese_data
from .ten import ten_data

_DATA: dict[str, Callable[[Any | None, str], dict[str, Any]]] = {
    "riichi": riichi_data,
    "classical": classical_data,
    "taiwanese": taiwanese_data,
    "ten": ten_data,
    "six": six_data,
}


@dataclass(frozen=True)
class Filled:
    """What stands on the sheet already; everything may be left open."""

    rules: Rules | None = None
    rules_name: str = ""
    names: Sequence[str] = ()
    #: what is printed for a name that no font can write; the seat where this is empty
    stand_ins: Sequence[str] = ()
    table: str = ""
    date: str = ""
    place: str = ""
    #: what is printed for a name of rules that no font can write
    preset_name: str = ""


def blank_sheet(
    variant: Variant, filled: Filled, code: Mapping[str, str], *, paper: str, language: str, copies: int
) -> Sheet:
    """The blank score sheet of a game, as often as asked. Runs in the language of the sheet."""
    title = _("Score sheet: %(game)s") % {"game": said(variant.name)}
    return Sheet(
        template=f"blank_{variant.key}",
        title=title,
        language=language,
        paper=paper,
        file_name=slugify(title),
        data={
            "subtitle": _rules_name(variant, filled) if filled.rules_name else None,
            "copies": copies,
            "qr": code,
            "fields": _fields(variant, filled),
            "players": _players(variant, filled),
            **_DATA[variant.key](filled.rules, paper),
        },
    )


def _rules_name(variant: Variant, filled: Filled) -> dict[str, str]:
    han = HAN_BY_VARIANT[variant.key]
    return written(filled.rules_name, han=han, stand_in=filled.preset_name or said(variant.name))


def _fields(variant: Variant, filled: Filled) -> list[dict[str, Any]]:
    fields: list[dict[str, Any]] = [
        {"label": _("Date"), "value": filled.date or None},
        {
            "label": pgettext("score sheet: where one plays", "Place"),
            "value": written(filled.place) if filled.place else None,
            "share": 2,
        },
        {"label": _("Table"), "value": filled.table or None},
        {"label": pgettext("score sheet", "Sheet")},
    ]
    if filled.rules is None:
        fields.insert(0, {"label": _("Rules"), "share": 2})
    return fields


def _players(variant: Variant, filled: Filled) -> list[dict[str, Any]]:
    names = [*filled.names, *[""] * variant.seats][: variant.seats]
    han = HAN_BY_VARIANT[variant.key]
    places = places_of(variant)
    return [
        {"place": place, "name": written(name, han=han, stand_in=stand_in) if name else None}
        for place, name, stand_in in zip(places, names, filled.stand_ins or places, strict=True)
    ]


def places_of(variant: Variant) -> list[str]:
    """What the seats are called when the first hand is dealt."""
    if variant.seats == len(WIND_NAMES):
        return [str(name) for name in WIND_NAMES.values()]
    if variant.seats == 2:
        return [str(WIND_NAMES["E"]), str(WIND_NAMES["W"])]
    return [_("Player %(number)s") % {"number": number + 1} for number in range(variant.seats)]
