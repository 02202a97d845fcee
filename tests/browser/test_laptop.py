"""A club on a laptop: through the rail by keyboard alone, its overview on one screen, forty rows at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import found_club, send

NAMES = [f"{first} {last}" for first in ("Aiko", "Bram", "Chen", "Dina") for last in "NOPQRSTUVW"]


def club_with_forty(page: Page, name: str) -> str:
    """A club of that name and of the page's owner, with forty people; its address."""
    club = found_club(page, f"Odile {name}", name, "members")
    form = page.request.get(f"{club}players/").text()
    send(page, f"{club}players/", form, {"name": "\n".join(NAMES), "add": "1"})
    return club


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.nightly)])
def test_a_club_on_a_laptop_by_keyboard_alone(open_device: Callable[..., Page], language: str) -> None:
    page = open_device((1920, 1080), language=language, dark=language == "fr", touch=False)
    club = club_with_forty(page, f"Cambrai {language}")
    page.goto(f"{club}players/")
    rows = page.locator("#roster > li")
    expect(rows).to_have_count(len(NAMES))
    last = rows.last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= 1080, "forty rows stand on one screen"
    axe_clean(page)

    # Tab comes to the rail right after the way past it, and from link to link.
    page.goto(club)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    for stop in (".rail-club", ".rail input[type=search]", ".rail a[aria-keyshortcuts='1']"):
        page.keyboard.press("Tab")
        expect(page.locator(stop)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{club}games/")
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading
    assert heading["y"] < 100, "a page with little on it is not stretched"
    axe_clean(page)

    # The keys: a digit is a place of the rail, / the search, ? their list, u the way back.
    for digit, rest in (("5", "players/"), ("3", "leagues/"), ("1", "")):
        page.wait_for_load_state()  # before its script is there, a page knows no keys
        page.keyboard.press(digit)
        expect(page).to_have_url(f"{club}{rest}")
        expect(page.locator(f".rail a[aria-keyshortcuts='{digit}']")).to_have_attribute(
            "aria-current", "page"
        )
    axe_clean(page)
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.type("chen p")
    page.keyboard.press("Enter")
    expect(page.locator("main .list a")).to_contain_text(["Chen P"])
    axe_clean(page)
    page.wait_for_load_state()
    page.keyboard.press("j")
    expect(page.locator("main .list a").first).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    axe_clean(page)
    page.get_by_role("dialog").get_by_role("checkbox").press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    here = page.url
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert page.url == here, "the keys are put away, all but the one that shows them"
    page.get_by_role("dialog").get_by_role("checkbox").press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page).to_have_url(club)
