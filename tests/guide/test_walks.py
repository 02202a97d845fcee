"""Every page of the organiser's guide, walked from its first step to its last in every language."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.contrib.auth import authenticate
from django.core import mail
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings

from mahjongclub.clubs.club_model import Club, Evening, Membership, Role, tonight
from mahjongclub.clubs.founding import found_club
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.events.changes import draw_rounds, make_final, publish_rounds, set_players
from mahjongclub.events.desk import keep_on_paper
from mahjongclub.events.models import Tournament
from mahjongclub.guide.pages import CONTENTS, TITLES, page_path
from mahjongclub.languages import LANGUAGES
from mahjongclub.nights.changes import check_in, draw_next
from mahjongclub.rules.registry import find_variant
from mahjongclub.server.backups import jobs, staging
from mahjongclub.tables.club_choice import Belonging
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.paper import keep_result
from mahjongclub.tables.recording import Submission, record_hand
from tests.clubs import urls_with_mail
from tests.guide.walk import Walk
from tests.server.test_installed import mahjongclub
from tests.server.test_trouble import AWAY, FULL, OURS, failing
from tests.tables.conftest import ron
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
    club = found_club(owner, "Guided Winds", Club.Visibility.MEMBERS)
    Player.objects.bulk_create(Player(name=name, club=club) for name in NAMES[:count])
    return club, owner


@walks("first-evening")
def first_evening(language: str) -> Walk:
    walk = Walk("first-evening", language)
    walk.visit("/")
    walk.section("Found the club, once")
    walk.step()
    walk.press("Clubs and tournaments")
    walk.press("No account yet? Make one")
    walk.step()
    walk.fill("Name", "Odile")
    walk.fill("Password", PASSWORD)
    walk.fill("Password once more", PASSWORD)
    walk.press("Make the account")
    walk.step()
    walk.press("Back to the start page")
    walk.press("Create a club")
    walk.step()
    walk.fill("Name of the club", "Guided Winds")
    walk.press("Members only")
    walk.press("Create the club")
    walk.section("Seat everybody")
    walk.step()
    walk.press("Play tonight: who is here?")
    walk.step()
    walk.fill("Names", "\n".join(NAMES[:9]))
    walk.step()
    walk.press("Seat everybody")
    walk.see("Round %(number)s")
    evening = walk.address.removesuffix("seating/")
    walk.section("Type the results")
    walk.step()
    walk.see("Round %(number)s")
    walk.press("Type the results")
    walk.step()
    walk.see("Results of round %(number)s")
    walk.see("Sticks left")
    type_results(walk, tables=2)
    walk.step()
    walk.press("Every table has its result: go on")
    walk.step()
    walk.press("Next round")
    assert walk.heading().endswith("2")
    walk.section("Afterwards")
    walk.visit(evening)
    walk.press("The night")
    return walk


def type_results(walk: Walk, tables: int, points: tuple[int, ...] = (352, 253, 247, 148)) -> None:
    """Type the points of every table at the desk, one after the other."""
    for table in range(1, tables + 1):
        for seat, value in enumerate(points):
            walk.fill_unnamed(f"t{table}-score-{seat}", str(value))
        walk.fill_unnamed(f"t{table}-sticks", "0")
        walk.press_unnamed(rf"/desk/{table}/$|/tables/{table}/desk/$")


def day(ahead: int) -> date:
    """Return a day of the club's: today, or so many days after it."""
    return tonight() + timedelta(days=ahead)


def iso_day(ahead: int) -> str:
    return day(ahead).isoformat()


def play(club: Club, seats: Sequence[int] = range(4), evening: Evening | None = None) -> Session:
    """Keep a result of these players from paper."""
    game = find_variant("riichi")
    final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
    players = [Player.objects.get(name=NAMES[seat]).pk for seat in seats]
    place = Belonging(club, evening)
    return keep_result(
        Device.objects.create(), place, game, game.default_preset, None, [], final, day(0), players
    )


