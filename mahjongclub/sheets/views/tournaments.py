"""A tournament on paper: seating, tables, score sheets, ranking. Published rounds; organisers, all drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.events.hall import table_code_path
from mahjongclub.events.models import Tournament
from mahjongclub.events.pages import (
    event_context,
    find_round_or_404,
    find_tournament_or_404,
    state_for_visitor,
)

from ..answers import sheet_answer
from ..badges import badge_holders
from ..fonts import can_print
from ..options import SheetOptions
from ..poster import qr_code_for_template
from ..sheet import Sheet
from ..tournament import ranking_sheet, score_sheets, seating_cards, seating_list, table_number_sheet
from ..typesetting import UnwritableTexts, texts_without_font


@club_page()
def print_player_cards(
    request: ClubRequest, visit: ClubVisit, pk: int, output: str, page: int = 1
) -> HttpResponse:
    """A card for each player."""
    return _printed(request, visit, pk, output, page, seating_cards, _("Seating cards"))


@club_page()
def print_seating(
    request: ClubRequest, visit: ClubVisit, pk: int, output: str, page: int = 1
) -> HttpResponse:
    """The list to hang up; `?by=name` or `?by=table` that part alone."""
    by = request.GET.get("by", "")
    make = partial(seating_list, by=by if by in ("name", "table") else "")
    return _printed(request, visit, pk, output, page, make, _("Seating"))


@club_page()
def print_table_numbers(
    request: ClubRequest, visit: ClubVisit, pk: int, output: str, page: int = 1
) -> HttpResponse:
    """A number for each table; for organisers with the code that leads to each round's game there."""
    make = partial(table_number_sheet, code=_code_of(request, visit, pk) if visit.is_organiser else None)
    return _printed(request, visit, pk, output, page, make, _("Table numbers"))


@club_page(Role.ORGANISER)
def print_score_sheets(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, output: str, page: int = 1
) -> HttpResponse:
    """A score sheet for each table of a round, with its players."""
    state, round_ = find_round_or_404(visit, pk, number)
    make = partial(score_sheets, state, round_, _code_of(request, visit, pk))
    back = reverse("tournaments:round", args=[visit.club.slug, pk, number]), _("Back to the round")
    heading = _("Score sheets, round %(number)s") % {"number": number}
    return sheet_answer(
        request, SheetOptions(request.GET), make, output, page, heading, back, state.tournament.name
    )


@club_page()
def print_ranking(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, output: str, page: int = 1
) -> HttpResponse:
    """The ranking after a round, as the reader may know it."""
    state, _found = find_round_or_404(visit, pk, number)
    if not any(played == number for played, _place in state.results):
        raise Http404("no result of this round may be told yet")
    state.rounds = [round_ for round_ in state.published if round_.number <= number]
    state.penalties = [penalty for penalty in state.penalties if (penalty.round_number or 0) <= number]
    make = partial(ranking_sheet, state, number)
    back = reverse("tournaments:round", args=[visit.club.slug, pk, number]), _("Back to the round")
    heading = _("Ranking after round %(number)s") % {"number": number}
    return sheet_answer(
        request, SheetOptions(request.GET), make, output, page, heading, back, state.tournament.name
    )


@require_safe
@never_cache
@club_page()
def choose_event_sheet(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Everything of an event that is printed, a click each."""
    tournament = find_tournament_or_404(visit, pk)
    state = state_for_visitor(visit, tournament)
    if not visit.is_organiser:
        state.rounds = state.published
    rounds_with_results = {number for number, _place in state.results}
    context = {
        **event_context(visit, tournament),
        "drawn": bool(state.rounds),
        "badges": visit.is_organiser and bool(badge_holders(tournament)),
        "rounds": [
            {"number": round_.number, "ranked": round_.number in rounds_with_results}
            for round_ in state.published
        ],
        **(_fonts_missing(tournament) if visit.is_organiser and can_print() else {}),
    }
    return render(request, "sheets/tournament.html", context)


def _fonts_missing(tournament: Tournament) -> dict[str, UnwritableTexts]:
    """What an event’s sheets cannot write: `replaced` gives way to a number, `refused` keeps a sheet back."""
    texts = [tournament.name, *tournament.teams.values_list("name", flat=True)]
    names = [holder.name for holder in badge_holders(tournament)]
    return {"refused": texts_without_font(texts), "replaced": texts_without_font(names)}


def _code_of(request: ClubRequest, visit: ClubVisit, pk: int) -> Callable[[int], dict[str, str]]:
    tournament = find_tournament_or_404(visit, pk)
    return lambda number: qr_code_for_template(
        absolute_url(request, table_code_path(tournament, number)), _("Scan to keep the score here")
    )


def _printed(
    request: ClubRequest,
    visit: ClubVisit,
    pk: int,
    output: str,
    page: int,
    make: Callable[..., Sheet],
    heading: str,
) -> HttpResponse:
    tournament = find_tournament_or_404(visit, pk)
    state = state_for_visitor(visit, tournament)
    if not visit.is_organiser:
        state.rounds = state.published
    if not state.rounds:
        raise Http404("nothing is drawn")
    options, sheet = SheetOptions(request.GET), partial(make, state)
    back = reverse("tournaments:seating", args=[visit.club.slug, pk]), _("Seating")
    return sheet_answer(request, options, sheet, output, page, heading, back, tournament.name)
