"""Who is of a team, of a season or of an event: stored, and as a list of teams shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import isolated

from .models import Team, TeamMember


def save_team_members(team: Team, players: Collection[Player], other_team_names: Mapping[int, str]) -> None:
    """Store who is of a team. `other_team_names` are the other teams' names, by their players. Within a lock.

    Raises Refused for a player of another team.
    """
    new_members = {player.person_id: player for player in players}
    for person, player in new_members.items():
        if person in other_team_names:
            names = {"name": isolated(player.shown_name), "team": isolated(other_team_names[person])}
            raise Refused(_("%(name)s plays for %(team)s.") % names, field="names")
    members = list(team.members.select_related("player"))  # two of them may be one person by now
    here = {member.player.person_id for member in members}
    gone = [member.pk for member in members if member.player.person_id not in new_members]
    TeamMember.objects.filter(pk__in=gone).delete()
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player_id=person) for person in new_members if person not in here
    )


def two_teams_in_words(player_id: int, other_id: int) -> str | None:
    """Return in words the season or event in which two players are of different teams, None for none."""
    teams: list[dict[int, Team]] = []
    for player in (player_id, other_id):
        members = TeamMember.objects.filter(Q(player=player) | Q(player__merged_into=player))
        members = members.select_related("team__competition__season", "team__competition__tournament")
        teams.append({member.team.competition_id: member.team for member in members})
    for competition_id, team in teams[0].items():
        second = teams[1].get(competition_id, team)
        if second.pk == team.pk:
            continue
        owner = team.competition.season or team.competition.tournament
        assert owner is not None
        return _(
            "They are in two teams of “%(name)s”, %(one)s and %(other)s: take one of them out first."
        ) % {"name": owner.name, "one": isolated(team.name), "other": isolated(second.name)}
    return None


def teams_by_player(members: Collection[TeamMember]) -> dict[int, str]:
    """Return the name of the team of each of these, by player."""
    return {member.player.person_id: member.team.name for member in members}


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A row of the list of teams: players as they are called there, paths for who may do that, else ""."""

    number: int
    name: str
    captain: str
    players: Sequence[str]
    page: str = ""
    edit: str = ""
    reserves: int = 0


def team_row(team: Team, players: Sequence[str]) -> TeamRow:
    """Return a row of the list of teams: name, captain, and the players as they are called there."""
    captain = team.captain.person.shown_name if team.captain is not None else ""
    return TeamRow(number=team.number, name=team.name, captain=captain, players=players)
