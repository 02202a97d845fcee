"""An evening of a club: its tables, its results, its common clock."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Evening

from ..clock_form import EveningClockForm
from ..club_games import game_rows
from ..evening_clock import (
    evening_clock_of,
    pause_evening_clock,
    resume_evening_clock,
    set_evening_clock,
    start_evening_clock,
)
from ..wall_clock import wall_clock

USUAL: dict[str, Any] = {"minutes": 90, "alarms": [80], "hides": False}
TURNS = {"start": start_evening_clock, "pause": pause_evening_clock, "resume": resume_evening_clock}


@require_safe
@never_cache
@club_page()
def evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """What is played, what has been, and what organisers may do about it."""
    found = _evening(visit, number)
    sessions = found.sessions.order_by("created_at")
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": found,
        "playing": game_rows(sessions.filter(ended_at=None)),
        "played": game_rows(sessions.exclude(ended_at=None)),
        "clock": wall_clock(evening_clock_of(found)),
    }
    return render(request, "tables/evening.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def clock(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Give the evening its clock, change it before it starts, take it off."""
    found = _evening(visit, number)
    kept = evening_clock_of(found)
    form = EveningClockForm(initial=_initial(kept))
    errors: list[str] = []
    if request.method == "POST" and "remove" in request.POST:
        set_evening_clock(found, None)
        return redirect("tables:evening", visit.club.slug, number)
    if request.method == "POST":
        form = EveningClockForm(request.POST)
        if form.is_valid():
            if set_evening_clock(found, form.cleaned_data):
                return redirect("tables:evening", visit.club.slug, number)
            errors = [_("The clock has started: take it off to set another.")]
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": found,
        "form": form,
        "clock": wall_clock(kept),
        "errors": errors,
    }
    status = 422 if errors or form.errors else 200
    return render(request, "tables/evening_clock.html", context, status=status)


@require_POST
@club_page(Role.ORGANISER)
def turn_clock(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Start, pause or go on, as the form's button says. What the clock does already changes nothing."""
    found = _evening(visit, number)
    turn = TURNS.get(request.POST.get("turn", ""))
    if turn is not None:
        turn(found)
    return redirect("tables:evening", visit.club.slug, number)


def _evening(visit: ClubVisit, number: int) -> Evening:
    return get_object_or_404(visit.club.evenings.select_related("clock"), pk=number)


def _initial(kept: Any) -> dict[str, Any]:
    values = {name: getattr(kept, name) for name in USUAL} if kept is not None else dict(USUAL)
    return {**values, "alarms": ", ".join(map(str, values["alarms"]))}
