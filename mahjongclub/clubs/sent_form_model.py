"""Forms that were sent: a second sending of one leads to where the first one led."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class SentForm(models.Model):
    """A form that was sent, by the key it carried or by what stood in it, and the path it led to."""

    key = models.UUIDField(unique=True)
    path = models.CharField(max_length=500, blank=True)
    sent_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return str(self.key)
