"""The power is cut while four phones enter hands: what was acknowledged is on the disk, not on its way."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from tests.http_phone import HttpPhone
from tests.serving import prepared, running_server, start_server, wait_until_it_answers

from ..outage import whole_database
from .test_kill import Scorer, check, wait_for

pytestmark = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="PostgreSQL's own tests cut its power"
)
PHONES = 4
HANDS_EACH, CUTS = (6, 2)
DATABASE = "mahjongclub.sqlite3"


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What copies a file aside as it is synced (power/on_disk.c), compiled."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler: nothing is known of what would be left of a power cut (apt install gcc)")
    library = tmp_path_factory.mktemp("power") / "on_disk.so"
    source = Path(__file__).parents[1] / "power" / "on_disk.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def test_what_was_acknowledged_survives_a_power_cut(shim: Path, tmp_path: Path) -> None:
    disk, data = tmp_path / "disk", tmp_path / "data"
    disk.mkdir()
    shutil.copy(prepared() / DATABASE, disk)
    due = sorted(random.Random().sample(range(4, PHONES * HANDS_EACH - 4), CUTS))
    with running_server(data, LD_PRELOAD=str(shim), ON_DISK=str(disk)) as server:
        opener = HttpPhone(server.url)
        code = opener.open_table()
        link = opener.scorer_link(code)
        phones = [opener, *(HttpPhone(server.url) for _phone in range(PHONES - 1))]
        for phone in phones[1:]:
            phone.join(link)
        acknowledged: list[UUID] = []
        scorers = [Scorer(phone, code, acknowledged, HANDS_EACH) for phone in phones]
        for scorer in scorers:
            scorer.start()
        for hands in due:
            wait_for(scorers, acknowledged, hands)
            server.interrupt(signal.SIGKILL)
            left(disk, data)
            look = left(disk, tmp_path / "look")
            lost = set(acknowledged) - keys(look)
            assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged hands are lost"
            whole_database(look, code)
            server.process = start_server(server.port, server.log, server.environment, *server.options)
            wait_until_it_answers(server)
        wait_for(scorers, acknowledged, PHONES * HANDS_EACH)
        check(server, code, acknowledged)


def keys(database: Path) -> set[UUID]:
    with closing(sqlite3.connect(database)) as connection:
        return {UUID(key) for (key,) in connection.execute("SELECT key FROM tables_revision")}


def left(disk: Path, place: Path) -> Path:
    """Put what the disk has of the database into a place, instead of what is there; the database's file."""
    place.mkdir(exist_ok=True)
    for path in place.glob(f"{DATABASE}*"):
        path.unlink()
    for path in disk.glob(f"{DATABASE}*"):
        shutil.copy(path, place)
    return place / DATABASE
