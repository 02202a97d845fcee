"""Who would sit at two running tables of a club: said before the second is opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from mahjongclub.clubs.models import Club

from .models import Seat, Session
from .notify import tables_numbered

#: a table opened longer ago has been forgotten
RUNS = timedelta(hours=24)
#: what a form sends once somebody has said that it is to be so
CONFIRMED = "elsewhere"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Somebody who sits at a running table: its number, None where it has none, and who else sits there."""

    name: str
    session: Session
    number: int | None
    others: list[str]


def sitting_elsewhere(club: Club, player_ids: Collection[int]) -> list[Elsewhere]:
    """Those of the players who sit at a running table of the club now, by name. Three queries at most."""
    running = Session.objects.filter(club=club, ended_at=None, created_at__gt=timezone.now() - RUNS)
    theirs = Seat.objects.filter(session__in=running, player__in=player_ids)
    found = theirs.select_related("session", "player").prefetch_related("session__seats__player")
    rows = list(found.order_by("session", "number"))
    numbers: dict[int, int] = {}
    if rows:
        answers: list[tuple[Any, Any]] = tables_numbered.send(
            Session, session_ids=[row.session_id for row in rows]
        )
        for _receiver, known in answers:
            numbers |= known
    return [
        Elsewhere(
            row.player.shown_name,
            row.session,
            numbers.get(row.session_id),
            [one.player.shown_name for one in row.session.seats.all() if one.player_id != row.player_id],
        )
        for row in rows
    ]


def at_two_tables(club: Club, player_ids: Collection[int]) -> list[str]:
    """The names of those of the players who sit at more than one running table of the club."""
    tables = Counter(one.name for one in sitting_elsewhere(club, player_ids))
    return [name for name, count in tables.items() if count > 1]
