"""What is added up: one row for each player at each ended session, and how strong each player is.

Nothing here is the truth: `figures.folding` makes all of it from sessions, and can make it anew. Sums are not
kept: they are asked for (`sums`), and answers stay until the book's `stamp` is another (`cached`).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from mahjongclub.clubs.models import Club, Player
from mahjongclub.tables.models import MOST_SEATS, Session

#: Counts that are added up, as `rules.figures.Figures` names them.
COUNTS = (
    "hands",
    "wins",
    "self_draws",
    "deal_ins",
    "riichi",
    "riichi_wins",
    "draws",
    "tenpai",
    "faults",
    "won_points",
    "dealt_points",
)
PLACES = tuple(f"place_{place}" for place in range(1, MOST_SEATS + 1))


class Book(models.Model):
    """The figures of one club's games of one variant, or of those that belong to no club.

    Its row is locked while figures are added up, so that two sessions ending at once are added one after the
    other. Ratings are right up to `stale_from`, the order of the first session they have yet to follow.
    `stamp` is another after every change of its figures.
    """

    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="books")
    variant = models.CharField(max_length=20)
    stale_from = models.CharField(max_length=60, blank=True)
    stamp = models.CharField(max_length=16, blank=True)

    class Meta:
        app_label = "leagues"
        constraints = [
            models.UniqueConstraint(fields=["club", "variant"], name="one_book_per_club_and_variant"),
            models.UniqueConstraint(
                fields=["variant"], condition=Q(club=None), name="one_book_per_variant_without_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} of {self.club_id}"


class Appearance(models.Model):
    """One player at one ended session. Sessions follow each other by `order`.

    The counts are those of `rules.figures`. `score` is in the variant's unit, `tenths` are final points in
    tenths.
    """

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="appearances")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="appearances")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="appearances", db_index=False)
    #: the evening's date, else the day it began
    day = models.DateField()
    #: sorts sessions as they were played: day, moment of the start, number of the session
    order = models.CharField(max_length=60)
    place = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    self_draws = models.PositiveIntegerField(default=0)
    deal_ins = models.PositiveIntegerField(default=0)
    riichi = models.PositiveIntegerField(default=0)
    riichi_wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    tenpai = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)
    won_points = models.BigIntegerField(default=0)
    dealt_points = models.BigIntegerField(default=0)
    best_hand = models.BigIntegerField(default=0)
    yaku = models.JSONField(default=dict)
    score = models.BigIntegerField(default=0)
    tenths = models.BigIntegerField(default=0)
    #: whom the deal-ins were for, as `rules.figures.Figures.fed` has it
    fed = models.JSONField(default=dict)
    #: a game of riichi of one wind alone, which moves less in the dan
    east_only = models.BooleanField(default=False)
    #: how many share the place
    sharing = models.PositiveSmallIntegerField(default=1)
    #: the ratings after this session (Plackett-Luce's mean and deviation, R, the dan and its points) and the
    #: games they rest on
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    r = models.FloatField(null=True)
    dan = models.PositiveSmallIntegerField(default=0)
    dan_points = models.FloatField(default=0)
    rated_games = models.PositiveIntegerField(null=True)
    #: how far behind the leader somebody was at most who came first
    comeback = models.PositiveIntegerField(default=0)
    #: first places in a row up to this session; follows with the ratings
    firsts = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "leagues"
        ordering = ["order", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["session", "seat"], name="one_appearance_per_seat"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
        ]
        indexes = [
            models.Index(fields=["book", "order"], name="appearance_in_order"),
            models.Index(fields=["player", "book", "order"], name="appearance_of_player"),
            # the records of a club (records.py)
            models.Index(fields=["book", "-best_hand"], name="appearance_best_hand"),
            models.Index(fields=["book", "-score"], name="appearance_highest_score"),
            models.Index(fields=["book", "-comeback"], name="appearance_biggest_comeback"),
            models.Index(fields=["book", "-firsts"], name="appearance_longest_streak"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.session_id}"


class Rating(models.Model):
    """How strong a player is after the last session of the book."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    games = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    r = models.FloatField()
    dan = models.PositiveSmallIntegerField(default=0)
    dan_points = models.FloatField(default=0)
    #: first places in a row until now
    firsts = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "leagues"
        constraints = [models.UniqueConstraint(fields=["book", "player"], name="one_rating_per_player")]

    def __str__(self) -> str:
        return f"{self.mu:.1f} of {self.player_id}"

    @property
    def safe(self) -> float:
        """What the ranking goes by: the strength that is very likely reached, mean less three deviations."""
        return self.mu - 3 * self.sigma


class UncountedGame(models.Model):
    """A game whose figures are yet to follow: made anew from its hands, or only given to another season."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="uncounted")
    anew = models.BooleanField(default=True)

    class Meta:
        app_label = "leagues"

    def __str__(self) -> str:
        return f"session {self.session_id} is to be counted"
