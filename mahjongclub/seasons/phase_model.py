"""Phases of a season: which season a season goes on from, who is in it, and what they bring along.

What is stored is who was let in, and why where the standings did not say it. What they bring is read from the
standings of the phase before as these are now, so that a corrected game is followed.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Player
from mahjongclub.pairing.cut import HALF, NOTHING, WHOLE
from mahjongclub.rounds.models import LONGEST_REASON
from mahjongclub.rounds.teams.models import Team

from .models import Season


class Phase(models.Model):
    """What makes `season` the next phase of the season `before`."""

    class Carries(models.TextChoices):
        WHOLE = WHOLE, _("All points are carried over")
        HALF = HALF, _("Half of the points are carried over")
        NOTHING = NOTHING, _("Everybody begins at zero")

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="phase")
    before = models.OneToOneField(Season, on_delete=models.RESTRICT, related_name="next_phase")
    #: how many go on from the season before
    takes = models.PositiveSmallIntegerField()
    carries = models.CharField(max_length=10, choices=Carries, default=Carries.NOTHING)
    #: when and by whom it was said who goes on, and why where the standings alone did not say it
    cut_at = models.DateTimeField(null=True, blank=True)
    cut_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        app_label = "leagues"
        constraints = [
            models.CheckConstraint(condition=~Q(season=models.F("before")), name="a_phase_follows_another"),
            models.CheckConstraint(condition=Q(takes__gte=2), name="a_phase_takes_two_or_more"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} after {self.before_id}"


class PhaseEntrant(models.Model):
    """A player or a team of a phase; `number` is their place among those who went on, from 1."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="entries_to_phases")
    team = models.OneToOneField(Team, null=True, on_delete=models.CASCADE, related_name="phase_entrant")
    #: the same team in the phase before
    came_as = models.ForeignKey(Team, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        app_label = "leagues"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_phase_entrant_per_number"),
            models.UniqueConstraint(fields=["season", "player"], name="one_phase_entrant_per_player"),
            models.CheckConstraint(
                condition=Q(player=None, team__isnull=False) | Q(player__isnull=False, team=None),
                name="a_phase_entrant_is_a_player_or_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} in {self.season_id}"
