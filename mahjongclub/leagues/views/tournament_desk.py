"""The results of a round, typed from paper: a row a table, each saved by itself."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.room import why_not

from ..tournament_changes import Refused
from ..tournament_desk import Desk, Overtaken, RowForm, keep_row
from ..tournament_pages import about, round_of, tournament_of
from .tournament_hall import calls_shown


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def desk(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Every table of the round, to type its result."""
    course, found = round_of(visit, pk, number)
    return _page(request, visit, Desk(course, found))


@require_POST
@never_cache
@club_page(Role.ORGANISER, while_locked=True)
def row(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Save a row; htmx gets the row as it is now, a browser without script the page.

    Where the club is locked nothing is saved and the row says so, with what was typed: other rows being
    typed stay too.
    """
    tournament = tournament_of(visit, pk)
    form = RowForm(tournament, request.POST, prefix=f"t{table}")
    at: Desk | None = None
    said_there: dict[str, Any] = {}
    if form.is_valid() and (why := why_not(visit.club)):
        kept = _("What you typed stays here: save it again then.")
        form.add_error(None, f"{why} {kept}")
    elif form.is_valid():
        by = request.user if isinstance(request.user, Account) else None
        try:
            at = keep_row(tournament, number, table, form, request.visitor.device(), by)
        except Refused as refused:
            form.add_error(None, str(refused))
        except Overtaken:
            said_there["overtaken"] = True
    at = at or Desk(*round_of(visit, pk, number))
    drawn = next((one for one in at.tables if one.number == table), None)
    if drawn is None:
        raise Http404("no such table")
    status = 409 if said_there else 422 if form.errors else 200
    if request.htmx:
        context = {**_context(visit, at), "row": at.row(drawn, form, **said_there)}
        return render(request, "leagues/_desk_answer.html", context, status=status)
    if status == 200:
        here = reverse("tournaments:desk", args=[visit.club.slug, pk, number])
        return redirect(f"{here}#table-{table}")
    return _page(request, visit, at, status, table, form, **said_there)


def _page(
    request: ClubRequest,
    visit: ClubVisit,
    at: Desk,
    status: int = 200,
    own: int | None = None,
    form: RowForm | None = None,
    **said_there: Any,
) -> HttpResponse:
    context = {
        **_context(visit, at),
        **calls_shown(visit, at.tournament),
        "rows": at.rows(own, form, **said_there),
    }
    return render(request, "leagues/tournament_desk.html", context, status=status)


def _context(visit: ClubVisit, at: Desk) -> dict[str, Any]:
    form = RowForm(at.tournament)
    return {
        **about(visit, at.tournament),
        "round": at.round,
        "expected": form.expected,
        "has_sticks": "sticks" in form.fields,
        "finished": at.course.finished(at.round),
        "over": at.course.is_over(at.round),
        "table_count": len(at.tables),
    }
