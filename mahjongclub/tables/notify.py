"""Telling whoever looks: phones, the wall of the club, and the parts that `tables` does not know."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from typing import Any

from django.dispatch import Signal

from mahjongclub.clubs.models import Club
from mahjongclub.live import live_token, publish_version
from mahjongclub.rules.reading import whole_number

from .models import Session

#: `session_ids`: sessions ended, or had ended and changed their hands, seats, players, club or evening
results_changed = Signal()
#: every session has been settled anew (`manage.py rebuild`)
sessions_rebuilt = Signal()
#: `session_ids`: a receiver gives the number of its table for each that has one of its own
tables_numbered = Signal()
#: `session_ids`: a receiver gives those that are tables of an event: their players may be guests of the club
events_asked = Signal()
#: `session`: where its result is typed with those of its round, None where it is of none
desk_path_asked = Signal()
#: `session`: its codes and links are void from now on, those that lie on its table in every round too
codes_voided = Signal()

WALL = "wall-"
_stamping, _last_stamp = threading.Lock(), 0


def sessions_of_events(session_ids: Collection[int]) -> set[int]:
    """Those of these sessions that are tables of an event."""
    answers: Any = events_asked.send(Session, session_ids=session_ids)
    return {pk for _receiver, pks in answers for pk in pks}


def is_of_event(session: Session) -> bool:
    """Whether a session is a table of an event, at which guests of the club may sit."""
    return bool(sessions_of_events([session.pk]))


def desk_path(session: Session) -> str:
    """Where the result of a table of a round is typed and corrected; "" for any other table."""
    return next((where for _receiver, where in desk_path_asked.send(Session, session=session) if where), "")


def notify_table(session: Session) -> None:
    """Tell the table's phones the version, and the wall that something changed, after the commit."""
    publish_version(session.code, session.version)
    if session.club_id is not None:
        notify_wall(session.club_id)


def notify_wall(club_id: int) -> None:
    """Have every screen that shows this club's wall look again."""
    publish_version(wall_topic(club_id), wall_stamp())


def wall_topic(club_id: int) -> str:
    """What a wall listens to. A hyphen stands in no session's code."""
    return f"{WALL}{club_id}"


def club_id_of_wall(topic: str) -> int | None:
    """The club whose wall listens to a topic; None for the code of a session."""
    return whole_number(topic.removeprefix(WALL)) if topic.startswith(WALL) else None


def wall_stamp() -> int:
    """The wall's version: microseconds, since no row counts the changes of many tables.

    One more than the last where this machine's clock was set back. Where the clocks of two machines differ,
    news may be dropped: the wall looks every half minute too.
    """
    global _last_stamp
    with _stamping:
        _last_stamp = max(time.time_ns() // 1000, _last_stamp + 1)
        return _last_stamp


def wall_stream_path(club: Club) -> str:
    """The address of the wall's stream."""
    topic = wall_topic(club.pk)
    return f"/live/{topic}?token={live_token(topic, 'wall')}&clock=1"
