"""Cookies and links are good for the row they were made for, not for whichever has its number."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.crypto import salted_hmac

from mahjongclub.clubs.club_access import renew_wall_link, wall_token
from mahjongclub.clubs.devices import COOKIE
from mahjongclub.clubs.founding import found_club
from mahjongclub.clubs.models import Account, Club, Device
from mahjongclub.exchange.exporting.calendar import calendar_token
from mahjongclub.exchange.models import CalendarLink
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, ron

on_file = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _own_directory(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"


@pytest.fixture
def table(db: None) -> Session:
    return Phone().open_table()


def back_up() -> str:
    said = io.StringIO()
    call_command("backup", stdout=said)
    return said.getvalue().split(" (")[0]


def may_open(phone: Phone, session: Session) -> bool:
    return phone.get(f"/t/{session.code}/").status_code == 200


def opener(session: Session) -> Device:
    assert session.opener is not None
    return session.opener


# a restore


@on_file
@pytest.mark.usefixtures("_own_directory")
def test_after_a_restore_a_new_phone_is_not_taken_for_another() -> None:
    early = Phone()
    first = early.open_table()
    kept = back_up()
    lost = Phone()
    gone = lost.open_table()
    call_command("restore", kept, force=True, stdout=io.StringIO())
    newcomer = Phone()
    theirs = newcomer.open_table()
    assert theirs.opener_id == gone.opener_id, "the number is given again"
    assert not may_open(lost, theirs)
    assert lost.confirm(theirs, ron(0, 1)).status_code == 404
    assert f"/t/{theirs.code}/" not in lost.get("/").content.decode()
    assert may_open(early, first), "who was there before the backup goes on"
    assert may_open(newcomer, theirs)
    lost.get(f"/t/{theirs.code}/")
    assert may_open(lost, lost.open_table()), "and who is not known any more begins anew"


@on_file
@pytest.mark.usefixtures("_own_directory")
def test_after_a_restore_a_link_does_not_open_the_next_clubs_wall_or_calendar() -> None:
    owner = Account.objects.create_user("Odile")
    kept = back_up()
    gone = found_club(owner, "Lyon", Club.Visibility.PRIVATE)
    wall, calendar = wall_token(gone), calendar_token(gone)
    call_command("restore", kept, force=True, stdout=io.StringIO())
    club = found_club(Account.objects.get(), "Lille", Club.Visibility.PRIVATE)
    assert club.pk == gone.pk, "the number is given again"
    phone = Phone()
    assert phone.get(f"/wall/lille/?token={wall}").status_code == 404
    assert phone.get(f"/c/lille/calendar.ics?token={calendar}").status_code == 404
    assert phone.get(f"/wall/lille/?token={wall_token(club)}").status_code == 200
    assert phone.get(f"/c/lille/calendar.ics?token={calendar_token(club)}").status_code == 200


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
    club = found_club(owner, "Lyon", Club.Visibility.PRIVATE)
    wall = f"/wall/lyon/?token={old_link('mahjongclub.clubs.wall', club, 3)}"
    calendar = f"/c/lyon/calendar.ics?token={old_link('mahjongclub.exchange.calendar', club, 2)}"
    phone = Phone()
    assert [phone.get(address).status_code for address in (wall, calendar)] == [404, 404], (
        "a new club has none"
    )
    Club.objects.update(wall_generation=3)
    CalendarLink.objects.update(generation=2)
    assert [phone.get(address).status_code for address in (wall, calendar)] == [200, 200]
    renew_wall_link(club)
    organiser = Phone()
    organiser.force_login(owner)
    organiser.post("/c/lyon/calendar/")
    assert [phone.get(address).status_code for address in (wall, calendar)] == [404, 404]
