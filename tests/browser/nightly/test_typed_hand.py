"""A whole hand typed: by the keyboard alone, by thumb for every game, and in a browser without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.test_typed_hand import start


def confirm(page: Page) -> None:
    page.get_by_role("button", name="See who pays whom").click()
    button = page.get_by_role("button", name="Confirm", exact=True)
    expect(button).to_be_focused()  # the payments are in sight, and Enter records them
    expect(button).to_be_in_viewport()
    axe_clean(page)
    button.click()
    page.wait_for_url(re.compile("/t/[a-z0-9]+/$"))


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


@pytest.mark.parametrize("variant", HANDS)
def test_every_game_by_thumb(phone: Page, variant: str) -> None:
    url = start(phone, variant)
    phone.goto(f"{url}type/")
    axe_clean(phone)
    for fields in HANDS[variant]:
        choose(phone, **fields)
    assert phone.evaluate("document.documentElement.scrollWidth <= screen.width")
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
