"""The rows of one ended session: the only function that makes figures out of stored hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db.models.functions import Coalesce, TruncDate

from mahjongclub.clubs.models import Club
from mahjongclub.clubs.time_zones import local_time
from mahjongclub.games.registry import game_of
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.replaying import standings, values_by_player
from mahjongclub.tables.sitters import final_players, starting_players

from .models import Appearance, Book
from .rating_order import RATED
from .records import furthest_behind

#: What of an appearance says whether anything has changed; ratings follow of themselves.
COMPARED = tuple(
    field.attname for field in Appearance._meta.concrete_fields if field.name not in ("id", *RATED)
)


def values_without_ratings(row: Appearance) -> tuple[Any, ...]:
    """Everything of an appearance but its ratings, to be compared."""
    return tuple(getattr(row, name) for name in COMPARED)


def result_owners(book: Book, session_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """By session and seat: whose result it is, as the club says where somebody took another's place."""
    ends = book.club is not None and book.club.counts_for == Club.CountsFor.ENDED
    return (final_players if ends else starting_players)(session_ids)


def build_appearances(book: Book, sessions: Collection[Session]) -> Iterator[Appearance]:
    """The rows of ended sessions of one book, not yet saved. Two queries.

    A session that was closed before anything was played has none. A seat at which somebody took another's
    place has one row, the hands of both in it; the club says whose it is.
    """
    ids = [session.pk for session in sessions]
    hands: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
    rows = Hand.objects.filter(session_id__in=ids).order_by("session_id", "number")
    for session_id, outcome, result in rows.values_list("session_id", "outcome", "result").iterator():
        hands[session_id].append((outcome, result))
    players = result_owners(book, ids)
    for session in sessions:
        if not hands[session.pk] and not session.on_paper:
            continue  # closed before anything was played
        figures = figures_by_seat(session.game.players, hands[session.pk])
        ranked = standings(session)
        sharing = Counter(standing.rank for standing in ranked)
        scores = [values_by_player(result) for _outcome, result in hands[session.pk]]
        day, order = _when(session, book.club)
        for standing in ranked:
            yield Appearance(
                book=book,
                session=session,
                seat=standing.seat,
                player_id=players[session.pk][standing.seat],
                day=day,
                order=order,
                place=standing.rank,
                sharing=sharing[standing.rank],
                east_only=game_of(session).east_only(session.rules),
                score=standing.score,
                tenths=standing.tenths,
                comeback=furthest_behind(scores, standing.seat) if standing.rank == 1 else 0,
                **asdict(figures[standing.seat]),
            )


def games_of_another_day(club: Club) -> list[int]:
    """The ids of the club's games that are counted for another day than they began on in its zone of now.

    A game of an evening counts for the evening's day in every zone. One query.
    """
    began = TruncDate(Coalesce("session__started_at", "session__created_at"), tzinfo=club.zone)
    games = Appearance.objects.filter(session__club=club, session__evening=None, seat=0)
    return list(games.exclude(day=began).values_list("session_id", flat=True))


def _when(session: Session, club: Club | None) -> tuple[date, str]:
    """The day a session counts for, and what sorts it among the others."""
    began = session.started_at or session.created_at
    day = session.evening.date if session.evening else local_time(began, club).date()
    return day, f"{day.isoformat()} {began.timestamp():017.6f} {session.pk:010d}"
