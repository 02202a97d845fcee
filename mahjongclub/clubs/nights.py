"""Which evening is tonight's: a club that plays past midnight is still at the same one."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

#: the hour of the morning at which a new day begins for a club
NIGHT_ENDS = timedelta(hours=6)


def night_of(moment: datetime) -> date:
    """The date of the evening that a moment belongs to, in the server's zone."""
    return timezone.localdate(moment - NIGHT_ENDS)


def tonight() -> date:
    """The date of the evening that is on now, or comes today."""
    return night_of(timezone.now())