@walks("weekly-night")
def weekly_night(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    last_week = Evening.objects.create(club=club, date=day(-7))
    check_in(last_week, list(club.players.all()))
    walk = Walk("weekly-night", language, owner)
    walk.visit(home)
    walk.section("Put it into the calendar")
    walk.step()
    walk.press("New evening")
    walk.step()
    walk.fill("Date", iso_day(0))
    walk.fill("Begins at", "19:30")
    walk.fill("Where", "Rue de Gand")
    walk.press("Every week")
    walk.see("Comes again")
    walk.fill("How many evenings", "4")
    walk.fill("Except on", iso_day(7))
    walk.step()
    walk.press("Make the evening")
    assert [evening.date for evening in club.evenings.order_by("date")] == [
        day(ahead) for ahead in (-7, 0, 14, 21)
    ]
    walk.visit(home)
    walk.menu("Calendar")
    evening = f"{home}evenings/{club.evenings.get(date=day(0)).pk}/"
    walk.visit(evening)
    walk.press("Who comes: names, link and QR code")
    walk.section("Say who is here")
    walk.visit(evening)
    walk.step()
    walk.press("Who is here")
    walk.step()
    walk.press("%(counter)s person who came last time")
    walk.see("From the roster")
    walk.fill("Names", "\n".join(NAMES[:8]))
    walk.step()
    walk.press("Seat everybody")
    seating = walk.address
    walk.visit(f"{evening}here/")
    walk.press("Phones check in by a code")
    walk.press("Print the code of the room")
    walk.section("With phones")
    walk.visit(seating)
    walk.step()
    walk.see("Round %(number)s")
    walk.press("Table cards with QR codes")
    walk.step()
    walk.step()
    walk.section("On paper")
    walk.visit(home)
    walk.step()
    walk.menu("Print")
    walk.visit(evening)
    walk.step()
    walk.press("Type the results")
    walk.step()
    type_results(walk, tables=3)
    walk.see("Missing")
    walk.see("To check")
    walk.section("The next round")
    walk.visit(evening)
    walk.step()
    walk.press("Next round")
    assert walk.heading().endswith("2")
    walk.step()
    walk.press("Somebody comes or leaves")
    walk.step()
    walk.press("Change places")
    walk.step()
    walk.press("Undo this round")
    assert club.evenings.get(date=day(0)).competition.rounds.count() == 1
    walk.visit(evening)
    walk.press("Common clock for all tables")
    return walk


@walks("league")
def league(language: str) -> Walk:
    club, owner = club_with_players()
    for _game in range(2):
        play(club)
    home = f"/c/{club.slug}/"
    walk = Walk("league", language, owner)
    walk.visit(home)
    walk.section("Open a season")
    walk.step()
    walk.menu("Leagues")
    walk.press("New season")
    walk.step()
    walk.fill("League", "Thursday league")
    walk.fill("Season", "Autumn")
    walk.fill("Game", "riichi")
    walk.step()
    walk.fill("First day", iso_day(-30))
    walk.fill("Last day", "")
    walk.step()
    walk.fill("A game is worth", "points")
    walk.step()
    walk.fill("Games needed for a place", "1")
    walk.step()
    walk.press("Open the season")
    season = walk.address
    walk.section("During the season")
    walk.step()
    assert NAMES[0] in walk.page.text
    walk.step()
    walk.press("Adjustments")
    walk.visit(season)
    walk.step()
    walk.press("Games", to="/games/")
    walk.visit(season)
    walk.step()
    walk.press("Print the standings")
    walk.visit(season)
    walk.press("Share the standings")
    walk.visit(season)
    walk.step()
    walk.press("Export")
    walk.visit(season)
    walk.step()
    walk.press("Corrected since")
    walk.section("Teams, phases, a final")
    walk.visit(season)
    walk.step()
    walk.press("Teams")
    walk.visit(season)
    walk.step()
    walk.press("A next phase")
    walk.section("The next season")
    walk.visit(season)
    walk.step()
    walk.press("Edit")
    walk.fill_unnamed("ends", iso_day(0))
    walk.step()
    return walk


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
    walk.press("Go on to the players")
    page = walk.address
    walk.section("The players")
    walk.step()
    walk.press("Enter the players")
    walk.fill_unnamed("rows", REGISTRATION)
    walk.press("Check the list")
    walk.step()
    walk.choose("– left out –", "column-4")
    walk.step()
    walk.press("Make them players of the event right away")
    walk.press("Put %(count)s person on the list")
    walk.visit(page)
    walk.see("Entry by a page")
    walk.press("People of the event")
    walk.press_unnamed("/entrants/settings/$")
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
    walk.press_unnamed("/open/$")
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
    set_players(event, [(name, "") for name in NAMES[:8]])
    draw_rounds(event, 1)
    publish_rounds(event)
    return event


def keep_results(event: Tournament) -> None:
    """Keep a result for every table of the rounds that are published."""
    for one in event.rounds.all():
        for table in one.tables.all():
            final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
            keep_on_paper(event, one.number, table.number, final, Device.objects.create())


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
    walk.press_unnamed("^fill$")
    walk.section("After the event")
    walk.step()
    keep_results(event)
    make_final(event)
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


@walks("printing")
def printing(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("printing", language, owner)
    walk.visit(home)
    walk.section("Blank score sheets")
    walk.step()
    walk.menu("Print")
    sheets = walk.address
    walk.step()
    walk.press("Blank score sheet")
    walk.step()
    walk.fill("Language of the sheet", language)
    walk.fill("Number of sheets", "2")
    walk.see("Rules")
    walk.press("Fill in the names")
    walk.step()
    walk.press("Show the preview")
    walk.press("Print (PDF)")
    assert walk.downloaded.startswith(b"%PDF")
    walk.visit(home)
    walk.press("Type a score sheet")
    walk.visit(sheets)
    walk.see("Points tables")
    walk.press("Rules card")
    evening = Evening.objects.create(club=club, date=day(0))
    night = f"{home}evenings/{evening.pk}/"
    check_in(evening, list(club.players.all()))
    draw_next(evening, 0, Device.objects.create())
    walk.section("For an evening")
    walk.step()
    walk.visit(f"{night}seating/")
    walk.press("Table cards with QR codes")
    walk.step()
    walk.visit(f"{night}here/")
    walk.press("Print the code of the room")
    walk.step()
    walk.visit(night)
    walk.see("Print a poster")
    walk.press("Print")
    walk.step()
    play(club, evening=evening)
    walk.visit(night)
    walk.press("Print the evening")
    walk.section("For an event")
    event = new_event(club)
    page = f"{home}tournaments/{event.pk}/"
    walk.visit(page)
    walk.step()
    walk.press("Print")
    prints = walk.address
    walk.step()
    for name in ("Badges", "Seating by name", "Seating cards", "Table numbers"):
        walk.visit(prints)
        walk.press(name)
        assert walk.downloaded.startswith(b"%PDF")
    keep_results(event)
    walk.step()
    for name in ("Score sheets with the names", "Ranking after this round"):
        walk.visit(prints)
        walk.press(name)
        assert walk.downloaded.startswith(b"%PDF")
    walk.visit(sheets)
    walk.press_unnamed("/blank/riichi/")
    walk.press("Download")
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


@walks("members")
def members(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    helper = Account.objects.create_user("Kofi")
    walk = Walk("members", language, owner)
    walk.visit(home)
    walk.section("Invite a helper")
    walk.step()
    walk.menu("Invitations")
    walk.step()
    walk.fill("Role", "scorer")
    walk.fill("For how many people", "1")
    walk.fill("Valid for", "7")
    walk.step()
    walk.press("Make the invitation")
    (link,) = {node.get("value") for node in walk.page.nodes("input") if "/join/" in node.get("value")}
    invited = Walk("members", language, helper)
    invited.visit(urlsplit(link).path)
    invited.press_unnamed(urlsplit(link).path)
    assert Membership.objects.get(account=helper).role == Role.SCORER
    walk.visit(f"{home}invitations/")
    for role in ("Member", "Scorer", "Organiser"):
        walk.see(role)
    walk.visit(f"{home}members/")
    walk.see("Owner")
    walk.section("Change or end it")
    walk.step()
    walk.visit(home)
    walk.menu("Members")
    walk.press_unnamed(f"members/{helper.pk}/")
    one_member = walk.address
    walk.step()
    walk.see("Role")
    walk.fill_unnamed("role", "organiser")
    walk.press("Save the role")
    assert Membership.objects.get(account=helper).role == Role.ORGANISER
    walk.visit(one_member)
    walk.press("Take out of the club")
    walk.section("Who sees what")
    walk.visit(home)
    walk.menu("Settings")
    walk.see("Who may look at the club’s page, its evenings and its wall")
    walk.see("Every member may open a table of the club")
    walk.section("Players")
    walk.visit(home)
    walk.step()
    walk.menu("People")
    roster = walk.address
    walk.fill_unnamed("name", "Gil C.\nHana C.")
    walk.press("Add")
    walk.see("Players from a file")
    walk.press("Add these players")
    assert club.players.filter(name="Gil C.").exists()
    player = Player.objects.get(name=NAMES[0])
    one_player = f"/players/{player.pk}/"
    walk.step()
    walk.visit(one_player)
    walk.press("Merge with another player")
    walk.step()
    walk.visit(one_player)
    walk.fill_unnamed("name", "Anna A.")
    walk.press("Change the name")
    player.refresh_from_db()
    assert player.name == "Anna A."
    walk.step()
    walk.visit(one_player)
    walk.press("Hide the name")
    player.refresh_from_db()
    assert player.name_hidden
    walk.step()
    walk.visit(roster)
    walk.press("Dues")
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
    walk.see("What there is")
    walk.press_unnamed(r"backups/mahjongclub-.*gz/$")
    walk.press("Download it")
    assert walk.downloaded.startswith(b"\x1f\x8b")
    walk.section("Bring a backup back")
    club.delete()
    walk.step()
    walk.visit("/host/")
    walk.press("Backups")
    walk.press("Upload a backup")
    walk.step()
    walk.visit(page)
    walk.press_unnamed(r"backups/mahjongclub-.*gz/$")
    walk.press("Check what it holds")
    walk.visit(walk.address)
    walk.step()
    walk.press("Everything that is here now is to be replaced.")
    walk.press("Restore this backup")
    assert staging.carry_out(Path(settings.BACKUP_DIR), lambda _word: None)
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


def lose_a_password(walk: Walk, club: Club, owner: Account) -> None:
    """Come back by a passkey or mail, by the owner of the server, and as that owner by the terminal."""
    helper = Account.objects.create_user("Ben", password=PASSWORD, email="ben@example.org")
    EmailAddress.objects.create(user=helper, email=helper.email, verified=True, primary=True)
    Membership.objects.create(club=club, account=helper, role=Role.ORGANISER)
    server_owner = Account.objects.create_superuser("Ida", password=PASSWORD)
    walk.section("When a password is lost")
    walk.step()
    walk.client.logout()
    with override_settings(
        ACCOUNT_LOGIN_BY_CODE_ENABLED=True, MAIL={"EMAIL_HOST": "mail"}, ROOT_URLCONF=urls_with_mail.__name__
    ):
        walk.visit("/account/login/")
        # a browser's script shows this button
        assert walk.named("Sign in with a passkey") in walk.client.get("/account/login/").content.decode()
        walk.press("Send me a code by email")
        walk.fill_unnamed("email", helper.email)
        walk.press_unnamed("/account/login/code/$")
        code = re.search(r"^[A-Z0-9-]{4,}$", mail.outbox[-1].body, re.MULTILINE)
        assert code is not None
        walk.fill_unnamed("code", code[0])
        walk.press_unnamed("/account/login/code/confirm/$")
        assert walk.client.session["_auth_user_id"] == str(helper.pk)
        walk.client.logout()
        walk.visit("/account/login/")
        walk.press("Reset a forgotten password")
        walk.fill_unnamed("email", helper.email)
        walk.press_unnamed("/account/password/reset/$")
        assert len(mail.outbox) == 2
    walk.step()
    walk.sign_in(server_owner)
    walk.visit("/host/")
    walk.press("Support")
    walk.step()
    walk.visit("/host/")
    walk.press("Support")
    new = dict.fromkeys(("password1", "password2"), "a wall and four winds")
    form = {**new, "usable_password": "true", "set-password": "1"}
    assert walk.client.post(f"/admin/clubs/account/{owner.pk}/password/", form).status_code == 302
    walk.client.logout()
    assert walk.client.login(username=owner.username, password="a wall and four winds")
    walk.visit(f"/c/{club.slug}/")
    walk.menu("Members")
    walk.press_unnamed(f"/members/{club.memberships.get(account=helper).pk}/$")
    walk.fill("Role", "owner")
    walk.press("Save the role")
    assert club.memberships.get(account=helper).role == Role.OWNER
    walk.step()
    for line in "".join(BLOCK.findall(text_of(walk.name, walk.language))).splitlines():
        command = line.split()[2]
        if command == "remove_second_factor":
            TOTP.activate(server_owner, "secret")
        with patch("getpass.getpass", return_value="four dragons, no wind"):
            call_command(command, server_owner.username)
    assert authenticate(username=server_owner.username, password="four dragons, no wind")
    assert not Authenticator.objects.filter(user=server_owner).exists()
    walk.sign_in(Account.objects.get(pk=owner.pk))


@walks("trouble")
def trouble(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("trouble", language, owner)
    walk.visit(home)
    walk.section("At a table")
    table = running_table(club)
    walk.visit(f"{home}games/{table.code}/")
    walk.press_unnamed("^score$")
    walk.visit(f"/t/{table.code}/")
    walk.step()
    walk.press("Log")
    walk.press_unnamed(f"/t/{table.code}/hand/1/")
    walk.step()
    walk.step()
    walk.step()
    walk.visit(home)
    walk.press("Enter a result from paper")
    walk.section("On an evening")
    evening = Evening.objects.create(club=club, date=day(0))
    night = f"{home}evenings/{evening.pk}/"
    check_in(evening, list(club.players.all()))
    draw_next(evening, 0, Device.objects.create())
    walk.visit(f"{night}seating/")
    walk.step()
    walk.see("Change places")
    walk.step()
    walk.see("Undo this round")
    walk.step()
    walk.press("Type the results")
    walk.visit(f"{home}games/{play(club, evening=evening).code}/")
    walk.press("Correct the result")
    walk.step()
    walk.visit(f"/t/{table.code}/")
    walk.press("More")
    walk.press("End the game")
    walk.step()
    walk.visit(night)
    walk.press("Edit")
    walk.section("With people")
    player = club.players.first()
    walk.step()
    walk.visit(f"/players/{player.pk}/")
    walk.press("Merge with another player")
    walk.step()
    walk.visit(f"/players/{player.pk}/")
    walk.press("Remove the name for good")
    walk.step()
    walk.visit(f"{home}wall/")
    walk.see("Make a new link")
    walk.see("Link of the wall")
    walk.visit(f"{home}games/{running_table(club).code}/")
    walk.press("Void the codes of this table")
    lose_a_password(walk, club, owner)
    walk.section("With an event")
    event = new_event(club)
    walk.visit(f"{home}tournaments/{event.pk}/")
    walk.step()
    walk.press("Withdrawals and substitutes")
    keep_results(event)
    make_final(event)
    walk.step()
    walk.visit(f"{home}tournaments/{event.pk}/rounds/1/")
    walk.press("Correct")
    walk.step()
    walk.visit(f"{home}tournaments/{event.pk}/")
    walk.press("Open the tournament again")
    walk.section("With the server")
    walk.client.raise_request_exception = False
    for fault, status, names in (
        (AWAY[0], 503, ("One moment", "Try again")),
        (FULL[0], 507, ("The server’s disk is full",)),
        (OURS[0], 500, ("Something broke",)),
    ):
        walk.step()
        with failing(fault, "SELECT"):
            walk.visit(home, status)
        for name in names:
            walk.see(name)
    walk.step()
    return walk


def running_table(club: Club) -> Session:
    """Open a table of the club and record a hand there."""
    game = find_variant("riichi")
    session = open_session(
        Device.objects.create(),
        "riichi",
        "ema-2025",
        game.default_preset.rules,
        NAMES[:4],
        "order",
        belonging=Belonging(club, None),
    )
    start_session(session)
    session.refresh_from_db()
    record_hand(session.pk, Submission(uuid4(), session.version, session.opener), ron(0, 1))
    return session


#: archives and backups are made by other threads, which see what is committed
ON_FILE = (
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="with PostgreSQL at the terminal"),
)


def marks(name: str, language: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a walk: `make test` restores a backup in one language."""
    long = [pytest.mark.nightly] if name == "backups" and language != "en" else []
    return [*long, *(ON_FILE if name in ("backups", "moving") else ())]


CASES = [
    pytest.param(name, language, marks=marks(name, language), id=f"{language}-{name}")
    for language, _name in LANGUAGES
    for name in WALKS
    if page_path(name, language).is_file()
]


@pytest.fixture(autouse=True)
def _own_directory(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    monkeypatch.setattr(jobs, "start", lambda work: work())
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    cache.clear()


def test_every_page_is_walked() -> None:
    assert WALKS.keys() | {CONTENTS} == TITLES.keys()


@pytest.mark.parametrize(("name", "language"), CASES)
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


def test_a_server_moves_by_the_commands_of_the_guide(tmp_path: Path) -> None:
    (backup,), (restore,) = (BLOCK.findall(text_of(name, "en")) for name in ("backups", "moving"))
    old, new = tmp_path / "old", tmp_path / "new"
    for home in (old, new):
        home.mkdir()
    assert mahjongclub(old, "manage", "migrate").returncode == 0
    made = mahjongclub(old, *backup.split()[1:])
    assert made.returncode == 0, made.stderr
    (file,) = (old / "data" / "backups").iterdir()
    restored = mahjongclub(new, *restore.replace("FILE", str(file)).split()[1:])
    assert restored.returncode == 0, restored.stderr
    assert (new / "data" / "mahjongclub.sqlite3").is_file()


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize("name", ["backups", "moving"])
def test_the_commands_are_the_same_in_every_language(name: str, language: str) -> None:
    assert BLOCK.findall(text_of(name, language)) == BLOCK.findall(text_of(name, "en"))
