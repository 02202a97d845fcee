"""A small tournament from a phone: drawn, opened by one tap, played, its ranking on a laptop, published."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.test_club import make_account, ron

PLAYERS = "Aiko\nBenoît\nChen\nDina"


def test_a_tournament_of_one_round_from_a_phone(open_device: Callable[..., Page]) -> None:
    phone, laptop = open_device(), open_device((1280, 800), touch=False, language="fr")
    phone.goto("/account/signup/?next=/clubs/new/")
    make_account(phone, "Theo")
    phone.get_by_label("Name of the club").fill("Mahjong Douai")
    phone.get_by_label(re.compile("^Public")).check()
    phone.get_by_role("button", name="Found the club").click()
    phone.get_by_role("link", name="Tournaments").click()
    axe_clean(phone)
    phone.get_by_role("link", name="New tournament").click()
    phone.get_by_label("Name", exact=True).fill("Douai open")
    phone.get_by_label("Rounds", exact=True).fill("0")
    phone.get_by_role("button", name="Go on to the players").click()
    expect(phone.locator("#id_round_count_error")).to_be_visible()
    expect(phone.get_by_label("Name", exact=True)).to_have_value("Douai open")
    axe_clean(phone)
    phone.get_by_label("Rounds", exact=True).fill("1")
    phone.get_by_role("button", name="Go on to the players").click()
    phone.get_by_role("link", name="Enter the players").click()
    phone.get_by_label("Players, one a line").fill(PLAYERS)
    axe_clean(phone)
    phone.get_by_role("button", name="Keep the list").click()
    tournament = phone.url
    phone.get_by_role("button", name="Draw the seating").click()
    expect(phone.get_by_text("Nobody but organisers sees it yet.")).to_be_visible()
    axe_clean(phone)
    phone.get_by_role("button", name="Publish the seating").click()
    laptop.goto(tournament)
    expect(laptop.get_by_text("Il est publié à la fin du tournoi.")).to_be_visible()
    axe_clean(laptop)

    phone.get_by_role("button", name="Open the tables of round 1").click()
    expect(phone.get_by_text("1 table is open.")).to_be_visible()
    axe_clean(phone)
    phone.get_by_role("button", name=re.compile("^Start the round")).click()
    expect(phone.get_by_role("timer")).to_be_visible()
    phone.get_by_role("link", name="Table cards with QR codes").click()
    expect(phone.locator(".table-cards svg")).to_have_count(1)
    axe_clean(phone)
    phone.go_back()
    phone.get_by_role("button", name=re.compile("^Keep the score")).click()
    expect(phone.locator(".board")).to_be_visible()
    south = phone.locator("#seat-1 .who > span").last.inner_text()
    table = phone.url
    ron(phone, 1, 2, "5,200")
    expect(phone.locator(".sheet")).to_have_count(0)
    phone.goto(f"{table}close/")
    phone.get_by_role("button", name="Stop here and rank").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(south)

    phone.goto(tournament)
    expect(phone.locator("#ranking tbody tr").first).to_contain_text(south)
    axe_clean(phone)
    phone.get_by_role("link", name="Publish the final ranking").click()
    axe_clean(phone)
    phone.get_by_role("button", name="Publish it as final").click()
    expect(phone.get_by_text("The final ranking is published.")).to_be_visible()
    laptop.reload()
    expect(laptop.locator("#ranking tbody tr").first).to_contain_text(south)
    axe_clean(laptop)
