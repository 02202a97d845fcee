"""An archive and a database in which nights, matches and events had rounds of their own: nothing is lost."""

from __future__ import annotations

import io
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from mahjongclub.clubs.models import Club
from mahjongclub.exchange.archive.bringing import bring_in
from mahjongclub.exchange.archive.container import BadArchive
from mahjongclub.nights.models import Presence

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
def test_an_archive_of_the_earlier_version_brings_every_round() -> None:
    with (MADE / "club.zip").open("rb") as file:
        brought = bring_in(file)
    assert brought.warnings == []
    assert_nothing_is_lost(club_facts(brought.club.slug))


def changed_line(file: str, change: Callable[[dict[str, Any]], Any]) -> io.BytesIO:
    """The archive of then with the first line of a file changed, and its manifest to match."""
    with ZipFile(MADE / "club.zip") as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    first, *rest = parts[file].splitlines(keepends=True)
    row = json.loads(first)
    change(row)
    parts[file] = b"".join([json.dumps(row).encode() + b"\n", *rest])
    manifest = json.loads(parts["manifest.json"])
    manifest["files"][file] |= {"bytes": len(parts[file]), "sha256": sha256(parts[file]).hexdigest()}
    parts["manifest.json"] = json.dumps(manifest).encode()
    written = io.BytesIO()
    with ZipFile(written, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return written


WRONG: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a round of no evening": ("night_rounds.jsonl", lambda row: row.pop("evening")),
    "a round of a list": ("night_rounds.jsonl", lambda row: row.update(evening=[])),
    "a table without a round": ("night_tables.jsonl", lambda row: row.update(round=None)),
    "a seat beyond the table": ("night_seats.jsonl", lambda row: row.update(seat=9)),
    "a seat that is a word": ("night_seats.jsonl", lambda row: row.update(seat="East")),
    "a seat with something else": ("night_seats.jsonl", lambda row: row.update(points=25000)),
    "a match of an unknown season": ("matches.jsonl", lambda row: row.update(season=987654)),
    "a match without a number": ("matches.jsonl", lambda row: row.pop("n")),
    "a table of an unknown match": ("match_tables.jsonl", lambda row: row.update(match=987654)),
    "a seat of nobody": ("match_seats.jsonl", lambda row: row.update(team=None, player=None)),
    "a round of an unknown event": ("rounds.jsonl", lambda row: row.update(tournament=987654)),
    "a round without an event": ("rounds.jsonl", lambda row: row.pop("tournament")),
    "a table of an unknown round": ("drawn_tables.jsonl", lambda row: row.update(round=987654)),
    "a seat beyond an event's table": ("drawn_seats.jsonl", lambda row: row.update(seat=9)),
    "a seat at an unknown table": ("drawn_seats.jsonl", lambda row: row.update(table=987654)),
    "a seat of no place": ("drawn_seats.jsonl", lambda row: row.update(place=None)),
    "a bye of no place": ("byes.jsonl", lambda row: row.update(place=None)),
    "a presence that is a word": ("presences.jsonl", lambda row: row.update(here="yes")),
    "a presence that says nothing": ("presences.jsonl", lambda row: row.pop("here")),
    "a presence without a moment": ("presences.jsonl", lambda row: row.pop("came_at")),
    "a seat of an unknown team": ("match_seats.jsonl", lambda row: row.update(team=987654)),
}


@pytest.mark.django_db
def test_whoever_had_left_an_evening_has_left_it() -> None:
    brought = bring_in(changed_line("presences.jsonl", lambda row: row.update(here=False)))
    presences = Presence.objects.filter(evening__club=brought.club)
    assert [one.here for one in presences.order_by("pk")] == [False, *[True] * (presences.count() - 1)]
    assert all(one.here_at in (None, one.came_at) for one in presences)


@pytest.mark.django_db
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_line_of_the_earlier_version_is_refused(what: str) -> None:
    clubs = Club.objects.count()
    with pytest.raises(BadArchive):
        bring_in(changed_line(*WRONG[what]))
    assert Club.objects.count() == clubs


def test_a_database_of_the_earlier_version_keeps_every_round(tmp_path: Path) -> None:
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
