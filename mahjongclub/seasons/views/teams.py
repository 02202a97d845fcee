"""The teams of a season."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.contrib import messages
from django.db import IntegrityError
from django.db.models import RestrictedError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    READ,
    ClubVisit,
    club_page,
    organiser_post_data_or_403,
    posted_data,
)
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import alphabetical_key, is_same_but_for_case
from mahjongclub.clubs.refusal import RefusalsInForm, Refused
from mahjongclub.clubs.typed_names import find_or_create_players as players_typed
from mahjongclub.figures.wording import place_in_words, tie_break_words
from mahjongclub.pairing.standings import StandingsRow, left_out_values
from mahjongclub.rounds.changing import lock_or_create_competition
from mahjongclub.rounds.penalties.models import penalty_row
from mahjongclub.rounds.teams.forms import TeamChoices, TeamForm
from mahjongclub.rounds.teams.members import save_team_members, team_row, teams_by_player
from mahjongclub.rounds.teams.models import Team, create_team

from ..forms import season_players
from ..match_pages import limits_passed_in_words, matches_played, team_games
from ..models import Season
from ..pages import empty_sums, player_names, player_sums, standings_rows, team_sums
from ..wording import game_points_formatter, season_points
from .filters import find_season_or_404
from .phases import carried_into_row
from .standings import season_context

LAYOUT = "leagues/_season_page.html"


@club_page(methods=FORM)
def edit_teams(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who plays for whom; an organiser makes a team."""
    season = find_season_or_404(visit, pk)
    form = TeamForm(_choices(season), organiser_post_data_or_403(request, visit))
    if form.is_valid():
        with RefusalsInForm(form):
            _save_team(season, form)
            messages.success(request, _("The team is created."))
            return redirect("leagues:teams", visit.club.slug, pk)
    members = list(season.team_members.order_by("pk"))
    names = player_names(member.player_id for member in members)
    rows = [
        replace(
            team_row(
                team,
                list(
                    dict.fromkeys(names[member.player_id] for member in members if member.team_id == team.pk)
                ),
            ),
            edit=reverse("leagues:edit_team", args=[visit.club.slug, pk, team.number]),
        )
        for team in season.teams.select_related("captain__merged_into")
    ]
    context = {**season_context(visit, season), "layout": LAYOUT, "form": form, "rows": rows}
    return render(request, "leagues/teams.html", context, status=422 if form.errors else 200)


def _choices(season: Season, team: Team | None = None) -> TeamChoices:
    """Whom a team of a season may have: whoever is in no other."""
    everybody = season_players(season)
    elsewhere = teams_by_player(season.team_members.exclude(team=team).select_related("player", "team"))
    free = [player for player in everybody if player.pk not in elsewhere]
    captains = everybody if season.is_for_teams else None
    help_text = _("Anyone who is not on the roster yet is added to it.")
    return TeamChoices(season.league.club, free, captains, names_help=help_text)


def _save_team(season: Season, form: TeamForm, team: Team | None = None) -> None:
    """Store a team with its players, new or changed. Raises Refused."""
    data, club = form.cleaned_data, season.league.club
    others = season.teams.exclude(pk=team.pk) if team is not None else season.teams
    if any(is_same_but_for_case(other.name, data["name"]) for other in others):
        raise Refused(_("This season has a team of that name."), field="name")
    try:
        with lock_or_create_competition(club, season=season) as competition:
            players = [*data["players"], *players_typed(club, form.typed)]
            if team is not None and (gone := _has_played(team, players)):
                text = _("Players named for a match cannot leave the team: %(names)s.")
                raise Refused(text % {"names": gone}, field="players")
            team = team or create_team(competition, data["name"])
            team.name = data["name"]
            team.save(update_fields=["name"])
            team.save_captain(data.get("captain"), new_link=False)
            elsewhere = season.team_members.exclude(team=team).select_related("player", "team")
            save_team_members(team, players, teams_by_player(elsewhere))
    except IntegrityError as error:  # another phone made one of that name in this moment
        raise Refused(
            _("The teams have just been changed: please send the form again."), field="name"
        ) from error


