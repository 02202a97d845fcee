"""Every page of the organiser's guide, walked from its first step to its last in every language."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from _pytest.mark import ParameterSet
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from mahjongclub.clubs.club_model import Club, Evening, tonight
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.events.changes import (
    draw_rounds,
    finalise_ranking,
    publish_drawn_rounds,
    replace_places_and_discard_draw,
)
from mahjongclub.events.desk import save_paper_result
from mahjongclub.events.models import Tournament
from mahjongclub.guide.pages import page_path
from mahjongclub.languages import LANGUAGES
from mahjongclub.rules.registry import find_variant
from mahjongclub.server.backups import staging
from tests.guide.walk import Walk
from tests.test_guide import BLOCK, text_of

pytestmark = pytest.mark.django_db

PASSWORD = "four winds and a wall"
NAMES = [f"{name} {letter}." for letter in "AB" for name in ("Ann", "Bo", "Cy", "Di", "Eva", "Flo")]
WALKS: dict[str, Callable[[str], Walk]] = {}


def walks(name: str) -> Callable[[Callable[[str], Walk]], Callable[[str], Walk]]:
    """Register the walk along a page of the guide."""

    def register(walk: Callable[[str], Walk]) -> Callable[[str], Walk]:
        WALKS[name] = walk
        return walk

    return register


def club_with_players(count: int = 12) -> tuple[Club, Account]:
    """Found a club with so many players on the roster."""
    owner = Account.objects.create_user("Odile", password=PASSWORD)
    club = create_club_with_owner(owner, "Guided Winds", Club.Visibility.MEMBERS)
    Player.objects.bulk_create(Player(name=name, club=club) for name in NAMES[:count])
    return club, owner


def type_results(walk: Walk, tables: int, points: tuple[int, ...] = (352, 253, 247, 148)) -> None:
    """Type the points of every table at the desk, one after the other."""
    for table in range(1, tables + 1):
        for seat, value in enumerate(points):
            walk.fill_field(f"t{table}-score-{seat}", str(value))
        walk.fill_field(f"t{table}-sticks", "0")
        walk.press_matching(rf"/desk/{table}/$|/tables/{table}/desk/$")


def day(ahead: int) -> date:
    """Return a day of the club's: today, or so many days after it."""
    return tonight() + timedelta(days=ahead)


def iso_day(ahead: int) -> str:
    return day(ahead).isoformat()


