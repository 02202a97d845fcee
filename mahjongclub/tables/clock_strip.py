"""The clock above the board: what a phone is shown of it, and in which words."""

from __future__ import annotations

import math
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .clock import ClockReading, clock_of, last_hand, read_clock
from .clock_model import Clock
from .models import Access, Session
from .wording import in_a_row


def clock_strip(access: Access) -> dict[str, Any] | None:
    """The context of templates/tables/_clock.html; None where the table has no clock, or has ended."""
    session = access.session
    clock = clock_of(session)
    if clock is None or session.table.ended:
        return None
    reading = read_clock(clock)
    hands_left = hands_to_play(session)
    token = f"{reading.state}-{reading.fired}-{hands_left or ''}"
    code = session.code
    return {
        "pk": f"{session.code}-{clock.pk}",
        "reading": reading,
        "fired": reading.fired,
        "alarms": reading.alarms,
        "token": token,
        "ask_href": f"{reverse('tables:clock_now', args=[code])}?seen={token}",
        "ask_ms": round(reading.ask_again * 1000),
        "now_ms": round(timezone.now().timestamp() * 1000),
        "next_ms": None if reading.to_next is None else round(reading.to_next * 1000),
        "left_ms": None if reading.left is None else round(reading.left * 1000),
        "shown": "" if reading.left is None else as_shown(reading.left),
        "alarm": alarm_in_words(reading, hands_left),
        "reason": clock.pause_reason,
        "minutes": clock.minutes,
        "code": code,
        "version": session.version,
        "may_score": access.may_score,
    }


def as_shown(seconds: float) -> str:
    """Time as a clock shows it: whole seconds, none shown before it has passed.

    >>> as_shown(3600), as_shown(61.5)
    ('60:00', '1:02')
    """
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def alarm_in_words(reading: ClockReading, hands_left: int | None) -> str:
    """What the last alarm means, "" before the first. It tells no time."""
    if hands_left is not None:
        if hands_left <= 1:
            return _("Time is up. Finish what is in play.")
        return ngettext(
            "Time is up. After what is in play, %(count)s more is played.",
            "Time is up. After what is in play, %(count)s more are played.",
            hands_left - 1,
        ) % {"count": hands_left - 1}
    if not reading.fired:
        return ""
    return _("Alarm %(number)s of %(count)s has sounded.") % {
        "number": reading.fired,
        "count": reading.alarms - 1,
    }


def clock_in_words(kept: dict[str, Any]) -> str:
    """What a revision of the clock keeps, in words: its settings, or a pause with its reason."""
    if "reason" in kept:
        if "seconds" not in kept:
            return str(kept["reason"])
        return _("%(reason)s (%(time)s)") % {"reason": kept["reason"], "time": as_shown(kept["seconds"])}
    parts = [
        ngettext("%(count)s minute", "%(count)s minutes", kept["minutes"]) % {"count": kept["minutes"]},
    ]
    if kept["alarms"]:
        parts.append(_("alarms at %(minutes)s") % {"minutes": ", ".join(map(str, kept["alarms"]))})
        if kept["hides"]:
            parts.append(_("hidden from the first alarm on"))
    parts.append(str(Clock.AtEnd(kept["at_end"]).label))
    return in_a_row(parts)


def hands_to_play(session: Session) -> int | None:
    """How many hands may still be recorded once the time is up, None before."""
    clock = clock_of(session)
    last = last_hand(clock, session) if clock is not None else None
    return None if last is None else last - session.state["hands"]
