"""Points that a referee or an organiser gives or takes, in an event or in a season."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q

from mahjongclub.clubs.models import Player
from mahjongclub.pairing.scoring import TENTH

from ..models import LONGEST_REASON, Competition
from ..teams.models import Team
from .kinds import LONGEST_KEY, POINTS, kind_choices, penalty_kind_or_default


class Penalty(models.Model):
    """Points given, or taken where `tenths` (of a point) is below 0, with the reason.

    In a season it is a player's or a team's from a day on, at an event a place's, in one round or in none.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="penalties")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="penalties"
    )
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.CASCADE, related_name="penalties")
    place = models.ForeignKey(
        "leagues.Place", null=True, blank=True, on_delete=models.CASCADE, related_name="penalties"
    )
    day = models.DateField(null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=LONGEST_KEY, choices=kind_choices, default=POINTS.key)
    tenths = models.IntegerField()
    reason = models.CharField(max_length=LONGEST_REASON)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "leagues"
        db_table = "rounds_penalty"
        ordering = ["day", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="a_penalty_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(tenths=0, kind=POINTS.key), name="a_penalty_changes_something"
            ),
            models.CheckConstraint(
                condition=(
                    Q(place=None, day__isnull=False, round_number=None)
                    & (Q(player__isnull=False, team=None) | Q(player=None, team__isnull=False))
                )
                | Q(place__isnull=False, player=None, team=None, day=None),
                name="a_penalty_has_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tenths} tenths for {self.player_id or self.team_id or self.place_id}"

    @property
    def full_reason(self) -> str:
        """The reason, after the name of the kind unless it is mere points."""
        kind = penalty_kind_or_default(self.kind)
        return self.reason if kind is POINTS else f"{kind.name} · {self.reason}"

    @property
    def value(self) -> int:
        """The points in 600ths, below 0 where they are taken."""
        return TENTH * self.tenths

    def points_in_words(self, formatter: Callable[[int], str]) -> str:
        """Return the points as `formatter` writes 600ths of a point, "" for a penalty that takes none."""
        return formatter(self.value) if self.tenths else ""


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty as lists show it, its points in words; `number` is that of the place in an event."""

    pk: int
    name: str
    points: str
    reason: str
    round: int | None
    day: date | None
    number: int = 0


def penalty_row(penalty: Penalty, name: str, formatter: Callable[[int], str], number: int = 0) -> PenaltyRow:
    """Return a penalty as lists show it; `formatter` writes 600ths of a point."""
    return PenaltyRow(
        pk=penalty.pk,
        name=name,
        points=penalty.points_in_words(formatter),
        reason=penalty.full_reason,
        round=penalty.round_number,
        day=penalty.day,
        number=number,
    )
