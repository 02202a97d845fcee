"""A name that was taken away is in no file of the installation, to the byte."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile, is_zipfile

import pytest
from django.db import connection, transaction
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club, Membership, Player
from mahjongclub.clubs.people import leaving
from mahjongclub.exchange.archive import making
from mahjongclub.exchange.archive.making import (
    ExportTakenOver,
    archive_path,
    get_or_create_archives_folder,
    start_export_unless_running,
    write_export_archive,
)
from mahjongclub.exchange.models import Export, Origin, Upload
from mahjongclub.exchange.receivers import with_numbers_for_names
from mahjongclub.tables.models import Session
from tests.clubs.visitors import Visitor, account

from .full_club import small_club

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Xaverine Quillfeather"
on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's files")


@pytest.fixture(autouse=True)
def exports_of_their_own(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The archives that threads were to make."""
    asked: list[Any] = []
    monkeypatch.setattr(
        "mahjongclub.exchange.archive.making.Thread",
        lambda target, args, daemon: type("T", (), {"start": lambda self: asked.append(args)})(),
    )
    return asked


@pytest.fixture
def club() -> Club:
    return small_club()


@pytest.fixture
def owner(club: Club) -> Visitor:
    phone = Visitor()
    phone.force_login(club.memberships.get(role="owner").account)
    return phone


@pytest.fixture
def game(club: Club, owner: Visitor) -> Session:
    """An open table of the club at which somebody sits whose name is on no roster."""
    evening = club.evenings.first()
    assert evening is not None
    return owner.open_table(names=(NAME, "Benoît", "Chen", "Dina"), belongs=f"e{evening.pk}")


def files_with(word: str) -> list[str]:
    """The files in which a word stands: of the data directory, zips unpacked, and of the database."""
    files = [path for path in get_or_create_archives_folder().parent.rglob("*") if path.is_file()]
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        files += database.parent.glob(f"{database.name}*")
    return [path.name for path in files if holds(path, word)]


def holds(path: Path, word: str) -> bool:
    contents = [path.read_bytes()]
    if is_zipfile(path):
        with ZipFile(path) as packed:
            contents += [packed.read(name) for name in packed.namelist()]
    spellings = (word.encode(), word.casefold().encode())
    return any(spelling in content for content in contents for spelling in spellings)


def forget(name: str) -> None:
    """What is done once a name is to be erased, whoever asked for it and when."""
    with transaction.atomic():
        leaving._forget([Player.objects.get(name=name).pk])


def upload(who: Visitor, club: Club, content: str) -> str:
    file = io.BytesIO(content.encode())
    file.name = "results.csv"
    answer = who.post(f"/c/{club.slug}/import/", {"chosen": file})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def test_a_forgotten_name_is_in_no_file(club: Club, owner: Visitor, game: Session, begun: list[Any]) -> None:
    address = upload(owner, club, f"Name,Points\n{NAME},30000\nChen,20000\n")
    archive = owner.post(f"/c/{club.slug}/export/archive/")["Location"]
    write_export_archive(*begun.pop())
    Origin.objects.create(
        session=game,
        club=club,
        source=f"2026-{NAME.upper()}.json",
        fingerprint="1",
        differences=[{"en": f"{NAME}’s hand.", "fr": f"La main de {NAME}."}],
    )
    seat = game.seats.get(number=0).player_id
    assert seat is not None
    assert files_with(NAME)
    forget(NAME)
    origin = Origin.objects.get()
    assert origin.source == f"2026-#{seat}.json"
    assert origin.differences[0]["fr"] == f"La main de #{seat}."
    assert owner.get(address).status_code == 404
    assert files_with(NAME) == []
    assert "<progress" in owner.read(archive), "it is on its way again"
    write_export_archive(*begun.pop())
    assert b"".join(owner.get(f"{archive}file/").streaming_content)
    assert len(list(get_or_create_archives_folder().iterdir())) == 1
    assert files_with(NAME) == []
    assert game.seats.get(number=0).player_id == seat


def test_an_archive_that_is_just_being_made_keeps_no_name(
    club: Club, owner: Visitor, game: Session, begun: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.post(f"/c/{club.slug}/export/archive/")
    run = begun.pop()
    write = making.write_archive

    def and_meanwhile(*given: Any) -> None:
        write(*given)
        forget(NAME)

    monkeypatch.setattr(making, "write_archive", and_meanwhile)
    with pytest.raises(ExportTakenOver):
        write_export_archive(*run)
    assert list(get_or_create_archives_folder().iterdir()) == []
    assert not Export.objects.get().is_ready


def test_an_archive_taken_over_leaves_nothing_of_the_first(
    club: Club, game: Session, begun: list[Any]
) -> None:
    dead = uuid4()
    late = timezone.now() - timedelta(minutes=1)
    export = Export.objects.create(club=club, run=dead, alive_at=late)
    start_export_unless_running(export)
    with pytest.raises(ExportTakenOver):
        write_export_archive(export.pk, dead)
    assert list(get_or_create_archives_folder().iterdir()) == []
    write_export_archive(*begun.pop())
    assert list(get_or_create_archives_folder().iterdir()) == [archive_path(Export.objects.get())]


def test_a_removed_account_is_in_no_file(club: Club, owner: Visitor, begun: list[Any]) -> None:
    visitor = Visitor()
    visitor.sign_up(NAME, email="quill@example.org")
    Membership.objects.create(club=club, account=account(NAME))
    owner.post(f"/c/{club.slug}/export/archive/")
    write_export_archive(*begun.pop())
    upload(owner, club, f"Name,Points\n{NAME},30000\n")
    assert files_with(NAME)
    leaving.delete_account_and_names(account(NAME))
    assert not Account.objects.filter(username=NAME).exists()
    assert not Upload.objects.exists()
    assert files_with(NAME) == []


def test_a_name_within_another_is_another() -> None:
    assert with_numbers_for_names({"Al": "#1"}, "Al, Ali, and al") == "#1, Ali, and #1"


def test_a_deleted_club_leaves_no_file(club: Club, owner: Visitor, begun: list[Any]) -> None:
    Club.objects.filter(pk=club.pk).update(name="Quillfeathers of Lyon")
    upload(owner, club, "Name,Points\nXaverine,30000\n")
    owner.post(f"/c/{club.slug}/export/archive/")
    write_export_archive(*begun.pop())
    assert owner.post(f"/c/{club.slug}/delete/", {"name": "Quillfeathers of Lyon"}).status_code == 302
    assert not Club.objects.filter(pk=club.pk).exists()
    assert not Upload.objects.exists()
    assert list(get_or_create_archives_folder().iterdir()) == []
    assert files_with("Quillfeathers of Lyon") == []


@on_sqlite
def test_a_log_that_is_being_read_is_emptied_once_that_is_over(
    game: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody makes a backup; nobody waits for it, and the name goes when it is over."""
    waiting: list[Any] = []
    timer = type("Timer", (), {"start": lambda self: None})
    monkeypatch.setattr(leaving, "Timer", lambda seconds, again: waiting.append(again) or timer())
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables_session").fetchone()
        forget(NAME)
        assert files_with(NAME) != []
        waiting.pop()()
        assert len(waiting) == 1, "it is still being read"
        reader.execute("COMMIT")
    waiting.pop()()
    assert waiting == []
    assert files_with(NAME) == []
