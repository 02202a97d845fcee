"""The whole story of a club, by its pages alone: from the first start's link to a player who leaves."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import PASSWORD, answered, gone_back, make_account, ron, tap
from tests.browser.test_league import line
from tests.serving import ROOT, RunningServer, running_server

LAPTOP = (1280, 800)
FOUR = ("Odile", "Mika", "Noor", "Sven")


@pytest.fixture
def first_start(tmp_path: Path) -> Iterator[RunningServer]:
    """A server nobody has used yet, which printed the owner's link."""
    with running_server(tmp_path / "data") as server:
        yield server
        assert "Traceback" not in server.log.read_text(errors="replace")


def owner_link(server: RunningServer) -> str:
    found = re.search(r"https?://\S+/account/owner/\S+/", server.log.read_text(errors="replace"))
    assert found is not None
    return found[0]


def found_by_link(page: Page, link: str) -> str:
    """The owner's account and club from the link of the terminal; the club's address."""
    page.goto(link)
    axe_clean(page)
    page.get_by_label("Name", exact=True).fill("Odile")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    page.get_by_label(re.compile("Name of the club")).fill("Mahjong Arras")
    page.get_by_label(re.compile("^Public")).check()
    page.get_by_role("button", name="Open the club").click()
    page.wait_for_url("**/c/mahjong-arras/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mahjong Arras")
    return page.url


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("link", name="Create an account").click()
    make_account(page, name)
    page.get_by_role("button", name="Accept the invitation").click()
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mahjong Arras")
    page.goto("/me/")
    expect(page.get_by_role("link", name=f"{name} Mahjong Arras · 0 games")).to_be_visible()


def play(page: Page, club: str, names: tuple[str, ...], rules: str) -> str:
    """A table of the club with these rules: seat 2 wins 5,200 from seat 1, then they stop. Its address."""
    page.goto("/new/")
    page.locator("#id_belongs").select_option(label="Mahjong Arras, no evening")
    page.locator(".rules-card", has_text=rules).click()
    for number, name in enumerate(names, 1):
        page.locator(f"[name=name-{number - 1}]").fill(name)
    page.get_by_role("button", name=re.compile("^Start")).click()
    expect(page.locator(".board")).to_be_visible()
    table = page.url
    ron(page, 2, 1, "5,200")
    answered(page)
    expect(page.locator(".step-idle")).to_be_visible()
    gone_back(page)
    page.goto(f"{table}close/")
    page.get_by_role("button", name="End the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{names[2]} wins")
    return table


def correct_first_hand(page: Page, table: str) -> None:
    """It was seat 3 who won, from seat 2."""
    page.goto(f"{table}log/")
    page.locator("#line-1").click()
    page.get_by_role("link", name=re.compile("^Correct")).click()
    page.get_by_role("link", name="Change the winner").click()
    expect(page.locator("#seat-3")).to_be_visible()
    tap(page, "#seat-3", ".middle.self")
    tap(page, "#seat-2", ".values")
    page.locator(".cell", has_text=re.compile(r"^\s*5,200")).first.click()
    page.get_by_role("button", name="Confirm the correction").click()
    page.wait_for_url(re.compile(r"/t/\w+/(log/|end/)?$"))


def code_of(table: str) -> str:
    return table.rstrip("/").rpartition("/")[2]


def names_sven(page: Page, addresses: list[str]) -> list[str]:
    """Which of these pages and files name him."""
    answers = [(address, page.request.get(address)) for address in addresses]
    assert [(address, answer.status) for address, answer in answers if answer.status != 200] == []
    return [address for address, answer in answers if "Sven" in answer.text()]


def two_weeks_later(server: RunningServer) -> None:
    """What the server does once the time of the names that wait has come."""
    due = "from mahjongclub.clubs.models import Erasure as E; from django.utils.timezone import now;"
    for arguments in (["shell", "-c", due + "E.objects.update(due_at=now())"], ["erase_names"]):
        subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=server.environment, check=True
        )


