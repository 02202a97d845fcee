"""An archive and a database in which nights and matches had rounds of their own: nothing of them is lost."""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.exchange.archive.bringing import bring_in

from .club_facts import club_facts

#: its README says which version made the files, and how
MADE = Path(__file__).parent / "before_rounds"
SLUG = "east-wind-club"
#: what the program of that time said of who was drawn, and to where
DRAWN = ("nights", "rounds", "matches", "drawn", "tournaments", "standings", "games")
MIGRATED_FACTS = f"""
import json, os, sys
import django
django.setup()
from django.core.management import call_command
from tests.exchange.club_facts import club_facts
call_command("migrate", verbosity=0)
print(json.dumps(club_facts("{SLUG}")))
"""


def facts_of_then() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(lzma.decompress((MADE / "facts.json.xz").read_bytes()))
    assert all(any(facts[what]) for what in DRAWN)
    return facts


def assert_nothing_is_lost(facts: dict[str, Any]) -> None:
    then = facts_of_then()
    for season, before in zip(facts["standings"], then["standings"], strict=True):
        season[3] = {option: season[3][option] for option in before[3]}  # the others are newer
    for what in DRAWN:
        assert facts[what] == then[what], what


@pytest.mark.django_db
def test_an_archive_of_the_earlier_version_brings_the_rounds_of_nights_and_matches() -> None:
    with (MADE / "club.zip").open("rb") as file:
        brought = bring_in(file)
    assert brought.warnings == []
    assert_nothing_is_lost(club_facts(brought.club.slug))


def test_a_database_of_the_earlier_version_keeps_the_rounds_of_nights_and_matches(tmp_path: Path) -> None:
    (tmp_path / "mahjongclub.sqlite3").write_bytes(lzma.decompress((MADE / "club.sqlite3.xz").read_bytes()))
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "mahjongclub.settings",
    }
    command = [sys.executable, "-c", MIGRATED_FACTS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert_nothing_is_lost(json.loads(done.stdout.splitlines()[-1]))
