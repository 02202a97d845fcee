"""A tournament's seating on paper, and the numbers of its tables. Published rounds; organisers, all drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.leagues.tournament_pages import tournament_of
from mahjongclub.leagues.tournament_state import TournamentState

from ..answers import answer
from ..options import SheetOptions
from ..sheet import Sheet
from ..tournament import seating_cards, seating_list, table_numbers


@club_page()
def cards(request: ClubRequest, visit: ClubVisit, pk: int, part: str, page: int = 1) -> HttpResponse:
    """A card for each player."""
    return _printed(request, visit, pk, part, page, seating_cards, _("Seating cards"))


@club_page()
def seating(request: ClubRequest, visit: ClubVisit, pk: int, part: str, page: int = 1) -> HttpResponse:
    """The list to hang up."""
    return _printed(request, visit, pk, part, page, seating_list, _("Seating"))


@club_page()
def numbers(request: ClubRequest, visit: ClubVisit, pk: int, part: str, page: int = 1) -> HttpResponse:
    """A number for each table."""
    return _printed(request, visit, pk, part, page, table_numbers, _("Table numbers"))


def _printed(
    request: ClubRequest,
    visit: ClubVisit,
    pk: int,
    part: str,
    page: int,
    make: Callable[..., Sheet],
    heading: str,
) -> HttpResponse:
    tournament = tournament_of(visit, pk)
    course = TournamentState(tournament)
    if not visit.is_organiser:
        course.rounds = course.published
    if not course.rounds:
        raise Http404("nothing is drawn")
    options, sheet = SheetOptions(request.GET), partial(make, course)
    back = reverse("tournaments:seating", args=[visit.club.slug, pk]), _("Seating")
    return answer(request, options, sheet, part, page, heading, back, tournament.name)
