"""What happens to people: the owner's first link, two players found to be one person, a name to be erased."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class OwnerLink(models.Model):
    """A link that makes the owner's account, once. Only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"owner link until {self.expires_at}"


class KnownDevice(models.Model):
    """A browser that has signed in as an account: others' wrong passwords do not make it wait."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="known_devices"
    )
    device = models.ForeignKey("clubs.Device", on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "device"], name="a_device_is_known_once")]

    def __str__(self) -> str:
        return f"device {self.device_id} of {self.account_id}"


class PlayerMerge(models.Model):
    """Two players who were one person. What moved is kept, so that it can be undone, the newest first."""

    kept = models.ForeignKey("clubs.Player", on_delete=models.CASCADE, related_name="merges")
    gone = models.OneToOneField("clubs.Player", on_delete=models.CASCADE, related_name="merged_by")
    #: {"seats": [ids], "before": {field: value of the kept player before}}
    moved = models.JSONField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.kept_id}"


class DifferentPeople(models.Model):
    """Two players of nearly one name whom an organiser knows to be two: they are not proposed for merging."""

    one = models.ForeignKey("clubs.Player", on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey("clubs.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="two_people_are_told_apart_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="the_lower_number_stands_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} is not {self.other_id}"


class Dues(models.Model):
    """Until when a player has paid the club on whose roster they stand. For its organisers alone."""

    player = models.OneToOneField("clubs.Player", on_delete=models.CASCADE, related_name="dues")
    paid_until = models.DateField()
    #: what was paid for it, in hundredths; None where nobody said
    paid_cents = models.PositiveIntegerField(null=True, blank=True, default=None)

    class Meta:
        verbose_name_plural = "dues"

    def __str__(self) -> str:
        return f"{self.player_id} until {self.paid_until}"


class Erasure(models.Model):
    """A player's name that will be erased, hidden until then; an organiser can undo it before."""

    player = models.OneToOneField("clubs.Player", on_delete=models.CASCADE, related_name="erasure")
    #: None where the account of the player was removed
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(db_index=True)
    #: whether the name was hidden before it was asked for
    was_hidden = models.BooleanField()

    def __str__(self) -> str:
        return f"name of player {self.player_id} until {self.due_at}"
