"""The stages of a tournament after its first, who came through to them, and when its rounds are.

A tournament without a row here is one stage. Who went on is a fact, kept with whose word it was; what is
carried and who stands where is computed (`events.state`, `events.ranking`).
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from mahjongclub.rounds.models import LONGEST_REASON

from ..models import LONGEST_NAME, Place, Tournament

FEWEST_PLACES = 2


class Stage(models.Model):
    """A stage that follows another: how many go on to it, how it is drawn, and what they bring along."""

    class Draw(models.TextChoices):
        PLAN = "plan", _("Planned: all its rounds at once, nobody meets twice where that is possible")
        SWISS = "swiss", _("Swiss: each round by the ranking, without meeting again")
        LOT = "lot", _("By lot")
        RANK = "rank", _("By rank: the first at table 1, the next at table 2")
        SNAKE = "snake", _("Snake: the first of each table by rank, then back from the last table")

    class Rule(models.TextChoices):
        RANKING = "ranking", _("The best of the ranking")
        TABLES = "tables", _("The best of each table of the last round, as many from each")
        TEAMS = "teams", _("The best teams, with all their players")

    class Carry(models.TextChoices):
        ALL = "all", _("All points")
        HALF = "half", _("Half of the points")
        NOTHING = "nothing", _("Nothing: everybody begins at 0")
        BONUS = "bonus", _("A bonus by rank instead of the points")

    class DecidedBy(models.TextChoices):
        RANKING = "", _("the ranking")
        LOT = "lot", _("by lot")
        ORGANISER = "organiser", _("the organiser")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    #: the first stage of a tournament has no row: these begin at 2
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    rounds = models.PositiveSmallIntegerField(default=1)
    draw = models.CharField(max_length=10, choices=Draw, default=Draw.RANK)
    #: whether those of a table stay together in all rounds of the stage
    stays = models.BooleanField(default=False)
    #: how many places go on, None where everybody does
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    rule = models.CharField(max_length=10, choices=Rule, default=Rule.RANKING)
    carries = models.CharField(max_length=10, choices=Carry, default=Carry.ALL)
    #: tenths of a point for each rank, the first rank first
    bonus = models.JSONField(default=list, blank=True)
    #: when it was said who goes on, by whom, and what decided between those who were level
    cut_at = models.DateTimeField(null=True, blank=True)
    cut_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_by = models.CharField(max_length=10, choices=DecidedBy, blank=True, default="")
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        app_label = "leagues"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number"),
            models.CheckConstraint(condition=Q(number__gte=2), name="first_stage_has_no_row"),
            models.CheckConstraint(condition=Q(rounds__gte=1), name="stage_has_rounds"),
            models.CheckConstraint(
                condition=Q(places=None) | Q(places__gte=FEWEST_PLACES), name="stage_has_places"
            ),
            models.CheckConstraint(
                condition=~Q(decided_by="organiser") | ~Q(reason=""), name="word_at_a_cut_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Qualifier(models.Model):
    """A place that goes on to a stage; `position` (from 1) is the order they came through in."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="qualified")
    position = models.PositiveSmallIntegerField()

    class Meta:
        app_label = "leagues"
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "place"], name="one_place_goes_on_once"),
            models.UniqueConstraint(fields=["stage", "position"], name="one_place_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.place_id} to {self.stage_id}"


class RoundTime(models.Model):
    """When a round is to begin: on which day of the event (from 1), and at what time if that is told."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_times")
    number = models.PositiveSmallIntegerField()
    day = models.PositiveSmallIntegerField(default=1)
    starts_at = models.CharField(
        max_length=5, blank=True, validators=[RegexValidator(r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    )

    class Meta:
        app_label = "leagues"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_time_per_round"),
            models.CheckConstraint(condition=Q(day__gte=1), name="round_is_on_a_day"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} on day {self.day}"
