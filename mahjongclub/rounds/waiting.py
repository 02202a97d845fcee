"""Who has a place where there are only so many, who waits for one, and who moves up.

One rule for evenings and events: whoever has a place keeps it; whoever comes while none is free, or while
others wait, waits; and a free place goes to whoever has waited longest. It is asked under the lock of the
evening or the event, so that of two who come at once for the last place one waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Device


class WantsPlace(models.Model):
    """Somebody who wants a place, and since when."""

    since = models.DateTimeField(default=timezone.now)
    #: the phone that said so
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        abstract = True
        ordering = ["since", "pk"]

    @property
    def has_place(self) -> bool:
        """Return whether one of the places is theirs."""
        raise NotImplementedError

    @property
    def is_in_line(self) -> bool:
        """Return whether they get a place as soon as one is free."""
        raise NotImplementedError

    def set_place(self, has_place: bool) -> None:
        """Give them a place, or have them wait for one; not saved yet."""
        raise NotImplementedError


Wanting = TypeVar("Wanting", bound=WantsPlace)


class Places(Generic[Wanting]):
    """Those who have a place, and the line of those who wait for one, whoever has waited longest first."""

    def __init__(self, wanting: Iterable[Wanting], capacity: int | None) -> None:
        in_order = sorted(wanting, key=lambda applicant: (applicant.since, applicant.pk))
        self.capacity = capacity
        self.taken = [applicant for applicant in in_order if applicant.has_place]
        self.line = [applicant for applicant in in_order if applicant.is_in_line]

    @property
    def is_full(self) -> bool:
        """Return whether whoever comes now waits."""
        return self.capacity is not None and (bool(self.line) or len(self.taken) >= self.capacity)

    def place_in_line(self, pk: int) -> int:
        """Return which of those who wait this row is, from 1; 0 if it does not wait."""
        return next((number for number, applicant in enumerate(self.line, start=1) if applicant.pk == pk), 0)

    def add(self, applicant: Wanting) -> None:
        """Take somebody in who comes now. Their row is not saved yet."""
        waits = self.is_full
        applicant.set_place(not waits)
        (self.line if waits else self.taken).append(applicant)

    def take_from_line(self) -> list[Wanting]:
        """Give every free place to whoever has waited longest; return those rows, not saved yet."""
        free = len(self.line) if self.capacity is None else max(0, self.capacity - len(self.taken))
        moved, self.line = self.line[:free], self.line[free:]
        for applicant in moved:
            applicant.set_place(True)
        self.taken += moved
        return moved


def waiting_in_words(count: int) -> str:
    """Return how many wait: "2 wait"."""
    return ngettext("%(count)s waits", "%(count)s wait", count) % {"count": count}
