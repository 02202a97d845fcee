"""Cookies and links are good for the row they were made for, not for whichever has its number."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from mahjongclub.clubs.club_access import wall_token
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club
from mahjongclub.exchange.exporting.calendar import get_or_create_calendar_token
from tests.tables.conftest import Phone, ron

from ..test_row_secrets import may_open

on_file = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _own_directory(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"


def back_up() -> str:
    said = io.StringIO()
    call_command("backup", stdout=said)
    return said.getvalue().split(" (")[0]


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
    gone = create_club_with_owner(owner, "Lyon", Club.Visibility.PRIVATE)
    wall, calendar = wall_token(gone), get_or_create_calendar_token(gone)
    call_command("restore", kept, force=True, stdout=io.StringIO())
    club = create_club_with_owner(Account.objects.get(), "Lille", Club.Visibility.PRIVATE)
    assert club.pk == gone.pk, "the number is given again"
    phone = Phone()
    assert phone.get(f"/wall/lille/?token={wall}").status_code == 404
    assert phone.get(f"/c/lille/calendar.ics?token={calendar}").status_code == 404
    assert phone.get(f"/wall/lille/?token={wall_token(club)}").status_code == 200
    assert phone.get(f"/c/lille/calendar.ics?token={get_or_create_calendar_token(club)}").status_code == 200
