"""Backups at the browser: made, fetched, brought, looked into, restored; by the owner alone."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
import tarfile
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import CommandError
from django.db import connection
from django.urls import resolve

from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club
from mahjongclub.hosting import backups as pages
from mahjongclub.server.backups import archive, jobs, staging
from tests.clubs.visitors import PASSWORD, Visitor
from tests.server.test_backups import changed

pytestmark = pytest.mark.usefixtures("backups_at_once")

#: the whole database is replaced: its rows are seen by other connections
on_file = pytest.mark.django_db(transaction=True)
sqlite_alone = pytest.mark.skipif(connection.vendor != "sqlite", reason="with PostgreSQL at the terminal")


@pytest.fixture
def host(transactional_db: None) -> Visitor:
    Account.objects.create_superuser("Odile", password=PASSWORD)
    phone = Visitor()
    phone.sign_in("Odile")
    phone.confirm_identity(phone.get("/host/backups/bring/"))
    return phone


def read(answer: Any) -> str:
    return unescape(answer.content.decode())


def made(host: Visitor) -> Path:
    assert host.post("/host/backups/make/").status_code == 302
    return pages.backup_files()[0]


def club(name: str) -> Club:
    return create_club_with_owner(Account.objects.create_user(name), name, Club.Visibility.PRIVATE)


def bring(host: Visitor, content: bytes) -> Any:
    found = re.search(r'action="(/host/backups/bring/[^"]+/)"', read(host.get("/host/backups/bring/")))
    assert found
    return host.post(found[1], {"file": SimpleUploadedFile("../../evil.tar.gz", content)})


@on_file
@sqlite_alone
def test_what_cannot_be_restored_leaves_everything_and_says_why(host: Visitor, tmp_path: Path) -> None:
    club("Here")
    path = made(host)
    staging.queue_restore(path, 1)
    path.write_bytes(path.read_bytes()[:-2000])  # the disk lost some of it meanwhile
    assert staging.run_requested_restore(tmp_path / "backups", lambda _word: None)
    assert Club.objects.get().name == "Here"
    page = read(host.get("/host/backups/"))
    assert "everything stayed as it was" in page
    assert staging.restore_request() is None
    with staging.hold_serving_lock():
        pass  # nobody holds it any more


@on_file
def test_a_backup_is_fetched_under_its_own_name_alone(host: Visitor, tmp_path: Path) -> None:
    path = made(host)
    answer = host.get(f"/host/backups/{path.name}/file/")
    assert b"".join(answer.streaming_content) == path.read_bytes()  # type: ignore[attr-defined]
    (tmp_path / "backups" / "notes.txt").write_text("mine")
    (tmp_path / "backups" / "mahjongclub-2020-01-01-000000.tar.gz").symlink_to("/etc/passwd")
    for name in ("notes.txt", "mahjongclub-2020-01-01-000000.tar.gz", "..", "%2e%2e%2fsecret_key", "x" * 300):
        for page in ("", "file/", "restore/"):
            address = f"/host/backups/{name}/{page}"
            assert host.post(address).status_code in (404, 405), address
            assert host.get(address).status_code in (404, 405), address


@on_file
@sqlite_alone
def test_a_file_is_brought_under_a_name_of_ours_and_a_hostile_one_is_refused(
    host: Visitor, tmp_path: Path
) -> None:
    path = made(host)
    content = path.read_bytes()
    answer = bring(host, content)
    assert answer.status_code == 302
    kept = (
        pages.backup_files()[-1] if "uploaded" in pages.backup_files()[-1].name else pages.backup_files()[0]
    )
    assert "uploaded" in kept.name
    assert kept.read_bytes() == content
    before = set(tmp_path.rglob("*"))
    head = b"".join(tarred(tarfile.TarInfo("backup.json"), b"{}"))
    huge = tarfile.TarInfo("backup.json")
    huge.size = 1 << 40
    odd = {
        "nothing": b"",
        "no archive": b"hello",
        "cut": content[:-3000],
        "another": gzip.compress(head),
        "a link": gzip.compress(b"".join(tarred(link("backup.json", "/etc/passwd")))),
        "too large": gzip.compress(huge.tobuf() + bytes(2048)),
        "a large head": gzip.compress(pax(1 << 36) + bytes(2048)),
        "other kinds": changed(path, lambda about: about.update(rows=["x"])).read_bytes(),
        "other texts": changed(path, lambda about: about.update(version=7)).read_bytes(),
        "no moment": changed(path, lambda about: about.update(made="yesterday")).read_bytes(),
    }
    (path.parent / "changed.tar.gz").unlink()
    before = set(tmp_path.rglob("*"))
    for what, hostile in odd.items():
        if what != "cut":
            answer = bring(host, hostile)
            assert answer.status_code == 422, what
    assert set(tmp_path.rglob("*")) == before


@on_file
@sqlite_alone
def test_a_dump_with_a_program_in_it_is_refused(host: Visitor, tmp_path: Path) -> None:
    path = made(host)
    with archive.open_backup(path) as backup:
        backup.unpack(tmp_path / "dump")
    with sqlite3.connect(tmp_path / "dump") as dump:
        dump.execute("CREATE TRIGGER mine AFTER INSERT ON clubs_club BEGIN DELETE FROM clubs_player; END")
    dump.close()
    digest = archive.file_sha256(tmp_path / "dump")
    content = (tmp_path / "dump").read_bytes()
    odd = changed(path, lambda about: about.update(sha256=digest), content)
    odd.rename(path.with_name("mahjongclub-2020-01-01-000000.tar.gz"))
    address = "/host/backups/mahjongclub-2020-01-01-000000.tar.gz/"
    host.post(address)
    page = read(host.get(address))
    assert "cannot be restored here" in page
    assert "what no backup of ours does" in page
    assert "Restore this backup" not in page


@on_file
def test_one_piece_of_work_at_a_time_and_what_broke_off_is_told(
    host: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr(jobs, "start_thread", waiting.append)
    host.post("/host/backups/make/")
    assert "being made and proven" in read(host.get("/host/backups/"))
    assert "Another task is still running" in read(host.post("/host/backups/make/", follow=True))
    assert len(waiting) == 1
    assert 'hx-trigger="every 1s"' in read(host.get("/host/backups/?job=1", headers={"HX-Request": "true"}))
    waiting[0]()
    assert "The backup is made" in read(host.get("/host/backups/"))
    monkeypatch.setattr(pages, "make_backup", full)
    monkeypatch.setattr(jobs, "start_thread", lambda work: work())
    host.post("/host/backups/make/")
    assert "9 MB free" in read(host.get("/host/backups/"))
    monkeypatch.setattr(jobs, "_do", lambda _job, _work, lock: lock.release())  # as if it had been killed
    host.post("/host/backups/make/")
    assert "was interrupted" in read(host.get("/host/backups/"))


def full(*_path: Any, **_more: Any) -> Path:
    raise CommandError("The disk has 9 MB free.")


@on_file
def test_staff_and_others_have_no_such_pages_and_the_owner_confirms_first(host: Visitor) -> None:
    path = made(host)
    staff = Visitor()
    staff.force_login(Account.objects.create_user("Stella", is_staff=True))
    ticket = pages.upload_ticket(Account.objects.get(username="Odile"))
    names = (
        "",
        "make/",
        "bring/",
        f"bring/{ticket}/",
        f"{path.name}/",
        f"{path.name}/file/",
        f"{path.name}/restore/",
    )
    for name in names:
        assert staff.get(f"/host/backups/{name}").status_code in (404, 405)
        assert staff.post(f"/host/backups/{name}").status_code in (404, 405)
        assert Visitor().get(f"/host/backups/{name}").status_code in (302, 405)
    lately = Visitor()
    lately.force_login(Account.objects.get(username="Odile"))  # signed in, but long ago
    for name in ("bring/", f"{path.name}/", f"{path.name}/file/"):
        assert lately.get(f"/host/backups/{name}")["Location"].startswith("/account/reauthenticate/"), name
    answer = lately.post(f"/host/backups/{path.name}/restore/", {"sure": "on"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert staging.restore_request() is None


def test_much_is_taken_with_a_ticket_alone(settings: Any) -> None:
    ticket = pages.upload_ticket(Account(pk=1))
    large = pages.body_limit_at(resolve(f"/host/backups/bring/{ticket}/"))
    assert large is not None
    assert large.directory == str(settings.DATA_DIR)
    for other in (
        f"/host/backups/bring/{ticket}x/",
        "/host/backups/bring/x/",
        "/host/backups/bring/",
        "/new/",
    ):
        assert pages.body_limit_at(resolve(other)) is None, other
    assert connection.vendor in ("sqlite", "postgresql")


def tarred(member: tarfile.TarInfo, content: bytes = b"") -> list[bytes]:
    member.size = len(content)
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as tar:
        tar.addfile(member, io.BytesIO(content))
    return [whole.getvalue()]


def link(name: str, target: str) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = tarfile.SYMTYPE, target
    return member


def pax(size: int) -> bytes:
    """The head of a head that says of itself that it is this long."""
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, size
    return member.tobuf()
