"""The records of a club: what is the most there ever was in a game. Each is one row along an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .models import Appearance, Book


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A record: the field of `Appearance` in which more is better, and what it is called."""

    key: str
    name: str | Promise

    def value_in(self, row: Appearance) -> int:
        """What that game of a player's comes to."""
        return int(getattr(row, self.key))


RECORDS = (
    RecordKind("best_hand", _("Best hand")),
    RecordKind("score", _("Highest score of a game")),
    RecordKind("comeback", _("Biggest comeback")),
    RecordKind("firsts", _("First places in a row")),
)


def record_holder(book: Book, record: RecordKind, *, before: str = "") -> Appearance | None:
    """Who holds it, the first of equals; of the games before an `order` where one is given. One query."""
    rows = Appearance.objects.filter(book=book)
    return record_row(rows.filter(order__lt=before) if before else rows, record)


def record_row(rows: QuerySet[Appearance], record: RecordKind) -> Appearance | None:
    """The row with the most of these; None where none has any."""
    rows = rows.filter(**{f"{record.key}__gt": 0})
    return rows.select_related("player", "session").order_by(f"-{record.key}", "order").first()


def furthest_behind(scores: Sequence[Sequence[int]], seat: int) -> int:
    """How far a player was behind the leader at most; `scores` are everybody's after each hand.

    >>> furthest_behind([(25000, 35000), (20000, 40000), (31000, 29000)], 0)
    20000
    """
    return max((max(now) - now[seat] for now in scores), default=0)
