"""A whole hand typed: by the keyboard alone, by thumb for every game, and in a browser without script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_again, axe_clean
from tests.browser.opening import open_table
from tests.searching import few

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Farid")
SEATS = {"ten": 2, "six": 6}


def start(page: Page, variant: str = "riichi") -> str:
    """A started table; the address it has."""
    return open_table(page, variant, NAMES[: SEATS.get(variant, 4)])


def confirm(page: Page) -> None:
    page.get_by_role("button", name="See who pays whom").click()
    button = page.get_by_role("button", name="Confirm", exact=True)
    expect(button).to_be_focused()  # the payments are in sight, and Enter records them
    expect(button).to_be_in_viewport()
    axe_again(page)
    button.click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+/$"))


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


def choose(page: Page, **fields: str) -> None:
    """Fill the fields in order; a control that is not asked for cannot be reached."""
    for name, value in fields.items():
        field = page.locator(f"[name={name.replace('_', '-')}]")
        kind = field.first.evaluate("field => field.type")
        if kind in ("radio", "checkbox"):
            page.locator(f"[name={name}][value='{value}']").click()
        elif kind.startswith("select"):
            field.select_option(value)
        else:
            field.fill(value)


HANDS = {
    "classical": [
        {"end": "win", "winner": "1", "from": "self", "points_0": "4", "points_1": "22"},
        {"points_2": "0", "points_3": "8"},
    ],
    "taiwanese": [{"end": "win", "won": "1", "from": "2", "tai_1": "4"}],
    "hongkong": [{"end": "win", "won": "1", "from": "2", "faan_1": "4", "guarantor_1": "0"}],
    "american": [{"end": "win", "winner": "1", "from": "2", "value": "25"}],
    "ten": [{"end": "win", "declared": "1", "value": "4", "fu": "30"}],
    "six": [
        {"event_0": "concealed", "seat_0": "2"},
        {"event_1": "win", "seat_1": "1", "hand_1": "pure", "kongs_1": ""},
        {"tenpai_3": "tenpai"},
    ],
    "riichi": [{"end": "draw", "tenpai": "2"}],
}


@pytest.mark.parametrize("variant", few(HANDS, "six"))
def test_every_game_by_thumb(phone: Page, variant: str) -> None:
    url = start(phone, variant)
    phone.goto(f"{url}type/")
    axe_clean(phone)
    for fields in HANDS[variant]:
        choose(phone, **fields)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    confirm(phone)
    phone.goto(f"{url}log/")
    expect(phone.locator(".hand-card")).to_have_count(1)


def test_only_what_the_end_asks_for_is_shown(phone: Page) -> None:
    phone.goto(f"{start(phone)}type/")
    won, tenpai, fu = (
        phone.locator("[data-field=won]"),
        phone.locator("[data-field=tenpai]"),
        "[data-field=fu-1]",
    )
    expect(won).to_be_hidden()
    choose(phone, end="draw")
    expect(tenpai).to_be_visible()
    choose(phone, end="win", won="1", value_1="4")
    expect(tenpai).to_be_hidden()
    expect(phone.locator(fu)).to_be_visible()
    choose(phone, value_1="mangan")
    expect(phone.locator(fu)).to_be_hidden()
    expect(phone.locator("[data-field=pao-1]")).to_be_hidden()
    choose(phone, value_1="yakuman-1")
    expect(phone.locator("[data-field=pao-1]")).to_be_visible()
    expect(phone.locator("[data-field=value-2]")).to_be_hidden()


def test_rows_of_a_round_for_six_appear_as_they_are_needed(phone: Page) -> None:
    phone.goto(f"{start(phone, 'six')}type/")
    rows = phone.locator("[data-row]:visible")
    expect(rows).to_have_count(1)
    choose(phone, event_0="exposed")
    expect(rows).to_have_count(2)
    expect(phone.locator("[data-field=hand-0]")).to_be_hidden()
    choose(phone, event_1="win")
    expect(rows).to_have_count(3)
    expect(phone.locator("[data-field=hand-1]")).to_be_visible()
    choose(phone, event_0="")
    expect(rows).to_have_count(3)  # what is filled stays in sight, and so does the room for more


def test_without_script_and_in_french(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640), language="fr", dark=True, javascript=False)
    page.goto(f"{start(page)}type/")
    page.get_by_text("Victoire", exact=True).click()
    page.get_by_role("button", name="Voir qui paie qui").click()
    expect(page.locator("[data-field=won] .error")).to_have_text("Qui a gagné\u202f?")
    page.locator("[name=won][value='1']").check()
    page.locator("[name=from][value=self]").check()
    page.locator("[name=value-1]").select_option("mangan")
    page.get_by_role("button", name="Voir qui paie qui").click()
    page.get_by_role("button", name="Confirmer", exact=True).click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+/$"))
    # published table: mangan drawn by a non-dealer is 2000/4000
    expect(page.locator("#seat-1 .score")).to_have_text(re.compile("33.000"))
