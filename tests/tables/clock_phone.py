"""A session's clock on a phone: set, started, and run on."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Clock, Session

from .conftest import Phone

#: a hand of Ten nobody declared in
TEN = {"type": "draw", "reason": "no_declaration"}


def start(phone: Phone, session: Session) -> Clock:
    """The tap that starts the clock."""
    answer = phone.post(reverse("tables:clock_start", args=[session.code]), {"version": 0})
    assert answer.status_code == 302, answer.content.decode()
    return Clock.objects.get(session=session)


def pass_minutes(session: Session, minutes: float) -> Clock:
    """Let the clock have run so much longer, by moving its stored moments."""
    clock = Clock.objects.get(session=session)
    step = timedelta(minutes=minutes)
    assert clock.started_at is not None
    assert clock.deadline is not None
    clock.started_at -= step
    clock.deadline -= step
    clock.save()
    return clock


def strip(phone: Phone, session: Session) -> str:
    """What the clock above the board says."""
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    found = re.search(r'<section id="clock".*?</section>', page, re.DOTALL)
    return found.group() if found else ""


def set_clock(phone: Phone, session: Session, **fields: Any) -> HttpResponse:
    """Send the form of the clock's page."""
    form = {"version": session.version, "minutes": "90", "alarms": "", "at_end": "finish", **fields}
    return phone.post(reverse("tables:clock", args=[session.code]), form)
