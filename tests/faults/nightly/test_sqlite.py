"""SQLite locked by somebody else, its disk full, and its files as a power cut leaves them."""

from __future__ import annotations

import html
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import UUID

import pytest

from tests.http_phone import HttpPhone
from tests.server.page_forms import post_forms
from tests.serving import ROOT, RunningServer
from tests.waiting import within

from ..outage import DRAWS, database_file, enter, hand_form, send, whole_database
from ..test_sqlite import WAIT, fill_until_refused, server

pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="about SQLite's files"
)


def test_a_hand_waits_on_its_page_while_another_process_holds_the_lock(server: RunningServer) -> None:
    phone = HttpPhone(server.url)
    code = phone.open_table()
    first = enter(phone, code)
    seen = phone.look(code)
    form = hand_form(seen)
    with closing(sqlite3.connect(database_file(server), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        refused = send(phone, code, seen[1], form)
        assert refused.status == 503
        assert time.monotonic() - began < within(round(4_000 * WAIT)) / 1000
        assert phone.look(code) == seen, "a table is still to be looked at"
        kept = next(form for form in post_forms(refused.text) if form.action)
        assert kept.fields["key"] == [form["key"]]
        other.execute("ROLLBACK")
    again = {name: html.unescape(values[0]) for name, values in kept.fields.items()}
    assert phone.post(kept.action, again).status == 302
    assert whole_database(database_file(server), code) == [first, form["key"]]


def test_many_phones_that_wait_for_the_lock_leave_the_others_their_pages(server: RunningServer) -> None:
    """More hands wait than there are threads; all are told in time, and all are recorded later."""
    phones = [HttpPhone(server.url) for _phone in range(10)]
    codes = [phone.open_table() for phone in phones]
    forms = [hand_form((0, 1)) for _phone in phones]
    statuses: list[int] = []

    def submit(place: int) -> None:
        statuses.append(send(phones[place], codes[place], 1, forms[place]).status)

    with closing(sqlite3.connect(database_file(server), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        threads = [threading.Thread(target=submit, args=(place,)) for place in range(len(phones))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        other.execute("ROLLBACK")
    assert set(statuses) == {503}
    for place in range(len(phones)):
        submit(place)
        assert whole_database(database_file(server), codes[place]) == [forms[place]["key"]]


@contextmanager
def limited_files(server: RunningServer) -> Iterator[Callable[[], None]]:
    """No file of the server grows any more, until told that there is room again."""
    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size for path in server.data_dir.glob("mahjongclub.sqlite3*"))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 20_000, before[1]))
    try:
        yield lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def test_files_that_may_not_grow_lose_nothing_acknowledged(server: RunningServer) -> None:
    phone = HttpPhone(server.url)
    code = phone.open_table()
    with limited_files(server) as make_room:
        keys, refused, number = fill_until_refused(phone, code)
        assert phone.look(code) == (len(keys), number), "what was recorded is shown"
        make_room()
        assert send(phone, code, number, refused).status == 302
    assert whole_database(database_file(server), code) == [*keys, refused["key"]]


def test_a_rebuild_waits_longer_for_the_lock_than_a_request_would(server: RunningServer) -> None:
    phone = HttpPhone(server.url)
    enter(phone, phone.open_table())
    with closing(sqlite3.connect(database_file(server), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        command = [sys.executable, "manage.py", "rebuild"]
        rebuild = subprocess.Popen(
            command, cwd=ROOT, env=server.environment, stderr=subprocess.PIPE, text=True
        )
        with suppress(subprocess.TimeoutExpired):
            rebuild.wait(20 * WAIT)
        other.execute("ROLLBACK")
    told = rebuild.communicate(timeout=60)[1]
    assert rebuild.returncode == 0, told


def test_files_copied_in_the_middle_of_writing_are_whole(server: RunningServer, tmp_path: Path) -> None:
    """The server is stopped in its tracks and its files copied, as the power would leave them; of the log
    that was not yet synced, any part may be missing."""
    chance = random.Random(7)
    phone = HttpPhone(server.url)
    code = phone.open_table()
    with closing(sqlite3.connect(database_file(server))) as database:
        # From here on nothing moves from the log into the file, so that the log may be cut anywhere.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    acknowledged: list[str] = []
    stop = threading.Event()

    def play() -> None:
        number = 0
        while not stop.is_set():
            seen = phone.look(code)
            form = hand_form(seen, DRAWS[number % len(DRAWS)])
            number += 1
            assert send(phone, code, seen[1], form).status == 302
            acknowledged.append(str(form["key"]))

    writer = threading.Thread(target=play)
    writer.start()
    for copy in range(4):
        while len(acknowledged) < 2 * copy + 1:
            assert writer.is_alive()
            time.sleep(0.01)
        time.sleep(0.1 + chance.random() * 0.1)
        sure = len(acknowledged)
        os.kill(server.process.pid, signal.SIGSTOP)
        at = tmp_path / str(copy)
        at.mkdir()
        for suffix in ("", "-wal", "-shm"):
            shutil.copy(f"{database_file(server)}{suffix}", at / f"club.sqlite3{suffix}")
        most = len(acknowledged) + 1  # the phone waits for the answer to one
        os.kill(server.process.pid, signal.SIGCONT)
        whole, cut = at / "club.sqlite3", tmp_path / f"cut-{copy}.sqlite3"
        shutil.copy(whole, cut)
        log = (at / "club.sqlite3-wal").read_bytes()
        Path(f"{cut}-wal").write_bytes(log[: chance.randrange(len(log) + 1)])
        found = whole_database(whole, code)
        assert found[:sure] == acknowledged[:sure], "an acknowledged hand is lost"
        assert len(found) <= most
        assert found == whole_database(whole, code)
        before = whole_database(cut, code)
        assert before == found[: len(before)], "what is there is the beginning of what was recorded"
    stop.set()
    writer.join()
    assert len(acknowledged) > 4
    assert whole_database(database_file(server), code) == acknowledged
    assert len({UUID(key) for key in acknowledged}) == len(acknowledged)


__all__ = ["server"]
