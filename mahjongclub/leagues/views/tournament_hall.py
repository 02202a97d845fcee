"""The tables of a running round and the desk: the referee is called, a table gets more time."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.clock_changes import answer_call, give_extra_time
from mahjongclub.tables.notify import wall_stamp, wall_stream

from ..tournament_hall import ExtraTimeForm, calls_of, more_time
from ..tournament_model import DrawnTable, Tournament
from ..tournament_pages import about, round_of, tournament_of


@require_safe
@never_cache
@club_page(Role.SCORER)
def calls(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who waits for the referee; htmx gets the list alone, or 204 where it shows that already."""
    tournament = tournament_of(visit, pk)
    context = {**about(visit, tournament), **calls_shown(visit, tournament)}
    if request.htmx:
        if request.GET.get("seen") == context["calls_seen"]:
            return HttpResponse(status=204)
        return render(request, "leagues/_calls.html", context)
    return render(request, "leagues/tournament_calls.html", context)


@require_POST
@club_page(Role.SCORER)
def answer(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Somebody goes to the table."""
    tournament = tournament_of(visit, pk)
    drawn = get_object_or_404(
        DrawnTable, round__tournament=tournament, round__number=number, number=table, session__isnull=False
    )
    if drawn.session is None or drawn.session.extra_minutes is None:
        raise Http404("such a table has no referee")
    answer_call(drawn.session.pk, request.visitor.device())
    if request.htmx:
        context = {**about(visit, tournament), **calls_shown(visit, tournament)}
        return render(request, "leagues/_calls.html", context)
    return redirect("tournaments:calls", visit.club.slug, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def extra_time(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Minutes for one table: its phones show them, and so does the wall."""
    course, found = round_of(visit, pk, number)
    form = ExtraTimeForm(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        table, minutes = form.cleaned_data["table"], form.cleaned_data["minutes"]
        give_extra_time(form.playing[table].pk, request.visitor.device(), minutes)
        told = ngettext(
            "Table %(table)s plays %(minutes)s minute longer.",
            "Table %(table)s plays %(minutes)s minutes longer.",
            minutes,
        )
        messages.success(request, told % {"table": table, "minutes": minutes})
        return redirect("tournaments:extra_time", visit.club.slug, pk, number)
    context: dict[str, Any] = {
        **about(visit, course.tournament),
        "round": found,
        "form": form,
        "given": more_time(found),
        "playing": sorted(form.playing),
    }
    return render(request, "leagues/tournament_extra_time.html", context, status=422 if form.errors else 200)


def calls_shown(visit: ClubVisit, tournament: Tournament) -> dict[str, Any]:
    """The context of templates/leagues/_calls.html, nothing for who may not answer."""
    if not visit.may_score:
        return {}
    waiting = calls_of(tournament)
    return {
        "calls": waiting,
        "calls_seen": "-".join(f"{one['round']}.{one['table']}.{one['minutes']}" for one in waiting),
        "calls_stamp": wall_stamp(),
        "calls_stream": wall_stream(visit.club),
    }
