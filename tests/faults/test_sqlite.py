"""SQLite locked by somebody else, its disk full, and its files as a power cut leaves them."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http_phone import HttpPhone
from tests.migrated import DATABASE
from tests.serving import RunningServer, prepared, running_server

from .outage import hand_form, send, whole_database

pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="about SQLite's files"
)
#: how long the server waits for its turn; ten seconds of an outage are twenty of these
WAIT = 0.5
LEFT = 60_000
#: unmounts now what nobody can open any more, and for good once nobody uses it (umount2(2))
MNT_DETACH = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("sqlite"), DATABASE_WAIT_SECONDS=str(WAIT)) as server:
        yield server


def fill_until_refused(phone: HttpPhone, code: str) -> tuple[list[str], dict[str, object], int]:
    """Enter hands until the disk is full: the keys acknowledged, the hand that was not, and its number."""
    keys: list[str] = []
    for _hand in range(1000):
        seen = phone.look(code)
        form = hand_form(seen)
        answer = send(phone, code, seen[1], form)
        if answer.status != 302:
            assert answer.status in (503, 507), answer.text
            assert form["key"] in answer.text
            return keys, form, seen[1]
        keys.append(str(form["key"]))
    raise AssertionError("the disk did not fill up")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    system = ctypes.CDLL(None)
    mounts = sys.platform == "linux" and os.geteuid() == 0
    if not mounts or system.mount(b"tmpfs", bytes(disk), b"tmpfs", 0, b"size=16m"):
        pytest.skip("only root mounts a disk; the limit on files above stands in for it")
    yield disk
    assert system.umount2(bytes(disk), MNT_DETACH) == 0


def test_a_full_disk_is_told_and_recovers(tmp_path: Path, small_disk: Path) -> None:
    database = small_disk / "club.sqlite3"
    shutil.copy(prepared() / DATABASE, database)
    where = {"DATABASE_URL": f"sqlite:///{database}", "DATABASE_WAIT_SECONDS": str(WAIT)}
    with running_server(tmp_path / "data", **where) as server:
        phone = HttpPhone(server.url)
        code = phone.open_table()
        status = os.statvfs(small_disk)
        ballast = small_disk / "ballast"
        ballast.write_bytes(bytes(status.f_bavail * status.f_frsize - LEFT))
        keys, refused, number = fill_until_refused(phone, code)
        answer = phone.post(f"/t/{code}/hand/{number}/", {**refused})
        assert answer.status == 507
        assert "disk is full" in answer.text
        assert phone.look(code) == (len(keys), number)
        ballast.unlink()
        assert send(phone, code, number, refused).status == 302
        assert "Traceback" not in server.log.read_text()
    assert whole_database(database, code) == [*keys, refused["key"]]
