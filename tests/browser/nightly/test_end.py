"""The end of a game on a phone: all places on the first screen, the tiles turned one by one, its links."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import new_phone, open_table, record, stop
from tests.browser.test_end import HANDS, HARD
from tests.serving import RunningServer

SEATS = {"riichi": 4, "sanma": 3, "six": 6, "ten": 2}
#: what no line of the screen may do: lie outside of it, or an amount stand on two lines
FAULTS = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > screen.width) faults.push("wider than the screen");
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


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (320, 640), (844, 390)])
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


#: amounts of the score sheet that run into their neighbour, and lists whose words have no width left
CROWDED = """() => {
  const faults = [];
  const drawn = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector("span, b") ?? cell);
    return [cell.querySelector(".won"), range].filter(Boolean).map((one) => one.getBoundingClientRect());
  };
  for (const row of document.querySelectorAll(".score-sheet tr:has(td)")) {
    const boxes = [...row.querySelectorAll("td")].map(drawn).filter((cell) => cell.every((box) => box.width));
    for (const [before, after] of boxes.slice(1).map((box, at) => [boxes[at], box])) {
      const [end, start] = [Math.max(...before.map((b) => b.right)), Math.min(...after.map((b) => b.left))];
      if (end > start) faults.push(row.innerText);
    }
  }
  for (const words of document.querySelectorAll(".item > .grow")) {
    if (words.getBoundingClientRect().width < 140) faults.push(words.innerText);
  }
  return faults;
}"""


def test_a_yakuman_in_french_runs_into_nothing_on_the_narrowest_phone(
    browser: Browser, server: RunningServer
) -> None:
    options = device_options((320, 640), language="fr") | {"base_url": server.url}
    context = browser.new_context(**options)
    page = context.new_page()
    table = open_table(page, "riichi", HARD[:4])
    record(page, table, {"type": "win", "wins": [{"winner": 0, "from": 1, "yakuman": 1}]})
    page.wait_for_url("**/end/")
    assert page.evaluate(CROWDED) == []
    rules = page.locator(".end-game bdi")
    expect(rules).to_have_text("Règles à la maison")
    expect(rules).to_be_in_viewport(ratio=1)  # not cut behind the date
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
    expect(page.get_by_text("Tap to turn all tiles.")).to_be_visible()
    board.tap()
    expect(page.get_by_text("Tap to turn all tiles.")).to_be_hidden()
    page.reload()  # seen once, it stays open
    expect(board).not_to_have_class("turning")
    expect(page.get_by_text("Tap to turn all tiles.")).to_be_hidden()
    context.close()


def test_whoever_wants_less_motion_sees_the_result_at_once(browser: Browser, server: RunningServer) -> None:
    context = new_phone(browser, server)
    page = context.new_page()
    table = open_table(page, "riichi", HARD[:4])
    stop(page, table)
    page.wait_for_url("**/end/")
    expect(page.get_by_text("Tap to turn all tiles.")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everybody is level")
    context.close()
