"""The teams of a season."""

from __future__ import annotations

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import same_name

from ..forms import TeamForm
from ..season_model import Season, Team, TeamMember
from ..season_page import names_of
from .filters import posted_by_organiser, season_of
from .standings import about


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def teams(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who plays for whom; an organiser makes a team."""
    season = season_of(visit, pk)
    form = TeamForm(season, posted_by_organiser(request, visit))
    if form.is_valid() and _made(season, form):
        messages.success(request, _("The team is made."))
        return redirect("leagues:teams", visit.club.slug, pk)
    members = list(TeamMember.objects.filter(season=season).order_by("pk"))
    names = names_of(member.player_id for member in members)
    context = {
        **about(visit, season),
        "form": form,
        "rows": [
            {"team": team, "players": [names[one.player_id] for one in members if one.team_id == team.pk]}
            for team in season.teams.all()
        ],
    }
    return render(request, "leagues/teams.html", context, status=422 if form.errors else 200)


def _made(season: Season, form: TeamForm) -> bool:
    """The team with its players; False with the error at its field."""
    name = form.cleaned_data["name"]
    if any(same_name(other.name, name) for other in season.teams.all()):
        form.add_error("name", _("This season has a team of that name."))
        return False
    try:
        with transaction.atomic():
            team = Team.objects.create(season=season, name=name)
            TeamMember.objects.bulk_create(
                TeamMember(season=season, team=team, player=player) for player in form.cleaned_data["players"]
            )
    except IntegrityError:  # another phone made it, or gave one of these a team, in this moment
        form.add_error("name", _("The teams changed in this moment: please send it again."))
        return False
    return True


@require_POST
@club_page(Role.ORGANISER)
def delete(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The team goes; its players keep their points."""
    get_object_or_404(Team, pk=number, season=season_of(visit, pk)).delete()
    messages.success(request, _("The team is gone; its players keep their points."))
    return redirect("leagues:teams", visit.club.slug, pk)