def test_the_story_of_a_club(first_start: RunningServer, new_context: Callable[..., BrowserContext]) -> None:
    def device(*arguments: object, **options: object) -> Page:
        context = new_context(base_url=first_start.url, **device_options(*arguments, **options))  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        return context.new_page()

    owner, phone, other, guest = device(LAPTOP, touch=False), device(), device(language="en"), device()
    link = owner_link(first_start)
    club = found_by_link(owner, link)
    answer = guest.goto(link)
    assert answer is not None
    assert answer.status == 404  # once

    for page in ("host/", "host/clubs/", "host/clubs/1/", "host/invitations/"):
        owner.goto(f"/{page}")
        axe_clean(owner)
    owner.goto(f"{club}invitations/")
    owner.get_by_label("Scorer").check()
    owner.get_by_label("For how many people").fill("3")
    owner.get_by_role("button", name="Create the invitation").click()
    invitation = owner.get_by_label("Link").input_value()
    join(phone, invitation, "Mika")
    join(other, invitation, "Noor")

    owner.goto(f"{club}rules/new/")
    owner.get_by_label("Name of these rules").fill("Arras in one wind")
    owner.get_by_label("Rounds").fill("1")
    owner.get_by_role("button", name="Save the house rules").click()
    owner.goto(f"{club}seasons/new/")
    owner.get_by_label("League", exact=True).fill("Thursdays")
    owner.get_by_label("Season", exact=True).fill("First")
    owner.get_by_label("First day").fill("2026-01-01")
    owner.get_by_role("button", name="Open the season").click()
    expect(owner.get_by_text("No game has counted yet")).to_be_visible()
    season = owner.url

    first = play(phone, club, FOUR, "Arras in one wind")
    owner.goto(season)
    expect(line(owner, 1)).to_contain_text("Noor")
    expect(line(owner, 4)).to_contain_text("Mika")
    correct_first_hand(phone, first)
    owner.reload()
    expect(line(owner, 1)).to_contain_text("Sven")
    expect(line(owner, 4)).to_contain_text("Noor")
    owner.goto(f"{club}ratings/riichi/")
    expect(line(owner, 1)).to_contain_text("Sven")
    owner.get_by_role("link", name="Sven").click()
    expect(owner.locator("main")).to_contain_text("100.0%")  # he won the only hand
    expect(owner.locator("main")).to_contain_text("5,200")

    # Sven kept no account: he makes one, joins the club, says who he is on its roster, and the game is his
    guest.goto("/account/signup/")
    make_account(guest, "Sven")
    guest.wait_for_url("**/me/")
    guest.goto(invitation)
    guest.get_by_role("button", name="Accept the invitation").click()
    guest.get_by_role("radio", name="Sven", exact=True).check()
    guest.get_by_role("button", name="That is me").click()
    guest.goto("/me/")
    expect(guest.get_by_role("link", name=re.compile("Sven .*1 game"))).to_be_visible()

    # a second evening is typed under another spelling; the owner merges the two
    second = play(phone, club, ("Odile", "Mika", "Noor B", "Rosa"), "Arras in one wind")
    owner.goto("/players/")
    owner.get_by_role("link", name=re.compile("^Noor 1 game")).click()
    owner.get_by_role("link", name="Merge with another player").click()
    owner.get_by_role("link", name=re.compile("^Noor B")).click()
    owner.get_by_role("button", name="Merge: it is one person").click()
    expect(owner.get_by_text("2 games")).to_be_visible()
    owner.goto(season)
    expect(owner.locator("main table").first).not_to_contain_text("Noor B")
    row = owner.locator("main table").first.locator("tbody tr", has_text="Noor")
    expect(row.locator("th, td").nth(3)).to_have_text("2")  # games
    other.goto("/me/")
    expect(other.get_by_role("link", name=re.compile("Noor .*2 games"))).to_be_visible()
    other.goto(f"{club}games/{code_of(second)}/")
    expect(other.locator("main")).not_to_contain_text("Noor B")
    axe_clean(other)

    wall = club.replace("/c/", "/wall/")
    owner_reads = [club, season, f"{season}evenings/", f"{season}games/", f"{club}ratings/riichi/", wall]
    owner_reads += [f"{club}record/", f"{club}games/", f"{club}players/", f"{club}members/", "/players/"]
    owner_reads += [f"{club}games/{code_of(first)}/", "/admin/clubs/player/", "/admin/clubs/account/"]
    phone_reads = [first, f"{first}log/", f"{first}end/", f"{first}sit/", f"{first}record.json", "/", "/me/"]
    assert names_sven(owner, owner_reads)[1] == season
    assert f"{first}record.json" in names_sven(phone, phone_reads)
    guest.goto("/me/")
    guest.get_by_role("link", name="Remove my account and my name").click()
    axe_clean(guest)
    guest.locator("[name=typed]").fill("Sven")
    guest.get_by_role("button", name="Remove for good").click()
    if "reauthenticate" in guest.url:  # the password, where it was not typed lately
        guest.get_by_label("Password").fill(PASSWORD)
        guest.get_by_role("button", name="Confirm").click()
    expect(guest.get_by_role("status")).to_contain_text("are deleted")
    assert names_sven(owner, owner_reads) == []
    assert names_sven(phone, phone_reads) == []
    owner.goto(season)
    expect(line(owner, 1).or_(owner.locator("main tbody tr")).filter(has_text="Player no.")).to_be_visible()
    two_weeks_later(first_start)
    assert names_sven(owner, owner_reads) == []
    assert names_sven(phone, phone_reads) == []
