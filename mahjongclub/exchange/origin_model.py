"""Where games that were brought in come from, and the files between their upload and their import."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from mahjongclub.clubs.models import Club
from mahjongclub.tables.models import Session

LONGEST_SOURCE = 200


class Origin(models.Model):
    """The file a session came from. A game comes into a club once, told by its log's name or by its facts.

    `differences` are what our engine counted otherwise than the file, {"en", "fr"} each: never hidden.
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
