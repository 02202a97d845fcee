"""Posters with a code: of a club, of an evening, of a table. Who may look at it may print its way there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.nights.pages import club_check_in_path
from mahjongclub.tables.access import visit_table as visit_table
from mahjongclub.tables.models import Access
from mahjongclub.tables.views.share import access_link

from ..answers import png_answer, sheet_answer
from ..blank.filling import seat_headings
from ..options import SheetOptions
from ..poster import poster_sheet
from ..sheet import Sheet, printable_text


@club_page()
def print_club_poster(request: ClubRequest, visit: ClubVisit, output: str, page: int = 1) -> HttpResponse:
    """The way to a club's page."""
    path = reverse("tables:club", args=[visit.club.slug])

    def make(**how: Any) -> Sheet:
        words = _("Scan for evenings and results")
        return poster_sheet(absolute_url(request, path), words, title=visit.club.name, lines=[], **how)

    return _printed(request, make, output, page, path, visit.club.name)


@club_page(Role.SCORER)
def print_check_in_poster(request: ClubRequest, visit: ClubVisit, output: str, page: int = 1) -> HttpResponse:
    """The code that hangs in the club's room: by it phones check in, every evening."""
    club = visit.club

    def make(**how: Any) -> Sheet:
        lines = [_("Your phone then tells you where to sit.")]
        words = _("Scan to say that you are here")
        return poster_sheet(
            absolute_url(request, club_check_in_path(club)), words, title=club.name, lines=lines, **how
        )

    return _printed(request, make, output, page, reverse("tables:club", args=[club.slug]), club.name)


@require_safe
@club_page()
def draw_club_title(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The picture that a chat shows above a link to the club: its name, and when it plays next."""
    club = visit.club
    coming = club.evenings.filter(date__gte=tonight(club)).order_by("date", "pk").first()
    line = _("Evenings, results and standings")
    if coming is not None:
        line = _("Next evening: %(day)s") % {"day": date_format(coming.date)}
    sheet = Sheet(
        template="title",
        title=club.name,
        language=get_language(),
        paper="a4",
        file_name=slugify(club.name) or club.slug,
        data={
            "name": printable_text(club.name, stand_in=_("Club no. %(number)s") % {"number": club.pk}),
            "line": line,
        },
    )
    return png_answer(request, sheet)


@club_page()
def print_evening_poster(
    request: ClubRequest, visit: ClubVisit, number: int, output: str, page: int = 1
) -> HttpResponse:
    """The way to an evening's page."""
    club_evening = get_object_or_404(visit.club.evenings, pk=number)
    path = reverse("tables:evening", args=[visit.club.slug, number])

    def make(**how: Any) -> Sheet:
        day = date_format(club_evening.date)
        lines = [visit.club.name, day if club_evening.name else "", club_evening.hours, club_evening.place]
        words = _("Scan for tables and results")
        return poster_sheet(
            absolute_url(request, path), words, title=club_evening.name or day, lines=lines, **how
        )

    return _printed(request, make, output, page, path, _("Evening"))


def print_table_poster(request: ClubRequest, code: str, output: str, page: int = 1) -> HttpResponse:
    """The way to look on at a table; a code that keeps the score is on its score sheet."""
    session = visit_table(request, code).session
    link = access_link(request, session, Access.Role.VIEWER)
    han = find_game(session.variant).paper.han

    def make(**how: Any) -> Sheet:
        seats = session.seats.select_related("player").order_by("number")
        names = [
            (place, printable_text(seat.player.shown_name, han=han, stand_in=pseudonym(seat.player_id)))
            for place, seat in zip(seat_headings(session.game), seats, strict=True)
        ]
        title = said(session.game.name)
        return poster_sheet(link, _("Scan to watch"), title=title, lines=[], names=names, han=han, **how)

    return _printed(request, make, output, page, reverse("tables:table", args=[code]), _("Back to the table"))


def _printed(
    request: ClubRequest, make: Callable[..., Sheet], output: str, page: int, path: str, label: str
) -> HttpResponse:
    heading = _("Poster with a QR code")
    return sheet_answer(request, SheetOptions(request.GET), make, output, page, heading, (path, label))
