"""The server's clock is set back or forward in the middle of a game: what rests on it, and what must not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.live.publishing import live_token, role_in_token
from mahjongclub.tables import notify
from mahjongclub.tables.clock import read_clock
from mahjongclub.tables.evening_clock import (
    pause_evening_clock,
    resume_evening_clock,
    set_evening_clock,
    start_evening_clock,
)
from mahjongclub.tables.models import Access, Clock, EveningClock, JoinCode, Session
from mahjongclub.tables.views.share import get_or_create_spoken_code
from tests.tables.clock_phone import TEN, start
from tests.tables.conftest import Phone, draw, ron, scores

JUMPS = [timedelta(days=-400), timedelta(hours=-1), timedelta(), timedelta(hours=1), timedelta(days=400)]


@contextmanager
def clock_set(by: timedelta) -> Iterator[None]:
    """The wall clock as the program reads it, set by so much."""
    now, time_ns = timezone.now, notify.time.time_ns

    def set_now() -> datetime:
        return now() + by

    def set_time_ns() -> int:
        return time_ns() + int(by.total_seconds() * 1e9)

    with (
        patch.object(timezone, "now", set_now),
        patch.object(notify.time, "time_ns", set_time_ns),
    ):
        yield


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


def test_versions_and_numbers_go_on_by_one_whatever_the_clock_says(phone: Phone) -> None:
    table = phone.open_table()
    for by in [*JUMPS, *reversed(JUMPS)]:
        with clock_set(by):
            assert phone.confirm(table, draw(0, 1, 2, 3)).status_code == 302
            assert phone.get(reverse("tables:log", args=[table.code])).status_code == 200
    with clock_set(timedelta(days=-1)):
        assert phone.confirm(table, ron(1, 2), number=1).status_code == 302
        assert phone.confirm(table, ron(0, 2)).status_code == 302
    table.refresh_from_db()
    assert table.version == 12
    assert list(table.revisions.order_by("pk").values_list("version", flat=True)) == list(range(1, 13))
    assert list(table.hands.order_by("number").values_list("number", flat=True)) == list(range(1, 12))
    assert sum(scores(table)) == sum(scores(phone.open_table()))


def test_a_game_may_end_before_it_began(phone: Phone) -> None:
    table = phone.open_table()
    phone.confirm(table, ron(1, 2))
    with clock_set(timedelta(days=-30)):
        closed = phone.post(reverse("tables:close", args=[table.code]), {"version": 1})
        assert closed.status_code == 302
        for page in ("end", "log", "record"):
            assert phone.get(reverse(f"tables:{page}", args=[table.code])).status_code == 200
    table.refresh_from_db()
    assert table.ended_at is not None
    assert table.started_at is not None
    assert table.ended_at < table.started_at


def test_the_clock_of_a_session_moves_with_the_servers_and_loses_no_pause(phone: Phone) -> None:
    table = phone.open_table("ten", names=("Aiko", "Benoît"))
    clock = start(phone, table)
    whole = timedelta(minutes=clock.minutes)
    with clock_set(timedelta(minutes=-20)):
        reading = read_clock(clock)
        assert (reading.state, reading.fired) == ("running", 0)
        assert reading.left is not None
        assert timedelta(seconds=reading.left) > whole
        assert phone.get(reverse("tables:table", args=[table.code])).status_code == 200
    with clock_set(whole):
        assert read_clock(clock).state == "over"
        assert phone.get(reverse("tables:table", args=[table.code])).status_code == 200
    # set right again: nothing was written meanwhile
    assert read_clock(clock).state == "running"
    assert phone.confirm(table, TEN).status_code == 302


def test_a_pause_that_ends_before_it_began_takes_no_time_away(phone: Phone) -> None:
    table = phone.open_table("ten", names=("Aiko", "Benoît"))
    deadline = start(phone, table).deadline
    pause = phone.post(reverse("tables:clock_pause", args=[table.code]), {"version": 0, "reason": "Tea"})
    assert pause.status_code == 302
    with clock_set(timedelta(hours=-1)):
        assert (
            phone.post(reverse("tables:clock_resume", args=[table.code]), {"version": 0}).status_code == 302
        )
    clock = Clock.objects.get(session=table)
    assert clock.paused_at is None
    assert clock.deadline == deadline
    last = table.revisions.order_by("version").last()
    assert last is not None
    assert last.before["seconds"] == 0


def test_nor_does_one_of_the_evenings_clock(db: None) -> None:
    club = Club.objects.create(name="Lille", slug="lille")
    evening = Evening.objects.create(club=club, date=timezone.localdate())
    set_evening_clock(evening, {"minutes": 60, "alarms": [], "hides": False})
    start_evening_clock(evening)
    deadline = EveningClock.objects.get().deadline
    pause_evening_clock(evening)
    with clock_set(timedelta(hours=-1)):
        resume_evening_clock(evening)
    clock = EveningClock.objects.get()
    assert (clock.paused_at, clock.deadline) == (None, deadline)


def test_a_spoken_code_ends_by_the_servers_clock_and_another_is_given(phone: Phone) -> None:
    table = phone.open_table()
    first = get_or_create_spoken_code(table, Access.Role.SCORER).code
    with clock_set(timedelta(hours=-30)):
        assert get_or_create_spoken_code(table, Access.Role.SCORER).code == first
    with clock_set(timedelta(hours=13)):
        assert Phone().post(reverse("tables:join"), {"code": first}).status_code == 422
        assert get_or_create_spoken_code(table, Access.Role.SCORER).code != first
    assert JoinCode.objects.filter(session=table).count() == 1


def test_who_has_a_place_at_the_table_keeps_it(phone: Phone, table: Session) -> None:
    """The cookie of a browser and the token of a stream have no date."""
    token = live_token(table.code, "scorer")
    for by in JUMPS:
        with clock_set(by), patch("time.time", lambda by=by: 1.8e9 + by.total_seconds()):
            assert phone.get(reverse("tables:table", args=[table.code])).status_code == 200
            assert role_in_token(table.code, token) == "scorer"


@pytest.fixture
def table(phone: Phone) -> Session:
    return phone.open_table()


def test_a_wall_hears_of_changes_while_the_clock_goes_back() -> None:
    stamps = []
    for by in reversed(JUMPS):
        with clock_set(by):
            stamps.append(notify.wall_stamp())
    assert stamps == sorted(set(stamps))
