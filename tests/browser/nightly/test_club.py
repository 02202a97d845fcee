"""A club's first evening: founded on a phone, members by link, its own rules, a table, the wall above it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean, led_to
from tests.browser.opening import make_account, ron, signed_up
from tests.browser.test_club import TELEVISION, fits
from tests.waiting import within


def join_by(page: Page, link: str, name: str) -> None:
    """Follow an invitation as somebody who has no account yet."""
    page.goto(link)
    axe_clean(page)
    page.get_by_role("link", name="Create an account").click()
    make_account(page, name)
    page.get_by_role("button", name="Accept the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who are you here?")
    axe_clean(page)
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mahjong Arras")


def test_a_clubs_first_evening(open_device: Callable[..., Page]) -> None:
    owner, friend, other = open_device(), open_device(), open_device()
    owner.goto("/account/signup/?next=/clubs/new/")
    make_account(owner, "Odile")
    axe_clean(owner)
    owner.get_by_label("Name of the club").fill("Mahjong Arras")
    club = led_to(owner.get_by_role("button", name="Create the club"))

    owner.get_by_role("link", name="Invitations").click()
    owner.get_by_label("Scorer").check()
    owner.get_by_label("For how many people").fill("2")
    owner.get_by_role("button", name="Create the invitation").click()
    axe_clean(owner)
    link = owner.get_by_label("Link").input_value()
    join_by(friend, link, "Mika")
    join_by(other, link, "Noor")
    owner.goto(f"{club}members/")
    expect(owner.locator("main .list > li")).to_have_count(3)

    owner.goto(f"{club}rules/new/")
    owner.get_by_label("Name of these rules").fill("Arras in one wind")
    owner.get_by_label("Rounds").fill("1")
    owner.get_by_role("button", name="Save the house rules").click()
    expect(owner.locator("main .list > li", has_text="Arras in one wind")).to_be_visible()

    owner.goto(f"{club}evenings/new/")
    owner.get_by_label("Where").fill("Café du Beffroi")
    evening = led_to(owner.get_by_role("button", name="Create the evening"))
    owner.get_by_role("link", name="Common clock for all tables").click()
    axe_clean(owner)
    owner.get_by_role("button", name="Show a shared clock").click()

    owner.goto(f"{club}wall/")
    television = open_device(TELEVISION, touch=False)
    television.goto(owner.get_by_label("Link").input_value())
    expect(television.locator(".wall")).to_contain_text("No table is playing yet.")
    expect(television.locator(".wall")).to_contain_text("90:00")

    friend.goto("/")
    expect(friend.get_by_text("Café du Beffroi")).to_be_visible()
    axe_clean(friend)
    friend.get_by_role("link", name="Open a table for tonight").click()
    friend.locator(".rules-card", has_text="Arras in one wind").click()
    for number, name in enumerate(("Odile", "Mika", "Noor", "Pia"), 1):
        friend.locator(f"[name=name-{number - 1}]").fill(name)
    friend.get_by_role("button", name=re.compile("^Start")).click()
    expect(friend.locator(".board")).to_be_visible()
    expect(television.locator(".wall-table")).to_have_count(1)

    television.wait_for_timeout(1_200)  # the look that a stream begins with
    confirmed = ron(friend, 2, 1, "5,200")
    expect(television.locator(".wall-table")).to_contain_text("30,200", timeout=within(1_000))
    print(f"on the wall after {1000 * (time.monotonic() - confirmed):.0f} ms")
    assert fits(television)
    axe_clean(television)

    owner.goto(evening)
    owner.get_by_role("button", name="Start the clock").click()
    expect(television.locator("#clock")).to_contain_text("89:5", timeout=within(3_000))
    owner.get_by_role("button", name="Pause", exact=True).click()
    expect(television.locator("#clock")).to_contain_text("Paused", timeout=within(2_000))
    axe_clean(owner)


def test_a_club_is_founded_in_the_time_zone_of_the_browser(open_device: Callable[..., Page]) -> None:
    page = open_device(zone="Pacific/Auckland")
    signed_up(page, "Aroha", "/clubs/new/")
    page.goto("/clubs/new/")
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Auckland")
    page.get_by_label("Name of the club").fill("Tāmaki Mahjong")
    page.get_by_role("button", name="Create the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tāmaki Mahjong")
    page.goto(f"{page.url}settings/")
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Auckland")
