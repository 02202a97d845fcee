"""Ratings follow the sessions of a book in order; where one changes, all after it are rated anew.

What a change asks for is done within its transaction up to `MOST_AT_ONCE` sessions. Should more follow, the
book is marked as stale from there on, pages say so, and it catches up after the commit, bit by bit: small
bits, since nobody records a hand while one of them is being written.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from itertools import groupby
from threading import Thread

from django.db import connection, transaction

from mahjongclub.games.registry import find_game
from mahjongclub.tables.slices import Pace, do_slice_and_rest

from .models import Appearance, Book, Rating
from .ratings import Strength, strengths_after_game

MOST_AT_ONCE = 40
#: of a book that is rated as a whole, within one transaction
SESSIONS_AT_ONCE = 1000
RATED = ["mu", "sigma", "r", "dan", "dan_points", "rated_games", "firsts"]


def rate_from(book: Book, order: str, players: Collection[int]) -> None:
    """Rate the sessions of a locked book from `order` on; `players` may have lost a session there."""
    start = _rate_some(book, min(order, book.stale_from) if book.stale_from else order, players)
    _mark_stale(book, start or "")
    if start:
        # a thread of its own: the writer's turn is still held when a transaction's callbacks run
        thread = Thread(target=_catch_up_and_leave, args=[book.pk], daemon=True)
        transaction.on_commit(thread.start)


def _catch_up_and_leave(book_id: int) -> None:
    try:
        rate_pending(book_id)
    finally:
        connection.close()


def rate_pending(book_id: int) -> None:
    """Rate what is yet to be rated of a book, in transactions of its own.

    A server that stops meanwhile leaves the book marked; the next session of the book, or a rebuild, goes on.
    """

    def rate_slice() -> bool:
        book = Book.objects.select_for_update().filter(pk=book_id).first()
        if book is None or not book.stale_from:
            return False
        start = _rate_some(book, book.stale_from, (), pace.size)
        _mark_stale(book, start or "")
        return start is not None

    pace = Pace()
    while do_slice_and_rest(rate_slice, pace):
        pass


def rate_all(book: Book) -> None:
    """Rate every session of a locked book in order, from the first."""
    Rating.objects.filter(book=book).delete()
    start: str | None = ""
    while start is not None:
        start = _rate_some(book, start, (), SESSIONS_AT_ONCE)
    _mark_stale(book, "")


def _mark_stale(book: Book, order: str) -> None:
    if book.stale_from != order:
        book.stale_from = order
        book.save(update_fields=["stale_from"])


def _rate_some(book: Book, order: str, players: Collection[int], most: int = 0) -> str | None:
    """Rate `most` sessions from `order` on, MOST_AT_ONCE without a number; the order of the next one, None
    after the last."""
    most = most or MOST_AT_ONCE
    following = Appearance.objects.filter(book=book, order__gte=order)
    starts = list(following.filter(seat=0).order_by("order").values_list("order", flat=True)[: most + 1])
    beyond = starts[most] if len(starts) > most else None
    rows = list(following.filter(order__lt=beyond) if beyond else following)
    strengths: dict[int, Strength] = {}
    dan_moves = find_game(book.variant).has_dan
    changed = []
    for _order, group in groupby(rows, key=lambda row: row.order):
        table = list(group)
        before = []
        for row in table:
            if row.player_id not in strengths:
                strengths[row.player_id] = _strength(book, row.player_id, order) or Strength()
            before.append(strengths[row.player_id])
        places, east_only = [row.place for row in table], table[0].east_only
        after = strengths_after_game(before, places, dan_moves=dan_moves, east_only=east_only)
        for row, now in zip(table, after, strict=True):
            strengths[row.player_id] = now
            if _rating_of(row) != now:
                set_ratings(row, now)
                changed.append(row)
    Appearance.objects.bulk_create(  # an upsert: far quicker than bulk_update
        changed, update_conflicts=True, unique_fields=["session", "seat"], update_fields=RATED
    )
    save_ratings(book, {*strengths, *players})
    return beyond


def set_ratings(row: Appearance, strength: Strength) -> None:
    """Set what a player came to with this session."""
    row.mu, row.sigma, row.r, row.rated_games = strength.mu, strength.sigma, strength.r, strength.games
    row.dan, row.dan_points, row.firsts = strength.dan, strength.dan_points, strength.firsts


def _strength(book: Book, player_id: int, before: str) -> Strength | None:
    """A player's strength after the last session before `before`, None before the first."""
    rows = Appearance.objects.filter(book=book, player_id=player_id, order__lt=before)
    last = rows.order_by("-order").first()
    return _rating_of(last) if last else None


def _rating_of(row: Appearance) -> Strength | None:
    if row.mu is None or row.sigma is None or row.r is None or row.rated_games is None:
        return None
    return Strength(row.rated_games, row.mu, row.sigma, row.r, row.dan, row.dan_points, row.firsts)


def save_ratings(book: Book, players: Collection[int]) -> None:
    """Store each of these players' rating after their last session."""
    Rating.objects.filter(book=book, player_id__in=players).delete()
    ratings = []
    for player_id in sorted(players):
        last = Appearance.objects.filter(book=book, player_id=player_id).order_by("-order").first()
        strength = _rating_of(last) if last else None
        if strength is not None:
            ratings.append(Rating(book=book, player_id=player_id, **asdict(strength)))
    Rating.objects.bulk_create(ratings)
