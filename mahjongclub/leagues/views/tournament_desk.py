"""The results of an event's round, typed from paper: a row a table, each saved by itself."""

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

from ..desk import RowForm, Rows
from ..tournament_desk import EventDesk, keep_row
from ..tournament_pages import about, round_of, tournament_of
from .desk import desk_context, keep_typed
from .tournament_hall import calls_shown


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def desk(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Every table of the round, to type its result."""
    return _page(request, visit, EventDesk(*round_of(visit, pk, number)))


@require_POST
@never_cache
@club_page(Role.ORGANISER, while_locked=True)
def row(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Save a row; htmx gets the row as it is now, a browser without script the page."""
    event = tournament_of(visit, pk)
    rules = event.frozen_preset.rules
    form = RowForm(event.game, rules, request.POST, penalties=True, prefix=f"t{table}")
    after: list[EventDesk | None] = []  # the event is read once

    def keep(form: RowForm, by: Account | None) -> None:
        after.append(keep_row(event, number, table, form, request.visitor.device(), by))

    said_there = keep_typed(request, visit.club, form, keep)
    at = (after[0] if after else None) or EventDesk(*round_of(visit, pk, number))
    drawn = next((one for one in at.tables if one.number == table), None)
    if drawn is None:
        raise Http404("no such table")
    status = 409 if said_there else 422 if form.errors else 200
    if request.htmx:
        context = {**_context(visit, at), "row": Rows(at).row(drawn, form, **said_there)}
        return render(request, "leagues/_desk_answer.html", context, status=status)
    if status == 200:
        here = reverse("tournaments:desk", args=[visit.club.slug, pk, number])
        return redirect(f"{here}#table-{table}")
    return _page(request, visit, at, status, table, form, **said_there)


def _page(
    request: ClubRequest,
    visit: ClubVisit,
    at: EventDesk,
    status: int = 200,
    own: int | None = None,
    form: RowForm | None = None,
    **said_there: Any,
) -> HttpResponse:
    context = {
        **_context(visit, at),
        **calls_shown(visit, at.tournament),
        "rows": Rows(at).all(own, form, **said_there),
    }
    return render(request, "leagues/tournament_desk.html", context, status=status)


def _context(visit: ClubVisit, at: EventDesk) -> dict[str, Any]:
    event, number = at.tournament, at.round.number
    over = at.course.is_over(at.round)
    done = _("Every table has its result: go on") if over and not event.is_final else ""
    return {
        **about(visit, event),
        **desk_context(at, done, reverse("tournaments:round", args=[visit.club.slug, event.pk, number])),
        "round": at.round,
        "over": over,
    }
