"""From one day to another: the whole months in between, added up before, and the days at both ends.

So a page about any days takes such months and the games of two months at most, however long a club plays.
"""

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

    def whole_months(self) -> Q:
        """The sums of months that lie within it altogether."""
        found = Q()
        if self.since is not None:
            found &= Q(month__gte=self.since if self.since.day == 1 else month_after(self.since))
        if self.until is not None:
            whole = self.until == last_of_month(self.until)
            found &= Q(month__lt=month_after(self.until) if whole else self.until.replace(day=1))
        return found

    def other_days(self) -> Q | None:
        """The appearances of months of which a part alone belongs to it; None without such days."""
        parts = []
        if self.since is not None and self.since.day > 1:
            parts.append((self.since, last_of_month(self.since)))
        if self.until is not None and self.until < last_of_month(self.until):
            parts.append((self.until.replace(day=1), self.until))
        found = None
        for first, last in parts:
            begin, end = max(first, self.since or first), min(last, self.until or last)
            if begin <= end:
                part = in_order(begin, end)
                found = part if found is None else found | part
        return found

    def days(self) -> Q:
        """The appearances of all its days."""
        return in_order(self.since, self.until)


def in_order(since: date | None, until: date | None) -> Q:
    """The appearances from one day to another. By `order`, which begins with the day and has the index."""
    found = Q()
    if since is not None:
        found &= Q(order__gte=since.isoformat())
    if until is not None and until < date.max:
        found &= Q(order__lt=(until + timedelta(days=1)).isoformat())
    return found


ALWAYS = Period()


def last_of_month(day: date) -> date:
    """The last day of its month.

    >>> last_of_month(date(2024, 2, 10))
    datetime.date(2024, 2, 29)
    """
    return day.replace(day=monthrange(day.year, day.month)[1])


def month_after(day: date) -> date:
    """The first day of the following month; of the last month there is, its last day."""
    last = last_of_month(day)
    return date.fromordinal(last.toordinal() + 1) if last < date.max else last
