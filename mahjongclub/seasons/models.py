"""Leagues: seasons with their scoring, the games that count, what organisers add to them, teams."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.figures.models import Appearance
from mahjongclub.pairing.scoring import Scoring, read_scoring
from mahjongclub.rounds.models import Competition, Round, RoundQuerySet
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
