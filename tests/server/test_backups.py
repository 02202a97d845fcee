"""What a backup holds, what it refuses, and which are kept."""

from __future__ import annotations

import io
import json
import os
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club
from mahjongclub.server.backups import archive, making
from mahjongclub.server.backups.postgres import PostgreSQL
from mahjongclub.server.backups.restoring import examine_backup
from mahjongclub.server.upgrading import upgrade_database

pytestmark = pytest.mark.usefixtures("own_directory")
on_file = pytest.mark.django_db(transaction=True)


def club(name: str) -> Club:
    return create_club_with_owner(Account.objects.create_user(name), name, Club.Visibility.PRIVATE)


def back_up(**options: Any) -> Path:
    """Run `manage.py backup`; the file it says it made."""
    said = io.StringIO()
    call_command("backup", stdout=said, **options)
    return Path(said.getvalue().split(" (")[0])


def changed(path: Path, about: Callable[[dict[str, Any]], None], dump: bytes = b"") -> Path:
    """A copy of a backup that says something else of itself, or holds another dump."""
    copy = path.with_name("changed.tar.gz")
    with tarfile.open(path) as old, tarfile.open(copy, "w:gz") as new:
        for member in old.getmembers():
            content = old.extractfile(member).read()  # type: ignore[union-attr]
            if member.name == archive.ABOUT:
                fields = json.loads(content)
                about(fields)
                content = json.dumps(fields).encode()
            elif member.name == archive.DUMP and dump:
                content = dump
            member.size = len(content)
            new.addfile(member, io.BytesIO(content))
    return copy


def names() -> set[str]:
    return set(Club.objects.values_list("name", flat=True))


@on_file
def test_what_does_not_fit_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    club("Here")
    made = back_up()

    def of_the_future(about: dict[str, Any]) -> None:
        about["migrations"].append(["tables", "9999_to_come"])
        about["version"] = "99.0"

    def of_another_kind(about: dict[str, Any]) -> None:
        about["database"] = "oracle"

    def boasting(about: dict[str, Any]) -> None:
        about["rows"]["clubs_club"] += 1

    def of_the_past(about: dict[str, Any]) -> None:
        about["migrations"] = [["tables", "0001_sessions_and_hands"]]

    faults = {
        "before 1.0.*lacks tables.0024_hands.*last 0.x": changed(made, of_the_past).read_bytes(),
        "newer version.*99.0.*9999_to_come": changed(made, of_the_future).read_bytes(),
        "of oracle": changed(made, of_another_kind).read_bytes(),
        "does not hold what it says": changed(made, boasting).read_bytes(),
        "damaged": changed(made, lambda _about: None, dump=b"nothing").read_bytes(),
        "format 99": changed(made, lambda about: about.update(format=99)).read_bytes(),
        "cannot be read": made.read_bytes()[:-2000],
        "cannot be read as a backup": b"nothing at all",
    }
    for message, content in faults.items():
        (tmp_path / "faulty.tar.gz").write_bytes(content)
        with pytest.raises(CommandError, match=message):
            call_command("restore", tmp_path / "faulty.tar.gz", force=True)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", tmp_path / "missing.tar.gz", force=True)
    assert names() == {"Here"}
    assert list(made.parent.glob("*-before-restore.tar.gz")) == []


@on_file
def test_a_backup_that_does_not_restore_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    club("Here")
    kind = type(making.current_store())
    monkeypatch.setattr(kind, "check_dump", lambda _self, _dump: {"clubs_club": 0})
    with pytest.raises(CommandError, match="clubs_account"):
        back_up()
    assert list((tmp_path / "backups").iterdir()) == []


@on_file
def test_a_directory_that_is_none_or_has_no_room_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="No backup could be written"):
        back_up(to=tmp_path / "file")
    monkeypatch.setattr(making.shutil, "disk_usage", lambda _path: making.shutil._ntuple_diskusage(9, 9, 9))
    with pytest.raises(CommandError, match="MB free"):
        back_up()


@on_file
def test_without_the_programs_of_postgresql_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if connection.vendor == "postgresql":
        with pytest.raises(CommandError, match="pg_dump was not found"):
            back_up()
        assert list((tmp_path / "backups").iterdir()) == []
    with pytest.raises(CommandError, match="apt install postgresql-client"):
        PostgreSQL(connection)._run("pg_dump")


