"""What a calendar knows of evenings beside themselves: how often they changed, and which link opens it."""

from __future__ import annotations

from django.db import models

from mahjongclub.clubs.models import Club, Evening


class CalendarLink(models.Model):
    """Part of a club's calendar link; a new generation voids the links given out. Without a row it is 1."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="calendar_link")
    generation = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.generation} of {self.club_id}"


class EveningChange(models.Model):
    """How often an evening changed since it was made, and when last. Without a row: never."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="change")
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    #: date, name and place as they were told last
    told = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"change {self.sequence} of {self.evening_id}"
