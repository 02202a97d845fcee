"""Teams of a season or of an event: their players, and the captain who says which of them play."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.db.models import Max, Q
from django.utils.crypto import constant_time_compare

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.row_secrets import link_token

from ..models import Competition

LONGEST_NAME = 100
CAPTAIN_SALT = "mahjongclub.tournaments.captain"


class Team(models.Model):
    """Players whose games count together; at an event they never meet each other.

    `number` stands in its addresses.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    #: who says which of its players play, beside the organisers: by the account that has claimed this player
    captain = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="captain_of"
    )
    #: what the link of the captain's phone is derived from, "" without one
    captain_key = models.CharField(max_length=32, blank=True)

    class Meta:
        app_label = "leagues"
        db_table = "rounds_team"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="one_team_per_number_of_its_owner"
            ),
            models.UniqueConstraint(fields=["competition", "name"], name="one_team_per_name_of_its_owner"),
            models.UniqueConstraint(
                fields=["captain_key"], condition=~Q(captain_key=""), name="one_team_per_captain_key"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tournament(self) -> Any:
        """The event whose team it is."""
        return self.competition.tournament

    def is_led_by(self, account_id: int | None) -> bool:
        """Whether an account is its captain's."""
        captain = self.captain
        if account_id is None or captain is None:
            return False
        return account_id in (captain.account_id, captain.person.account_id)

    def save_captain(self, captain: Player | None, *, new_link: bool) -> bool:
        """Store who names its line-ups. True where the link sent before opens nothing any more: `new_link`
        asks for another, or somebody else is captain, and the one before has the old link. Within a lock."""
        before = Team.objects.get(pk=self.pk)
        replaced = before.captain_id != (captain.pk if captain is not None else None)
        self.captain, self.captain_key = captain, before.captain_key
        voided = bool(before.captain_key) and (new_link or replaced)
        if new_link or voided:
            self.captain_key = secrets.token_hex(16)
        self.save(update_fields=["captain", "captain_key"])
        return voided


class TeamMember(models.Model):
    """A player whom a team may have play. In a season a player is of one team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams")

    class Meta:
        app_label = "leagues"
        db_table = "rounds_teammember"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "player"], name="nobody_is_twice_in_a_team"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.team_id}"


def create_team(competition: Competition, name: str, captain: Player | None = None) -> Team:
    """Create a team with the next number of its competition."""
    last = competition.teams.aggregate(last=Max("number"))["last"] or 0
    return competition.teams.create(number=last + 1, name=name, captain=captain)


def captain_token(team: Team) -> str:
    """The token of the link by which a captain's phone names who plays; only where the team has a key."""
    return link_token(CAPTAIN_SALT, team.captain_key)


def find_team_by_link(number: int, token: str) -> Team | None:
    """Return the team of an event that the link of a captain opens."""
    teams = Team.objects.exclude(captain_key="").filter(number=number, competition__tournament__isnull=False)
    teams = teams.select_related("competition__tournament__club", "captain")
    return next((team for team in teams if constant_time_compare(token, captain_token(team))), None)
