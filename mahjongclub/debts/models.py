"""Debts after games: a sheet for some finished games, and what was paid.

Nothing that is owed is stored: it follows from the results of the games, so that a corrected hand changes it
by itself. What people have paid each other is stored, and stays.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from mahjongclub.clubs.club_model import LONGEST_CURRENCY
from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.tables.models import Session

LONGEST_PAY_BY = 200
#: digits of an amount, and those after the decimal sign
MOST_DIGITS, MOST_PLACES = 18, 4


class DebtSheet(models.Model):
    """Some finished games whose points are settled together.

    `rates` says what a point of a game is worth, by the key of the game, as decimal text; points of a game
    without a rate stay points.
    """

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="debt_sheets"
    )
    evening = models.ForeignKey(
        Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="debt_sheets"
    )
    sessions = models.ManyToManyField(Session, related_name="debt_sheets")
    rates = models.JSONField(default=dict, blank=True)
    currency = models.CharField(max_length=LONGEST_CURRENCY, blank=True, default="€")
    #: amounts are whole multiples of it
    coin = models.DecimalField(max_digits=MOST_DIGITS, decimal_places=MOST_PLACES, default="0.01")
    #: what a chip is worth, as decimal text, and how many everybody has won: {number of the player: chips}
    chip_rate = models.CharField(max_length=20, blank=True)
    chips = models.JSONField(default=dict, blank=True)
    pay_by = models.CharField(max_length=LONGEST_PAY_BY, blank=True)
    made_by = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(coin__gt=0), name="a_coin_is_worth_something"),
        ]

    def __str__(self) -> str:
        return f"debts of {self.made_at:%Y-%m-%d}"


class Repayment(models.Model):
    """A payment of one person to another; None stands for the pot, which nobody owns.

    `variant` is the game whose points were paid, "" for money. Players are those of the day: `Player.person`
    leads to who they are known as since.
    """

    sheet = models.ForeignKey(DebtSheet, on_delete=models.CASCADE, related_name="repayments")
    payer = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="repayments_made"
    )
    payee = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="repayments_received"
    )
    variant = models.CharField(max_length=20, blank=True)
    amount = models.DecimalField(max_digits=MOST_DIGITS, decimal_places=MOST_PLACES)
    #: of the tick: a second tap finds it
    key = models.UUIDField()
    made_by = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="one_repayment_per_tick"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_repayment_is_something"),
            models.CheckConstraint(
                condition=Q(payer=None) | Q(payee=None) | ~Q(payer=F("payee")),
                name="nobody_pays_themselves",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} from {self.payer_id} to {self.payee_id}"
