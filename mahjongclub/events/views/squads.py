"""The teams of a tournament: whom each may have play, its captain, and the line-up of the next round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page, posted_by_organiser
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsInForm
from mahjongclub.clubs.time_zones import speak_time_of
from mahjongclub.rounds.teams.models import Team, captain_token, find_team_by_link
from mahjongclub.tables.views.new_table import known_names

from ..changes import changing
from ..lineups import (
    add_members,
    closes_at,
    name_lineup,
    next_to_name,
    places_of,
    squad,
)
from ..models import Tournament
from ..pages import about, shown, tournament_of
from ..stages.forms import LineupForm, LineupMomentForm, SquadForm
from ..state import TournamentState


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page()
def squads(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Every team with who plays the next round; organisers say until when captains name them."""
    tournament = tournament_of(visit, pk)
    form = LineupMomentForm(posted_by_organiser(request, visit), instance=tournament)
    if form.is_valid():
        Tournament.objects.filter(pk=pk).update(lineup_minutes=form.cleaned_data["lineup_minutes"])
        messages.success(request, _("Saved."))
        return redirect("tournaments:squads", visit.club.slug, pk)
    course = TournamentState(tournament)
    number = next_to_name(course) or tournament.round_count
    teams = tournament.teams.select_related("captain__merged_into")
    rows = [{**_row(course, one, number), "own": one.is_led_by(request.user.pk)} for one in teams]
    context = {**about(visit, tournament), "teams": rows, "number": number, "form": form}
    return render(request, "leagues/tournament_squads.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page()
def team(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Who plays which place from the next round on: by the team's captain, or by an organiser for them."""
    tournament = tournament_of(visit, pk)
    found = get_object_or_404(tournament.teams.select_related("captain"), number=number)
    if not visit.is_organiser and not found.is_led_by(request.user.pk):
        raise PermissionDenied("the captain and organisers")
    form, answer = _lineup(request, found, by_organiser=visit.is_organiser)
    if answer:
        return redirect("tournaments:squad", visit.club.slug, pk, number)
    context = {**about(visit, tournament), **_page(found, form)}
    if visit.is_organiser:
        people = squad(TournamentState(tournament), found)
        context |= {
            "squad_form": SquadForm(people, initial={"captain": found.captain_id or ""}),
            "known_names": known_names(request, visit.club),
            "link": _link(request, found),
        }
    return render(request, "leagues/tournament_squad.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def captain(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """More players for a team, its captain, a link for the captain's phone."""
    tournament = tournament_of(visit, pk)
    found = get_object_or_404(tournament.teams, number=number)
    course = TournamentState(tournament)
    people = squad(course, found)
    form = SquadForm(people, request.POST)
    if form.is_valid():
        with RefusalsInForm(form, "names"):
            if form.cleaned_data["names"]:
                add_members(found, form.cleaned_data["names"])
            chosen = next((one for one in people if str(one.pk) == form.cleaned_data["captain"]), None)
            with changing(tournament):
                voided = found.new_captain(chosen, link="link" in request.POST)
            messages.success(request, _("The team is saved."))
            if voided:
                messages.info(request, _("The link sent before opens nothing any more: send the new one."))
            return redirect("tournaments:squad", visit.club.slug, pk, number)
    context = {
        **about(visit, tournament),
        **_page(found, LineupForm(course, found, None)),
        "squad_form": form,
        "known_names": known_names(request, visit.club),
        "link": _link(request, found),
    }
    return render(request, "leagues/tournament_squad.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_link(request: ClubRequest, number: int, token: str) -> HttpResponse:
    """The captain's phone, by its secret link: the line-up of this team, and nothing else of the club."""
    found = find_team_by_link(number, token)
    if found is None:
        raise Http404("not this team's link")
    speak_time_of(found.tournament.club)
    form, answer = _lineup(request, found, by_organiser=False)
    if answer:
        return redirect("tournaments:by_link", number, token)
    context = _page(found, form)
    return render(request, "leagues/tournament_captain.html", context, status=422 if form.errors else 200)


def _lineup(request: ClubRequest, team: Team, *, by_organiser: bool) -> tuple[LineupForm, bool]:
    """The form of a line-up, and whether what was sent is kept."""
    course = TournamentState(team.tournament)
    form = LineupForm(course, team, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with RefusalsInForm(form):
            name_lineup(team, form.players, form.cleaned_data["round"], by_organiser=by_organiser)
            messages.success(request, _("The line-up is saved."))
            return form, True
    return form, False


def _page(team: Team, form: LineupForm) -> dict[str, Any]:
    number = form.round_number
    return {
        "tournament": team.tournament,
        "team": team,
        "form": form,
        "number": number,
        "until": closes_at(form.course, number) if number else None,
    }


def _link(request: ClubRequest, team: Team) -> str:
    if not team.captain_key:
        return ""
    return request.build_absolute_uri(reverse("tournaments:by_link", args=[team.number, captain_token(team)]))


def _row(course: TournamentState, team: Team, number: int) -> dict[str, Any]:
    return {
        "number": team.number,
        "name": team.name,
        "captain": shown(team.captain.person) if team.captain else "",
        "players": [shown(course.player(place.pk, number)) for place in places_of(course, team)],
        "more": len(squad(course, team)) - len(places_of(course, team)),
    }
