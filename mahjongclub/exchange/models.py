"""What the exchange itself keeps: what came from where, uploads and archives under way, calendars."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.row_secrets import LENGTH, new_secret
from mahjongclub.tables.models import Session

LONGEST_SOURCE = 200


class Origin(models.Model):
    """The file a session came from. A game comes into a club once, told by its log's name or by its facts.

    `differences` are what our engine counted otherwise than the file, a text as JSON each: never hidden.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="origin")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="origins")
    source = models.CharField(max_length=LONGEST_SOURCE)
    identity = models.CharField(max_length=LONGEST_SOURCE, blank=True)
    fingerprint = models.CharField(max_length=64)
    differences = models.JSONField(default=list)
    brought_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "fingerprint"], name="one_game_per_fingerprint"),
            models.UniqueConstraint(
                fields=["club", "identity"], condition=~Q(identity=""), name="one_game_per_identity"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} from {self.source}"


class Upload(models.Model):
    """Files uploaded to a club and not yet brought in. Old ones are deleted with the next upload."""

    key = models.UUIDField(primary_key=True, default=uuid4)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="uploads")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.club_id} {self.made_at}"


class UploadedFile(models.Model):
    """One file of an upload, as it came."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=LONGEST_SOURCE)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.name


class Arrival(models.Model):
    """A club that was brought in. `origin` names the club it was on the installation it comes from."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="arrival")
    origin = models.CharField(max_length=32, db_index=True)
    archived_at = models.DateTimeField()
    arrived_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.club_id} from {self.origin}"


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
    def percent_written(self) -> int:
        """How much of it is written, in hundredths; never 100 before it is whole."""
        if self.is_ready:
            return 100
        return min(99, 100 * self.rows_done // self.rows) if self.rows else 0

    @property
    def expires_at(self) -> datetime:
        """When its file is removed."""
        return (self.finished_at or timezone.now()) + KEPT


class CalendarLink(models.Model):
    """What a club's calendar link is derived from; a new secret voids the links given out."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="calendar_link")
    secret = models.CharField(max_length=LENGTH, default=new_secret, editable=False)
    #: the number in links from before there was a secret, None where no such link is good
    generation = models.PositiveIntegerField(null=True, default=None, editable=False)

    def __str__(self) -> str:
        return f"calendar link of {self.club_id}"


class EveningChange(models.Model):
    """How often an evening changed since it was made, and when last. Without a row: never."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="change")
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    #: date, name and place as they were told last
    told = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"change {self.sequence} of {self.evening_id}"
