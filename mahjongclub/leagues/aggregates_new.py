"""Folding very many sessions that have no figures yet: each row written once, each sum added up once.

`aggregates.fold` makes the same of them, but adds up a month and rates a book again with every handful.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby

from mahjongclub.tables.models import Session

from .appearing import appearances
from .figures_model import Appearance, Book, Rating
from .rating_order import RATED, after_table, rate_row, rating_row
from .ratings import Strength
from .summing import Touched, sum_again, touched_by

SESSIONS_AT_ONCE = 200
ROWS_AT_ONCE = 4000

#: hears what is being done, how much of it is done, and of how much
Report = Callable[[str, int, int], None]


def fold_new(session_ids: Sequence[int], report: Report = lambda what, done, whole: None) -> None:
    """Make the figures of ended sessions that have none. To be called within a transaction.

    Memory is bounded by the sessions of one step and by players x days.
    """
    touched: set[Touched] = set()
    books: dict[tuple[int | None, str], Book] = {}
    for start in range(0, len(session_ids), SESSIONS_AT_ONCE):
        report("games counted", start, len(session_ids))
        rows = _appear(session_ids[start : start + SESSIONS_AT_ONCE], books)
        touched |= {touched_by(row) for row in rows}
    report("games counted", len(session_ids), len(session_ids))
    _sum(touched, report)
    for number, book in enumerate(books.values()):
        report("games rated", number, len(books))
        if book.club_id is not None:
            rate_all(book)
    report("games rated", len(books), len(books))


def rate_all(book: Book) -> None:
    """Rate every session of a locked book in order, from the first."""
    known: dict[int, Strength] = {}
    for rows in _in_order(book):
        for _order, group in groupby(rows, key=lambda row: row.order):
            table = list(group)
            before = [known.get(row.player_id, Strength()) for row in table]
            for row, now in zip(table, after_table(book, table, before), strict=True):
                known[row.player_id] = now
                rate_row(row, now)
        Appearance.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["session", "seat"], update_fields=RATED
        )
    Rating.objects.filter(book=book).delete()
    Rating.objects.bulk_create(rating_row(book, player_id, now) for player_id, now in sorted(known.items()))
    book.stale_from = ""
    book.save(update_fields=["stale_from"])


def _appear(ids: Sequence[int], books: dict[tuple[int | None, str], Book]) -> list[Appearance]:
    by_book: dict[tuple[int | None, str], list[Session]] = defaultdict(list)
    for session in Session.objects.filter(pk__in=ids).select_related("evening"):
        by_book[session.club_id, session.variant].append(session)
    rows: list[Appearance] = []
    for (club_id, variant), sessions in sorted(by_book.items(), key=repr):
        if (club_id, variant) not in books:
            made, _new = Book.objects.get_or_create(club_id=club_id, variant=variant)  # type: ignore[misc]
            books[club_id, variant] = Book.objects.select_for_update().get(pk=made.pk)
        rows += appearances(books[club_id, variant], sessions)
    Appearance.objects.bulk_create(rows)
    return rows


def _sum(touched: set[Touched], report: Report) -> None:
    """Month by month, a season's days with the last of its months."""
    months: dict[tuple[int, int | None, date], list[Touched]] = defaultdict(list)
    for one in touched:
        months[one[0], one[1], one[3].replace(day=1)].append(one)
    for number, key in enumerate(sorted(months, key=repr)):
        report("months added up", number, len(months))
        sum_again(months[key])
    report("months added up", len(months), len(months))


def _in_order(book: Book) -> Iterator[list[Appearance]]:
    """The rows of a book as its sessions were played, some whole sessions at a time."""
    last = ""
    while True:
        following = Appearance.objects.filter(book=book, order__gt=last).order_by("order", "seat")
        rows = list(following[:ROWS_AT_ONCE])
        if len(rows) == ROWS_AT_ONCE:  # the last session may be cut in two: it is read again
            rows = [row for row in rows if row.order != rows[-1].order]
        if not rows:
            return
        yield rows
        last = rows[-1].order
