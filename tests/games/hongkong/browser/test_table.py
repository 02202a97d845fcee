"""A Hong Kong session on a phone: four taps, who pays for all, patterns ticked."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, open_table

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


def scores(page: Page) -> list[int]:
    """The points before each player, in the order of their names."""
    found = {}
    for place in page.locator(".place").all():
        name = next(name for name in NAMES if name in place.inner_text())
        shown = place.locator(".score").inner_text()
        found[name] = int(shown.replace(",", "").replace("−", "-"))
    return [found[name] for name in NAMES]


def confirm(page: Page) -> None:
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".step-idle")).to_be_visible()
    answered(page)


def test_a_session_on_a_phone(phone: Page) -> None:
    open_table(phone, "hongkong", NAMES)
    axe_clean(phone)

    # E1 in four taps: the association's payment of three faan
    phone.locator(".place >> text=Benoît").click()
    answered(phone)
    phone.locator(".place >> text=Aiko").click()
    answered(phone)
    expect(phone.locator(".faan-keys")).to_be_visible()
    axe_clean(phone)
    phone.locator(".cell", has_text=re.compile(r"^\s*3 faan")).click()
    expect(phone.get_by_role("button", name="Confirm")).to_be_visible()
    answered(phone)
    axe_clean(phone)
    confirm(phone)
    assert scores(phone) == [-32, 32, 0, 0]

    # E2, eight faan drawn, and who pays for all: 3 x 128
    phone.locator(".place >> text=Benoît").click()
    answered(phone)
    phone.locator(".middle.self").click()
    answered(phone)
    phone.locator(".cell", has_text=re.compile(r"^\s*8 faan")).click()
    answered(phone)
    phone.locator(".confirm").get_by_role("link", name="Edit").click()
    answered(phone)
    phone.locator("text=Robbed kong, paying for all").click()
    answered(phone)
    phone.locator(".chip >> text=Dina").click()
    expect(phone.locator(".sheet")).to_contain_text("Dina pays Benoît 384")
    expect(phone.locator(".chip.chosen >> text=Dina")).to_be_visible()
    answered(phone)
    axe_clean(phone)
    confirm(phone)
    assert scores(phone) == [-32, 416, 0, -384]

    # E2-1, patterns ticked: too few are a note, enough are taken
    phone.locator(".place >> text=Chen").click()
    answered(phone)
    phone.locator(".place >> text=Aiko").click()
    answered(phone)
    phone.get_by_role("link", name="Tick the patterns").click()
    count = phone.locator("#faan-count")
    expect(count).to_contain_text("A hand needs 3 faan to win, and this one has 0.")
    phone.locator("label.choice", has_text="Half flush").click()
    expect(count).to_contain_text("3 faan")
    expect(count).not_to_contain_text("A hand needs")
    answered(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= screen.width")
    axe_clean(phone)
    phone.get_by_role("button", name="Use this value").click()
    confirm(phone)
    assert scores(phone) == [-64, 416, 32, -384]
