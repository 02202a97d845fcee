"""Teams with more players than they seat: whom a captain has play on which place, from which round on.

A line-up is stints of the team's places, so that it stays until another one is named; whoever may be named is
a member of the team.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta

from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.time_zones import moment_on
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.lineups import check_captain_in_time, check_nobody_twice
from mahjongclub.rounds.teams.models import Team, TeamMember

from .changes import changing, player_called
from .models import Place, Stint
from .stages.models import RoundTime
from .state import TournamentState


def squad(course: TournamentState, team: Team) -> list[Player]:
    """Everybody whom a team may have play: its members, and whoever has held a place of it."""
    found: dict[int, Player] = {}
    for place in places_of(course, team):
        for stint in place.stints.all():
            if stint.player is not None:
                found.setdefault(stint.player.person.pk, stint.player.person)
    for member in team.members.select_related("player__merged_into"):
        found.setdefault(member.player.person.pk, member.player.person)
    return list(found.values())


def places_of(course: TournamentState, team: Team) -> list[Place]:
    """The places of a team, in their order."""
    return [place for place in course.places if place.team_id == team.pk]


def next_to_name(course: TournamentState) -> int | None:
    """The round for which line-ups are named: the first whose tables are not open; None where all are."""
    begun = max((one.number for one in course.rounds if one.opened_at is not None), default=0)
    number = begun + 1
    return number if number <= course.tournament.round_count and not course.tournament.is_final else None


def closes_at(course: TournamentState, round_number: int) -> datetime | None:
    """Until when a captain names who plays a round; None where only its opening ends it."""
    tournament = course.tournament
    if tournament.lineup_minutes is None:
        return None
    told = RoundTime.objects.filter(tournament=tournament, number=round_number).exclude(starts_at="").first()
    if told is None:
        return None
    begins = moment_on(tournament.date_of(told.day), time.fromisoformat(told.starts_at), tournament.club)
    return begins - timedelta(minutes=tournament.lineup_minutes)


def name_lineup(team: Team, players: Mapping[int, int], round_number: int, *, by_organiser: bool) -> None:
    """From this round on the places of a team (their pks) are these players' (pks of its squad).

    Refused after the moment until which captains name them (organisers until the tables open), for somebody
    who is not of the team, or on two places.
    """
    with changing(team.tournament) as tournament:
        course = TournamentState(tournament)
        if next_to_name(course) != round_number:
            raise Refused(_("The tables of this round are open: its players stay."))
        if not by_organiser:
            check_captain_in_time(closes_at(course, round_number))
        here = {player.pk: player for player in squad(course, team)}
        places = places_of(course, team)
        if set(players) != {place.pk for place in places} or not set(players.values()) <= set(here):
            raise Refused(_("The tournament changed meanwhile. Please check again."))
        check_nobody_twice(list(players.values()))
        known = set(team.members.values_list("player", flat=True))
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player=player) for pk, player in here.items() if pk not in known
        )
        for place in places:
            _hold(course, place, round_number, here[players[place.pk]])


def add_members(team: Team, names: Sequence[str]) -> None:
    """Whom the captain may name from now on. Refused for a player of another team, then nobody is added."""
    with changing(team.tournament) as tournament:
        if tournament.is_final:
            raise Refused(_("The ranking is final: open the tournament again first."))
        players = [player_called(tournament, name).person for name in names]
        course = TournamentState(tournament)
        own = {player.pk for player in squad(course, team)}
        for other in tournament.teams.exclude(pk=team.pk):
            theirs = {player.pk for player in squad(course, other)}
            for player in players:
                if player.pk in theirs:
                    told = {"name": isolated(player.shown_name), "team": isolated(other.name)}
                    raise Refused(_("%(name)s plays for %(team)s.") % told)
        new = {player.pk: player for player in players if player.pk not in own}
        TeamMember.objects.bulk_create(TeamMember(team=team, player=one) for one in new.values())


def _hold(course: TournamentState, place: Place, number: int, player: Player) -> None:
    before = course.player(place.pk, number - 1) if number > 1 else None
    if before == player:
        Stint.objects.filter(place=place, from_round=number).delete()
    elif course.player(place.pk, number) != player:
        place.stints.filter(from_round=number, substitute=True).delete()
        place.hold(number, player)
