"""A clock whose settings are changed while it runs: what has run and what has rung stay."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse

from mahjongclub.tables.clock import read_clock
from mahjongclub.tables.models import Clock, Session

from .clock_phone import pass_minutes, set_clock, start, strip
from .conftest import Phone


@pytest.fixture
def running(phone: Phone, table: Session) -> Session:
    """A table whose clock of 60 minutes has run for 31, with an alarm that rang at 30."""
    set_clock(phone, table, minutes="60", alarms="30, 50")
    start(phone, table)
    pass_minutes(table, 31)
    return table


def clock_now(session: Session) -> Clock:
    return Clock.objects.get(session=session)


def test_a_longer_clock_keeps_what_has_run_and_rung(phone: Phone, running: Session) -> None:
    answer = set_clock(phone, running, minutes="75", alarms="30, 70")
    assert answer.status_code == 302
    clock = clock_now(running)
    assert (clock.minutes, clock.alarms) == (75, [30, 70])
    reading = read_clock(clock)
    assert reading.fired == 1
    assert reading.left == pytest.approx(44 * 60, abs=10)
    assert re.search("44:00|43:5", strip(phone, running))


def test_an_alarm_that_has_sounded_stays_though_nobody_lists_it(phone: Phone, running: Session) -> None:
    set_clock(phone, running, minutes="50", alarms="40")
    clock = clock_now(running)
    assert clock.alarms == [30, 40]
    assert read_clock(clock).fired == 1


def test_a_paused_clock_is_changed_and_goes_on_where_it_stood(phone: Phone, running: Session) -> None:
    phone.post(reverse("tables:clock_pause", args=[running.code]), {"version": 0})
    clock = clock_now(running)
    assert clock.deadline is not None
    assert clock.paused_at is not None
    for moment in ("started_at", "deadline", "paused_at"):  # the pause is ten minutes old
        setattr(clock, moment, getattr(clock, moment) - timedelta(minutes=10))
    clock.save()
    assert set_clock(phone, running, minutes="40", alarms="30").status_code == 302
    phone.post(reverse("tables:clock_resume", args=[running.code]), {"version": 0})
    assert read_clock(clock_now(running)).left == pytest.approx(9 * 60, abs=10)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"minutes": "31", "alarms": ""}, "The clock has run for longer than that already."),
        ({"minutes": "75", "alarms": "20, 70"}, "Minute 20 has passed: a new alarm sounds later."),
        ({"minutes": "75", "alarms": "75"}, "Alarms sound from minute 1 to minute 74."),
    ],
)
def test_what_lies_in_the_past_is_refused_with_what_was_typed(
    phone: Phone, running: Session, fields: dict[str, str], fault: str
) -> None:
    answer = set_clock(phone, running, **fields)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert fault in page
    assert f'value="{fields["minutes"]}"' in page
    assert clock_now(running).minutes == 60


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"minutes": "45", "alarms": "30", "hides": "on"}, "at least the 60 minutes of now"),
        ({"minutes": "75", "alarms": "30, 40", "hides": "on"}, "a new alarm sounds from minute 60 on"),
        ({"minutes": "75", "alarms": "30"}, "The time stays hidden until the end."),
    ],
)
def test_nobody_learns_a_hidden_time_by_changing_the_clock(
    phone: Phone, running: Session, fields: dict[str, str], fault: str
) -> None:
    Clock.objects.filter(session=running).update(hides=True)
    for minutes in (0, 20):  # early and late the answer is no other
        pass_minutes(running, minutes)
        answer = set_clock(phone, running, **fields)
        assert answer.status_code == 422
        assert fault in unescape(answer.content.decode())


def test_a_hidden_clock_gets_longer(phone: Phone, running: Session) -> None:
    Clock.objects.filter(session=running).update(hides=True)
    assert set_clock(phone, running, minutes="80", alarms="30, 70", hides="on").status_code == 302
    assert read_clock(clock_now(running)).hidden


def test_a_clock_whose_time_is_up_stays_as_it_is(phone: Phone, running: Session) -> None:
    pass_minutes(running, 40)
    answer = set_clock(phone, running, minutes="90", alarms="")
    assert answer.status_code == 422
    assert "The time is up: the clock can no longer be changed." in unescape(answer.content.decode())


def test_the_log_says_what_was_changed(phone: Phone, running: Session) -> None:
    set_clock(phone, running, minutes="75", alarms="30, 70")
    log = unescape(phone.get(reverse("tables:log", args=[running.code])).content.decode())
    assert "75 minutes" in log
    assert "alarms at 30, 70" in log
