"""Matches of a season: tables that are drawn for its teams or players, who is named for them, and playoffs.

A season that counts its matches alone has no other games. In a season of teams a seat is a team's, and its
captain names who plays there; only whom they named counts. Points are never kept here: they are those of the
tables' sessions.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.rounds.models import TableOfRound
from mahjongclub.tables.models import Session

from .models import Season, Team


class Match(models.Model):
    """Tables that begin together. Of a playoff it is one game of a round: round `level`, game `game`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    #: the day it is played, None while nobody has said
    day = models.DateField(null=True, blank=True)
    #: until when captains name who plays; None until the day begins
    closes_at = models.DateTimeField(null=True, blank=True)
    #: the club's evening at which its tables were opened
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(default=1)
    #: how many of each table of a playoff go on; None at its last table
    go_on = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        app_label = "leagues"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_match_per_number"),
            models.UniqueConstraint(fields=["season", "level", "game"], name="one_match_per_playoff_game"),
            models.CheckConstraint(
                condition=Q(level__isnull=False) | Q(game=1, go_on=None), name="only_a_playoff_goes_on"
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.number} of {self.season_id}"


class MatchTable(TableOfRound):
    """A table of a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="tables")
    session = models.OneToOneField(
        Session, null=True, blank=True, on_delete=models.SET_NULL, related_name="match_table"
    )

    class Meta(TableOfRound.Meta):
        app_label = "leagues"
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_table_per_number_in_a_match"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.match_id}"


class MatchSeat(models.Model):
    """A seat of a table, the first East's: a team's with whom it named, or a player's."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(MatchTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.RESTRICT, related_name="seats")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="match_seats"
    )
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        app_label = "leagues"
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_row_per_seat_of_a_match"),
            models.UniqueConstraint(fields=["match", "player"], name="nobody_plays_twice_in_a_match"),
            models.CheckConstraint(
                condition=Q(team__isnull=False) | Q(player__isnull=False), name="a_match_seat_is_somebodys"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.table_id}"
