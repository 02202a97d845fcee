"""The end of a game on a phone: all places on the first screen, the tiles turned one by one, its links."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import link_to_join, open_table, record, stop
from tests.serving import RunningServer

HARD = (
    *("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور"),
    *("Łukasz Żółć", "O'Brien"),
)
HANDS = {
    "riichi": {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]},
    "sanma": {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 30}]},
    "six": {"type": "round", "events": [], "tenpai": [{"seat": 3, "all_pungs": False}]},
    "ten": {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]},
}
SEATS = {"riichi": 4, "sanma": 3, "six": 6, "ten": 2}
#: what no line of the screen may do: lie outside of it, or an amount stand on two lines
FAULTS = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
  const foot = document.querySelector(".end-foot").getBoundingClientRect();
  for (const place of document.querySelectorAll(".end-places > li")) {
    const box = place.getBoundingClientRect();
    if (box.bottom > foot.top) faults.push(`${place.innerText} is below ${foot.top}`);
    for (const part of place.children) {
      const inner = part.getBoundingClientRect();
      const inside = inner.right <= box.right + 1 && inner.bottom <= box.bottom + 1;
      if (!inside) faults.push(`${part.innerText} leaves its tile`);
    }
    const total = place.querySelector(".total");
    if (total.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(total).fontSize)) {
      faults.push(`${total.innerText} on two lines`);
    }
  }
  for (const button of document.querySelectorAll(".end-foot :is(a, button)")) {
    const below = button.getBoundingClientRect().bottom > innerHeight;
    if (below) faults.push(`${button.innerText} is below the screen`);
  }
  return faults;
}"""


def new_phone(
    browser: Browser, server: RunningServer, size: tuple[int, int] = (390, 844), motion: str = "reduce"
) -> BrowserContext:
    """A phone of this size whose owner wishes so much motion."""
    options = device_options(size) | {"base_url": server.url, "reduced_motion": motion}
    return browser.new_context(**options)


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
@pytest.mark.parametrize("variant", list(HANDS))
def test_all_places_and_what_to_do_next_stand_on_the_first_screen(
    browser: Browser, server: RunningServer, variant: str, size: tuple[int, int]
) -> None:
    context = new_phone(browser, server, size)
    page = context.new_page()
    table = open_table(page, variant, HARD[: SEATS[variant]])
    record(page, table, HANDS[variant])
    if variant != "riichi":  # which ends by itself, with a player out of points
        stop(page, table)
    page.wait_for_url("**/end/")  # by itself: the table has ended
    expect(page.locator(".end-places > li")).to_have_count(SEATS[variant])
    assert page.evaluate(FAULTS) == []
    if size == (390, 844):
        last = page.locator(".end-places > li").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 620
        axe_clean(page)
    context.close()


def test_the_tiles_turn_by_themselves_and_a_tap_turns_them_all(
    browser: Browser, server: RunningServer
) -> None:
    context = new_phone(browser, server, motion="no-preference")
    page = context.new_page()
    table = open_table(page, "riichi", HARD[:4])
    stop(page, table)
    page.wait_for_url("**/end/")
    board = page.locator(".end-board")
    expect(page.get_by_text("Tap to turn them all.")).to_be_visible()
    board.tap()
    expect(page.get_by_text("Tap to turn them all.")).to_be_hidden()
    page.reload()  # seen once, it stays open
    expect(board).not_to_have_class("turning")
    expect(page.get_by_text("Tap to turn them all.")).to_be_hidden()
    context.close()


def test_whoever_wants_less_motion_sees_the_result_at_once(browser: Browser, server: RunningServer) -> None:
    context = new_phone(browser, server)
    page = context.new_page()
    table = open_table(page, "riichi", HARD[:4])
    stop(page, table)
    page.wait_for_url("**/end/")
    expect(page.get_by_text("Tap to turn them all.")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is level")
    context.close()


def test_the_other_phones_are_led_to_the_end_and_correct_a_hand_from_there(
    browser: Browser, server: RunningServer, phone: Page
) -> None:
    table = open_table(phone, "riichi", HARD[:4])
    context = browser.new_context(base_url=server.url, **device_options())
    other = context.new_page()
    other.goto(link_to_join(phone, table))
    other.goto(table)
    expect(other.locator("[data-live-sign]")).to_have_attribute("data-state", "live")
    record(phone, table, HANDS["riichi"])
    other.wait_for_url("**/end/")
    expect(other.get_by_role("heading", level=1)).to_contain_text("Σοφία Παπαδοπούλου wins")
    other.get_by_role("link", name="Correct a hand").tap()
    expect(other.locator("#hand-1").get_by_role("link", name="Correct")).to_be_visible()
    context.close()
