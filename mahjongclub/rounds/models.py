"""Rounds of tables, whoever plays them: `Competition`, `Round`, `Table`, `Seat` and `Bye`.

In a season that counts its matches alone no other games count. Where teams play, a seat is a team's, and its
captain names who plays there; only whom they named counts. Points are never kept here: they are those of the
tables' sessions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import Session

LONGEST_REASON = 200


class Competition(models.Model):
    """Whose rounds they are: an evening's, a tournament's, or a season's, whose rounds are matches.

    It is made with the first round.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    evening = models.OneToOneField(
        Evening, null=True, blank=True, on_delete=models.CASCADE, related_name="competition"
    )
    season = models.OneToOneField(
        "leagues.Season", null=True, blank=True, on_delete=models.CASCADE, related_name="competition"
    )
    tournament = models.OneToOneField(
        "leagues.Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="competition"
    )

    class Meta:
        app_label = "leagues"
        db_table = "rounds_competition"
        constraints = [
            models.CheckConstraint(
                condition=Q(evening__isnull=False, season=None, tournament=None)
                | Q(evening=None, season__isnull=False, tournament=None)
                | Q(evening=None, season=None, tournament__isnull=False),
                name="a_competition_has_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"rounds of {self.evening or self.season or self.tournament}"


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds, of whomever."""

    def with_owner(self) -> Self:
        """With the club, and with the evening, the season or the tournament whose they are."""
        return self.select_related(
            *("competition__club", "competition__season__league__club", "competition__tournament__club"),
            "evening__club",
        )


class Round(models.Model):
    """Tables that begin together: a round of a night or of a tournament, or a match of a season."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    #: the evening on which its tables are opened
    evening = models.ForeignKey(Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    #: None where an earlier version drew it and did not say when
    drawn_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    #: of a tournament: since when everybody sees who sits where, and since when its tables are open
    published_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    #: since when every table has its result: its phones look on from then, whatever is corrected
    closed_at = models.DateTimeField(null=True, blank=True)
    #: since when everybody may know its results
    shown_at = models.DateTimeField(null=True, blank=True)
    #: the day a match is played, None while nobody has said
    day = models.DateField(null=True, blank=True)
    #: until when captains name who plays; None until the day begins
    closes_at = models.DateTimeField(null=True, blank=True)
    #: of a playoff it is game `game` of its round `level`
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.PositiveSmallIntegerField(default=1)
    #: how many of each table of a playoff go on; None at its last table
    go_on = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        app_label = "leagues"
        db_table = "rounds_round"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number"], name="one_round_per_number_of_its_owner"
            ),
            models.UniqueConstraint(
                fields=["competition", "level", "game"], name="one_round_per_game_of_a_playoff"
            ),
            models.CheckConstraint(
                condition=Q(level__isnull=False) | Q(game=1, go_on=None),
                name="only_from_a_playoff_one_goes_on",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.competition_id}"

    @property
    def season(self) -> Any:
        """The season whose match it is."""
        return self.competition.season

    @property
    def tournament(self) -> Any:
        """The tournament whose round it is."""
        return self.competition.tournament


class Table(models.Model):
    """One table of a round, and its `session` once it is opened; `variant` is the key of its game."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=20)
    session = models.OneToOneField(
        Session, null=True, blank=True, on_delete=models.SET_NULL, related_name="round_table"
    )
    #: final points typed from paper whose sum is off, until somebody confirms them: as `Session.on_paper`,
    #: scores in the order of the seats drawn
    doubtful = models.JSONField(null=True, blank=True)
    #: the access generation of its session from which on the code that lies on the table lets phones in
    code_from = models.PositiveSmallIntegerField(default=1)

    class Meta:
        app_label = "leagues"
        db_table = "rounds_table"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number_of_its_round"),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"

    @property
    def has_result(self) -> bool:
        """Whether it has been played to its end; one closed before its first hand has not."""
        return self.session is not None and self.session.has_result

    @property
    def has_begun(self) -> bool:
        """Whether something was recorded there, or it was closed."""
        return self.session is not None and bool(self.session.row_count or self.session.ended_at)

    @property
    def stays_as_drawn(self) -> bool:
        """Whether it has begun, or its points are typed and wait to be confirmed."""
        return self.has_begun or self.doubtful is not None

    @property
    def players(self) -> dict[int, Player]:
        """Return who plays at each seat, as far as somebody is known.

        Who has finished here and sits at a further table of the round has given up the seat: the game tells.
        """
        seats = list(self.seats.all())
        players = {seat.number: seat.player for seat in seats if seat.player is not None}
        if self.session is not None and len(seats) < find_variant(self.variant).seats:
            drawn = {seat.number for seat in seats}
            for seat in self.session.seats.select_related("player__merged_into"):
                if seat.number not in drawn:
                    players[seat.number] = seat.player
        return dict(sorted(players.items()))


class Seat(models.Model):
    """Who plays at a table; seat 0 begins as East. The round is that of the table.

    A seat of a team has no player until its captain names one. At a tournament it is a place's: who holds
    the place in that round is kept by its `Stint`.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="round_seats"
    )
    team = models.ForeignKey(
        "leagues.Team", null=True, blank=True, on_delete=models.RESTRICT, related_name="round_seats"
    )
    place = models.ForeignKey(
        "leagues.Place", null=True, blank=True, on_delete=models.CASCADE, related_name="drawn"
    )
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        app_label = "leagues"
        db_table = "rounds_seat"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_row_per_seat_of_a_table"),
            models.UniqueConstraint(fields=["round", "player"], name="nobody_plays_twice_in_a_round"),
            models.CheckConstraint(
                condition=Q(team__isnull=False) | Q(player__isnull=False) | Q(place__isnull=False),
                name="a_seat_is_somebodys",
            ),
            models.UniqueConstraint(fields=["table", "place"], name="one_seat_per_place_of_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on seat {self.number} of {self.table_id}"


class Bye(models.Model):
    """Who sits a round out, a player or a place of a tournament: at `table`, or at none."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="byes")
    place = models.ForeignKey(
        "leagues.Place", null=True, blank=True, on_delete=models.CASCADE, related_name="byes"
    )
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        app_label = "leagues"
        db_table = "rounds_bye"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="nobody_sits_out_twice_in_a_round"),
            models.UniqueConstraint(fields=["round", "place"], name="no_place_sits_out_twice_in_a_round"),
            models.CheckConstraint(
                condition=Q(place__isnull=False) | Q(player__isnull=False), name="a_bye_is_somebodys"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} sits out {self.round_id}"


def drawn_seats_by_session_seat(seat_by_player: Mapping[int, int], session: Session) -> list[int]:
    """For each seat of a table's session the seat that was drawn for its player, by `seat_by_player`.

    Players who sat down on each other's seats were swapped there: whose points they are says the player.
    One who took another's place in the middle of the game played for it.
    """
    first = {sitter.number: sitter.player_id for sitter in session.sitters.all()}
    now = {seat.number: seat.player_id for seat in session.seats.all()}
    sitting = {number: first.get(number, player) for number, player in now.items()}
    drawn_seats = [
        seat_by_player.get(player, seat_by_player.get(now[seat], seat))
        for seat, player in sorted(sitting.items())
    ]
    return drawn_seats if len(set(drawn_seats)) == len(drawn_seats) else sorted(sitting)
