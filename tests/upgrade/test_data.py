"""A database and an archive of the last release open in this one, and every page says what it said."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from mahjongclub.clubs.models import Account
from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.server.readiness import OK, ping_database
from mahjongclub.server.upgrading import upgrade_database
from tests.exchange.club_facts import club_facts
from tests.migrated import DATABASE, ROOT, migrated_sqlite
from tests.server.shape import shape_of

from .make import SECRET_KEY
from .releases import RELEASES, folder_of, put_database, unpacked

#: says what the club of a migrated database shows, in a process of its own
MIGRATED = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from tests.upgrade.test_data import contents_now
call_command("migrate", verbosity=0)
print(json.dumps(contents_now(sys.argv[1])))
"""


def contents_now(release: str) -> dict[str, Any]:
    """Return what this program shows of the club in the database, at the moment of its files."""
    from django.conf import settings
    from django.test import Client, override_settings

    from .pages import at_moment, content_of

    facts = unpacked(release, "facts")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Account.objects.get(username=facts["owner"]))
    plain_files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    storages = {**settings.STORAGES, "staticfiles": plain_files}
    pages = {}
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=storages):
        for address in facts["pages"]:
            with at_moment(datetime.fromisoformat(facts["moment"])):
                answer = client.get(address)
            assert answer.status_code == 200, address
            pages[address] = content_of(answer.content.decode(), facts["names"])
    return {"club": club_facts(facts["slug"]), "pages": pages}


def assert_club_is_the_same(now: dict[str, Any], then: dict[str, Any]) -> None:
    """Everything of then is there and equal; what is newer may stand beside it."""
    for what, before in then.items():
        assert now[what] == before, what


@pytest.mark.parametrize("release", RELEASES)
def test_a_database_of_the_last_release_migrates_with_every_standing_and_page(
    release: str, tmp_path: Path
) -> None:
    put_database(release, tmp_path)
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "SECRET_KEY": SECRET_KEY,
        "TIME_ZONE": "UTC",
        "DJANGO_SETTINGS_MODULE": "tests.served_settings",
    }
    command = [sys.executable, "-c", MIGRATED, release]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    now, then = json.loads(done.stdout), unpacked(release, "facts")
    assert_club_is_the_same(now["club"], then["club"])
    for address, before in then["pages"].items():
        shown = now["pages"][address]
        # a number may have a decimal now: "0" is "0.0" beside the ranking
        further = {text: shown.get(f"{text}.0", 0) - before.get(f"{text}.0", 0) for text in before}
        missing = {
            text: count
            for text, count in before.items()
            if shown.get(text, 0) + max(0, further[text]) < count
        }
        assert not missing, address
    assert shape_of(tmp_path / DATABASE) == shape_of(migrated_sqlite())


def test_a_database_older_than_the_last_0_x_is_told_what_to_do_and_left_alone(tmp_path: Path) -> None:
    put_database("before_1_0", tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'clubs' AND name = '0032_settle_up'")
        before = [*database.iterdump()]
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "DATABASE_URL": "", "SECRET_KEY": SECRET_KEY}
    words = [sys.executable, "manage.py", "serve", "--port", "0"]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    assert "it lacks clubs.0032_settle_up. Nothing was changed." in done.stderr
    assert "Install the last 0.x version and start it once" in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        assert [*database.iterdump()] == before


@pytest.mark.django_db(transaction=True)
def test_a_database_of_the_last_0_x_is_ready_with_the_migrations_that_were_replaced(tmp_path: Path) -> None:
    recorder = MigrationRecorder(connection)
    apps = ("clubs", "tables", "leagues", "outbox", "exchange", "debts")
    last = ("tables", "0024_hands_that_come_late")
    try:
        for app in apps:
            recorder.record_unapplied(app, "0001_initial")
        assert ping_database() == OK
        recorder.record_unapplied(*last)
        assert ping_database() == "1 migrations to apply"
        before = recorder.applied_migrations().keys(), connection.introspection.table_names()
        with pytest.raises(CommandError, match=r"Install the last 0\.x version and start it once") as refused:
            call_command("migrate", verbosity=0)
        assert "it lacks tables.0024_hands_that_come_late. Nothing was changed." in str(refused.value)
        assert (recorder.applied_migrations().keys(), connection.introspection.table_names()) == before
        with pytest.raises(CommandError, match=r"lacks tables\.0024_hands"):
            upgrade_database(tmp_path, print)
        recorder.record_applied(*last)
        upgrade_database(tmp_path, print)
        assert {(app, "0001_initial") for app in apps} <= set(recorder.applied_migrations())
    finally:
        recorder.record_unapplied(*last)
        recorder.record_applied(*last)


@pytest.mark.django_db
@pytest.mark.parametrize("release", RELEASES)
def test_an_archive_of_the_last_release_comes_in_with_the_same_scores(release: str) -> None:
    owner = Account.objects.create_user("owner")
    with (folder_of(release) / "club.zip").open("rb") as file:
        brought = import_archive(file, owner=owner)
    assert brought.warnings == []
    assert_club_is_the_same(club_facts(brought.club.slug), unpacked(release, "facts")["club"])
