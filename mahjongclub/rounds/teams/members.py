"""Who is of a team, of a season or of an event: stored, and as a list of teams shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import isolated

from .models import Team, TeamMember


def save_team_members(team: Team, players: Collection[Player], elsewhere: Mapping[int, str]) -> None:
    """Store who is of a team. `elsewhere` are the other teams' names, by their players. Within a lock.

    Raises Refused for a player of another team.
    """
    new_members = {player.person_id: player for player in players}
    for person, player in new_members.items():
        if person in elsewhere:
            names = {"name": isolated(player.shown_name), "team": isolated(elsewhere[person])}
            raise Refused(_("%(name)s plays for %(team)s.") % names, field="names")
    members = {member.player.person_id: member.pk for member in team.members.select_related("player")}
    TeamMember.objects.filter(
        pk__in=[members[person] for person in members if person not in new_members]
    ).delete()
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player_id=person) for person in new_members if person not in members
    )


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
    delete: str = ""
    reserves: int = 0


def team_row(team: Team, players: Sequence[str]) -> TeamRow:
    """Return a row of the list of teams: name, captain, and the players as they are called there."""
    captain = team.captain.person.shown_name if team.captain is not None else ""
    return TeamRow(number=team.number, name=team.name, captain=captain, players=players)
