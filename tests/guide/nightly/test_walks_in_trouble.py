"""The pages of the guide for members, and for what goes wrong, walked in every language."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth import authenticate
from django.core import mail
from django.core.management import call_command
from django.test import override_settings

from mahjongclub.clubs.club_model import Club, Evening, Membership, Role
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.events.changes import finalise_ranking
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.recording import Submission, record_hand
from tests.clubs import urls_with_mail
from tests.guide.nightly.test_walks import play
from tests.guide.walk import Walk
from tests.server.test_installed import mahjongclub
from tests.server.test_trouble import AWAY, FULL, OURS, failing
from tests.tables.conftest import ron
from tests.test_guide import BLOCK, text_of

from ..test_walks import (
    NAMES,
    PASSWORD,
    WALKS,
    cases_of,
    club_with_players,
    day,
    keep_results,
    new_event,
    walks,
)

pytestmark = pytest.mark.django_db


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
    finalise_ranking(event)
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


@pytest.mark.parametrize(("name", "language"), cases_of(["members", "trouble"]))
def test_a_page_of_the_guide_is_done_step_by_step(name: str, language: str) -> None:
    walk = WALKS[name](language)
    walk.end()
