"""An archive being made for somebody who waits for it in a browser."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils import timezone

from mahjongclub.clubs.models import Club

#: how long the file is kept
KEPT = timedelta(days=1)
#: whoever makes it gives a sign of life at least so often; after that another takes over
SILENT = timedelta(seconds=30)


class Export(models.Model):
    """One archive: waiting, being made by a process that gives signs of life, made, or failed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="exports")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    #: the name of its file, which nobody can guess
    token = models.UUIDField(default=uuid4, unique=True, editable=False)
    #: who is making it, and their last sign of life
    run = models.UUIDField(null=True)
    alive_at = models.DateTimeField(null=True)
    rows_done = models.PositiveBigIntegerField(default=0)
    rows = models.PositiveBigIntegerField(default=0)
    size = models.PositiveBigIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)
    failed = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"archive {self.pk} of {self.club_id}"

    @property
    def is_ready(self) -> bool:
        """Whether its file can be fetched."""
        return self.finished_at is not None and not self.failed

    @property
    def percent(self) -> int:
        """How much of it is written, in hundredths; never 100 before it is whole."""
        if self.is_ready:
            return 100
        return min(99, 100 * self.rows_done // self.rows) if self.rows else 0

    @property
    def expires_at(self) -> datetime:
        """When its file is removed."""
        return (self.finished_at or timezone.now()) + KEPT
