"""What a server keeps is its owner's alone, also where an earlier version left it open to others."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.serving import served
from mahjongclub.server.own_files import restrict_files_to_owner
from mahjongclub.server.sqlite_library import is_fixed_sqlite
from tests.http_phone import HttpPhone
from tests.serving import prepared, running_server

DATABASE = "mahjongclub.sqlite3"
ERASED = "Xaverine Quillfeather"
postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")


@contextmanager
def usual_mask() -> Iterator[None]:
    """The mask most systems come with: others may read what is made."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(directory: Path) -> list[str]:
    """What others could read of a directory once they may enter it, and the directory itself."""
    public = {"static", "offline", "static.collecting", "offline.json", "server.log", ".collected"}
    return [
        path.name
        for path in (directory, *directory.rglob("*"))
        if not public & {path.name, *path.relative_to(directory).parts}
        and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]


def log_left_by_a_kill(data: Path) -> None:
    """A database whose log still holds a name that has been erased, as a killed server leaves it."""
    aside = data / "aside"
    aside.mkdir()
    shutil.copy(prepared() / DATABASE, aside)
    with closing(sqlite3.connect(aside / DATABASE, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA secure_delete=ON")
        database.execute("CREATE TABLE people (name)")
        database.execute("INSERT INTO people VALUES (?)", [ERASED])
        database.execute("DELETE FROM people")
        for suffix in ("", "-wal"):
            shutil.copy(f"{aside / DATABASE}{suffix}", data)
    shutil.rmtree(aside)
    assert ERASED.encode() in (data / f"{DATABASE}-wal").read_bytes()


@pytest.mark.skipif(postgres, reason="about SQLite's files")
def test_an_open_installation_is_closed_at_the_start_and_no_erased_name_is_left(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with usual_mask():
        data.mkdir()
        (data / "exports").mkdir()
        (data / "exports" / "club.zip").write_bytes(b"zip")
        (data / "backups").mkdir()
        (data / "backups" / "old.tar.gz").write_bytes(b"tar")
        shutil.copytree(prepared(), data, dirs_exist_ok=True)
        log_left_by_a_kill(data)
        for path in (data, *data.glob(f"{DATABASE}*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        with served(data, DATABASE_URL="") as server:
            HttpPhone(server.url).open_table()
            assert open_to_others(data) == []
            assert (data / f"{DATABASE}-wal").stat().st_size > 0
            assert all(ERASED.encode() not in path.read_bytes() for path in data.glob(f"{DATABASE}*"))
            told = "SQLite" in server.log.read_text()
            assert told is not is_fixed_sqlite(sqlite3.sqlite_version_info)


def test_a_new_installation_is_its_owners_from_the_first_file_on(tmp_path: Path) -> None:
    with usual_mask(), running_server(tmp_path / "data") as server:
        HttpPhone(server.url).open_table()
        assert open_to_others(server.data_dir) == []


def test_what_belongs_to_another_is_told(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_given: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    tmp_path.chmod(0o755)
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(Path, "chmod", refuse)
    with usual_mask(), caplog.at_level(logging.WARNING):
        restrict_files_to_owner()
    assert f"chmod go= {tmp_path}" in caplog.text


def test_a_directory_of_everybody_stays_one(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o1777)
    with usual_mask():
        restrict_files_to_owner()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
