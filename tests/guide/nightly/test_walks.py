"""Every page of the organiser's guide, walked from its first step to its last in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth import authenticate
from django.core import mail
from django.core.management import call_command
from django.test import override_settings

from mahjongclub.clubs.club_model import Club, Evening, Membership, Role
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.events.changes import make_final
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.paper import save_paper_game
from mahjongclub.tables.recording import Submission, record_hand
from tests.clubs import urls_with_mail
from tests.guide.walk import Walk
from tests.server.test_installed import mahjongclub
from tests.server.test_trouble import AWAY, FULL, OURS, failing
from tests.tables.conftest import ron
from tests.test_guide import BLOCK, text_of

from ..test_walks import (
    NAMES,
    PASSWORD,
    club_with_players,
    day,
    iso_day,
    keep_results,
    new_event,
    type_results,
    walks,
)


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
    walk.press("Create the account")
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


def play(club: Club, seats: Sequence[int] = range(4), evening: Evening | None = None) -> Session:
    """Keep a result of these players from paper."""
    game = find_variant("riichi")
    final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
    players = [Player.objects.get(name=NAMES[seat]).pk for seat in seats]
    place = ClubAndEvening(club, evening)
    return save_paper_game(
        Device.objects.create(), place, game, game.default_preset, None, [], final, day(0), players
    )


@walks("weekly-night")
def weekly_night(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    last_week = Evening.objects.create(club=club, date=day(-7))
    check_in_players(last_week, list(club.players.all()))
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
    walk.press("Create the evening")
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
    walk.press("Swap places")
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
    walk.fill_field("ends", iso_day(0))
    walk.step()
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
    check_in_players(evening, list(club.players.all()))
    draw_and_open_round(evening, 0, Device.objects.create())
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
    walk.press_matching("/blank/riichi/")
    walk.press("Download")
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
    walk.press("Create the invitation")
    (link,) = {node.get("value") for node in walk.page.nodes("input") if "/join/" in node.get("value")}
    invited = Walk("members", language, helper)
    invited.visit(urlsplit(link).path)
    invited.press_matching(urlsplit(link).path)
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
    walk.press_matching(f"members/{helper.pk}/")
    one_member = walk.address
    walk.step()
    walk.see("Role")
    walk.fill_field("role", "organiser")
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
    walk.fill_field("name", "Gil C.\nHana C.")
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
    walk.fill_field("name", "Anna A.")
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
        walk.fill_field("email", helper.email)
        walk.press_matching("/account/login/code/$")
        code = re.search(r"^[A-Z0-9-]{4,}$", mail.outbox[-1].body, re.MULTILINE)
        assert code is not None
        walk.fill_field("code", code[0])
        walk.press_matching("/account/login/code/confirm/$")
        assert walk.client.session["_auth_user_id"] == str(helper.pk)
        walk.client.logout()
        walk.visit("/account/login/")
        walk.press("Reset a forgotten password")
        walk.fill_field("email", helper.email)
        walk.press_matching("/account/password/reset/$")
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
    walk.press_matching(f"/members/{club.memberships.get(account=helper).pk}/$")
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
    walk.press_matching("^score$")
    walk.visit(f"/t/{table.code}/")
    walk.step()
    walk.press("Log")
    walk.press_matching(f"/t/{table.code}/hand/1/")
    walk.step()
    walk.step()
    walk.step()
    walk.visit(home)
    walk.press("Enter a result from paper")
    walk.section("On an evening")
    evening = Evening.objects.create(club=club, date=day(0))
    night = f"{home}evenings/{evening.pk}/"
    check_in_players(evening, list(club.players.all()))
    draw_and_open_round(evening, 0, Device.objects.create())
    walk.visit(f"{night}seating/")
    walk.step()
    walk.see("Swap places")
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
        belonging=ClubAndEvening(club, None),
    )
    start_session(session)
    session.refresh_from_db()
    record_hand(session.pk, Submission(uuid4(), session.version, session.opener), ron(0, 1))
    return session


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
