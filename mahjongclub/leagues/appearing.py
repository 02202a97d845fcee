"""The rows of one ended session: the only function that makes figures out of stored hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db.models import F
from django.utils import timezone

from mahjongclub.clubs.models import Club
from mahjongclub.games.registry import game_of
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.replaying import by_number, standings
from mahjongclub.tables.sitters import who_began, who_ended

from .figures_model import Appearance, Book
from .match_model import MatchSeat
from .phase_model import PhaseEntrant
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
    """Which season each game of a book counts for. Three queries; up to four more with phases or matches."""

    def __init__(self, book: Book, session_ids: Collection[int]) -> None:
        found = Season.objects.filter(league__club=book.club_id, variant=book.variant).select_related("phase")
        self.seasons = {season.pk: (season, season.rules) for season in found}
        chosen = Choice.objects.filter(session_id__in=session_ids) if self.seasons else Choice.objects.none()
        self.chosen = dict(chosen.values_list("session_id", "season_id"))
        everyone = [season for season, _scoring in self.seasons.values()]
        without_events = any(not season.events for season in everyone)
        drawn = DrawnTable.objects.filter(session__in=session_ids) if without_events else ()
        self.of_events = {one.session_id for one in drawn}
        #: by session: the season of the match it is a game of, and who is named for it
        self.matches: dict[int, tuple[int, set[int]]] = {}
        if any(not season.by_dates for season in everyone):
            self._read_matches(session_ids)
        #: by season that is a phase and counts by dates: who is in it
        self.entrants: dict[int, set[int]] = {
            season.pk: set() for season in everyone if season.by_dates and hasattr(season, "phase")
        }
        self.players: dict[int, dict[int, int]] = {}
        if self.entrants:
            entrants = PhaseEntrant.objects.filter(season__in=self.entrants).select_related("player")
            for one in entrants.exclude(player=None):
                self.entrants[one.season_id].add(one.player.person_id)  # type: ignore[union-attr]
            self.players = whose_results(book, session_ids)

    @property
    def ask_tables(self) -> bool:
        """Whether one of them needs more of a game than its appearances hold."""
        return any(scoring.worth == "uma" for _season, scoring in self.seasons.values())

    def assign(self, row: Appearance) -> None:
        """Set the season of an appearance and what it is worth there."""
        row.season_id, row.value = self.season_of(row), 0
        if row.season_id is not None:
            _season, scoring = self.seasons[row.season_id]
            uma = uma_of(row) if scoring.worth == "uma" else 0
            row.value = scoring.value(row.place, row.sharing, row.tenths, uma)

    def season_of(self, row: Appearance) -> int | None:
        """The season an appearance counts for, None for none. At a match only who is named counts."""
        if row.session_id in self.chosen:
            season_id = self.chosen[row.session_id]
            return season_id if season_id in self.seasons else None
        if row.session_id in self.matches:
            match_of, named = self.matches[row.session_id]
            return match_of if row.player_id in named and match_of in self.seasons else None
        for season, _scoring in self.seasons.values():
            if season.by_dates and season.has_day(row.day):
                return season.pk if self._lets_in(season, row.session_id) else None
        return None

    def _lets_in(self, season: Season, session_id: int) -> bool:
        """A season may be without the games of events; a phase counts those at which everybody is in it."""
        if not season.events and session_id in self.of_events:
            return False
        if season.pk not in self.entrants:
            return True
        return {*self.players.get(session_id, {}).values()} <= self.entrants[season.pk]

    def _read_matches(self, session_ids: Collection[int]) -> None:
        seats = MatchSeat.objects.filter(table__session__in=session_ids).select_related("player", "match")
        for seat in seats.annotate(session_id=F("table__session_id")):
            _season, named = self.matches.setdefault(seat.session_id, (seat.match.season_id, set()))
            if seat.player is not None:
                named.add(seat.player.person_id)


def whose_results(book: Book, session_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """By session and seat: whose result it is, as the club says where somebody took another's place."""
    ends = book.club is not None and book.club.counts_for == Club.CountsFor.ENDED
    return (who_ended if ends else who_began)(session_ids)


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
    players = whose_results(book, ids)
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
