"""The games of a club as lists show them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Membership
from mahjongclub.clubs.nights import tonight

from .games import game_of
from .models import Session
from .replaying import standings
from .wording import label_in_words, said

MOST_PLAYING = 8


def game_rows(sessions: QuerySet[Session]) -> list[dict[str, Any]]:
    """Sessions for templates/tables/_game_rows.html, each with its players, ranked where it has ended."""
    return [
        game_row(session) for session in sessions.select_related("evening").prefetch_related("seats__player")
    ]


def game_row(session: Session) -> dict[str, Any]:
    """One session: game, label, day, and its seats with name, score and rank (None while it is played)."""
    names = [seat.player.shown_name for seat in session.seats.all()]
    table = session.table
    if table.ended:
        seats: Iterable[dict[str, Any]] = (
            {"name": names[row.seat], "score": row.score, "rank": row.rank} for row in standings(session)
        )
    else:
        seats = (
            {"name": name, "score": score, "rank": None}
            for name, score in zip(names, table.scores, strict=True)
        )
    return {
        "session": session,
        "game": said(session.game.name),
        "now": now_at(session),
        "seats": list(seats),
        "date": played_on(session),
        "ended": bool(table.ended),
    }


def now_at(session: Session) -> str:
    """The hand being played: "S2-1"; where a game only counts its hands, "Hand 5" rather than a bare 5."""
    label = session.game.label(session.table)
    return game_of(session).numbered % {"number": label} if label.isdecimal() else label_in_words(label)


def played_on(session: Session) -> date:
    """The day a session counts for: its evening's, else the day it began."""
    if session.evening is not None:
        return session.evening.date
    return timezone.localdate(session.started_at or session.created_at)


def clubs_here(request: ClubRequest) -> list[dict[str, Any]]:
    """The visitor's clubs for the start page, each with tonight's evening and the tables being played."""
    if not request.user.is_authenticated:
        return []
    members = Membership.objects.filter(account_id=request.user.pk).select_related("club")
    day = tonight()
    return [
        {
            "club": one.club,
            "visit": ClubVisit(one.club, Role(one.role)),
            "tonight": one.club.evenings.filter(date=day).first(),
            "playing": game_rows(one.club.sessions.live().order_by("-started_at")[:MOST_PLAYING]),
        }
        for one in members.order_by("club__name")
    ]
