"""The clock above the board: what a phone is shown of it, and in which words."""

from __future__ import annotations

import math
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.wording import join_clauses
from mahjongclub.games.registry import game_of

from .clock import ClockReading, clock_of, common_clock, last_hand_number, read_clock
from .models import Access, Clock, Countdown, Session


def clock_strip(access: Access) -> dict[str, Any] | None:
    """The context of templates/tables/_clock.html; None where the table has no clock, or has ended."""
    session = access.session
    if session.table.ended:
        return None
    table_clock = clock_of(session)
    clock: Countdown | None = table_clock or common_clock(session)
    if clock is None:
        return None
    reading_context = clock_reading_data(clock)
    reading, hands_left = reading_context["reading"], hands_to_play(session)
    settings = ".".join(map(str, (*clock.alarms, clock.minutes)))
    token = f"{reading.state}-{reading.fired}-{hands_left or ''}-{settings}"
    alarm = alarm_in_words(reading, hands_left, rounds=game_of(session).in_rounds)
    if table_clock is None:
        token += f"-{session.extra_minutes}"
        alarm = _("Time is up") if reading.state == "over" else alarm
    code = session.code
    return {
        **reading_context,
        "pk": f"{session.code}-{clock.pk}" if table_clock else f"{session.code}-round-{clock.pk}",
        "token": token,
        "ask_href": f"{reverse('tables:clock_now', args=[code])}?seen={token}",
        "alarm": alarm,
        "common": table_clock is None,
        "extra": session.extra_minutes if table_clock is None else None,
        "reason": clock.pause_reason,
        "code": code,
        "version": session.version,
        "may_score": access.may_score,
    }


def clock_reading_data(clock: Countdown) -> dict[str, Any]:
    """What every page shows of a clock; times are milliseconds for its script, None where they are hidden."""
    reading = read_clock(clock)
    return {
        "reading": reading,
        "fired": reading.fired,
        "alarms": reading.alarms,
        "ask_ms": round(reading.poll_seconds * 1000),
        "now_ms": round(timezone.now().timestamp() * 1000),
        "next_ms": in_ms(reading.to_next),
        "left_ms": in_ms(reading.left),
        "shown": "" if reading.left is None else minutes_and_seconds(reading.left),
        "minutes": clock.minutes,
    }


def in_ms(seconds: float | None) -> int | None:
    """Seconds as a script counts them."""
    return None if seconds is None else round(seconds * 1000)


def minutes_and_seconds(seconds: float) -> str:
    """Time as a clock shows it: whole seconds, none shown before it has passed.

    >>> minutes_and_seconds(3600), minutes_and_seconds(61.5)
    ('60:00', '1:02')
    """
    minutes, seconds_left = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{seconds_left:02}"


def alarm_in_words(reading: ClockReading, hands_left: int | None, *, rounds: bool = False) -> str:
    """What the last alarm means, "" before the first. It tells no time; `rounds` says what is played."""
    if hands_left is not None:
        if hands_left <= 1:
            return _("Time is up. Finish this round.") if rounds else _("Time is up. Finish this hand.")
        left = {"count": hands_left - 1}
        if rounds:
            return _("Time is up. Finish this round, then play %(count)s more.") % left
        return _("Time is up. Finish this hand, then play %(count)s more.") % left
    if not reading.fired:
        return ""
    return _("Alarm %(number)s of %(count)s has sounded.") % {
        "number": reading.fired,
        "count": reading.alarms - 1,
    }


def clock_in_words(clock_log: dict[str, Any]) -> str:
    """What a revision of the clock keeps, in words: its settings, or a pause with its reason."""
    if "reason" in clock_log:
        if "seconds" not in clock_log:
            return str(clock_log["reason"])
        if not clock_log["reason"]:
            return minutes_and_seconds(clock_log["seconds"])
        return _("%(reason)s (%(time)s)") % {
            "reason": clock_log["reason"],
            "time": minutes_and_seconds(clock_log["seconds"]),
        }
    parts = [
        ngettext("%(count)s minute", "%(count)s minutes", clock_log["minutes"])
        % {"count": clock_log["minutes"]}
    ]
    if clock_log["alarms"]:
        parts.append(_("alarms at %(minutes)s") % {"minutes": ", ".join(map(str, clock_log["alarms"]))})
        if clock_log["hides"]:
            parts.append(_("hidden from the first alarm on"))
    parts.append(str(Clock.AtEnd(clock_log["at_end"]).label))
    return join_clauses(parts)


def hands_to_play(session: Session) -> int | None:
    """How many hands may still be recorded once the time is up, None before."""
    clock = clock_of(session)
    last = last_hand_number(clock, session) if clock is not None else None
    return None if last is None else last - session.row_count
