"""A new version on old data migrates by itself, after a backup; where that fails, nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from mahjongclub.server.upgrading import upgrade_database
from tests.http_phone import HttpPhone
from tests.serving import (
    ROOT,
    RunningServer,
    free_port,
    rows_of,
    running_server,
    scratch_database,
    start_server,
    wait_until_it_answers,
)
from tests.tables.conftest import Phone, ron

NEWER = {"DJANGO_SETTINGS_MODULE": "tests.server.upgrade.settings"}
SERVE = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port"]


@pytest.fixture
def newer_version(settings: Any, tmp_path: Path) -> None:
    """This process is of a version that brings one app more; the database is of the version before."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "tests.server.upgrade"]


@pytest.mark.django_db(transaction=True)
def test_an_upgrade_that_fails_goes_back_and_one_that_works_keeps_what_came_meanwhile(
    newer_version: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `serve` begins; that it does so, and what becomes of it, is the next test's."""
    phone = Phone()
    table = phone.open_table()
    phone.confirm(table, ron(0, 3))
    said: list[str] = []
    monkeypatch.setenv("UPGRADE_FAILS", "yes")
    with pytest.raises(CommandError) as failed:
        upgrade_database(tmp_path / "backups", said.append)
    told = str(failed.value)
    assert "upgrade.0002_fails failed (a row nobody thought of)" in told
    assert "Nothing is lost" in told
    (saved,) = (tmp_path / "backups").iterdir()
    assert saved.name.endswith("-before-upgrade.tar.gz")
    assert f"mahjongclub restore --force {saved}" in told
    assert done() == []  # the step that worked is undone with the one that did not
    phone.confirm(table, ron(1, 3))  # and a hand of the old version comes on top

    monkeypatch.delenv("UPGRADE_FAILS")
    try:
        upgrade_database(tmp_path / "backups", said.append)
        assert done() == ["0001_works", "0002_fails"]
        assert table.hands.count() == 2
        assert phone.get(f"/t/{table.code}/log/").status_code == 200
        (again,) = set((tmp_path / "backups").iterdir()) - {saved}
        assert any(f"backed up to {again}" in one for one in said)
    finally:
        call_command("migrate", "upgrade", "zero", verbosity=0)


def done() -> list[str]:
    """The steps of the newer version that the tests' own database has."""
    return sorted(
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == "upgrade"
    )


def test_an_upgrade_that_fails_loses_nothing_and_one_that_works_keeps_everything(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        phone = HttpPhone(server.url)
        code = phone.open_table()
        record(phone, code, 3)

        # The old version goes on serving, as one of two does while the other is brought up to date.
        failed = subprocess.run(
            [*SERVE, str(free_port())],
            cwd=ROOT,
            env={**server.environment, **NEWER, "UPGRADE_FAILS": "yes"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert failed.returncode != 0
        assert "upgrade.0002_fails failed (a row nobody thought of)" in failed.stderr
        assert "Nothing is lost" in failed.stderr
        (saved,) = (server.data_dir / "backups").iterdir()
        assert saved.name.endswith("-before-upgrade.tar.gz")
        assert f"mahjongclub restore --force {saved}" in failed.stderr
        assert steps(server) == []  # the step that worked is undone with the one that did not
        record(phone, code, 1)  # and a hand of the old version comes on top

        server.interrupt()
        server.environment.update(NEWER)
        server.process = start_server(server.port, server.log, server.environment)
        wait_until_it_answers(server)
        assert phone.look(code) == (4, 5)
        assert steps(server) == ["0001_works", "0002_fails"]
        (again,) = set((server.data_dir / "backups").iterdir()) - {saved}
        assert f"backed up to {again}" in server.log.read_text()


#: a first start, in which no step may be taken
FIRST_START = """
import django
django.setup()
from pathlib import Path
from unittest.mock import patch
from django.contrib.auth.models import Permission
from django.db.migrations.executor import MigrationExecutor
from mahjongclub.server.upgrading import upgrade_database
with patch.object(MigrationExecutor, "apply_migration", side_effect=AssertionError("a step")):
    upgrade_database(Path("no backup is made"), print)
assert Permission.objects.exists()
upgrade_database(Path("nor now"), print)
"""


def test_a_first_start_makes_all_tables_at_once(tmp_path: Path) -> None:
    with scratch_database(empty=True) as database:
        settings = {"DJANGO_SETTINGS_MODULE": "mahjongclub.settings", "DATA_DIR": str(tmp_path)}
        environment = {**os.environ, **settings, **database}
        started = subprocess.run(
            [sys.executable, "-c", FIRST_START], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert (started.returncode, started.stdout) == (0, ""), started.stderr


def record(phone: HttpPhone, code: str, count: int) -> None:
    for _hand in range(count):
        assert phone.confirm(code, phone.look(code), str(uuid4())) == 302


def steps(server: RunningServer) -> list[str]:
    """The steps of the newer version that the database has."""
    found = rows_of(server, "SELECT name FROM django_migrations WHERE app = 'upgrade' ORDER BY name")[0]
    return [name for (name,) in found]
