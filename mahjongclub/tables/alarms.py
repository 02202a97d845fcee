"""The moments at which a table's clock will sound, for the bell of its streams: they stay on the server."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import close_old_connections

from .clock import length_of
from .clock_model import Clock


def alarms_for_bell(code: str) -> list[tuple[float, int]]:
    """As `alarms_ahead`, on a thread of its own, outside any request: a broken connection is not kept."""
    close_old_connections()
    return alarms_ahead(code)


def alarms_ahead(code: str) -> list[tuple[float, int]]:
    """When the clock of a session sounds from now on, and which alarm it is, the end being the last.

    Seconds since 1970, ascending. Empty while nothing runs: not started, paused, ended, or no clock.
    """
    clock = Clock.objects.filter(session__code=code, session__ended_at=None).first()
    if clock is None or clock.deadline is None or clock.paused_at is not None:
        return []
    begun = clock.deadline.timestamp() - length_of(clock)
    minutes = [*clock.alarms, clock.minutes]
    moments = [begun + minute * settings.CLOCK_SECONDS_PER_MINUTE for minute in minutes]
    return [(moment, number) for number, moment in enumerate(moments, start=1) if moment > time.time()]
