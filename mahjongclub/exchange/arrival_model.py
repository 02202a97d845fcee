"""Which clubs came from an archive, so that none comes twice unnoticed."""

from __future__ import annotations

from django.db import models

from mahjongclub.clubs.models import Club


class Arrival(models.Model):
    """A club that was brought in. `origin` names the club it was on the installation it comes from."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="arrival")
    origin = models.CharField(max_length=32, db_index=True)
    archived_at = models.DateTimeField()
    arrived_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.club_id} from {self.origin}"
