"""Who is here: checked in, checked out, and in again after having left; at evenings and events alike."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from django.db import models
from django.utils import timezone

from mahjongclub.clubs.models import Device

#: finds who is here among people who come
HERE = models.Q(here_at__isnull=False)


class CheckIn(models.Model):
    """Somebody who comes: `here_at` is since when they are here, None for who is not."""

    #: what is said of whoever is here, whatever was said before
    VALUES_AT_CHECK_IN: ClassVar[dict[str, Any]] = {}

    here_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def here(self) -> bool:
        """Return whether they are here."""
        return self.here_at is not None


Comer = TypeVar("Comer", bound=CheckIn)


def check_in(rows: models.QuerySet[Comer], device: Device | None = None) -> None:
    """Have these people be here, whether they had left or not; `device` is their own phone that says so."""
    rows.update(**rows.model.VALUES_AT_CHECK_IN, **({"device": device} if device is not None else {}))
    rows.exclude(HERE).update(here_at=timezone.now())


def check_out(rows: models.QuerySet[Comer]) -> None:
    """Have these people be here no more."""
    rows.update(here_at=None)
