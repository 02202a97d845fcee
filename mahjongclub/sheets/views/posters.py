"""Posters with a code: of a club, of an evening, of a table. Who may look at it may print its way there."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.tables.access import visit as visit_table
from mahjongclub.tables.models import Access
from mahjongclub.tables.views.share import link_for
from mahjongclub.tables.wording import said

from ..answers import answer
from ..blank.filling import places_of
from ..codes import absolute
from ..fonts import HAN_BY_VARIANT
from ..options import SheetOptions
from ..poster import poster
from ..sheet import Sheet, written


@club_page()
def club(request: ClubRequest, visit: ClubVisit, part: str, page: int = 1) -> HttpResponse:
    """The way to a club's page."""
    link = absolute(request, reverse("tables:club", args=[visit.club.slug]))

    def make(chosen: dict[str, Any]) -> Sheet:
        return poster(link, _("Scan for evenings and results"), title=visit.club.name, lines=[], **chosen)

    context = _about(reverse("tables:club", args=[visit.club.slug]), visit.club.name)
    return answer(request, SheetOptions(request.GET), make, part, page, context)


@club_page()
def evening(request: ClubRequest, visit: ClubVisit, number: int, part: str, page: int = 1) -> HttpResponse:
    """The way to an evening's page."""
    found = get_object_or_404(visit.club.evenings, pk=number)
    path = reverse("tables:evening", args=[visit.club.slug, number])

    def make(chosen: dict[str, Any]) -> Sheet:
        day = date_format(found.date)
        lines = [visit.club.name, day if found.name else "", found.place]
        words = _("Scan for tables and results")
        return poster(absolute(request, path), words, title=found.name or day, lines=lines, **chosen)

    return answer(request, SheetOptions(request.GET), make, part, page, _about(path, _("Evening")))


def table(request: ClubRequest, code: str, part: str, page: int = 1) -> HttpResponse:
    """The way to look on at a table; a code that keeps the score is on its score sheet."""
    session = visit_table(request, code).session
    link = link_for(request, session, Access.Role.VIEWER)
    han = HAN_BY_VARIANT[session.variant]

    def make(chosen: dict[str, Any]) -> Sheet:
        seats = session.seats.select_related("player").order_by("number")
        return poster(
            link,
            _("Scan to look on"),
            title=said(session.game.name),
            lines=[],
            names=[
                (place, written(seat.player.shown_name, han=han, stand_in=pseudonym(seat.player_id)))
                for place, seat in zip(places_of(session.game), seats, strict=True)
            ],
            han=han,
            **chosen,
        )

    context = _about(reverse("tables:table", args=[code]), _("Back to the table"))
    return answer(request, SheetOptions(request.GET), make, part, page, context)


def _about(back: str, label: str) -> dict[str, str]:
    return {"heading": _("Poster with a QR code"), "back_href": back, "back_label": label}
