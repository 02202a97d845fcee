"""What is yet to be counted: games whose figures have to follow, and sums that have to be added up again."""

from __future__ import annotations

from django.db import models

from mahjongclub.clubs.models import Player
from mahjongclub.tables.models import Session

from .figures_model import Book
from .season_model import Season


class UncountedGame(models.Model):
    """A game whose figures are yet to follow: made anew from its hands, or only given to another season."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="uncounted")
    anew = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"session {self.session_id} is to be counted"


class UnsummedDay(models.Model):
    """A player's sums of a day, in a book and a season, that are to be added up again."""

    is_derived = True

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey(Season, null=True, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["book", "season", "player", "day"],
                name="a_day_is_added_up_once",
            ),
            models.UniqueConstraint(
                fields=["book", "player", "day"],
                condition=models.Q(season=None),
                name="a_day_of_no_season_is_added_up_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day} in book {self.book_id}"
