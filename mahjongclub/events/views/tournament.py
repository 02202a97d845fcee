"""One tournament: where it stands, its ranking, and the steps an organiser takes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsAsMessages, Refused

from ..changes import (
    draw_rounds,
    finalise_ranking,
    publish_drawn_rounds,
    reopen_event,
    republish_final_ranking,
)
from ..federation.details import federation_game_name, tournament_weight
from ..models import Tournament
from ..pages import (
    event_context,
    find_tournament_or_404,
    next_step_key,
    ranking_context,
    schedule_rows,
    seating_quality,
    shown_ranking_lines,
    stage_rows,
    state_for_visitor,
)
from ..prizes import LONGEST, read_prizes, share_prizes, table_winners_by_round
from ..state import TournamentState
from .hall import referee_call_context


@club_page(methods=READ, fresh=True)
def show_tournament(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The next step, the rounds, the ranking; htmx asks for the ranking alone."""
    tournament_ = find_tournament_or_404(visit, pk)
    state = state_for_visitor(visit, tournament_)
    context = {**event_context(visit, tournament_), **ranking_context(state)}
    if request.htmx:
        return render(request, "leagues/_tournament_ranking.html", context)
    context |= (
        referee_call_context(visit, tournament_) if tournament_.state == Tournament.State.RUNNING else {}
    )
    context |= {
        "step": next_step_key(state) if visit.is_organiser else "",
        "current": state.current,
        "next_number": len(state.published) + 1,
        "next_stage": state.stage_of(len(state.published) + 1),
        "stages": stage_rows(state),
        "schedule": schedule_rows(state),
        "any_team": any(place.team_id for place in state.places),
        "places": sum(not place.steward for place in state.places),
        "rounds": [
            {
                "number": round_.number,
                "finished": state.finished_table_count(round_),
                "tables": len(round_.tables.all()),
                "opened": round_.opened_at is not None,
                "over": state.is_over(round_),
            }
            for round_ in state.published
        ],
        "quality": seating_quality(state),
        "entered": tournament_.entrants.exclude(status="out").count(),
        "federation": bool(federation_game_name(tournament_)),
        "mers": tournament_weight(state)
        if tournament_.country and federation_game_name(tournament_)
        else None,
    }
    return render(request, "leagues/tournament.html", context)


@club_page(Role.ORGANISER, POST)
def draw_seating(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Draw the seating or the next round, to be looked at before it is published."""
    return _step(request, visit, pk, draw_rounds, "tournaments:seating")


@club_page(Role.ORGANISER, POST)
def publish_seating(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Let everybody see what has been drawn."""
    return _step(request, visit, pk, publish_drawn_rounds, done=_("The seating is published."))


@club_page(Role.ORGANISER, FORM, fresh=True)
def publish_final_ranking(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Look at the ranking once more, then publish it as final."""
    if request.method == "POST":
        take = republish_final_ranking if "again" in request.POST else finalise_ranking
        done = _("The final ranking is published.")
        if find_tournament_or_404(visit, pk).holds_results:
            done = _("The ranking is final. Others see it once the results are shown.")
        return _step(request, visit, pk, take, done=done)
    tournament_ = find_tournament_or_404(visit, pk)
    state = TournamentState(tournament_)
    typed, prizes, fault = request.GET.get("prizes", ""), [], ""
    try:
        prizes = share_prizes(shown_ranking_lines(state), read_prizes(typed))
    except Refused as refused:
        fault = str(refused)
    context: dict[str, object] = {
        **event_context(visit, tournament_),
        **ranking_context(state),
        # its ranking asks there for itself, while the tournament runs
        "path": reverse("tournaments:tournament", args=[visit.club.slug, pk]),
        "typed": typed[:LONGEST],
        "prizes": prizes,
        "fault": fault,
        "winners": table_winners_by_round(state),
        "missing": state.tables_without_result(),
        "to_confirm": state.corrections_to_confirm(),
        "not_played": range(len(state.published) + 1, tournament_.round_count + 1),
    }
    return render(request, "leagues/tournament_finish.html", context, status=422 if fault else 200)


@club_page(Role.ORGANISER, POST)
def reopen_ranking(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The ranking was not final after all."""
    return _step(request, visit, pk, reopen_event, done=_("The tournament is open again."))


def _step(
    request: ClubRequest,
    visit: ClubVisit,
    pk: int,
    take: Callable[[Tournament], None],
    page: str = "tournaments:tournament",
    done: str = "",
) -> HttpResponse:
    """Take a step; why it cannot be taken is said on the tournament's page."""
    with RefusalsAsMessages(request):
        take(find_tournament_or_404(visit, pk))
        if done:
            messages.success(request, done)
        return redirect(page, visit.club.slug, pk)
    return redirect("tournaments:tournament", visit.club.slug, pk)
