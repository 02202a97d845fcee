"""Folding: the figures of ended sessions, made of their hands.

`update_figures` is called inside the transaction that changes sessions. It writes again the appearances that
differ. Ratings follow from the first of them on. A book is locked meanwhile, and gets another stamp.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from secrets import token_hex

from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal

from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables.models import Session

from .appearances import build_appearances, values_without_ratings
from .backlog import (
    MOST_ASSIGNED_AT_ONCE,
    exceeds_one_slice,
    lock_free_rows,
    queue_games,
    queue_season_assignment,
    save_and_queue_ratings,
)
from .models import Appearance, Book, Rating, UncountedGame
from .rating_order import rate_all, rate_from

CHUNK = 200
#: `book`, `session_ids`: these games of a locked book are counted, or may count for another season from now
#: on; a receiver says whether that changed anything. In the transaction that counts them
games_counted = Signal()

#: hears what is being done, how much of it is left or done, and of how much
Report = Callable[[str, int, int], None]


def no_report(what: str, done: int, whole: int) -> None:
    """Nobody wants to know how far it is."""


def update_figures(session_ids: Collection[int]) -> None:
    """Make the figures of these sessions follow. To be called within a transaction.

    Those of more than a few sessions follow after it, in slices.
    """
    if exceeds_one_slice(len(session_ids)):
        queue_games(session_ids)
        return
    for ids in _chunks(session_ids):
        _rate_again(_replace(ids, _counting(ids)))


def build_new_figures(session_ids: Sequence[int], report: Report = no_report) -> None:
    """Make the figures of very many sessions, and rate their books from the first one on.

    In a transaction.
    """
    books: dict[int, Book] = {}
    for number, ids in enumerate(_chunks(session_ids)):
        report("games counted", number * CHUNK, len(session_ids))
        books |= {book.pk: book for book, _rows in _replace(ids, _counting(ids))}
    report("games counted", len(session_ids), len(session_ids))
    for number, book in enumerate(books.values()):
        report("games rated", number, len(books))
        if book.club_id is not None:
            rate_all(book)
    report("games rated", len(books), len(books))


def remove_from_figures(session_ids: Collection[int]) -> None:
    """Take these sessions out of all figures. To be called within a transaction."""
    for ids in _chunks(session_ids):
        _rate_again(_replace(ids, []))


def reassign_to_seasons(club_id: int, variant: str) -> None:
    """Make the seasons of a club's games of a variant follow. Within a transaction."""
    book = Book.objects.select_for_update().filter(club_id=club_id, variant=variant).first()
    if book is None:
        return
    session_ids = list(book.appearances.filter(seat=0).values_list("session_id", flat=True))
    if exceeds_one_slice(len(session_ids), MOST_ASSIGNED_AT_ONCE):
        queue_season_assignment(book)
        return
    for ids in _chunks(session_ids):
        assign_to_seasons(book, ids)


def assign_to_seasons(book: Book, session_ids: Collection[int]) -> None:
    """Have whoever counts games for something look at these again. The book is locked."""
    if any(changed for _receiver, changed in games_counted.send(Book, book=book, session_ids=session_ids)):
        expire_cached_answers(book)


def count_queued_games(limit: int) -> int:
    """Count some of the games that are noted; how many. In a transaction."""
    rows = list(lock_free_rows(UncountedGame.objects.order_by("pk"))[:limit])
    anew = [row.session_id for row in rows if row.anew]
    for book, changed in _replace(anew, _counting(anew)) if anew else ():
        save_and_queue_ratings(book, changed)
    moved = [row.session_id for row in rows if not row.anew]
    books = Book.objects.filter(appearances__session__in=moved).distinct().order_by("pk")
    for book in Book.objects.select_for_update().filter(pk__in=books.values("pk")).order_by("pk"):
        ids = book.appearances.filter(session__in=moved, seat=0).values_list("session_id", flat=True)
        assign_to_seasons(book, list(ids))
    UncountedGame.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)


def rebuild_figures() -> None:
    """Make every figure anew from the sessions, in one transaction."""
    with hold_write_lock(), transaction.atomic():
        for model in (Rating, Appearance):
            model.objects.all().delete()
        for book in Book.objects.all():
            book.stale_from = ""
            expire_cached_answers(book)
        ended = Session.objects.counting().order_by("pk")
        build_new_figures(list(ended.values_list("pk", flat=True)))


def expire_cached_answers(book: Book) -> None:
    """Have all answers about a book made anew. It is locked."""
    book.stamp = token_hex(8)
    book.save(update_fields=["stamp", "stale_from"])


def _counting(session_ids: Collection[int]) -> list[Session]:
    return list(Session.objects.counting().filter(pk__in=session_ids).select_related("evening"))


def _replace(session_ids: Collection[int], ended: Sequence[Session]) -> list[tuple[Book, list[Appearance]]]:
    """Write the appearances of these sessions anew where they differ. The books, locked, each with the rows
    that are gone or new."""
    books = _lock_books(session_ids, ended)
    before: dict[int, list[Appearance]] = defaultdict(list)
    for row in Appearance.objects.filter(session_id__in=session_ids).order_by("session_id", "seat"):
        before[row.session_id].append(row)
    after: dict[int, list[Appearance]] = defaultdict(list)
    for (club_id, variant), book in books.items():
        mine = [session for session in ended if (session.club_id, session.variant) == (club_id, variant)]
        for row in build_appearances(book, mine) if mine else ():
            after[row.session_id].append(row)
    changed = [
        session_id
        for session_id in session_ids
        if [values_without_ratings(row) for row in before[session_id]]
        != [values_without_ratings(row) for row in sorted(after[session_id], key=lambda row: row.seat)]
    ]
    if changed:
        Appearance.objects.filter(session_id__in=changed).delete()
        Appearance.objects.bulk_create([row for session_id in changed for row in after[session_id]])
    moved = []
    for (club_id, variant), book in books.items():
        rows = [
            row
            for session_id in changed
            for row in (*before[session_id], *after[session_id])
            if row.book_id == book.pk
        ]
        ended_ids = [
            session.pk for session in ended if (session.club_id, session.variant) == (club_id, variant)
        ]
        assign_to_seasons(book, ended_ids)
        if rows:
            expire_cached_answers(book)
            moved.append((book, rows))
    return moved


def _rate_again(moved: Iterable[tuple[Book, Sequence[Appearance]]]) -> None:
    """Ratings follow from the first session that changed. Games of no club are rated nowhere."""
    for book, rows in moved:
        if book.club_id is not None:
            rate_from(book, min(row.order for row in rows), {row.player_id for row in rows})


def _lock_books(session_ids: Collection[int], ended: Sequence[Session]) -> dict[tuple[int | None, str], Book]:
    """The books these sessions stood in and stand in, locked in one order."""
    needed = {(session.club_id, session.variant) for session in ended}
    stood = set(Appearance.objects.filter(session_id__in=session_ids).values_list("book_id", flat=True))
    books = Q(pk__in=stood)
    for club_id, variant in needed:
        books |= Q(club=club_id, variant=variant)
    locked = {
        (book.club_id, book.variant): book
        for book in Book.objects.select_for_update().filter(books).order_by("pk")
    }
    for club_id, variant in needed - set(locked):
        made, _new = Book.objects.get_or_create(club_id=club_id, variant=variant)  # type: ignore[misc]
        locked[club_id, variant] = Book.objects.select_for_update().get(pk=made.pk)
    return locked


def _chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(list(ids))
    while chunk := list(islice(rest, CHUNK)):
        yield chunk
