"""The teams of a tournament: whom each may have play, its captain, and the line-up of the next round."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    ClubVisit,
    club_page,
    organiser_post_data_or_403,
    posted_data,
)
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsInForm
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.rounds.lineups import LineupForm
from mahjongclub.rounds.teams.forms import TeamForm
from mahjongclub.rounds.teams.members import team_row
from mahjongclub.rounds.teams.models import Team, captain_token, find_team_by_link
from mahjongclub.rules.reading import whole_number

from ..lineups import (
    event_lineup_form,
    lineup_closes_at,
    next_lineup_round,
    save_lineup_from_round,
    save_squad_and_renew_link,
    squad_players,
    team_choices,
    team_places,
)
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404, name_or_blank
from ..stages.forms import LineupDeadlineForm
from ..state import TournamentState

LAYOUT = "leagues/_tournament_page.html"


@club_page(methods=FORM, fresh=True)
def list_squads_and_set_deadline(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Every team with who plays the next round; organisers say until when captains name them."""
    tournament = find_tournament_or_404(visit, pk)
    form = LineupDeadlineForm(organiser_post_data_or_403(request, visit), instance=tournament)
    if form.is_valid():
        Tournament.objects.filter(pk=pk).update(lineup_minutes=form.cleaned_data["lineup_minutes"])
        messages.success(request, _("Saved."))
        return redirect("tournaments:squads", visit.club.slug, pk)
    state = TournamentState(tournament)
    number = next_lineup_round(state) or tournament.round_count
    rows = []
    for team in tournament.teams.select_related("captain__merged_into"):
        places = team_places(state, team)
        row = team_row(team, [name_or_blank(state.player(place.pk, number)) for place in places])
        leads = visit.is_organiser or team.is_led_by(request.user.pk)
        page = reverse("tournaments:squad", args=[visit.club.slug, pk, team.number]) if leads else ""
        rows.append(replace(row, reserves=len(squad_players(state, team)) - len(places), page=page))
    context = {
        **event_context(visit, tournament),
        "layout": LAYOUT,
        "rows": rows,
        "number": number,
        "form": form,
    }
    return render(request, "leagues/teams.html", context, status=422 if form.errors else 200)


@club_page(methods=FORM, fresh=True)
def edit_event_lineup(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Who plays which place from the next round on: by the team's captain, or by an organiser for them."""
    team = get_object_or_404(find_tournament_or_404(visit, pk).teams.select_related("captain"), number=number)
    if not visit.is_organiser and not team.is_led_by(request.user.pk):
        raise PermissionDenied("the captain and organisers")
    state = TournamentState(team.tournament)
    lineup = _posted_lineup(request, state, team, by_organiser=visit.is_organiser)
    if lineup is None:
        return redirect("tournaments:squad", visit.club.slug, pk, number)
    form = TeamForm(team_choices(state, team), team=team) if visit.is_organiser else None
    return _team_page(request, visit, state, team, lineup, form)


@club_page(Role.ORGANISER, POST)
def edit_squad(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """More players for a team, its captain, a link for the captain's phone."""
    team = get_object_or_404(find_tournament_or_404(visit, pk).teams, number=number)
    state = TournamentState(team.tournament)
    form = TeamForm(team_choices(state, team), request.POST, team=team)
    if form.is_valid():
        with RefusalsInForm(form, "names"):
            voided = save_squad_and_renew_link(team, form, new_link="link" in request.POST)
            messages.success(request, _("The team is saved."))
            if voided:
                messages.info(request, _("The link sent before opens nothing any more: send the new one."))
            return redirect("tournaments:squad", visit.club.slug, pk, number)
    return _team_page(request, visit, state, team, event_lineup_form(state, team, None), form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_lineup_by_link(request: ClubRequest, number: int, token: str) -> HttpResponse:
    """The captain's phone, by its secret link: the line-up of this team, and nothing else of the club."""
    team = find_team_by_link(number, token)
    if team is None:
        raise Http404("not this team's link")
    activate_club_zone(team.tournament.club)
    state = TournamentState(team.tournament)
    lineup = _posted_lineup(request, state, team, by_organiser=False)
    if lineup is None:
        return redirect("tournaments:by_link", number, token)
    context = {"tournament": team.tournament, **_lineup_context(state, team, lineup)}
    return render(request, "leagues/tournament_captain.html", context, status=422 if lineup.errors else 200)


def _posted_lineup(
    request: ClubRequest, state: TournamentState, team: Team, *, by_organiser: bool
) -> LineupForm | None:
    """The form of a line-up; None where what was sent is kept."""
    form = event_lineup_form(state, team, posted_data(request))
    if form.is_valid():
        with RefusalsInForm(form):
            number = whole_number(request.POST.get("round", ""))
            save_lineup_from_round(team, form.players, number, by_organiser=by_organiser)
            messages.success(request, _("The line-up is saved."))
            return None
    return form


def _lineup_context(state: TournamentState, team: Team, lineup: LineupForm) -> dict[str, object]:
    number = next_lineup_round(state)
    until = lineup_closes_at(state, number) if number else None
    return {"team": team, "lineup": lineup, "number": number, "until": until}


def _team_page(
    request: ClubRequest,
    visit: ClubVisit,
    state: TournamentState,
    team: Team,
    lineup: LineupForm,
    form: TeamForm | None,
) -> HttpResponse:
    """The line-up, and for organisers the form of the team with the link for the captain's phone."""
    context = {
        **event_context(visit, state.tournament),
        **_lineup_context(state, team, lineup),
        "layout": LAYOUT,
        "form": form,
        "back": reverse("tournaments:squads", args=[visit.club.slug, state.tournament.pk]),
        "action": reverse("tournaments:captain", args=[visit.club.slug, state.tournament.pk, team.number]),
        "has_link": True,
    }
    if team.captain_key:
        path = reverse("tournaments:by_link", args=[team.number, captain_token(team)])
        context["link"] = request.build_absolute_uri(path)
    is_wrong = lineup.errors or (form is not None and form.errors)
    return render(request, "leagues/team_form.html", context, status=422 if is_wrong else 200)
