"""What rounds, figures, seasons, events and nights keep about players."""

from __future__ import annotations

from collections.abc import Collection

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.references import PlayerReferences
from mahjongclub.events.holders import copy_details_between_spellings
from mahjongclub.events.models import FOR_FEDERATION, Stint
from mahjongclub.events.registration.changes import anonymise_entrants
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.state import shared_event_in_words
from mahjongclub.figures.models import Appearance, Rating
from mahjongclub.nights.models import PhoneRequest, PlayerPhone, Presence, Reply
from mahjongclub.rounds.changing import shared_round_in_words
from mahjongclub.rounds.models import Bye, Seat
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.members import two_teams_in_words
from mahjongclub.rounds.teams.models import Team, TeamMember
from mahjongclub.seasons.models import PhaseEntrant, SeasonGame


class CompetitionReferences(PlayerReferences):
    """Who was drawn, named, entered or here; and the figures that follow from games."""

    staying = (
        # rounds
        (Seat, "player"),
        (Bye, "player"),
        (Penalty, "player"),
        (Team, "captain"),
        (TeamMember, "player"),
        # seasons
        (PhaseEntrant, "player"),
        # events
        (Stint, "player"),
        (Entrant, "player"),
        # nights
        (Presence, "player"),
        (Reply, "player"),
        (PlayerPhone, "player"),
        (PhoneRequest, "player"),
    )
    derived = ((Appearance, "player"), (Rating, "player"), (SeasonGame, "player"))

    def two_people_reason(self, player_id: int, other: int) -> str | None:
        """Nobody holds two places of an event in a round, or two seats of one, or is of two of its teams."""
        return (
            shared_event_in_words(player_id, other)
            or shared_round_in_words(player_id, other)
            or two_teams_in_words(player_id, other)
        )

    def fill_in_between_spellings(self, player: Player) -> None:
        """What a federation asks is filled in where one spelling has it and another has not."""
        copy_details_between_spellings(player)

    def delete_player_traces(self, player_ids: Collection[int]) -> None:
        """What a federation and a club asked goes with the name; a team loses its captain."""
        Stint.objects.filter(player__in=player_ids).update(**dict.fromkeys(FOR_FEDERATION, ""))
        anonymise_entrants(list(Entrant.objects.filter(player__in=player_ids)))
        Team.objects.filter(captain__in=player_ids).update(captain=None)
        PlayerPhone.objects.filter(player__in=player_ids).delete()
        PhoneRequest.objects.filter(player__in=player_ids).delete()
