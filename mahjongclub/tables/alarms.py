"""The moments at which a table's clock will sound, for the bell of its streams: they stay on the server."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import close_old_connections

from mahjongclub.clubs.nights import tonight

from .clock import length_of
from .clock_model import Clock, Countdown, EveningClock
from .telling import club_of_wall


def alarms_for_bell(code: str) -> list[tuple[float, int]]:
    """As `alarms_ahead`, on a thread of its own, outside any request: a broken connection is not kept."""
    close_old_connections()
    return alarms_ahead(code)


def alarms_ahead(code: str) -> list[tuple[float, int]]:
    """When the clock of a session or a wall sounds from now on, and which alarm it is, the end the last.

    Seconds since 1970, ascending. Empty while nothing runs: not started, paused, ended, or no clock.
    """
    clock = _clock(code)
    if clock is None or clock.deadline is None or clock.paused_at is not None:
        return []
    begun = clock.deadline.timestamp() - length_of(clock)
    minutes = [*clock.alarms, clock.minutes]
    moments = [begun + minute * settings.CLOCK_SECONDS_PER_MINUTE for minute in minutes]
    return [(moment, number) for number, moment in enumerate(moments, start=1) if moment > time.time()]


def _clock(code: str) -> Countdown | None:
    """The clock that the streams of `code` follow: a session's, or on a wall that of tonight."""
    club_id = club_of_wall(code)
    if club_id is None:
        return Clock.objects.filter(session__code=code, session__ended_at=None).first()
    clocks = EveningClock.objects.filter(evening__club_id=club_id, evening__date=tonight())
    return clocks.order_by("-evening_id").first()
