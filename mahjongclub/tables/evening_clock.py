"""The clock of an evening on its wall, and the moments at which a clock sounds."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.live import publish_version

from .clock import clock_of, clock_seconds, common_clock, deadline_if_started, read_clock
from .clock_strip import alarm_in_words, clock_reading_data
from .models import Countdown, EveningClock, Revision, Session
from .notify import club_id_of_wall, notify_wall


def wall_clock(clock: EveningClock | None) -> dict[str, Any] | None:
    """The context of templates/displays/_wall.html; None without a clock."""
    if clock is None:
        return None
    reading_context = clock_reading_data(clock)
    reading = reading_context["reading"]
    alarm = "" if reading.state == "over" else alarm_in_words(reading, None)
    return {**reading_context, "pk": f"evening-{clock.pk}", "alarm": alarm}


def evening_clock_of(evening: Evening | None) -> EveningClock | None:
    """The evening's clock, None without one. One query at most."""
    return getattr(evening, "clock", None)


def clock_to_show(clocks: Iterable[EveningClock]) -> EveningClock | None:
    """The one that a wall shows of the clocks of a day's evenings: the one that runs, else the newest."""
    in_turn = sorted(clocks, key=lambda clock: (read_clock(clock).state == "running", clock.evening_id))
    return in_turn[-1] if in_turn else None


def set_evening_clock(evening: Evening, new_settings: dict[str, Any] | None) -> bool:
    """Give the evening a clock, not started (`minutes`, `alarms`, `hides`), or with None take it off.

    False where it has started meanwhile: its settings then stay as they are.
    """
    with hold_write_lock(), transaction.atomic():
        clock = _locked(evening)
        if new_settings is None:
            EveningClock.objects.filter(evening=evening).delete()
        elif clock is not None and clock.started_at is not None:
            return False
        else:
            EveningClock.objects.update_or_create(evening=evening, defaults=new_settings)
        _tell(evening)
    return True


def replace_evening_clock(evening: Evening, new_settings: dict[str, Any]) -> None:
    """Give the evening a clock that has not started, in place of any it has. Within a transaction."""
    clock = _locked(evening)
    if clock is not None:
        clock.delete()
    EveningClock.objects.create(evening=evening, **new_settings)
    _tell(evening)


def start_evening_clock(evening: Evening) -> None:
    """Start the evening's clock. Starting twice changes nothing."""
    with hold_write_lock(), transaction.atomic():
        clock = _locked(evening)
        if clock is None or clock.started_at is not None:
            return
        clock.started_at = timezone.now()
        clock.deadline = deadline_if_started(clock, clock.started_at)
        clock.save()
        _tell(evening)


def pause_evening_clock(evening: Evening) -> None:
    """Stop the evening's clock. Nothing happens to a clock that does not run."""
    with hold_write_lock(), transaction.atomic():
        clock = _locked(evening)
        now = timezone.now()
        if clock is None or read_clock(clock, now).state != "running":
            return
        clock.paused_at = now
        clock.save()
        _tell(evening)


def resume_evening_clock(evening: Evening) -> None:
    """Let the evening's clock run again; its end moves by the length of the pause."""
    with hold_write_lock(), transaction.atomic():
        clock = _locked(evening)
        if clock is None or clock.paused_at is None or clock.deadline is None:
            return
        # a server whose clock was set back in the pause takes no time away
        clock.deadline += max(timezone.now() - clock.paused_at, timedelta(0))
        clock.paused_at = None
        clock.save()
        _tell(evening)


def _locked(evening: Evening) -> EveningClock | None:
    return EveningClock.objects.select_for_update().filter(evening=evening).first()


def _tell(evening: Evening) -> None:
    """The wall looks again, and the phones of tables that go by this clock; a hand under way stays."""
    going_by_it = Session.objects.select_for_update().filter(
        evening=evening, extra_minutes__isnull=False, ended_at=None
    )
    sessions = list(going_by_it)
    for session in sessions:
        session.version += 1
    Session.objects.bulk_update(sessions, ["version"])
    Revision.objects.bulk_create(
        Revision(
            session=session,
            key=uuid4(),
            version=session.version,
            action=Revision.Action.REFEREE,
            after={"clock": "common"},
        )
        for session in sessions
    )
    club_id = evening.club_id

    def tell() -> None:
        notify_wall(club_id)
        for session in sessions:
            publish_version(session.code, session.version)

    transaction.on_commit(tell)


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
    start = clock.deadline.timestamp() - clock_seconds(clock)
    minutes = [*clock.alarms, clock.minutes]
    moments = [start + minute * settings.CLOCK_SECONDS_PER_MINUTE for minute in minutes]
    return [(moment, number) for number, moment in enumerate(moments, start=1) if moment > time.time()]


def _clock(code: str) -> Countdown | None:
    """The clock that the streams of `code` follow: a session's, or on a wall that of tonight."""
    club_id = club_id_of_wall(code)
    if club_id is None:
        session = Session.objects.select_related("clock").filter(code=code, ended_at=None).first()
        return None if session is None else clock_of(session) or common_clock(session)
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        return None
    return clock_to_show(EveningClock.objects.filter(evening__club=club, evening__date=tonight(club)))
