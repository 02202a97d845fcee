"""An archive and a database in which nights, matches and events had rounds of their own: nothing is lost."""

from __future__ import annotations

import io
import json
import lzma
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from mahjongclub.clubs.models import Club
from mahjongclub.exchange.archive.bringing import bring_in
from mahjongclub.exchange.archive.container import BadArchive
from mahjongclub.exchange.archive.earlier import earlier_rows
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

MIGRATED_BACK = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", "leagues", "0045", verbosity=0)
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
    "a penalty of words": ("penalties.jsonl", lambda row: row.update(tenths="5")),
    "a penalty of an unknown event": ("penalties.jsonl", lambda row: row.update(tournament=987654)),
    "a penalty at another event": ("penalties.jsonl", lambda row: row.update(tournament=2)),
    "an adjustment of no season": ("adjustments.jsonl", lambda row: row.pop("season")),
    "a team of an unknown season": ("teams.jsonl", lambda row: row.update(season=987654)),
    "a team of no event": ("tournament_teams.jsonl", lambda row: row.pop("tournament")),
    "a player of an unknown team": ("team_members.jsonl", lambda row: row.update(team=987654)),
    "a place of an unknown team": ("places.jsonl", lambda row: row.update(team=987654)),
    "a place of another event's team": ("places.jsonl", lambda row: row.update(team=1)),
    "an adjustment of nobody": ("adjustments.jsonl", lambda row: row.update(player=None)),
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


def test_penalties_and_teams_of_an_archive_go_to_the_competition_of_their_owner() -> None:
    """Those of events and those of seasons, whether rounds were drawn or not."""
    files: dict[str, list[dict[str, Any]]] = {
        "competitions.jsonl": [
            {"n": 4, "evening": None, "season": None, "tournament": 7},
            {"n": 5, "evening": None, "season": 7, "tournament": None},
        ],
        "adjustments.jsonl": [
            {"n": season, "season": season, "player": 3, "tenths": -20, "day": "2026-03-05"}
            for season in (7, 8)
        ],
        "teams.jsonl": [{"n": 3, "name": "East", "season": 7}, {"n": 4, "name": "East", "season": 9}],
        "tournament_teams.jsonl": [{"n": 3, "name": "Reds", "tournament": 7}],
        "tournament_members.jsonl": [{"n": 1, "team": 3, "player": 5}],
        "team_members.jsonl": [{"n": 1, "team": 3, "season": 7, "player": 5}],
        "places.jsonl": [{"n": 1, "tournament": 7, "team": 3}, {"n": 2, "tournament": 7, "team": None}],
        "penalties.jsonl": [
            {"n": event, "tournament": event, "place": 6, "tenths": 50, "round_number": None}
            for event in (7, 8)
        ],
    }

    def read(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        return enumerate((dict(row) for row in files.get(name, ())), start=1)

    made = [row for _line, row in earlier_rows("competitions.jsonl", read)]
    assert [(row["season"], row["tournament"]) for row in made] == [(9, None), (8, None), (None, 8)]
    rows = [row for _line, row in earlier_rows("competition_penalties.jsonl", read)]
    assert [row["competition"] for row in rows] == [5, made[1]["n"], 4, made[2]["n"]]
    assert [(row["tenths"], row["player"], row["place"]) for row in rows] == [
        *[(-20, 3, None)] * 2,
        *[(-50, None, 6)] * 2,
    ]
    assert len({row["n"] for row in rows}) == 4
    teams = [row for _line, row in earlier_rows("competition_teams.jsonl", read)]
    assert [(row["name"], row["number"], row["competition"]) for row in teams] == [
        *[("East", 3, 5), ("East", 4, made[0]["n"]), ("Reds", 3, 4)]
    ]
    assert [row["n"] for row in teams[:2]] == [3, 4], "phases and seats point at them"
    members = [row for _line, row in earlier_rows("competition_team_members.jsonl", read)]
    assert [row["team"] for row in members] == [3, teams[2]["n"]]
    places = [row for _line, row in earlier_rows("event_places.jsonl", read)]
    assert [row["team"] for row in places] == [teams[2]["n"], None]


def test_a_database_of_the_earlier_version_keeps_every_round(tmp_path: Path) -> None:
    (tmp_path / "mahjongclub.sqlite3").write_bytes(lzma.decompress((MADE / "club.sqlite3.xz").read_bytes()))
    then = rows_of_each(tmp_path)
    assert all(then)
    assert_nothing_is_lost(json.loads(done(tmp_path, MIGRATED_FACTS)))
    done(tmp_path, MIGRATED_BACK)
    assert rows_of_each(tmp_path) == then
    assert_nothing_is_lost(json.loads(done(tmp_path, MIGRATED_FACTS)))


def rows_of_each(data_dir: Path) -> list[list[tuple[Any, ...]]]:
    """What seasons and events had in tables of their own."""
    shared = "kind, tenths, reason, made_by_id, made_at"
    asked = (
        f"SELECT season_id, player_id, day, {shared} FROM leagues_adjustment ORDER BY id",
        f"SELECT tournament_id, place_id, round_number, {shared} FROM leagues_tournamentpenalty ORDER BY id",
        "SELECT id, season_id, name, captain_id FROM leagues_team ORDER BY id",
        "SELECT season_id, team_id, player_id FROM leagues_teammember ORDER BY id",
        "SELECT id, tournament_id, name, captain_id, captain_key FROM leagues_tournamentteam ORDER BY id",
        "SELECT team_id, player_id FROM leagues_tournamentmember ORDER BY id",
        "SELECT id, team_id FROM leagues_place ORDER BY id",
    )
    with closing(sqlite3.connect(data_dir / "mahjongclub.sqlite3")) as database:
        return [database.execute(query).fetchall() for query in asked]


def done(data_dir: Path, program: str) -> str:
    """The last line that a program prints which runs on this data."""
    environment = {
        **os.environ,
        "DATA_DIR": str(data_dir),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "mahjongclub.settings",
    }
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return (ran.stdout.splitlines() or [""])[-1]
