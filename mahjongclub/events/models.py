"""Tournaments: places drawn onto tables round by round, who holds each place when, and the referee's word.

A place is what the draw knows; a player holds it for a *stint*. A substitute takes the place over from a
round on, so that nothing published is drawn again. Points are never kept here: `events.ranking` reads
them from the sessions of the tables, so that a correction of a past round follows by itself.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.rounds.models import Competition, Round, RoundQuerySet
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team, create_team
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules

LONGEST_NAME = 100
MOST_ROUNDS = 20
#: what a federation asks of somebody
FOR_FEDERATION = ("first_name", "last_name", "country", "ema_number")


class HasFederationDetails(models.Model):
    """What a federation asks of somebody, as far as it is known: `country` in three letters, eight digits."""

    first_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    last_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    country = models.CharField(max_length=3, blank=True)
    ema_number = models.CharField(max_length=8, blank=True)

    class Meta:
        abstract = True

    @property
    def details(self) -> dict[str, str]:
        """Return what is known, by the names of the fields."""
        return {name: getattr(self, name) for name in FOR_FEDERATION}


class Tournament(models.Model):
    """Rounds of one variant under one set of rules, frozen when the seating is published."""

    class Draw(models.TextChoices):
        PLAN = "plan", _("Planned: all rounds at once, nobody meets twice where that is possible")
        SWISS = "swiss", _("Swiss: each round by the ranking, without meeting again")
        LOT = "lot", _("By lot: each round drawn at random")

    class Worth(models.TextChoices):
        POINTS = "points", _("the final points of the table")
        PLACES = "places", _("points for the place")
        PLACES_POINTS = "places_points", _("both: points for the place first, then final points")
        POINTS_PLACES = "points_places", _("both: final points first, then points for the place")

    class Over(models.TextChoices):
        BYE = "bye", _("Some sit out, in turn: nobody twice before everybody has sat out once")
        STEWARD = "steward", _("Stewards fill the tables; they are ranked nowhere")

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        RUNNING = "running", _("running")
        FINAL = "final", _("final")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=LONGEST_NAME)
    day = models.DateField()
    place = models.CharField(max_length=LONGEST_NAME, blank=True)
    variant = models.CharField(max_length=20)
    preset = models.CharField(max_length=40)
    house_rules = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    rules = models.JSONField()
    round_count = models.PositiveSmallIntegerField()
    draw = models.CharField(max_length=10, choices=Draw, default=Draw.PLAN)
    worth = models.CharField(max_length=20, choices=Worth, default=Worth.POINTS)
    #: points for each place of a table, the first place first; [] is 4, 2, 1, 0
    place_points = models.JSONField(default=list, blank=True)
    #: what is done where the players fill no whole tables, and what a bye brings (tenths of a point)
    over = models.CharField(max_length=10, choices=Over, default=Over.BYE)
    bye_tenths = models.IntegerField(default=0)
    #: what a round brings a place for which a substitute plays (tenths of a point), None: what is played;
    #: and how many substitutes the rules allow, None: any number
    substitute_tenths = models.IntegerField(null=True, blank=True)
    most_substitutes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: in how many rounds, from the first, those of one group are kept apart, and whether those of a country
    apart_rounds = models.PositiveSmallIntegerField(default=0)
    apart_countries = models.BooleanField(default=False)
    #: how long a round lasts, None without a clock
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: how long before a round begins the captains have named who plays, None until its tables open
    lineup_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: what a federation asks of an event: where it is (three letters), how long, whether it qualifies
    country = models.CharField(max_length=3, blank=True)
    days = models.PositiveSmallIntegerField(default=1)
    qualification = models.BooleanField(default=False)
    #: whether strangers may see the page of the event, whoever may see the club
    public = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    #: whether results are held back for the ceremony, and until when; None: until somebody shows them
    held = models.BooleanField(default=False)
    held_until = models.DateTimeField(null=True, blank=True)
    #: the draw repeats with it
    seed = models.PositiveIntegerField(default=0)
    final_at = models.DateTimeField(null=True, blank=True)
    #: the ranking as it was published: [[number of the place, rank, total in 600ths of a point]]
    final_ranking = models.JSONField(default=list, blank=True)
    #: the results it was made of, as `events.state` writes them; [] where an earlier version published it
    final_results = models.JSONField(default=list, blank=True)
    #: how often the code that lies on a table was made anew, by the number of the table as text
    code_generations = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    #: goes up with every `changes.lock_tournament`: readers ask whether they have the newest
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "leagues"
        ordering = ["-day", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(round_count__gte=1, round_count__lte=MOST_ROUNDS), name="tournament_has_rounds"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rounds(self) -> RoundQuerySet:
        """Its rounds that are drawn, in their order."""
        return Round.objects.filter(competition__tournament=self)

    @property
    def penalties(self) -> models.QuerySet[Penalty]:
        """What its referee took or gave."""
        return Penalty.objects.filter(competition__tournament=self)

    @property
    def teams(self) -> models.QuerySet[Team]:
        """Its teams, in the order they were entered in."""
        of_it = Team.objects.filter(competition__tournament=self).order_by("number")
        return of_it.select_related("competition__tournament__club")

    def get_or_create_team(self, name: str) -> Team:
        """Return its team of that name."""
        return self.teams.filter(name=name).first() or create_team(self.get_or_create_competition(), name)

    def get_or_create_competition(self) -> Competition:
        """Return what its rounds, teams and penalties belong to."""
        return Competition.objects.get_or_create(tournament=self, defaults={"club": self.club})[0]

    def create_round(self, number: int, **more: Any) -> Round:
        """Create a round of it, in which nobody sits yet."""
        return self.get_or_create_competition().rounds.create(number=number, **more)

    @property
    def game(self) -> Variant:
        """The variant played, with the number of seats of the rules."""
        return find_variant(self.variant).with_seats(self.rules.get("seats"))

    @property
    def frozen_preset(self) -> Preset:
        """The rules under the name they are known by."""
        rules = self.game.rules_type().with_options(self.rules)
        name = (
            self.house_rules.as_preset().name if self.house_rules else self.game.find_preset(self.preset).name
        )
        return Preset(self.preset, name, rules)

    @property
    def scoring(self) -> Scoring:
        """What a table is worth, and what decides between equal totals; points written down share a rank."""
        place_points = {f"place_{place}": points for place, points in enumerate(self.place_points, start=1)}
        if self.is_ranked_by_places:
            return Scoring(worth="places", tie_1="points", tie_2="firsts", **place_points)
        if self.worth == self.Worth.POINTS_PLACES:
            return Scoring(worth="points", tie_1="table_points", tie_2="firsts", **place_points)
        paid = self.game.conserves_points(self.game.rules_type().with_options(self.rules))
        return Scoring(worth="points", tie_1="firsts" if paid else "none", **place_points)

    @property
    def is_ranked_by_places(self) -> bool:
        """Whether points for the place rank first, not the final points."""
        return self.worth in (self.Worth.PLACES, self.Worth.PLACES_POINTS)

    @property
    def shows_both_points(self) -> bool:
        """Whether the ranking has both kinds of points."""
        return self.worth in (self.Worth.PLACES_POINTS, self.Worth.POINTS_PLACES)

    @property
    def last_day(self) -> date:
        """The date of the last day."""
        return self.date_of(self.days)

    def date_of(self, day: int) -> date:
        """The date of a day of the event, from 1."""
        return self.day + timedelta(days=day - 1)

    @property
    def holds_results(self) -> bool:
        """Whether results wait for the ceremony now."""
        return self.held and (self.held_until is None or timezone.now() < self.held_until)

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def is_final(self) -> bool:
        return self.state == self.State.FINAL


class Place(models.Model):
    """What is drawn: number `number` (from 1) of the tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="places")
    #: False for a place that a substitute fills outside the ranking, or that its player left for good
    ranked = models.BooleanField(default=True)
    #: a steward's place, never ranked: it is drawn only where the players fill no whole tables
    steward = models.BooleanField(default=False)
    #: wishes of the draw: a family or club of whom nobody meets another in the first rounds, "" for none; and
    #: the numbers of the tables at which the place stays, [] for any
    group = models.CharField(max_length=LONGEST_NAME, blank=True)
    tables = models.JSONField(default=list, blank=True)

    class Meta:
        app_label = "leagues"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_place_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.tournament_id}"

    @property
    def last_holder(self) -> Stint | None:
        """Return who stands in the result for it: who held it last, substitutes left out; None for nobody."""
        stints = [stint for stint in self.stints.all() if stint.player_id and not stint.substitute]
        return stints[-1] if stints else None


class Stint(HasFederationDetails):
    """Who holds a place from a round on, until the next stint begins; nobody where `player` is None.

    Of two that begin with one round the substitute's is in force, and the other says whose place it is.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="stints")
    from_round = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="tournament_stints"
    )
    #: whether the player only fills in: the place stays another's, and its rounds count as the event says
    substitute = models.BooleanField(default=False)

    class Meta:
        app_label = "leagues"
        ordering = ["from_round", "substitute"]
        constraints = [
            models.UniqueConstraint(fields=["place", "from_round", "substitute"], name="one_stint_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} from round {self.from_round}"
