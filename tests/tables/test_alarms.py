"""Which alarms of a clock are still to come, for the bell of a table's streams."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.tables.evening_clock import alarms_ahead
from mahjongclub.tables.models import Clock, Session

from .conftest import Phone


@pytest.fixture
def ten(phone: Phone) -> Session:
    """A table of Ten: 60 minutes, alarms at 50 and 55 (seed 003)."""
    return phone.open_table("ten", names=("Aiko", "Benoît"))


def run(session: Session, minutes: float) -> Clock:
    """The clock as if it had run for so long."""
    clock = Clock.objects.get(session=session)
    clock.started_at = timezone.now() - timedelta(minutes=minutes)
    clock.deadline = clock.started_at + timedelta(minutes=60)
    clock.save()
    return clock


@pytest.mark.parametrize(
    ("minutes", "ahead"),
    [(0, {1: 50, 2: 55, 3: 60}), (52, {2: 55, 3: 60}), (57, {3: 60}), (61, {})],
)
def test_those_to_come_with_their_moments(ten: Session, minutes: int, ahead: dict[int, int]) -> None:
    clock = run(ten, minutes)
    assert clock.started_at is not None
    begun = clock.started_at.timestamp()
    expected = [(pytest.approx(begun + 60 * minute, abs=0.01), number) for number, minute in ahead.items()]
    assert alarms_ahead(ten.code) == expected


def test_nothing_sounds_before_the_start_in_a_pause_or_after_the_end(phone: Phone, ten: Session) -> None:
    assert alarms_ahead(ten.code) == []
    clock = run(ten, 10)
    clock.paused_at = timezone.now()
    clock.save()
    assert alarms_ahead(ten.code) == []
    clock.paused_at = None
    clock.save()
    assert len(alarms_ahead(ten.code)) == 3
    phone.post(reverse("tables:close", args=[ten.code]), {"version": Session.objects.get(pk=ten.pk).version})
    assert alarms_ahead(ten.code) == []
    assert alarms_ahead("no-such-table") == []


def test_only_a_table_with_a_clock_asks_its_stream_for_alarms(phone: Phone, ten: Session) -> None:
    assert "&amp;clock=1" in stream_of(phone, ten)
    assert "clock=1" not in stream_of(phone, phone.open_table())


def stream_of(phone: Phone, session: Session) -> str:
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    found = re.search(r'data-live="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_the_server_s_time_stands_in_the_strip_only_while_the_next_alarm_may_be_known(
    phone: Phone, ten: Session
) -> None:
    run(ten, 49)
    page = phone.get(reverse("tables:table", args=[ten.code])).content.decode()
    assert re.search(r'data-now="\d+" data-next="\d+"', page)
    run(ten, 51)
    assert "data-now" not in phone.get(reverse("tables:table", args=[ten.code])).content.decode()
