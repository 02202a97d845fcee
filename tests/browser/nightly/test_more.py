"""More and No winner on phones of three sizes: what a finger needs is there without scrolling."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import open_table
from tests.browser.test_more import HARD
from tests.serving import RunningServer

DRAW = {"type": "draw", "tenpai": [0, 1], "riichi": [0]}
#: whatever in the sheet is wider than it, or an entry too small for a finger
FAULTS = """() => {
  const sheet = document.querySelector(".sheet");
  const faults = sheet.scrollWidth > sheet.clientWidth ? ["wider than the sheet"] : [];
  for (const one of sheet.querySelectorAll("a:not(.skip), button, .toggle")) {
    const { width, height, right } = one.getBoundingClientRect();
    if (!width || !one.checkVisibility()) continue;
    if (height < 47 || width < 47) faults.push(`${one.innerText} is ${width} x ${height}`);
    if (right > screen.width) faults.push(`${one.innerText} leaves the screen`);
  }
  return faults;
}"""


@pytest.mark.parametrize("variant", ["riichi", "ten"])
def test_more_has_its_twelve_entries_without_scrolling(phone: Page, variant: str) -> None:
    table = open_table(phone, variant, HARD[: 2 if variant == "ten" else 4])
    phone.get_by_role("link", name="More", exact=True).tap()
    sheet = phone.locator(".sheet")
    expect(sheet.get_by_role("link", name="End the game")).to_be_visible()
    expect(sheet.locator(".entries").nth(1).get_by_role("button")).to_have_count(3)
    if variant == "riichi":
        assert sheet.locator(".entries > li:visible").count() == 12
        assert sheet.evaluate("(sheet) => sheet.scrollHeight - sheet.clientHeight") <= 1
    assert phone.evaluate(FAULTS) == []
    axe_clean(phone)
    phone.go_back()
    expect(sheet).to_have_count(0)
    expect(phone).to_have_url(table)


def test_more_is_seen_once_its_style_has_come(phone: Page) -> None:
    open_table(phone, "riichi", HARD)
    held: list[Route] = []
    phone.route("**/css/more.*css", lambda route: held.append(route))
    with phone.expect_request("**/css/more.*css"):
        phone.get_by_role("link", name="More", exact=True).tap()
    position = phone.locator("[data-flat-choice] button")
    expect(position).to_have_count(2)
    expect(phone.locator(".sheet h2")).to_be_visible()
    expect(position.filter(visible=True)).to_have_count(0)
    held[0].continue_()
    expect(position.filter(visible=True)).to_have_count(1)


def test_the_entries_of_the_phone_turn_on_and_off_in_place(phone: Page) -> None:
    open_table(phone, "riichi", HARD)
    phone.get_by_role("link", name="More", exact=True).tap()
    look = phone.get_by_role("button", name="Light or dark")
    expect(look).to_have_count(1)  # the sheet's own style has come
    for now, theme in (("light", "light"), ("dark", "dark"), ("as the phone", None)):
        look.tap()
        expect(look).to_contain_text(now)
        assert phone.evaluate("document.documentElement.dataset.theme ?? null") == theme
    sound = phone.get_by_role("button", name="Sound")
    expect(sound).to_contain_text("off")
    sound.tap()
    expect(sound).to_contain_text("on")
    assert phone.evaluate("localStorage.getItem('chime')") == "on"


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_no_winner_asks_on_one_screen(browser: Browser, server: RunningServer, size: tuple[int, int]) -> None:
    context = browser.new_context(base_url=server.url, **device_options(size))
    page = context.new_page()
    table = open_table(page, "riichi", HARD)
    page.goto(f"{table}hand/1/?draft={json.dumps(DRAW)}")
    expect(page.get_by_text("田中 愛子 and")).to_be_visible()
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    assert page.evaluate(FAULTS) == []
    page.locator("#tenpai-2").tap()
    expect(page.locator(".toggle.chosen")).to_have_count(3)
    if size == (390, 844):
        axe_clean(page)
    page.locator("#confirm").tap()
    expect(page.locator(".sheet")).to_have_count(0)
    context.close()


def test_a_phone_is_asked_for_sounds_once(phone: Page) -> None:
    table = open_table(phone, "riichi", HARD)
    ask = phone.get_by_role("button", name="Turn on sounds")
    if phone.get_by_role("link", name="Which seat is yours?").is_visible():  # it is asked for first
        expect(ask).to_have_count(0)
        phone.get_by_role("button", name="Do not ask for my seat").tap()
    expect(ask).to_be_visible()
    axe_clean(phone)
    phone.get_by_role("button", name="No sounds").tap()
    expect(ask).to_be_hidden()
    phone.goto(table)
    expect(phone.locator("html[data-ready]")).to_be_attached()
    expect(ask).to_be_hidden()
    assert phone.evaluate("document.documentElement.dataset.chime ?? null") is None
