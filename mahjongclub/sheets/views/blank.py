"""Blank score sheets, for a game or for a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_variant_or_404
from mahjongclub.tables.access import visit_table
from mahjongclub.tables.forms import playable_variants
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.rules_form import chosen_preset, house_rules_of
from mahjongclub.tables.views.share import access_link

from ..answers import sheet_answer
from ..blank.filling import FilledFields, blank_sheet, preset_label
from ..blank.form import BlankOptions
from ..poster import qr_code_for_template, sheet_entry_path
from ..sheet import Sheet
from ..tournament import place_numbers_at_table, table_of_event


@require_safe
def choose_blank_sheet(request: ClubRequest) -> HttpResponse:
    """Everything that can be printed without a table: by game."""
    return render(request, "sheets/sheets.html", {"games": _games()})


@require_safe
@club_page(Role.MEMBER)
def choose_club_sheet(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The same for a club, whose own rules its score sheets may bear."""
    return render(request, "sheets/sheets.html", {"games": _games(), "club": visit.club})


def print_blank_sheet(request: ClubRequest, variant: str, output: str, page: int = 1) -> HttpResponse:
    """A game's blank score sheet, with names and rules as they are typed."""
    return _blank(request, variant, output, page, None, reverse("sheets:sheets"))


@club_page(Role.MEMBER)
def print_club_blank_sheet(
    request: ClubRequest, visit: ClubVisit, variant: str, output: str, page: int = 1
) -> HttpResponse:
    """The same for a club: its own rules may be chosen, and its code leads to the club's entry."""
    back = reverse("sheets:club_sheets", args=[visit.club.slug])
    return _blank(request, variant, output, page, visit.club, back)


def _blank(
    request: ClubRequest, variant: str, output: str, page: int, club: Club | None, back: str
) -> HttpResponse:
    game_variant = find_variant_or_404(variant)
    house_rules = house_rules_of(game_variant, club)
    form = BlankOptions(game_variant, request.GET, house_rules=house_rules)

    def make(preset: str, copies: int, paper: str, language: str, **names: str) -> Sheet:
        filled = FilledFields(names=form.names)
        if preset:
            by, preset_rules = chosen_preset(game_variant, club, preset)
            base = preset_label(game_variant, preset_rules.preset, by.rules) if preset_rules else ""
            filled = FilledFields(by.rules, said(by.name), form.names, preset_name=base)
        link = absolute_url(request, sheet_entry_path(game_variant.key, preset, club.slug if club else ""))
        code = qr_code_for_template(link, _("Scan to type this sheet in"))
        return blank_sheet(game_variant, filled, code, paper=paper, language=language, copies=copies)

    heading = _("Score sheet: %(game)s") % {"game": said(game_variant.name)}
    about = club.name if club else ""
    return sheet_answer(request, form, make, output, page, heading, (back, _("Sheets to print")), about)


def print_table_blank_sheet(request: ClubRequest, code: str, output: str, page: int = 1) -> HttpResponse:
    """The score sheet of a table: its rules and names on it, and the code that opens it."""
    access = visit_table(request, code)
    session = access.session
    form = BlankOptions(session.game, request.GET, at_table=True)

    def make(names: str, **how: Any) -> Sheet:
        role = Access.Role.SCORER if access.may_score else Access.Role.VIEWER
        scan = qr_code_for_template(access_link(request, session, role), _("Scan to open this table"))
        return blank_sheet(session.game, _of_table(session, named=names == "table"), scan, **how)

    heading = _("Score sheet: %(game)s") % {"game": said(session.game.name)}
    back = reverse("tables:table", args=[code]), _("Back to the table")
    return sheet_answer(request, form, make, output, page, heading, back)


def _of_table(session: Session, *, named: bool) -> FilledFields:
    rules = session.current_rules
    name = preset_label(session.game, session.preset, rules)
    rules_name = session.house_rules.name if session.house_rules else ""
    seats = list(session.seats.select_related("player").order_by("number")) if named else []
    drawn = table_of_event(session)
    return FilledFields(
        rules,
        rules_name or name,
        [seat.player.shown_name for seat in seats],
        [pseudonym(seat.player_id) for seat in seats],
        numbers=place_numbers_at_table(session, drawn) if named else [],
        table=str(drawn.number) if drawn is not None else "",
        event=drawn.round.tournament.name if drawn is not None else "",
        round=str(drawn.round.number) if drawn is not None else "",
        date=date_format(localdate(session.started_at) if session.started_at else localdate()),
        preset_name=name,
    )


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game that has a score sheet, by its name in the reader's language."""

    key: str
    name: str
    seats: int


def _games() -> list[PrintedGame]:
    return [
        PrintedGame(game_variant.key, said(game_variant.name), game_variant.seats)
        for game_variant in playable_variants()
    ]
