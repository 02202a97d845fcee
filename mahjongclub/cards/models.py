"""Lines that were typed from a card, and the hands for which one of them was picked."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from mahjongclub.clubs.models import Club
from mahjongclub.tables.models import Session

LONGEST_SECTION, LONGEST_TEXT = 40, 100
MOST_VALUE = 1000


class CardLine(models.Model):
    """A line of the card of a club or of a person, never of both."""

    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="card_lines")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="card_lines",
    )
    section = models.CharField(max_length=LONGEST_SECTION, blank=True)
    text = models.CharField(max_length=LONGEST_TEXT)
    value = models.PositiveSmallIntegerField()
    concealed = models.BooleanField(default=False)
    #: a hand of singles and pairs, which earns nothing for lacking a joker
    exempt = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(club=None, account__isnull=False) | Q(club__isnull=False, account=None),
                name="a_card_line_has_one_owner",
            ),
            models.CheckConstraint(
                condition=Q(value__gte=1, value__lte=MOST_VALUE), name="a_card_line_has_a_value"
            ),
        ]

    def __str__(self) -> str:
        return f"card line {self.pk}"


class LinePick(models.Model):
    """A line picked for a hand that `winner`, a seat, wins. It was made if the hand was recorded like that.

    `number` is the hand's; it moves with the hand (see `receivers`). `by_owner` is whether the winner is the
    person whose card it is.
    """

    line = models.ForeignKey(CardLine, on_delete=models.CASCADE, related_name="picks")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    winner = models.PositiveSmallIntegerField()
    value = models.PositiveSmallIntegerField()
    by_owner = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["session", "number"], name="card_pick_of_hand")]

    def __str__(self) -> str:
        return f"card line {self.line_id} for hand {self.number}"
