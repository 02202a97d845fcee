"""From one day to another."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q


@dataclass(frozen=True, slots=True)
class Period:
    """`since` and `until` both belong to it; None leaves that end open."""

    since: date | None = None
    until: date | None = None

    def __bool__(self) -> bool:
        return self.since is not None or self.until is not None

    def days_condition(self) -> Q:
        """The appearances of all its days. By `order`, which begins with the day and has the index."""
        days = Q()
        if self.since is not None:
            days &= Q(order__gte=self.since.isoformat())
        if self.until is not None and self.until < date.max:
            days &= Q(order__lt=(self.until + timedelta(days=1)).isoformat())
        return days


ALWAYS = Period()


def last_of_month(day: date) -> date:
    """The last day of its month.

    >>> last_of_month(date(2024, 2, 10))
    datetime.date(2024, 2, 29)
    """
    return day.replace(day=monthrange(day.year, day.month)[1])
