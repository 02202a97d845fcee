"""A backup made by the command while hands are recorded, restored into an installation of its own."""

from __future__ import annotations

import json
import stat
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.http_phone import HttpPhone
from tests.server.nightly.test_settings import manage
from tests.serving import (
    RunningServer,
    postgres_url,
    rows_of,
    running_server,
    scratch_database,
    wait_until_it_answers,
)

BEFORE = 5


def test_hands_recorded_before_are_whole_in_it_and_none_meanwhile_is_half_in_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_server(data) as server:
        phone = HttpPhone(server.url)
        code = phone.open_table()
        record(phone, code, BEFORE)
        back_up_in_use(server, phone, code, "--to", str(tmp_path / "stick"))
        key = (data / "secret_key").read_text()
    (file,) = (tmp_path / "stick").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    other = tmp_path / "other"
    other.mkdir()
    with scratch_database(empty=True) as database:
        restored = manage(other, "restore", str(file), **database)
        assert restored.returncode == 0, restored.stderr
        assert (other / "secret_key").read_text() == key
        there = RunningServer("", server.process, server.log, other, database)
        must_be_whole(there, code)


def back_up_in_use(server: RunningServer, phone: HttpPhone, code: str, *options: str) -> str:
    """Make a backup while hands are recorded; what the command said."""
    stop = threading.Event()
    counted: list[int] = []
    scorer = threading.Thread(target=lambda: counted.append(record_until(phone, code, stop)))
    scorer.start()
    try:
        made = manage(server.data_dir, "backup", *options, **database_of(server))
    finally:
        stop.set()
        scorer.join(timeout=30)
    assert made.returncode == 0, made.stderr
    assert counted[0] > 0  # the table was in use
    return made.stdout


def must_be_whole(server: RunningServer, code: str) -> int:
    """No hand is missing, and none is half there; how many there are."""
    sessions, hands, revisions = tables(server, code)
    assert len(hands) >= BEFORE
    assert hands == list(range(1, len(hands) + 1))
    assert sessions == [len(hands)]
    assert revisions == hands
    return len(hands)


def record(phone: HttpPhone, code: str, count: int) -> None:
    for _hand in range(count):
        assert phone.confirm(code, phone.look(code), str(uuid4())) == 302


def record_until(phone: HttpPhone, code: str, stop: threading.Event) -> int:
    """Record hands until told to stop; how many."""
    count = 0
    while not stop.is_set():
        record(phone, code, 1)
        count += 1
        time.sleep(0.2)  # the backup wants a processor too
    return count


def tables(server: RunningServer, code: str) -> list[list[Any]]:
    """The version of the session, the numbers of its hands, and the versions of its revisions."""
    found = rows_of(
        server,
        f"SELECT version FROM tables_session WHERE code = '{code}'",
        "SELECT number FROM tables_hand ORDER BY number",
        "SELECT version FROM tables_revision ORDER BY version",
    )
    return [[row[0] for row in rows] for rows in found]


def database_of(server: RunningServer) -> dict[str, str]:
    return {"DATABASE_URL": server.environment.get("DATABASE_URL", "")}


@pytest.mark.skipif(bool(postgres_url()), reason="with PostgreSQL at the terminal, with the app stopped")
def test_a_server_that_runs_stops_restores_what_was_asked_for_and_serves_it(tmp_path: Path) -> None:
    """As the page of backups has it: the file it writes is all a server is told by."""
    data = tmp_path / "data"
    with running_server(data) as server:
        phone = HttpPhone(server.url)
        code = phone.open_table()
        record(phone, code, BEFORE)
        said = back_up_in_use(server, phone, code)
        record(phone, code, 1)  # of after the backup
        recorded = phone.look(code)[0]
        wanted = {"path": said.split(" (")[0], "account": 1, "asked": ""}
        (data / "draft").write_text(json.dumps(wanted))
        (data / "draft").rename(data / "restore-wanted.json")
        until = time.monotonic() + 60
        while not (data / "restore-outcome.json").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert "fault" not in json.loads((data / "restore-outcome.json").read_text())
        wait_until_it_answers(server)
        assert server.process.poll() is None  # the same process, begun anew
        assert not (data / "restore-wanted.json").exists()
        restored = must_be_whole(server, code)
        assert restored < recorded
        record(phone, code, 1)  # and the phone that was at the table plays on
        assert must_be_whole(server, code) == restored + 1
    assert len(list((data / "backups").glob("*-before-restore.tar.gz"))) == 1
