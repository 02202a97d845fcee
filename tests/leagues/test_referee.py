"""A round as it runs: the referee is called from a table, a table gets more time, its clock is theirs."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.live.hub import hub
from mahjongclub.rounds.models import Table
from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.evening_clock import alarms_ahead
from mahjongclub.tables.models import Session
from mahjongclub.tables.notify import wall_topic
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.live.hub_versions import known_version
from tests.tables.conftest import Phone, ron

from .tournament_hall import TournamentHall

NAMES = [f"Player {number:02}" for number in range(1, 9)]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two tables, the first round open."""
    opened = TournamentHall(house, NAMES, round_count=2)
    opened.draw_and_publish()
    opened.open(1)
    return opened


def session_at(hall: TournamentHall, table: int = 1, number: int = 1) -> Session:
    session = hall.tables(number)[table - 1].session
    assert session is not None
    return session


def at_table(hall: TournamentHall, table: int = 1) -> tuple[Phone, Session]:
    """A player's phone that keeps the score there."""
    session = session_at(hall, table)
    phone = Phone()
    token = access_token(session.code, "scorer", session.access_generation)
    phone.get(reverse("tables:follow_link", args=[session.code, token]))
    return phone, session


def table_page(phone: Phone, session: Session) -> str:
    return unescape(phone.get(reverse("tables:table", args=[session.code])).content.decode())


def call(phone: Phone, session: Session, word: str = "on") -> int:
    version = Session.objects.get(pk=session.pk).version
    address = reverse("tables:referee", args=[session.code])
    return phone.post(address, {"version": version, "call": word}).status_code


def test_a_table_calls_the_referee_and_the_desk_answers(
    hall: TournamentHall, django_capture_on_commit_callbacks: Any
) -> None:
    phone, session = at_table(hall)
    more = unescape(phone.get(reverse("tables:more", args=[session.code])).content.decode())
    assert "Call the referee" in more
    before = known_version(hub, wall_topic(hall.house.club.pk)) or 0
    with django_capture_on_commit_callbacks(execute=True):
        assert call(phone, session) == 302
    assert (known_version(hub, wall_topic(hall.house.club.pk)) or 0) > before, "the desk hears of it at once"
    assert "Referee called at" in table_page(phone, session)
    for where in ("", "rounds/1/", "rounds/1/desk/", "calls/"):
        assert "calls the referee" in hall.read(where), where
    assert re.search(r"Table 1\s*</b>\s*calls the referee\s*<small>\s*just now", hall.read("calls/"))
    assert "calls the referee" not in hall.read(who="member"), "it is the desk’s"
    Session.objects.filter(pk=session.pk).update(called_at=timezone.now() - timedelta(minutes=3))
    assert "3 minutes ago" in hall.read("rounds/1/desk/")
    assert hall.house.phone("scorer").post(hall.url("rounds/1/tables/1/answer/")).status_code == 302
    assert "calls the referee" not in hall.read("rounds/1/desk/")
    assert "Referee called at" not in table_page(phone, session)


def test_players_take_a_call_back_and_two_calls_are_one(hall: TournamentHall) -> None:
    phone, session = at_table(hall)
    call(phone, session)
    since = Session.objects.get(pk=session.pk).called_at
    call(phone, session)
    assert Session.objects.get(pk=session.pk).called_at == since
    call(phone, session, "off")
    assert "No table calls the referee." in hall.read("calls/")
    log = unescape(phone.get(reverse("tables:log", args=[session.code])).content.decode())
    assert "Referee" in log


def test_a_call_overtakes_no_hand_that_is_being_entered(hall: TournamentHall) -> None:
    phone, session = at_table(hall)
    seen = Session.objects.get(pk=session.pk).version
    call(phone, session)
    hall.post("rounds/1/clock/")
    answer = phone.confirm(session, ron(1, 2), version=seen)
    assert answer.status_code in (200, 302)
    assert Session.objects.get(pk=session.pk).state["hands"] == 1


def test_a_table_of_no_tournament_has_no_referee(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    session = phone.open_table(belongs=f"e{house.evening.pk}")
    more = phone.get(reverse("tables:more", args=[session.code])).content.decode()
    assert "referee" not in more.lower()
    assert call(phone, session) == 422
    assert Session.objects.get(pk=session.pk).called_at is None


def test_the_phones_show_the_clock_of_the_round(hall: TournamentHall) -> None:
    phone, session = at_table(hall)
    page = table_page(phone, session)
    assert "The round has not begun." in page
    assert "75:00" in page
    assert "table_clock" in page, "so that its sound can be tried before"
    assert hall.post("rounds/1/clock/").status_code == 302
    page = table_page(phone, session)
    assert 'data-state="running"' in page
    assert "data-gong" in page
    assert [number for _moment, number in alarms_ahead(session.code)] == [1, 2]
    assert f"/live/{session.code}" in page
    assert "clock=1" in page
    assert "tables:clock_pause" not in page
    assert "Pause" not in page, "the desk pauses it, not a table"


def test_one_table_gets_more_time(hall: TournamentHall) -> None:
    hall.post("rounds/1/clock/")
    phone, session = at_table(hall)
    other, there = at_table(hall, 2)
    ends = alarms_ahead(session.code)[-1][0]
    assert hall.post("rounds/1/extra/", table=1, minutes=5).status_code == 302
    assert round(alarms_ahead(session.code)[-1][0] - ends) == 300
    assert round(alarms_ahead(there.code)[-1][0] - ends) == 0
    assert "5 minutes more" in table_page(phone, session)
    assert "minutes more" not in table_page(other, there)
    assert "5 minutes more" in hall.read("rounds/1/")
    wall = unescape(hall.phone.get(f"/wall/{hall.house.club.slug}/").content.decode())
    assert "+5 min" in wall
    answer = hall.post("rounds/1/extra/", table=7, minutes=500)
    assert answer.status_code == 422
    assert "This table is not being played." in unescape(answer.content.decode())
    hall.post("rounds/1/extra/", table=1, minutes=0)
    assert "minutes more" not in table_page(phone, session)


def test_the_clock_is_set_anew_with_each_round_and_not_for_late_tables(hall: TournamentHall) -> None:
    hall.post("rounds/1/clock/")
    late = Table.objects.get(pk=hall.tables(1)[1].pk)
    Session.objects.filter(pk=late.session_id).delete()
    hall.open(1)
    _phone, session = at_table(hall, 2)
    assert alarms_ahead(session.code), "the clock of the round runs on"
    hall.play(1)
    hall.open(2)
    assert alarms_ahead(session_at(hall, 1, 2).code) == []
    hall.post("rounds/2/clock/")
    assert alarms_ahead(session_at(hall, 1, 2).code)
