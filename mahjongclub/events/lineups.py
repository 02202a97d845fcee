"""Teams with more players than they seat: whom a captain has play on which place, from which round on.

A line-up is stints of the team's places, so that it stays until another one is named; whoever may be named is
a member of the team.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta

from django.http import QueryDict
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.time_zones import moment_on
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.lineups import LineupChoice, LineupForm, check_captain_in_time, check_nobody_twice
from mahjongclub.rounds.teams.forms import TeamChoices, TeamForm
from mahjongclub.rounds.teams.members import save_team_members
from mahjongclub.rounds.teams.models import Team

from .changes import find_or_create_event_player, lock_tournament, lock_unfinished_tournament
from .holders import save_place_holder
from .loading import drawn_seats_of
from .models import Place, Stint
from .stages.models import RoundTime
from .state import TournamentState


def holders_so_far(state: TournamentState, team: Team) -> list[Player]:
    """Everybody who has held a place of a team."""
    stints = [stint for place in team_places(state, team) for stint in place.stints.all()]
    return list({stint.player.person.pk: stint.player.person for stint in stints if stint.player}.values())


def squad_players(state: TournamentState, team: Team) -> list[Player]:
    """Everybody whom a team may have play: whoever has held a place of it, and its members."""
    players = {player.pk: player for player in holders_so_far(state, team)}
    for member in team.members.select_related("player__merged_into"):
        players.setdefault(member.player.person.pk, member.player.person)
    return list(players.values())


def team_places(state: TournamentState, team: Team) -> list[Place]:
    """The places of a team, in their order."""
    return [place for place in state.places if place.team_id == team.pk]


def next_lineup_round(state: TournamentState) -> int | None:
    """Return the number of the first round whose tables are not open, None if all are."""
    last_opened = max((round_.number for round_ in state.rounds if round_.opened_at is not None), default=0)
    number = last_opened + 1
    return number if number <= state.tournament.round_count and not state.tournament.is_final else None


def event_lineup_form(state: TournamentState, team: Team, data: QueryDict | None) -> LineupForm:
    """Return the form that names who plays each place of a team from the next round on."""
    number = next_lineup_round(state)
    players = [(player.pk, player.shown_name) for player in squad_players(state, team)]
    at = {
        seat.place_id: _("Table %(table)s, seat %(seat)s")
        % {"table": table.number, "seat": seat_signs(state.tournament.variant)[seat.number]}
        for round_ in state.published
        if round_.number == number
        for table in round_.tables.all()
        for seat in drawn_seats_of(table)
    }
    seats = []
    for place in team_places(state, team):
        player = state.player(place.pk, number or state.tournament.round_count)
        seats.append(
            LineupChoice(
                number=place.pk,
                field=f"place-{place.number}",
                label=_("Place %(number)s") % {"number": place.number},
                players=players,
                player=player.pk if player is not None else None,
                help_text=at.get(place.pk, ""),
            )
        )
    return LineupForm(seats, data)


def lineup_closes_at(state: TournamentState, round_number: int) -> datetime | None:
    """Until when a captain names who plays a round; None where only its opening ends it."""
    tournament = state.tournament
    if tournament.lineup_minutes is None:
        return None
    round_time = (
        RoundTime.objects.filter(tournament=tournament, number=round_number).exclude(starts_at="").first()
    )
    if round_time is None:
        return None
    begins = moment_on(
        tournament.date_of(round_time.day), time.fromisoformat(round_time.starts_at), tournament.club
    )
    return begins - timedelta(minutes=tournament.lineup_minutes)


def save_lineup_from_round(
    team: Team, players: Mapping[int, int | None], round_number: int | None, *, by_organiser: bool
) -> None:
    """From this round on the places of a team (their pks) are these players' (pks of its squad).

    Refused after the moment until which captains name them (organisers until the tables open), for somebody
    who is not of the team, or on two places.
    """
    with lock_tournament(team.tournament) as tournament:
        state = TournamentState(tournament)
        if round_number is None or next_lineup_round(state) != round_number:
            raise Refused(_("The tables of this round are open: its players can no longer be changed."))
        if not by_organiser:
            check_captain_in_time(lineup_closes_at(state, round_number))
        here = {player.pk: player for player in squad_players(state, team)}
        places = team_places(state, team)
        named = {pk: player for pk, player in players.items() if player is not None}
        if set(named) != {place.pk for place in places} or not set(named.values()) <= set(here):
            raise Refused(_("The tournament changed meanwhile. Please check again."))
        check_nobody_twice(list(named.values()))
        save_team_members(team, here.values(), {})
        for place in places:
            _hold(state, place, round_number, here[named[place.pk]])


def team_choices(state: TournamentState, team: Team) -> TeamChoices:
    """Whom a team may have: whoever has held a place stays, reserves are ticked."""
    everybody, staying = squad_players(state, team), holders_so_far(state, team)
    reserves = [player for player in everybody if player not in staying]
    return TeamChoices(state.tournament.club, reserves, everybody, staying, has_name=False)


def save_squad_and_renew_link(team: Team, form: TeamForm, *, new_link: bool) -> bool:
    """Store whom the captain may name from now on, and who is captain; `new_link` asks for a new link.

    True where the link sent before opens nothing any more. Refused for a player of another team.
    """
    with lock_unfinished_tournament(team.tournament) as tournament:
        typed = [
            name.player or find_or_create_event_player(tournament, name.name).person for name in form.typed
        ]
        state = TournamentState(tournament)
        others = tournament.teams.exclude(pk=team.pk)
        elsewhere = {player.pk: other.name for other in others for player in squad_players(state, other)}
        members = [*holders_so_far(state, team), *form.cleaned_data["players"], *typed]
        _check_captain_stays(form.cleaned_data["captain"], members)
        save_team_members(team, members, elsewhere)
        return team.save_captain(form.cleaned_data["captain"], new_link=new_link)


def _check_captain_stays(captain: Player | None, members: Iterable[Player]) -> None:
    """Raise Refused if a team has a captain who is not of it any more."""
    if captain is not None and captain.person_id not in {player.person_id for player in members}:
        text = _("%(name)s is the captain. Choose another captain, or keep %(name)s in the team.")
        raise Refused(text % {"name": isolated(captain.shown_name)}, field="captain")


def _hold(state: TournamentState, place: Place, number: int, player: Player) -> None:
    before = state.player(place.pk, number - 1) if number > 1 else None
    if before == player:
        Stint.objects.filter(place=place, from_round=number).delete()
    elif state.player(place.pk, number) != player:
        place.stints.filter(from_round=number, substitute=True).delete()
        save_place_holder(place, number, player)
