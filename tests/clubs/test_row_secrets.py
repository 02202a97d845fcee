"""Cookies and links are good for the row they were made for, not for whichever has its number."""

from __future__ import annotations

import pytest
from django.utils.crypto import salted_hmac

from mahjongclub.clubs.club_access import void_wall_links
from mahjongclub.clubs.devices import COOKIE
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club, Device
from mahjongclub.exchange.models import CalendarLink
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone


@pytest.fixture
def table(db: None) -> Session:
    return Phone().open_table()


def may_open(phone: Phone, session: Session) -> bool:
    return phone.get(f"/t/{session.code}/").status_code == 200


def opener(session: Session) -> Device:
    assert session.opener is not None
    return session.opener


# made-up cookies


@pytest.mark.parametrize("cookie", ["", "x", "1", "1:x:y", ":", "é", "0" * 32, "a" * 5000, "1:1:1:1", "\x00"])
def test_a_made_up_cookie_is_nobody(table: Session, cookie: str) -> None:
    other = Phone()
    other.cookies[COOKIE] = cookie
    assert not may_open(other, table)
    assert other.get("/").status_code == 200


def test_the_rows_own_hash_is_no_cookie(table: Session) -> None:
    other = Phone()
    other.cookies[COOKIE] = opener(table).secret_hash
    assert not may_open(other, table)


# links of versions before


def old_link(salt: str, club: Club, generation: int) -> str:
    return salted_hmac(salt, f"{club.pk}:{generation}", algorithm="sha256").hexdigest()[:24]


def test_links_on_screens_go_on_until_there_is_a_new_one(db: None) -> None:
    owner = Account.objects.create_user("Odile")
    club = create_club_with_owner(owner, "Lyon", Club.Visibility.PRIVATE)
    wall = f"/wall/lyon/?token={old_link('mahjongclub.clubs.wall', club, 3)}"
    calendar = f"/c/lyon/calendar.ics?token={old_link('mahjongclub.exchange.calendar', club, 2)}"
    phone = Phone()
    assert [phone.get(address).status_code for address in (wall, calendar)] == [404, 404], (
        "a new club has none"
    )
    Club.objects.update(wall_generation=3)
    CalendarLink.objects.update(generation=2)
    assert [phone.get(address).status_code for address in (wall, calendar)] == [200, 200]
    void_wall_links(club)
    organiser = Phone()
    organiser.force_login(owner)
    organiser.post("/c/lyon/calendar/")
    assert [phone.get(address).status_code for address in (wall, calendar)] == [404, 404]
