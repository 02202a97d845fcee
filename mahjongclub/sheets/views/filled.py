"""A session on paper as it was played: for who has a place at its table, and for who may look at its club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.access import visit as visit_table
from mahjongclub.tables.models import Session

from ..answers import answer
from ..filled.session import filled_sheet
from ..options import SheetOptions


def table_filled(request: ClubRequest, code: str, part: str, page: int = 1) -> HttpResponse:
    """The sheet of a table this device has a place at."""
    session = visit_table(request, code).session
    page_of = "end" if session.table.ended else "log"
    back = {
        "back_href": reverse(f"tables:{page_of}", args=[code]),
        "back_label": _("Back to the table"),
    }
    return _printed(request, session, part, page, back)


@club_page()
def club_filled(request: ClubRequest, visit: ClubVisit, code: str, part: str, page: int = 1) -> HttpResponse:
    """The sheet of a game of the club, for who may look at the game."""
    session = get_object_or_404(visit.club.sessions.select_related("evening", "club", "clock"), code=code)
    back = {
        "back_href": reverse("tables:club_game", args=[visit.club.slug, code]),
        "back_label": visit.club.name,
    }
    return _printed(request, session, part, page, back)


def _printed(
    request: ClubRequest, session: Session, part: str, page: int, back: Mapping[str, Any]
) -> HttpResponse:
    return answer(
        request,
        SheetOptions(request.GET),
        lambda chosen: filled_sheet(session, **chosen),
        part,
        page,
        {"heading": _("The game on paper"), **back},
    )
