"""A whole hand typed: by the keyboard alone, by thumb for every game, and in a browser without script."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.opening import open_table

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Farid")
SEATS = {"ten": 2, "six": 6}


def start(page: Page, variant: str = "riichi") -> str:
    """A started table; the address it has."""
    return open_table(page, variant, NAMES[: SEATS.get(variant, 4)])


def test_a_riichi_hand_by_the_keyboard_alone(open_device: Callable[..., Page]) -> None:
    page = open_device((1280, 800), touch=False)
    start(page)
    keys = page.keyboard
    link = page.get_by_role("link", name="Type the hand")
    for _ in range(12):
        keys.press("Tab")
        if link.evaluate("link => link === document.activeElement"):
            break
    expect(link).to_be_in_viewport()
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Type the hand")).to_be_visible()
    page.wait_for_load_state()  # a script hides what is not asked for, and Tab leaves it out
    page.get_by_role("radio", name="Win", exact=True).focus()
    keys.press("Space")
    keys.press("Tab")
    keys.press("Tab")  # Benoît won
    keys.press("Space")
    for _ in range(3):
        keys.press("Tab")
    expect(page.get_by_role("radio", name="self-drawn")).to_be_focused()
    for _ in range(3):
        keys.press("ArrowDown")  # from Chen
    expect(page.locator("[name=from][value='2']")).to_be_checked()
    keys.press("Tab")
    keys.type("3")
    keys.press("Tab")
    keys.type("40")
    for _ in range(7):
        keys.press("Tab")  # past the yaku, the dead hands and the riichi sticks
    expect(page.get_by_role("button", name="See who pays whom")).to_be_focused()
    keys.press("Enter")
    # published table: 3 han 40 fu
    expect(page.get_by_text("Chen pays Benoît 5,200", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    keys.press("Enter")
    page.wait_for_url(re.compile("/t/[a-z0-9]+/$"))
    expect(page.locator("#seat-1 .score")).to_have_text("30,200")
