"""The results of a night's round, typed from paper by whoever runs it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account

from ..desk import RowForm, Rows
from ..views.desk import desk_context, keep_typed
from .desk import NightDesk, keep_night_row
from .models import NightRound


@require_safe
@never_cache
@club_page(Role.SCORER)
def desk(request: ClubRequest, visit: ClubVisit, number: int, round_number: int) -> HttpResponse:
    """Every table, to type its result."""
    return _page(request, visit, _desk(visit, number, round_number))


@require_POST
@never_cache
@club_page(Role.SCORER, while_locked=True)
def row(request: ClubRequest, visit: ClubVisit, number: int, round_number: int, table: int) -> HttpResponse:
    """Save a row; htmx gets the row as it is now, a browser without script the page."""
    at = _desk(visit, number, round_number)
    drawn = next((one for one in at.tables if one.number == table), None)
    if drawn is None:
        raise Http404("no such table")

    def keep(form: RowForm, by: Account | None) -> None:
        keep_night_row(at, table, form, request.visitor.device(), by, directs=visit.is_organiser)

    form = Rows(at).form(drawn, request.POST)
    said_there = keep_typed(request, visit.club, form, keep)
    at = _desk(visit, number, round_number)
    status = 409 if said_there else 422 if form.errors else 200
    if request.htmx:
        drawn = next(one for one in at.tables if one.number == table)
        context = {**_context(visit, at), "row": Rows(at).row(drawn, form, **said_there)}
        return render(request, "leagues/_desk_answer.html", context, status=status)
    if status == 200:
        here = reverse("nights:desk", args=[visit.club.slug, number, round_number])
        return redirect(f"{here}#table-{table}")
    return _page(request, visit, at, status, table, form, **said_there)


def _desk(visit: ClubVisit, number: int, round_number: int) -> NightDesk:
    rounds = NightRound.objects.select_related("evening__club")
    return NightDesk(get_object_or_404(rounds, evening=number, evening__club=visit.club, number=round_number))


def _page(
    request: ClubRequest,
    visit: ClubVisit,
    at: NightDesk,
    status: int = 200,
    own: int | None = None,
    form: RowForm | None = None,
    **said_there: Any,
) -> HttpResponse:
    context = {**_context(visit, at), "rows": Rows(at).all(own, form, **said_there)}
    return show(request, visit, "leagues/night/desk.html", context, status=status)


def _context(visit: ClubVisit, at: NightDesk) -> dict[str, Any]:
    back = reverse("nights:seating", args=[visit.club.slug, at.evening.pk])
    context = desk_context(at, _("Every table has its result: go on"), back)
    return {**context, "evening": at.evening, "round": at.round, "club": visit.club, "visit": visit}