@pytest.mark.parametrize(
    ("days", "gone"),
    [
        # by hand: today is the 22nd; of five, the newest three stay whatever their age
        (30, {"mahjongclub-2026-10-01-030000.tar.gz"}),
        (1, {"mahjongclub-2026-10-01-030000.tar.gz", "mahjongclub-2026-11-01-030000-before-upgrade.tar.gz"}),
        (90, set()),
    ],
)
def test_old_backups_go_the_newest_stay_and_other_files_are_left_alone(
    tmp_path: Path, days: int, gone: set[str]
) -> None:
    moments = ("2026-10-01", "2026-11-01", "2026-11-10", "2026-11-11", "2026-11-12")
    for moment in moments:
        reason = "-before-upgrade" if moment == "2026-11-01" else ""
        (tmp_path / f"mahjongclub-{moment}-030000{reason}.tar.gz").touch()
    (tmp_path / "mahjongclub-holiday.tar.gz").touch()
    found = archive.outdated_backups(tmp_path, days, datetime(2026, 11, 22, 12, tzinfo=UTC))
    assert {path.name for path in found} == gone


@on_file
def test_a_start_without_news_makes_no_backup(tmp_path: Path) -> None:
    club("Here")
    upgrade_database(tmp_path / "backups", lambda text: pytest.fail(text))
    assert not (tmp_path / "backups").exists()


def with_key(path: Path, key: bytes) -> Path:
    """A copy of a backup with another secret key."""
    copy = path.with_name("rekeyed.tar.gz")
    with tarfile.open(path) as old, tarfile.open(copy, "w:gz") as new:
        for member in old.getmembers():
            content = old.extractfile(member).read()  # type: ignore[union-attr]
            content = key if member.name == archive.KEY else content
            member.size = len(content)
            new.addfile(member, io.BytesIO(content))
    return copy


@on_file
@pytest.mark.parametrize(
    "key", [b"", b"k", b"k" * 64, b" ", b"\n", b"four winds and a stick\nand more of it", b"\xff" * 50]
)
def test_a_backup_whose_key_signs_nothing_is_refused(tmp_path: Path, key: bytes) -> None:
    club("Here")
    faulty = with_key(back_up(), key)
    with pytest.raises(CommandError, match=r"secret key|no backup of mahjongclub"):
        examine_backup(faulty)
    with pytest.raises(CommandError, match=r"secret key|no backup of mahjongclub"):
        call_command("restore", faulty, force=True)
    assert names() == {"Here"}
    assert not (tmp_path / "secret_key").exists()


@on_file
@pytest.mark.parametrize(
    "about",
    [
        b"[" * 500_000,
        b'{"format": 1, "rows": ' + b"[" * 400_000 + b"]" * 400_000 + b"}",
        b'{"format": 1, "rows": {"a": {"b": {"c": {"d": 1}}}}}',
        b"[]",
        b"null",
        b'"' + b"x" * 100_000,
    ],
)
def test_nested_or_other_json_is_no_backup(tmp_path: Path, about: bytes) -> None:
    path = tmp_path / "mahjongclub-2026-11-22-043000.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        member = tarfile.TarInfo(archive.ABOUT)
        member.size = len(about)
        tar.addfile(member, io.BytesIO(about))
    with pytest.raises(CommandError, match="no backup of mahjongclub"):
        making.store_uploaded_backup([path.read_bytes()], tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []


@on_file
@pytest.mark.parametrize("made", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00", "1999-01-01"])
def test_a_backup_of_no_year_is_none(tmp_path: Path, made: str) -> None:
    club("Here")
    faulty = changed(back_up(), lambda about: about.update(made=made))
    with pytest.raises(CommandError, match="no backup of mahjongclub"):
        making.store_uploaded_backup([faulty.read_bytes()], tmp_path / "brought")


def test_uploads_push_no_backup_of_ours_out_and_go_by_the_day_they_came(tmp_path: Path) -> None:
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    ours = [f"mahjongclub-2026-10-0{day}-030000.tar.gz" for day in (1, 2, 3)]
    uploads = [f"mahjongclub-2099-01-0{day}-000000-uploaded.tar.gz" for day in (1, 2, 3, 4)]
    uploads.append("mahjongclub-2020-01-01-000000-uploaded-2.tar.gz")
    for name in (*ours, *uploads):
        (tmp_path / name).touch()
    came = {uploads[0]: now - timedelta(days=31), uploads[-1]: now - timedelta(days=1)}
    for name in uploads:
        moment = came.get(name, now).timestamp()
        os.utime(tmp_path / name, (moment, moment))
    assert [path.name for path in archive.outdated_backups(tmp_path, 30, now)] == [uploads[0]]