@walks("event")
def event(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("event", language, owner)
    walk.visit(home)
    walk.section("Announce it")
    walk.step()
    walk.menu("Tournaments")
    walk.press("New tournament")
    walk.step()
    walk.fill("Name", "Rooster Cup")
    walk.fill("Date", iso_day(0))
    walk.fill("Where", "Rue de Gand")
    walk.fill("Rounds", "2")
    walk.fill("Minutes per round", "75")
    walk.step()
    walk.press("Anyone may see the page of the event, without an account")
    walk.step()
    walk.press("Create the tournament")
    page = walk.address
    walk.section("The players")
    walk.step()
    walk.press("Enter the players")
    walk.fill_field("rows", REGISTRATION)
    walk.press("Check the list")
    walk.step()
    walk.choose("– left out –", "column-4")
    walk.step()
    walk.press("Add them as players of the event right away")
    walk.press("Put %(count)s person on the list")
    walk.visit(page)
    walk.see("Entry by a page")
    walk.press("People of the event")
    walk.press_matching("/entrants/settings/$")
    walk.see("Places")
    walk.section("On the day")
    walk.visit(page)
    walk.step()
    walk.press("People of the event")
    walk.visit(page)
    walk.step()
    walk.press("Make the seating")
    walk.press("Publish the seating")
    walk.visit(page)
    walk.step()
    walk.press("Print")
    walk.visit(page)
    walk.step()
    walk.press("Open the tables of round %(number)s")
    walk.press("Start the round: %(minutes)s minutes")
    walk.step()
    walk.press("Type the results")
    type_results(walk, tables=2)
    walk.step()
    walk.visit(page)
    walk.press("Open the tables of round %(number)s")
    walk.visit(swiss_event(club))
    walk.press("Make round %(next_number)s")
    walk.visit(f"{page}rounds/2/desk/")
    type_results(walk, tables=2)
    walk.visit(page)
    walk.step()
    walk.press("Publish the final ranking")
    walk.press("Publish it as final")
    walk.section("What may happen")
    running = f"/c/{club.slug}/tournaments/{new_event(club).pk}/"
    walk.visit(running)
    walk.step()
    walk.press("Withdrawals and substitutes")
    walk.visit(f"{running}rounds/1/")
    walk.step()
    walk.press("Add late players")
    walk.visit(running)
    walk.step()
    walk.press("Penalties")
    walk.visit(f"{running}rounds/1/")
    walk.press_matching("/open/$")
    walk.step()
    walk.press("Extra time")
    walk.visit(running)
    walk.step()
    walk.press("When results are shown")
    walk.visit(f"{running}rounds/1/desk/")
    walk.step()
    type_results(walk, tables=1)
    type_results(walk, tables=1, points=(148, 247, 253, 352))
    return walk


#: a registration sheet as a spreadsheet copies it
REGISTRATION = "\n".join(
    ["First name\tLast name\tCountry\tEMA number\tRemarks"]
    + [f"Player\t{letter}ubois\tFRA\t0405000{number}\tno nuts" for number, letter in enumerate("DLMNPRST")]
)


def new_event(club: Club, **more: Any) -> Tournament:
    """Make an event of eight players with its first round drawn and published."""
    preset = find_variant("riichi").default_preset
    event = Tournament.objects.create(
        club=club,
        name="Other Cup",
        day=day(0),
        variant="riichi",
        preset=preset.key,
        rules=preset.rules.to_json(),
        round_count=2,
        minutes=75,
        **more,
    )
    replace_places_and_discard_draw(event, [(name, "") for name in NAMES[:8]])
    draw_rounds(event, 1)
    publish_drawn_rounds(event)
    return event


def keep_results(event: Tournament) -> None:
    """Keep a result for every table of the rounds that are published."""
    for one in event.rounds.all():
        for table in one.tables.all():
            final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
            save_paper_result(event, one.number, table.number, final, Device.objects.create())


def swiss_event(club: Club) -> str:
    """Return the page of a Swiss event whose first round is over."""
    event = new_event(club, draw="swiss")
    keep_results(event)
    return f"/c/{club.slug}/tournaments/{event.pk}/"


@walks("federation")
def federation(language: str) -> Walk:
    club, owner = club_with_players()
    event = new_event(club)
    page = f"/c/{club.slug}/tournaments/{event.pk}/"
    walk = Walk("federation", language, owner)
    walk.section("Before the event")
    walk.step()
    walk.step()
    walk.visit(page)
    walk.press("For the federation")
    walk.step()
    walk.fill("Country of the event", "FRA")
    walk.fill("Days", "2")
    walk.press("It is a qualification event")
    walk.press("Save the settings")
    walk.section("Fill what is missing")
    walk.step()
    walk.see("Players")
    walk.step()
    lines = [f"{name}\tFRA\t0405000{number}" for number, name in enumerate(NAMES[:8])]
    walk.fill("Columns from a spreadsheet", "\n".join(lines))
    walk.press("Check the list")
    walk.press_matching("^fill$")
    walk.section("After the event")
    walk.step()
    keep_results(event)
    finalise_ranking(event)
    walk.step()
    walk.visit(page)
    walk.press("For the federation")
    walk.press("Download the workbook")
    assert walk.downloaded.startswith(b"\xd0\xcf\x11\xe0")
    walk.step()
    walk.see("For the report")
    walk.step()
    walk.visit(page)
    walk.press("Download everything")
    assert walk.downloaded.startswith(b"PK")
    return walk


def wall_link(walk: Walk) -> str:
    """Return the address that the page of the wall's link shows."""
    return next(node.get("value") for node in walk.page.nodes("input") if node.get("id") == "wall-link")


@walks("wall")
def wall(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    evening = Evening.objects.create(club=club, date=day(0))
    walk = Walk("wall", language, owner)
    walk.visit(home)
    walk.section("On a projector or television")
    walk.step()
    walk.menu("Link of the wall")
    walk.step()
    walk.press("Copy the link")
    link_page = walk.address
    link = wall_link(walk)
    screen = Client(headers={"accept-language": language, "host": "localhost"})
    own, walk.client = walk.client, screen
    walk.visit(link)
    walk.visit(f"{link}&light=1")
    walk.client = own
    walk.visit(link_page)
    walk.press("Make a new link")
    assert wall_link(walk) != link
    link = wall_link(walk)
    walk.section("The clock")
    walk.visit(f"{home}evenings/{evening.pk}/")
    walk.step()
    walk.press("Common clock for all tables")
    walk.step()
    walk.fill("Minutes", "75")
    walk.fill("Alarms", "10")
    walk.press("Show a shared clock")
    walk.client = screen
    walk.visit(link)
    walk.step()
    walk.press("Sound on")
    walk.client = own
    walk.visit(f"{home}evenings/{evening.pk}/")
    walk.step()
    walk.press("Start the clock")
    walk.visit(f"{home}evenings/{evening.pk}/")
    walk.press("Pause")
    walk.section("In a video")
    event = new_event(club)
    walk.visit(f"{home}tournaments/{event.pk}/")
    walk.step()
    walk.press("For a stream")
    walk.step()
    overlay = next(node.get("value") for node in walk.page.nodes("input") if "/overlay/" in node.get("value"))
    walk.visit(urlsplit(overlay).path)
    return walk


def fetch_archive(walk: Walk) -> None:
    """Press the two buttons by which the owner has an archive of the club."""
    walk.press("Make an archive")
    page = walk.address
    for _wait in range(200):
        if any("/file/" in node.get("href") for node in walk.page.nodes("a")):
            break
        time.sleep(0.05)
        walk.visit(page)
    walk.press("Download the archive")
    assert walk.downloaded.startswith(b"PK")


@walks("backups")
def backups(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("backups", language, owner)
    walk.visit(home)
    walk.section("Of your club, as its owner")
    walk.step()
    walk.menu("Export")
    export = walk.address
    walk.step()
    fetch_archive(walk)
    walk.step()
    walk.visit(export)
    walk.press("Download the sheets")
    walk.section("Of the server, as whoever runs it")
    walk.sign_in(Account.objects.create_superuser("Ida", password=PASSWORD))
    walk.visit("/")
    walk.step()
    walk.press("This server")
    walk.press("Backups")
    page = walk.address
    walk.step()
    walk.press("Make a backup now")
    walk.step()
    walk.visit(page)
    walk.see("Backups on this server")
    walk.press_matching(r"backups/mahjongclub-.*gz/$")
    walk.press("Download the backup")
    assert walk.downloaded.startswith(b"\x1f\x8b")
    walk.section("Bring a backup back")
    club.delete()
    walk.step()
    walk.visit("/host/")
    walk.press("Backups")
    walk.press("Upload a backup")
    walk.step()
    walk.visit(page)
    walk.press_matching(r"backups/mahjongclub-.*gz/$")
    walk.press("Check what the backup holds")
    walk.visit(walk.address)
    walk.step()
    walk.press("Everything that is here now is to be replaced.")
    walk.press("Restore this backup")
    assert staging.run_requested_restore(Path(settings.BACKUP_DIR), lambda _word: None)
    assert Club.objects.filter(name="Guided Winds").exists()
    return walk


@walks("moving")
def moving(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("moving", language, owner)
    walk.visit(home)
    walk.section("One club")
    walk.step()
    walk.menu("Export")
    fetch_archive(walk)
    walk.step()
    club.delete()  # the new server has no such club
    walk.sign_in(Account.objects.create_user("Odile there"))
    walk.visit("/")
    walk.press("Create a club")
    walk.press("Import a club from another server")
    walk.step()
    walk.fill("Archive of the club", SimpleUploadedFile("club.zip", walk.downloaded))
    walk.press("Import the club")
    here = Club.objects.get(name="Guided Winds")
    assert here.players.count() == len(NAMES)
    walk.step()
    walk.step()
    walk.step()
    walk.visit(f"/c/{here.slug}/")
    walk.menu("Settings")
    assert not here.settles_up
    walk.step()
    walk.visit(f"/c/{here.slug}/settings/")
    walk.see("Name of the club")
    walk.visit(f"/c/{here.slug}/")
    walk.menu("Settings")
    walk.section("All of a server")
    walk.sign_in(Account.objects.create_superuser("Ida", password=PASSWORD))
    walk.step()
    walk.visit("/host/")
    walk.press("Backups")
    walk.press("Make a backup now")
    walk.step()
    walk.step()
    walk.step()
    walk.section("Another program")
    walk.sign_in(Account.objects.get(username="Odile there"))
    walk.visit(f"/c/{here.slug}/")
    walk.menu("Export")
    walk.menu("Import")
    return walk


#: archives and backups are made by other threads, which see what is committed
ON_FILE = (
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="with PostgreSQL at the terminal"),
)


def marks(name: str, language: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a walk: `make test` restores a backup in one language."""
    long = [pytest.mark.nightly] if name == "backups" and language != "en" else []
    return [*long, *(ON_FILE if name in ("backups", "moving") else ())]


def cases_of(names: Iterable[str]) -> list[ParameterSet]:
    """Return the walks along these pages, in every language that has them."""
    return [
        pytest.param(name, language, marks=marks(name, language), id=f"{language}-{name}")
        for language, _name in LANGUAGES
        for name in names
        if page_path(name, language).is_file()
    ]


@pytest.mark.parametrize(("name", "language"), cases_of(WALKS))
def test_a_page_of_the_guide_is_done_step_by_step(name: str, language: str) -> None:
    walk = WALKS[name](language)
    walk.end()


def test_a_step_that_is_not_walked_fails() -> None:
    walk = Walk("federation", "en")
    walk.section("Before the event")
    with pytest.raises(AssertionError, match="a step comes before this name"):
        walk.see("Players")
    with pytest.raises(AssertionError, match="nobody walks this"):
        walk.end()


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize("name", ["backups", "moving"])
def test_the_commands_are_the_same_in_every_language(name: str, language: str) -> None:
    assert BLOCK.findall(text_of(name, language)) == BLOCK.findall(text_of(name, "en"))
