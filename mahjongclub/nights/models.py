"""A club night: who comes and who is here. Who sits where in its rounds is kept by `rounds.models`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.rounds.checkin import CheckIn
from mahjongclub.rounds.waiting import WantsPlace


class Night(models.Model):
    """What is wished for at an evening. `games` are those played, the first where nobody wishes otherwise:
    {"variant": key, "preset": key of a preset, "" for what the club begins with}."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="night")
    games = models.JSONField(default=list)
    #: who sits out sits at a table of four and waits there
    fives = models.BooleanField(default=False)

    class Meta:
        app_label = "leagues"

    def __str__(self) -> str:
        return f"night of {self.evening_id}"


class Presence(CheckIn):
    """Somebody who came to an evening."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="presences")
    here_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    #: the key of the game they would rather play, "" for any
    wants = models.CharField(max_length=20, blank=True)
    #: the phone that checked in, and is told where to sit
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    #: when they came first
    came_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "leagues"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "player"], name="one_presence_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.evening_id}"


class Reply(WantsPlace):
    """What somebody said about coming to an evening, and `since` when they say so."""

    class Answer(models.TextChoices):
        YES = "yes", _("I come")
        MAYBE = "maybe", _("Maybe")
        NO = "no", _("No")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replies")
    answer = models.CharField(max_length=5, choices=Answer)
    #: whether there is no place for them yet
    waits = models.BooleanField(default=False)
    #: whether they asked to be reminded, and of what they were: 1 the day before, 2 on the day
    reminds = models.BooleanField(default=False)
    reminded = models.PositiveSmallIntegerField(default=0)

    class Meta(WantsPlace.Meta):
        app_label = "leagues"
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_reply_per_player")]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.evening_id}: {self.answer}"

    @property
    def has_place(self) -> bool:
        return self.answer == self.Answer.YES and not self.waits

    @property
    def is_in_line(self) -> bool:
        return self.answer == self.Answer.YES and self.waits

    def set_place(self, has_place: bool) -> None:
        self.waits = not has_place


class PlayerPhone(models.Model):
    """Who speaks for a player at the evenings of their club: the phone that did so last, or the account that
    was signed in there. Not of a player with an account: that account alone speaks for them."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="phone")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "leagues"

    def __str__(self) -> str:
        return f"device {self.device_id} for {self.player_id}"


class PhoneRequest(models.Model):
    """A phone that wants to speak for a player for whom another one speaks."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="phone_requests")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    #: where it was asked
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="phone_requests")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "leagues"
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["player", "device"], name="a_phone_asks_once")]

    def __str__(self) -> str:
        return f"device {self.device_id} asks for {self.player_id}"

    @property
    def number(self) -> str:
        """Return what tells two phones apart that ask at once: three digits, shown on the phone too."""
        return f"{self.pk % 1000:03}"
