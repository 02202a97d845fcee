"""Leagues: seasons with their scoring and phases, the games that count, what organisers add to them, teams.

Of a phase is stored who was let in, and why where the standings did not say it. What they bring is read from
the standings of the phase before as these are now, so that a corrected game is followed.
"""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.figures.models import Appearance
from mahjongclub.pairing.cut import HALF, NOTHING, WHOLE
from mahjongclub.pairing.scoring import Scoring, read_scoring
from mahjongclub.rounds.models import LONGEST_REASON, Competition, Round, RoundQuerySet
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team, TeamMember
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.models import Session

LONGEST_NAME = 100


class League(models.Model):
    """What a club plays for, season after season."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "leagues"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_league_per_name_in_a_club"),
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """Some months of a league in one variant. Its scoring is frozen once a game counts.

    Every game of the club in this variant within the dates counts, unless a `Choice` says otherwise; those of
    events where `events` says so. Where `counts` says so, the games of its matches alone: each is a `Round`.
    """

    class CountedGames(models.TextChoices):
        DATES = "dates", _("every game of the club within its dates")
        MATCHES = "matches", _("only the games of its matches")
        TEAMS = "teams", _("only the games of its matches, in which teams play")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    variant = models.CharField(max_length=20)
    starts = models.DateField()
    #: the last day, None while nobody has said when it ends
    ends = models.DateField(null=True, blank=True)
    #: whether the games of events count: as in seasons from before one could say so, in archives too
    events = models.BooleanField(default=True)
    scoring = models.JSONField()
    counts = models.CharField(max_length=10, choices=CountedGames, default=CountedGames.DATES)
    #: in how many matches each player of a team is to play, at least and at most: shown where it is not so
    least_matches = models.PositiveSmallIntegerField(null=True, blank=True)
    most_matches = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "leagues"
        ordering = ["-starts", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="one_season_per_name_in_a_league"),
            models.CheckConstraint(
                condition=Q(ends=None) | Q(ends__gte=F("starts")), name="season_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} · {self.name}"

    @property
    def game(self) -> Variant:
        """The variant played."""
        return find_variant(self.variant)

    @cached_property
    def rules(self) -> Scoring:
        """How it counts, as read from the row."""
        return read_scoring(self.scoring)

    @property
    def counts_by_dates(self) -> bool:
        """Whether a game counts by its day alone."""
        return self.counts == self.CountedGames.DATES

    def has_day(self, day: date) -> bool:
        """Whether a day is one of its dates."""
        return self.starts <= day and (self.ends is None or day <= self.ends)

    @property
    def matches(self) -> RoundQuerySet:
        """Its matches, in their order."""
        return Round.objects.filter(competition__season=self)

    @property
    def teams(self) -> models.QuerySet[Team]:
        """Its teams, by name."""
        return Team.objects.filter(competition__season=self)

    @property
    def team_members(self) -> models.QuerySet[TeamMember]:
        """The players of its teams."""
        return TeamMember.objects.filter(team__competition__season=self)

    def get_or_create_competition(self) -> Competition:
        """Return what its matches, teams and penalties belong to."""
        return Competition.objects.get_or_create(season=self, defaults={"club": self.league.club})[0]

    @property
    def penalties(self) -> models.QuerySet[Penalty]:
        """What organisers gave or took in it."""
        return Penalty.objects.filter(competition__season=self)

    @property
    def is_for_teams(self) -> bool:
        """Whether teams play it, each by the players its captain names."""
        return self.counts == self.CountedGames.TEAMS


class Phase(models.Model):
    """What makes `season` the next phase: it goes on from the season `before`."""

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
            models.CheckConstraint(condition=~Q(season=F("before")), name="a_phase_follows_another"),
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


class Choice(models.Model):
    """An organiser's word on one game: it counts for `season` whatever its date, or for none."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="season_choice")
    season = models.ForeignKey(Season, null=True, on_delete=models.CASCADE, related_name="choices")

    class Meta:
        app_label = "leagues"

    def __str__(self) -> str:
        return f"{self.session_id} for {self.season_id}"


class SeasonGame(models.Model):
    """An appearance that counts for a season, and what it is worth there, in 600ths of the season's point.

    `player`, `day`, `place` and `tenths` are the appearance's, so that a season adds up along one index.
    """

    appearance = models.OneToOneField(Appearance, on_delete=models.CASCADE, related_name="season_game")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="games", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    place = models.PositiveSmallIntegerField()
    value = models.BigIntegerField()
    tenths = models.BigIntegerField()

    class Meta:
        app_label = "leagues"
        indexes = [
            models.Index(fields=["season", "player", "value", "tenths", "place"], name="season_adds_up"),
            models.Index(fields=["season", "day"], name="season_by_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.appearance_id} for {self.season_id}"
