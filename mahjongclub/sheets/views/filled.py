"""A session on paper as it was played: for who has a place at its table, and for who may look at its club.

Its ranking as a picture too.
"""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.access import visit_table as visit_table
from mahjongclub.tables.models import Session
from mahjongclub.tables.visibility import viewer_of

from ..answers import png_answer, sheet_answer
from ..filled.session import ranking_picture, session_sheet
from ..options import SheetOptions


def print_table_game(request: ClubRequest, code: str, output: str, page: int = 1) -> HttpResponse:
    """The sheet of a table this device has a place at."""
    session = visit_table(request, code).session
    page_of = "end" if session.table.ended else "log"
    back = reverse(f"tables:{page_of}", args=[code]), _("Back to the table")
    return _printed(request, session, output, page, back)


@require_safe
def draw_table_ranking(request: ClubRequest, code: str) -> HttpResponse:
    """The ranking as PNG, drawn again where anything on it has changed; 404 before the end."""
    session = visit_table(request, code).session
    if not session.table.ended:
        raise Http404("still being played")
    return png_answer(request, ranking_picture(session, language=get_language()))


@require_safe
@club_page()
def draw_club_game_ranking(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """The same of a game of the club, for who may look at the game."""
    session = get_object_or_404(visit.club.sessions.select_related("evening"), code=code)
    viewer_of(request, visit).check_may_see_result(session)
    if not session.table.ended:
        raise Http404("still being played")
    return png_answer(request, ranking_picture(session, language=get_language()))


@club_page()
def print_club_game(
    request: ClubRequest, visit: ClubVisit, code: str, output: str, page: int = 1
) -> HttpResponse:
    """The sheet of a game of the club, for who may look at the game."""
    session = get_object_or_404(visit.club.sessions.select_related("evening", "club", "clock"), code=code)
    viewer_of(request, visit).check_may_see_result(session)
    back = reverse("tables:club_game", args=[visit.club.slug, code]), visit.club.name
    return _printed(request, session, output, page, back)


def _printed(
    request: ClubRequest, session: Session, output: str, page: int, back: tuple[str, str]
) -> HttpResponse:
    make = partial(session_sheet, session)
    return sheet_answer(request, SheetOptions(request.GET), make, output, page, _("The game on paper"), back)
