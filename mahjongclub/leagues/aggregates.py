"""Folding: the figures of ended sessions, kept added up so that a page costs the same after any number.

`fold` is told of sessions inside the transaction that changes them. It writes their appearances anew where
they differ, and every sum an appearance stands or stood in is added up again from its month or evening: no
differences are booked, so that a sum cannot drift. A book is locked meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from django.db import transaction
from django.db.models import Q

from mahjongclub.tables.models import Session
from mahjongclub.tables.write_lock import one_writer

from .aggregates_new import fold_new
from .appearing import Seasons, appearances, facts
from .backlog import (
    MOST_ASSIGNED_AT_ONCE,
    add_up_later,
    assign_later,
    count_later,
    is_long,
    rate_later,
    unlocked,
)
from .backlog_model import UncountedGame
from .figures_model import Appearance, Book, Meeting, Month, Rating
from .rating_order import rate_from
from .season_model import Entry, SeasonDay
from .summing import Touched, sum_again, touched_by

CHUNK = 200


def fold(session_ids: Collection[int]) -> None:
    """Make the figures of these sessions follow. To be called within a transaction.

    Those of more than a few sessions follow after it, in slices.
    """
    if is_long(len(session_ids)):
        count_later(session_ids)
        return
    for ids in _chunks(session_ids):
        sessions = Session.objects.counting().filter(pk__in=ids).select_related("evening")
        _replace(ids, list(sessions))


def unfold(session_ids: Collection[int]) -> None:
    """Take these sessions out of all figures. To be called within a transaction."""
    for ids in _chunks(session_ids):
        _replace(ids, [])


def assign_again(club_id: int, variant: str) -> None:
    """Make the figures follow the seasons of a club's games of a variant. Within a transaction."""
    book = Book.objects.select_for_update().filter(club_id=club_id, variant=variant).first()
    if book is None:
        return
    session_ids = list(book.appearances.filter(seat=0).values_list("session_id", flat=True))
    if is_long(len(session_ids), MOST_ASSIGNED_AT_ONCE):
        assign_later(book)
        return
    touched: set[Touched] = set()
    for ids in _chunks(session_ids):
        touched |= _assign(book, ids)
    sum_again(touched)


def _assign(book: Book, session_ids: Collection[int]) -> set[Touched]:
    """Give the games of a book to their seasons; the sums that are to be added up again."""
    touched: set[Touched] = set()
    seasons = Seasons(book, session_ids)
    changed = []
    rows = Appearance.objects.filter(session_id__in=session_ids)
    for row in rows.select_related("session") if seasons.ask_tables else rows:
        before = facts(row)
        touched_before = touched_by(row)
        seasons.assign(row)
        if facts(row) != before:
            changed.append(row)
            touched |= {touched_before, touched_by(row)}
    Appearance.objects.bulk_update(changed, ["season", "value"], batch_size=200)
    return touched


def count_slice(most: int) -> int:
    """Count some of the games that are noted, and note the sums they move; how many. In a transaction."""
    rows = list(unlocked(UncountedGame.objects.order_by("pk"))[:most])
    anew = [row.session_id for row in rows if row.anew]
    sessions = Session.objects.counting().filter(pk__in=anew).select_related("evening")
    if anew:
        _replace(anew, list(sessions), later=True)
    moved = [row.session_id for row in rows if not row.anew]
    books = Book.objects.filter(appearances__session__in=moved).distinct().order_by("pk")
    for book in Book.objects.select_for_update().filter(pk__in=books.values("pk")).order_by("pk"):
        ids = book.appearances.filter(session__in=moved, seat=0).values_list("session_id", flat=True)
        add_up_later(_assign(book, list(ids)))
    UncountedGame.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)


def rebuild() -> None:
    """Make every figure anew from the sessions, in one transaction."""
    with one_writer(), transaction.atomic():
        for model in (Rating, Entry, SeasonDay, Meeting, Month, Appearance):
            model.objects.all().delete()
        Book.objects.update(stale_from="")
        ended = Session.objects.counting().order_by("pk")
        fold_new(list(ended.values_list("pk", flat=True)))


def _replace(session_ids: Collection[int], ended: Sequence[Session], *, later: bool = False) -> None:
    """Write the appearances of these sessions anew where they differ; sums and ratings follow, or `later`."""
    books = _lock_books(session_ids, ended)
    before: dict[int, list[Appearance]] = defaultdict(list)
    for row in Appearance.objects.filter(session_id__in=session_ids).order_by("session_id", "seat"):
        before[row.session_id].append(row)
    after: dict[int, list[Appearance]] = defaultdict(list)
    for (club_id, variant), book in books.items():
        mine = [one for one in ended if (one.club_id, one.variant) == (club_id, variant)]
        for row in appearances(book, mine) if mine else ():
            after[row.session_id].append(row)
    changed = [
        session_id
        for session_id in session_ids
        if [facts(row) for row in before[session_id]]
        != [facts(row) for row in sorted(after[session_id], key=lambda row: row.seat)]
    ]
    if not changed:
        return
    gone = [row for session_id in changed for row in before[session_id]]
    come = [row for session_id in changed for row in after[session_id]]
    Appearance.objects.filter(session_id__in=changed).delete()
    Appearance.objects.bulk_create(come)
    touched = {touched_by(row) for row in (*gone, *come)}
    if later:
        add_up_later(touched)
        rate_later(books.values(), (*gone, *come))
        return
    sum_again(touched)
    _rate_again(books.values(), gone, come)


def _rate_again(books: Iterable[Book], gone: Sequence[Appearance], come: Sequence[Appearance]) -> None:
    """Ratings follow from the first session that changed. Games of no club are rated nowhere."""
    for book in books:
        rows = [row for row in (*gone, *come) if row.book_id == book.pk]
        if book.club_id is not None and rows:
            rate_from(book, min(row.order for row in rows), {row.player_id for row in rows})


def _lock_books(session_ids: Collection[int], ended: Sequence[Session]) -> dict[tuple[int | None, str], Book]:
    """The books these sessions stood in and stand in, locked in one order."""
    needed = {(session.club_id, session.variant) for session in ended}
    stood = set(Appearance.objects.filter(session_id__in=session_ids).values_list("book_id", flat=True))
    wanted = Q(pk__in=stood)
    for club_id, variant in needed:
        wanted |= Q(club=club_id, variant=variant)
    locked = {
        (book.club_id, book.variant): book
        for book in Book.objects.select_for_update().filter(wanted).order_by("pk")
    }
    for club_id, variant in needed - set(locked):
        made, _new = Book.objects.get_or_create(club_id=club_id, variant=variant)  # type: ignore[misc]
        locked[club_id, variant] = Book.objects.select_for_update().get(pk=made.pk)
    return locked


def _chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(list(ids))
    while chunk := list(islice(rest, CHUNK)):
        yield chunk
