"""Cookies and links are good for the row they were made for, not for whichever has its number."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.crypto import salted_hmac

from mahjongclub.clubs.club_access import renew_wall_link, wall_token
from mahjongclub.clubs.devices import COOKIE
from mahjongclub.clubs.founding import found_club
from mahjongclub.clubs.models import Account, Club, Device
from mahjongclub.clubs.row_secrets import device_hash, old_device_secret
from mahjongclub.exchange.exporting.calendar import calendar_token
from mahjongclub.exchange.models import CalendarLink
from mahjongclub.tables.models import Session
from tests.searching import thorough
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


def signed(number: int) -> str:
    """The cookie of versions before: the row's number, signed."""
    return signing.get_cookie_signer(salt=COOKIE + COOKIE).sign(str(number))


def from_before(device: Device) -> Phone:
    """A phone with such a cookie, its device as the migration leaves it."""
    device.secret_hash = device_hash(old_device_secret(device.pk, device.created_at))
    device.old_cookie = True
    device.save()
    phone = Phone()
    phone.cookies[COOKIE] = signed(device.pk)
    return phone


def opener(session: Session) -> Device:
    assert session.opener is not None
    return session.opener


# a restore


@on_file
@pytest.mark.usefixtures("_own_directory")
def test_after_a_restore_a_new_phone_is_not_taken_for_another() -> None:
    early = Phone()
    first = early.open_anew()
    kept = back_up()
    lost = Phone()
    gone = lost.open_anew()
    call_command("restore", kept, force=True, stdout=io.StringIO())
    newcomer = Phone()
    theirs = newcomer.open_anew()
    assert theirs.opener_id == gone.opener_id, "the number is given again"
    assert not may_open(lost, theirs)
    assert lost.confirm(theirs, ron(0, 1)).status_code == 404
    assert f"/t/{theirs.code}/" not in lost.get("/").content.decode()
    assert may_open(early, first), "who was there before the backup goes on"
    assert may_open(newcomer, theirs)
    lost.get(f"/t/{theirs.code}/")
    assert may_open(lost, lost.open_table()), "and who is not known any more begins anew"


@thorough
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


# cookies of versions before


def test_an_old_cookie_is_changed_and_goes_on_opening_its_table(table: Session) -> None:
    before = from_before(opener(table))
    old = before.cookies[COOKIE].value
    assert may_open(before, table)
    new = before.cookies[COOKIE].value
    assert str(opener(table).pk) not in new.split(":")
    assert (len(new), new) != (len(old), old)
    assert before.cookies[COOKIE]["httponly"]
    assert before.confirm(table, ron(0, 1)).status_code == 302
    assert before.cookies[COOKIE].value == new, "once"


def test_an_old_cookie_is_good_until_the_new_one_has_come_back(table: Session) -> None:
    """An answer gets lost; a page and its stream ask at once."""
    before = from_before(opener(table))
    old = before.cookies[COOKIE].value
    assert may_open(before, table)
    new, before.cookies[COOKIE] = before.cookies[COOKIE].value, old
    assert may_open(before, table)
    assert before.cookies[COOKIE].value == new
    assert may_open(before, table)
    before.cookies[COOKIE] = old
    assert not may_open(before, table), "whoever copied it has nothing of it now"
    before.cookies[COOKIE] = new
    assert may_open(before, table)


def test_an_old_cookie_is_not_good_for_a_row_made_later(table: Session) -> None:
    other = Phone()
    other.cookies[COOKIE] = signed(opener(table).pk)
    assert not may_open(other, table)
    assert other.open_table().opener_id != table.opener_id


def test_an_old_cookie_of_another_row_with_that_number_is_not_taken(table: Session) -> None:
    """The row had its number from a restore before the update: the cookie was signed on another day."""
    before = from_before(opener(table))
    Device.objects.update(created_at=timezone.now() - timedelta(days=1))
    assert not may_open(before, table)


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


# the migration


BEFORE = [("clubs", "0009_names_differ_in_every_script"), ("exchange", "0002_origins_and_uploads")]
AFTER = [("clubs", "0012_row_secrets_differ"), ("exchange", "0004_fill_calendar_secrets")]


@thorough
@on_file
def test_an_installation_of_before_is_brought_up_with_its_cookies_and_links() -> None:
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        device = old.get_model("clubs", "Device").objects.create()
        other = old.get_model("clubs", "Device").objects.create()
        club = old.get_model("clubs", "Club").objects.create(name="Lyon", slug="lyon", wall_generation=2)
        executor = MigrationExecutor(connection)
        executor.migrate(AFTER)
    finally:
        MigrationExecutor(connection).migrate(leaves)
    rows = Device.objects.order_by("pk")
    assert [row.old_cookie for row in rows] == [True, True]
    assert rows[0].secret_hash == device_hash(old_device_secret(device.pk, device.created_at))
    assert rows[1].pk == other.pk
    assert rows[0].secret_hash != rows[1].secret_hash
    link = CalendarLink.objects.get()
    assert (Club.objects.get().wall_generation, link.generation) == (2, 1)
    assert len({Club.objects.get().wall_secret, link.secret}) == 2
    phone = Phone()
    token = old_link("mahjongclub.clubs.wall", Club.objects.get(pk=club.pk), 2)
    assert phone.get(f"/wall/lyon/?token={token}").status_code == 200
