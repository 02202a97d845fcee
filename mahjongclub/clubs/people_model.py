"""What happens to people: the owner's first link, and two players found to be one person."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class OwnerLink(models.Model):
    """A link that makes the owner's account, once. Only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"owner link until {self.expires_at}"


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
