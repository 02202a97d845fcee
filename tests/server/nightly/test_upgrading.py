"""A new version on old data migrates by itself, after a backup; where that fails, nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from mahjongclub.server.locking import MIGRATING, file_lock
from tests.migrated import DATABASE
from tests.server.shape import shape_of
from tests.serving import (
    ROOT,
    scratch_database,
)

#: a first start by two processes at once, in which no step may be taken; what each says is in its log
TWO_FIRST_STARTS = """
import os, sys
import django
django.setup()
from pathlib import Path
from unittest.mock import patch
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor
from mahjongclub.server.upgrading import upgrade_database
children = []
for log in sys.argv[1:]:
    child = os.fork()
    if not child:
        for number in (1, 2):
            os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
        with patch.object(MigrationExecutor, "apply_migration", side_effect=AssertionError("a step")):
            call_command("migrate")
        assert Permission.objects.exists()
        upgrade_database(Path("no backup is made"), sys.exit)
        sys.exit()
    children.append(child)
sys.exit(any([os.waitpid(child, 0)[1] for child in children]))
"""


def test_two_processes_that_make_all_tables_at_once_take_turns(tmp_path: Path) -> None:
    logs = [tmp_path / name for name in ("one", "other")]
    with scratch_database(empty=True) as database:
        settings = {"DJANGO_SETTINGS_MODULE": "mahjongclub.settings", "DATA_DIR": str(tmp_path)}
        command = [sys.executable, "-c", TWO_FIRST_STARTS, *map(str, logs)]
        with turn_to_migrate(tmp_path, database.get("DATABASE_URL", "")):
            both = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings, **database})
            for log in logs:
                wait_for(log, "waiting for it")
            assert both.poll() is None
        assert both.wait(timeout=120) == 0, [log.read_text() for log in logs]
        said = [log.read_text() for log in logs]
        assert sorted("Made the tables" in text for text in said) == [False, True]


def test_an_empty_database_gets_at_once_what_all_migrations_come_to(tmp_path: Path) -> None:
    shapes = []
    for first in ([], ["contenttypes"]):  # with a table in it the others come one after the other
        with scratch_database(empty=True) as database:
            data_dir = tmp_path / " ".join(["data", *first])
            data_dir.mkdir()
            environment = {**os.environ, "DATA_DIR": str(data_dir), **database}
            for apps in ([first] if first else []) + [[]]:
                command = [sys.executable, "manage.py", "migrate", *apps, "--verbosity", "0"]
                subprocess.run(command, cwd=ROOT, env=environment, check=True)
            shapes.append(shape_of(data_dir / DATABASE, database.get("DATABASE_URL", "")))
    at_once, one_by_one = shapes
    assert at_once == one_by_one
    assert len(at_once) > 500


@contextmanager
def turn_to_migrate(data_dir: Path, url: str) -> Iterator[None]:
    """Hold the turn, as a process that migrates does."""
    if not url:
        with file_lock(data_dir / "mahjongclub.sqlite3.migrating"):
            yield
        return
    with psycopg.connect(url, autocommit=True) as holder:
        holder.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        yield


def wait_for(log: Path, text: str) -> None:
    for _try in range(600):
        if log.exists() and text in log.read_text():
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text())
