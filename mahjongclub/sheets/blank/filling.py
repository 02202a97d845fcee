"""Blank score sheets: what may be filled in, and the sheet that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.kit.wording import WIND_NAMES, points_in_words, said
from mahjongclub.games.registry import find_game, paper_template_path
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.variant import Variant

from ..sheet import Sheet, SheetField, WrittenText, printable_text


@dataclass(frozen=True)
class FilledFields:
    """What stands on the sheet already; everything may be left open."""

    rules: GameRules | None = None
    rules_name: str = ""
    names: Sequence[str] = ()
    #: what is printed for a name that no font can write; the seat where this is empty
    stand_ins: Sequence[str] = ()
    table: str = ""
    date: str = ""
    #: the event that is played, and its round
    event: str = ""
    round: str = ""
    #: the players' numbers at their event, "" for room to write one
    numbers: Sequence[str] = ()
    #: what is printed for a name of rules that no font can write
    preset_name: str = ""


def blank_sheet(
    variant: Variant, filled: FilledFields, code: Mapping[str, str], *, paper: str, language: str, copies: int
) -> Sheet:
    """The blank score sheet of a game, as often as asked. Runs in the language of the sheet."""
    title = _("Score sheet: %(game)s") % {"game": said(variant.name)}
    game = find_game(variant.key)
    if filled.rules is not None:
        variant = variant.with_seats_of(filled.rules)
    return Sheet(
        template=paper_template_path(variant.key),
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
            # the order and the codes of the sheet that is typed afterwards
            "tail": [str(column.label) for column in game.score_sheet.columns],
            "codes": [
                {"typed": typed_code.typed, "meaning": str(typed_code.meaning)}
                for typed_code in game.score_sheet.codes_in_rules(filled.rules)
            ],
            "foot": _foot(variant, filled.rules),
            **game.paper.blank(filled.rules, paper),
        },
    )


def blank_sheets(
    variant: Variant, tables: Sequence[tuple[FilledFields, Mapping[str, str]]], *, paper: str, language: str
) -> Sheet:
    """A score sheet a table (at least one), each with what stands on it and its code; by one set of rules."""
    filled, code = tables[0]
    sheet = blank_sheet(variant, filled, code, paper=paper, language=language, copies=1)
    sheets = [
        {"qr": qr, "fields": _fields(variant, filled), "players": _players(variant, filled)}
        for filled, qr in tables
    ]
    return replace(sheet, data={**sheet.data, "sheets": sheets})


def preset_label(variant: Variant, preset: str, rules: GameRules) -> str:
    """A preset's name, and that the rules differ from it where they do."""
    known_preset = variant.find_preset(preset)
    name = said(known_preset.name)
    return _("%(rules)s, with changes") % {"rules": name} if rules.changed_from(known_preset.rules) else name


def _rules_name(variant: Variant, filled: FilledFields) -> WrittenText:
    han = find_game(variant.key).paper.han
    return printable_text(filled.rules_name, han=han, stand_in=filled.preset_name or said(variant.name))


def _foot(variant: Variant, rules: GameRules | None) -> dict[str, str]:
    """What is asked before a table is left: who signs, what all points add up to, the referee."""
    game = find_game(variant.key)
    start = variant.start(rules or variant.default_preset.rules, None)
    if start.bank is not None:
        counted = _("Scores, sticks and bank, together")
    else:
        counted = _("Scores and sticks left, together") if game.has_sticks else _("Scores, together")
    # everybody begins alike, and so does whoever sits out
    total = points_in_words(start.scores[0] * variant.players + (start.bank or 0))
    return {
        "signatures": _("Signatures"),
        "control": _("Control total"),
        "sum": counted,
        "total": f"= {total}" if rules and variant.conserves_points(rules) else "",
        "referee": _("Referee"),
    }


def _fields(variant: Variant, filled: FilledFields) -> list[SheetField]:
    # with its month in letters the day of an event takes more than a day by hand
    day: SheetField = {"label": _("Date"), "value": filled.date or None, "share": 1.3 if filled.event else 1}
    fields = [day]
    if filled.event:
        fields += fields_of_event(printable_text(filled.event), filled.round, filled.table)
    else:
        fields.append({"label": pgettext("score sheet: where one plays", "Place"), "share": 2})
        fields.append({"label": _("Table"), "value": filled.table or None})
    fields.append({"label": pgettext("score sheet", "Sheet"), "share": 0.7 if filled.event else 1})
    if filled.rules is None:
        fields.insert(0, {"label": _("Rules"), "share": 2})
    return fields


def fields_of_event(event: WrittenText, round_number: int | str, table: int | str) -> list[SheetField]:
    """Where a sheet of an event is played: at which of them, in which round, at which table."""
    return [
        {"label": pgettext("score sheet", "Event"), "value": event, "share": 2.3},
        {"label": pgettext("tournament", "Round"), "value": str(round_number), "share": 0.7},
        {"label": _("Table"), "value": str(table), "share": 0.7},
    ]


def _players(variant: Variant, filled: FilledFields) -> list[dict[str, object]]:
    places = seat_headings(variant)
    names = [*filled.names, *[""] * len(places)][: len(places)]
    han = find_game(variant.key).paper.han
    numbers = filled.numbers or [""] * len(places)
    return [
        {
            "place": place,
            "name": printable_text(name, han=han, stand_in=stand_in) if name else None,
            "number": (_("No. %(number)s") % {"number": number}).strip(),
            "unnumbered": not number,
        }
        for place, name, stand_in, number in zip(
            places, names, filled.stand_ins or places, numbers, strict=True
        )
    ]


def seat_headings(variant: Variant) -> list[str]:
    """What the seats are called when the first hand is dealt, and whoever sits out then."""
    if winds := find_game(variant.key).seat_winds:
        winds = winds[: variant.seats]
        return [*(str(WIND_NAMES[wind]) for wind in winds), *[_("Sits out")] * (variant.players - len(winds))]
    return [_("Player %(number)s") % {"number": number + 1} for number in range(variant.seats)]
