"""The games of a club: all of them, and one seen by somebody who has no place at its table."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest

from ..access import let_in
from ..club_games import game_row, game_rows
from ..models import Access, Session

GAMES_A_PAGE = 30


@require_safe
@club_page()
def games(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every game of the club, the newest first."""
    pages = Paginator(visit.club.sessions.order_by("-created_at", "-pk"), GAMES_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = game_rows(page.object_list)  # type: ignore[arg-type]
    return render(
        request, "tables/club_games.html", {"visit": visit, "club": visit.club, "page": page, "rows": rows}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def game(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """One game as it stands; from here to its table, to look on or, for organisers, to keep the score too."""
    session = get_object_or_404(visit.club.sessions.select_related("evening"), code=code)
    access = _own_access(request, session)
    if request.method == "POST":
        role = Access.Role.SCORER if "score" in request.POST else Access.Role.VIEWER
        if role == Access.Role.SCORER and not visit.is_organiser:
            raise PermissionDenied("organisers only")
        let_in(request, session, role)
        return redirect("tables:table", code)
    context = {
        "visit": visit,
        "club": visit.club,
        "row": game_row(session),
        "session": session,
        "access": access,
        "may_score_too": visit.is_organiser and (access is None or not access.may_score),
    }
    return render(request, "tables/club_game.html", context)


def _own_access(request: ClubRequest, session: Session) -> Access | None:
    device_id = request.visitor.device_id
    return session.accesses.filter(device_id=device_id).first() if device_id is not None else None
