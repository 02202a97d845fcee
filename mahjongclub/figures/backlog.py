"""What is noted to be counted later: a change of very many games does not stop anybody's hand.

`fold` and a changed season count a few games at once. Of more they only note which (`UncountedGame`), and
`counting` works that off in slices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from mahjongclub.clubs.models import Club
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables.models import Session

from .models import Appearance, Book, Rating, UncountedGame
from .rating_order import save_ratings

#: games that are counted at once, within the transaction that changes them
MOST_AT_ONCE = 8
#: and those that are only given to another season
MOST_ASSIGNED_AT_ONCE = 50
#: something is noted to be counted: a thread does it (`counting`)
counting_noted = Signal()

_later = ContextVar("counting later", default=False)


def exceeds_one_slice(count: int, limit: int = MOST_AT_ONCE) -> bool:
    """Whether so many games are counted in slices, afterwards."""
    return settings.COUNTS_IN_SLICES and (_later.get() or count > limit)


@contextmanager
def counting_later() -> Iterator[None]:
    """Count every game that ends or changes within this afterwards, however few they are."""
    token = _later.set(True)
    try:
        yield
    finally:
        _later.reset(token)


def queue_games(session_ids: Iterable[int]) -> None:
    """Note games whose figures are to be made anew, in the order given. Within a transaction."""
    ids = list(session_ids)
    UncountedGame.objects.bulk_create(
        [UncountedGame(session_id=pk) for pk in ids],
        update_conflicts=True,
        unique_fields=["session"],
        update_fields=["anew"],
    )
    count_after_commit()


def queue_season_assignment(book: Book) -> None:
    """Note every game of a book to be given to its season. Within a transaction; one statement."""
    uncounted, played = UncountedGame._meta.db_table, book.appearances.model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {uncounted} (session_id, anew) "  # names of tables of ours
            f'SELECT session_id, %s FROM {played} WHERE book_id = %s AND seat = 0 ORDER BY "order" '
            "ON CONFLICT (session_id) DO NOTHING",
            [False, book.pk],
        )
    count_after_commit()


def count_after_commit() -> None:
    """Have what is noted worked off once this transaction stands."""
    if settings.COUNTS_IN_SLICES:
        transaction.on_commit(lambda: counting_noted.send(UncountedGame))


def games_left_to_count(club: Club) -> int:
    """How many games of a club are yet to be counted. One query."""
    return UncountedGame.objects.filter(session__club=club).count()


def lock_free_rows(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows that no other process works on."""
    skips = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skips)


def save_and_queue_ratings(book: Book, rows: Collection[Appearance]) -> None:
    """Note that the ratings of a locked book are to follow from the first of these appearances on."""
    if book.club_id is None or not rows:
        return
    orders = [row.order for row in rows]
    first = min([*orders, book.stale_from] if book.stale_from else orders)
    if first != book.stale_from:
        book.stale_from = first
        book.save(update_fields=["stale_from"])
    # who is in no later game has the rating of the last one; the others get theirs as these are rated
    save_ratings(book, {row.player_id for row in rows})


def queue_everything() -> None:
    """Note each ended game to be counted anew, and all ratings. One statement a transaction, so that nobody
    waits for all of them."""
    games, played, sessions = (model._meta.db_table for model in (UncountedGame, Appearance, Session))
    with hold_write_lock(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {games} (session_id, anew) SELECT id, %s FROM {sessions} "
            f"WHERE ended_at IS NOT NULL OR id IN (SELECT session_id FROM {played}) ORDER BY started_at, id "
            "ON CONFLICT (session_id) DO UPDATE SET anew = excluded.anew",
            [True],
        )
    for book in Book.objects.exclude(club=None):
        with hold_write_lock(), transaction.atomic():
            first = book.appearances.order_by("order").values_list("order", flat=True).first()
            Book.objects.filter(pk=book.pk).update(stale_from=first or "")
            players = Appearance.objects.filter(book=book).values("player")
            Rating.objects.filter(book=book).exclude(player__in=players).delete()