def _has_played(team: Team, players: Iterable[Player]) -> str:
    """Who of a team was named for a match and is not among these, in words."""
    named = Player.objects.filter(round_seats__team=team).exclude(pk__in=[player.pk for player in players])
    return ", ".join(sorted({player.shown_name for player in named}, key=alphabetical_key))


@club_page(Role.ORGANISER, FORM)
def edit_team(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Another name, other players, another captain."""
    season = find_season_or_404(visit, pk)
    team = get_object_or_404(season.teams, number=number)
    form = TeamForm(_choices(season, team), posted_data(request), team=team)
    if form.is_valid():
        with RefusalsInForm(form):
            _save_team(season, form, team)
            messages.success(request, _("The team is changed."))
            return redirect("leagues:teams", visit.club.slug, pk)
    back = reverse("leagues:teams", args=[visit.club.slug, pk])
    has_matches = team.round_seats.exists()
    context = {
        **season_context(visit, season),
        "layout": LAYOUT,
        "team": team,
        "form": form,
        "back": back,
        "delete": "" if has_matches else reverse("leagues:delete_team", args=[visit.club.slug, pk, number]),
    }
    return render(request, "leagues/team_form.html", context, status=422 if form.errors else 200)


@club_page(methods=READ)
def show_team(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Why a team has these points: what each of its players brought, what was carried, game by game."""
    season = find_season_or_404(visit, pk)
    team_ = get_object_or_404(season.teams.select_related("captain__merged_into"), number=number)
    row = next(
        row for row in standings_rows(season, team_sums(season), teams=True) if row.sums.key == team_.pk
    )
    members = list(
        dict.fromkeys(member.player.person_id for member in team_.members.select_related("player"))
    )
    sums = {player_sum.key: player_sum for player_sum in player_sums(season) if player_sum.key in members}
    names = player_names(members)
    played = matches_played(team_)
    shares = []
    for key in sorted(members, key=lambda key: -sums[key].value if key in sums else 0):
        mine = sums.get(key, empty_sums(season, key))
        adjustment = season_points(season, mine.adjustment, game=True) if mine.adjustment else ""
        shares.append(
            {
                "key": key,
                "name": names.get(key, ""),
                "games": mine.games,
                "value": season_points(season, mine.value, game=True),
                "adjustment": adjustment,
                "warning": limits_passed_in_words(season, played.get(key, 0)),
            }
        )
    left = left_out_values(season.rules, row.sums)
    context = {
        **season_context(visit, season),
        "team": team_,
        "row": row,
        "rank": place_in_words(row.rank),
        "total": season_points(season, row.total),
        "why": tie_break_words(row),
        "carried": carried_into_row(season, row),
        "shares": shares,
        "adjustments": [
            penalty_row(penalty, "", game_points_formatter(season)) for penalty in team_.penalties.all()
        ],
        "out": season_points(season, -sum(left), game=True) if left else "",
        "other": _counted_otherwise(season, row),
        "captain": team_.captain.person.shown_name if team_.captain else "",
        "games": team_games(season, team_),
    }
    return render(request, "leagues/team.html", context)


def _counted_otherwise(season: Season, row: StandingsRow) -> dict[str, str] | None:
    """What the games count where it is not their sum: the average, or the best of them."""
    if season.rules.together not in ("average", "best"):
        return None
    label = _("Counted on average") if season.rules.together == "average" else _("Best games that count")
    return {"label": label, "value": season_points(season, row.counted)}


@club_page(Role.ORGANISER, POST)
def delete_team(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The team goes; its players keep their points."""
    team_ = get_object_or_404(find_season_or_404(visit, pk).teams, number=number)
    try:
        team_.delete()
    except RestrictedError:
        messages.error(request, _("This team has matches and cannot be deleted."))
        return redirect("leagues:teams", visit.club.slug, pk)
    messages.success(request, _("The team is deleted; its players keep their points."))
    return redirect("leagues:teams", visit.club.slug, pk)
