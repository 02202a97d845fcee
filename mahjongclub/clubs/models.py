"""Who plays: the browsers that come to a table, and the players their owners typed or picked."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower

LONGEST_NAME = 200


class Device(models.Model):
    """One browser, known by a signed cookie. It has no account; a table remembers what it may do there."""

    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


class Player(models.Model):
    """A person who plays. Without an account, known only where somebody typed the name.

    Games point at the player and never copy the name, so a rename or a merge touches no game.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    known_on = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="players")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("known_on", Lower("name"), name="one_player_per_name_on_a_device"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
