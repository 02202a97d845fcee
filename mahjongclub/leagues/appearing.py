"""The rows of one ended session: the only function that makes figures out of stored hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from django.utils import timezone

from mahjongclub.clubs.models import Club
from mahjongclub.games.registry import game_of
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.replaying import by_number, standings
from mahjongclub.tables.sitters import who_began, who_ended

from .figures_model import Appearance, Book
from .rating_order import RATED
from .records import furthest_behind
from .season_model import Choice, Season
from .tournament_model import DrawnTable

#: What of an appearance says whether anything has changed; ratings follow of themselves.
COMPARED = tuple(
    field.attname for field in Appearance._meta.concrete_fields if field.name not in ("id", *RATED)
)


def facts(row: Appearance) -> tuple[Any, ...]:
    """Everything of an appearance but its ratings, to be compared."""
    return tuple(getattr(row, name) for name in COMPARED)


def uma_of(row: Appearance) -> int:
    """The uma of its table among an appearance's points, in tenths, by the engine."""
    return next(standing.uma for standing in standings(row.session) if standing.seat == row.seat)


class Seasons:
    """Which season each game of a book counts for. Three queries."""

    def __init__(self, book: Book, session_ids: Collection[int]) -> None:
        self.seasons = {
            season.pk: (season, season.rules)
            for season in Season.objects.filter(league__club=book.club_id, variant=book.variant)
        }
        chosen = Choice.objects.filter(session_id__in=session_ids) if self.seasons else Choice.objects.none()
        self.chosen = dict(chosen.values_list("session_id", "season_id"))
        without_events = any(not season.events for season, _scoring in self.seasons.values())
        drawn = DrawnTable.objects.filter(session__in=session_ids) if without_events else ()
        self.of_events = {one.session_id for one in drawn}

    @property
    def ask_tables(self) -> bool:
        """Whether one of them needs more of a game than its appearances hold."""
        return any(scoring.worth == "uma" for _season, scoring in self.seasons.values())

    def assign(self, row: Appearance) -> None:
        """Set the season of an appearance and what it is worth there."""
        row.season_id, row.value = self.season_of(row.session_id, row.day), 0
        if row.season_id is not None:
            _season, scoring = self.seasons[row.season_id]
            uma = uma_of(row) if scoring.worth == "uma" else 0
            row.value = scoring.value(row.place, row.sharing, row.tenths, uma)

    def season_of(self, session_id: int, day: date) -> int | None:
        """The season of a session played on that day, None where it counts for none."""
        if session_id in self.chosen:
            season_id = self.chosen[session_id]
            return season_id if season_id in self.seasons else None
        for season, _scoring in self.seasons.values():
            if season.starts <= day and (season.ends is None or day <= season.ends):
                return season.pk if season.events or session_id not in self.of_events else None
        return None


def appearances(book: Book, sessions: Collection[Session]) -> Iterator[Appearance]:
    """The rows of ended sessions of one book, not yet saved. Five queries.

    A session that was closed before anything was played has none. A seat at which somebody took another's
    place has one row, the hands of both in it; the club says whose it is.
    """
    ids = [session.pk for session in sessions]
    seasons = Seasons(book, ids)
    hands: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
    rows = Hand.objects.filter(session_id__in=ids).order_by("session_id", "number")
    for session_id, outcome, result in rows.values_list("session_id", "outcome", "result").iterator():
        hands[session_id].append((outcome, result))
    ends = book.club is not None and book.club.counts_for == Club.CountsFor.ENDED
    players = (who_ended if ends else who_began)(ids)
    for session in sessions:
        if not hands[session.pk] and not session.on_paper:
            continue  # closed before anything was played
        figures = figures_by_seat(session.game.players, hands[session.pk])
        ranked = standings(session)
        sharing = Counter(standing.rank for standing in ranked)
        scores = [by_number(result) for _outcome, result in hands[session.pk]]
        day, order = _when(session)
        for standing in ranked:
            row = Appearance(
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
            seasons.assign(row)
            yield row


def _when(session: Session) -> tuple[date, str]:
    """The day a session counts for, and what sorts it among the others."""
    began = session.started_at or session.created_at
    day = session.evening.date if session.evening else timezone.localdate(began)
    return day, f"{day.isoformat()} {began.timestamp():017.6f} {session.pk:010d}"
