"""The start page and the page of a new table, with hard names on phones of every shape."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mahjongclub.games.registry import games
from tests.browser.chromium import axe_clean
from tests.browser.opening import open_table
from tests.serving import RunningServer

HARD = (
    "Anne-Sophie de La Rochefoucauld",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "Marguerite",
    "ليلى منصور",
    "Łukasz Żółć",
)
SIZES = [(390, 844), (320, 640), (844, 390)]
#: words of the names in the cards that stand on two lines, or outside their card
BROKEN = """() => [...document.querySelectorAll(".whole:not(:empty), .running-seats bdi")].flatMap((name) => {
  const card = name.closest(".tile-card").getBoundingClientRect();
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return boxes.length > 1 || left < card.left - 1 || right > card.right + 1 ||
      top < card.top || bottom > card.bottom + 1;
  }).map(({ 0: word }) => word);
})"""
#: what is tapped and smaller than 44 px, but for text links and what stands for screen readers alone
TAPPED = "main :is(button, summary, .chair label[for^=east], .rules-card)"
SMALL = """(tapped) => [...document.querySelectorAll(tapped)].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && !one.classList.contains("sr") && (width < 44 || height < 44);
}).map((one) => one.outerHTML.slice(0, 80))"""


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), "the page scrolls sideways"
    page.wait_for_function(f"() => document.readyState === 'complete' && !({BROKEN})().length")
    assert page.evaluate(SMALL, TAPPED) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_every_game_starts_from_the_first_screen(
    open_device: Callable[..., Page], server: RunningServer, game, size: tuple[int, int]
) -> None:
    page = open_device(size)
    page.goto(f"{server.url}/new/?variant={game.key}")
    expect(page.locator("[data-start-button]")).to_be_in_viewport(ratio=1)
    for chair in range(game.variant.seats):
        page.locator(f"[name=name-{chair}]").fill(HARD[chair])
    page.locator("h1").click()
    fits(page)
    page.evaluate("scrollTo(0, 0)")
    start = page.locator("[data-start-button]")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    expect(page.locator("#table")).to_be_visible()
    page.goto(server.url)
    fits(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("mahjongclub")
    back = page.get_by_role("link", name="Back to the table")
    if game.variant.seats < 6 or size != (320, 640):
        expect(back).to_be_in_viewport()
    back.click()
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_who_is_new_sees_what_to_do_without_scrolling(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int]
) -> None:
    page = open_device(size)
    page.goto(server.url)
    fits(page)
    axe_clean(page)
    if size != (844, 390):
        expect(page.get_by_role("link", name="Start a table")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Start a table").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    axe_clean(page)


def test_a_tap_on_a_wind_makes_that_chair_east(phone: Page, server: RunningServer) -> None:
    phone.goto("/new/")
    for chair, name in enumerate(HARD[:4]):
        phone.locator(f"[name=name-{chair}]").fill(name)
    phone.locator("label[for=east-2]").click()
    expect(phone.locator("[data-start-button]")).to_have_text(f"Start: {HARD[2]} deals")
    shown = [phone.locator(f"label[for=east-{chair}] b:visible").inner_text() for chair in range(4)]
    assert shown == ["W", "N", "E", "S"]
    phone.locator("[data-start-button]").click()
    expect(phone.locator("#seat-0")).to_contain_text(HARD[2])
    expect(phone.locator(".bottom")).to_contain_text(HARD[0])


def test_chips_go_where_the_finger_was_and_out_again(phone: Page, server: RunningServer) -> None:
    open_table(phone, "riichi", HARD[:4], server.url)
    phone.goto("/new/")
    phone.locator("[name=name-2]").focus()
    chip = phone.locator("[data-pick] button", has_text="Marguerite")
    chip.click()
    expect(phone.locator("[name=name-2]")).to_have_value("Marguerite")
    expect(chip).to_have_attribute("aria-pressed", "true")
    phone.locator("[data-pick] button", has_text="田中").click()
    expect(phone.locator("[name=name-0]")).to_have_value("田中 愛子")
    chip.click()
    expect(phone.locator("[name=name-2]")).to_have_value("")


def test_other_rules_bring_their_own_options(phone: Page) -> None:
    phone.goto("/new/")
    phone.locator("[name=name-1]").fill("Zoé")
    phone.locator("[data-options] > summary").click()
    expect(phone.locator("[name=option-starting_points]")).to_have_value(re.compile("25.?000"))
    phone.locator(".rules-card", has_text="EMA 2025").click()
    expect(phone.locator("[name=option-starting_points]")).to_have_value(re.compile("30.?000"))
    expect(phone.locator("[name=name-1]")).to_have_value("Zoé")
