"""The table in every game, played with the hard cast: nothing moves, nothing is cut or out of sight."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, gone_back, open_table, record, stop
from tests.serving import RunningServer

HARD = (
    "Anne-Sophie de La Rochefoucauld",
    "Σοφία Παπαδοπούλου",
    "",
    "ليلى منصور",
    "田中 愛子",
    "Jean-Pierre",
    "Łukasz Żółć",
)
ORDINARY = ("Marguerite", "Jean-Pierre", "Ann", "Bo", "O’Brien", "Łukasz", "Maximiliane")
SIZES = ((390, 844), (390, 664), (320, 640), (844, 390))

#: what is wrong with the page as it stands, in words
FAULTS = """() => {
  const faults = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
  const bar = document.querySelector(".bar")?.getBoundingClientRect();
  const sheet = document.querySelector(".sheet");
  const wide = document.documentElement.scrollWidth > screen.width + 1;
  if (wide) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const right = (part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return words.getBoundingClientRect().right;
  };
  for (const amount of document.querySelectorAll(".score, .pill, .delta, .cell b")) {
    if (!shown(amount)) continue;
    const box = amount.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(amount).fontSize);
    if (box.height > 2.1 * size && !amount.matches(".pill")) faults.push(`two lines: ${amount.textContent}`);
    const inSheet = sheet?.contains(amount);
    if (box.left < -1 || box.right > screen.width + 1) faults.push(`outside: ${amount.textContent}`);
    const beyond = box.top < -1 || box.bottom > innerHeight + 1;
    if (!inSheet && beyond) faults.push(`out of sight: ${amount.textContent}`);
  }
  for (const limit of document.querySelectorAll(".limits .cell small")) {
    const words = document.createRange();
    words.selectNodeContents(limit);
    const wide = words.getBoundingClientRect().width > limit.closest(".cell").clientWidth + 1;
    if (shown(limit) && wide) faults.push(`wider than its cell: ${limit.textContent}`);
  }
  for (const name of document.querySelectorAll(".place .who")) {
    const [inner, outer] = [name.getBoundingClientRect(), name.closest(".place").getBoundingClientRect()];
    const size = parseFloat(getComputedStyle(name).fontSize);
    if (size < 16) faults.push(`a name of ${size} px`);
    const beyond = inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    if (name.scrollWidth > name.clientWidth + 1 || beyond) faults.push(`cut: ${name.textContent.trim()}`);
  }
  for (const part of document.querySelectorAll(".place > :is(.wind-tile, .score, .meta)")) {
    const [inner, outer] = [part.getBoundingClientRect(), part.parentElement.getBoundingClientRect()];
    const below = inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1;
    const framed = part.matches(".meta") && part.querySelector(".delta") && outer.right - right(part) < 6;
    const beyond = below || framed || inner.top < outer.top - 1;
    if (shown(part) && beyond) faults.push(`beyond its card: ${part.className} ${part.textContent.trim()}`);
  }
  const notice = document.querySelector(".notice:not([hidden])");
  const words = notice?.querySelector(".scroll-y");
  if (words && !sheet) {
    const beyond = words.getBoundingClientRect().bottom > notice.getBoundingClientRect().bottom + 1;
    if (words.scrollHeight > words.clientHeight + 1 || beyond) faults.push(`cut: ${words.innerText}`);
  }
  const next = [...document.querySelectorAll(".table-title > p")].find(shown);
  const longer = next?.querySelector(".next-line") && next.scrollWidth > next.clientWidth + 1;
  if (longer) faults.push(`cut: ${next.innerText}`);
  for (const summary of document.querySelectorAll(".notice:not([hidden]) summary")) {
    const { height } = summary.getBoundingClientRect();
    if (!sheet && height < 48) faults.push(`${height} px to tap: ${summary.textContent}`);
  }
  for (const head of document.querySelectorAll("#table.paid .arrows .head")) {
    const one = head.getBoundingClientRect();
    for (const place of document.querySelectorAll(".place")) {
      const card = place.getBoundingClientRect();
      const wide = Math.min(one.right, card.right) - Math.max(one.left, card.left);
      const high = Math.min(one.bottom, card.bottom) - Math.max(one.top, card.top);
      if (wide > 2 && high > 2) faults.push(`an arrow lies over ${place.innerText}`);
    }
  }
  if (bar && !sheet) {
    for (const part of document.querySelectorAll(".place, .notice:not([hidden]), .confirm .button, .pill")) {
      const box = part.getBoundingClientRect();
      const beside = box.right <= bar.left + 1 || box.bottom <= bar.top + 1 || box.top >= bar.bottom - 1;
      if (shown(part) && !beside) faults.push(`under the bar: ${part.className}`);
    }
  }
  return faults;
}"""
#: where every seat lies
SEATS = """() => [...document.querySelectorAll(".board .place")].map((place) => {
  const { left, top, width, height } = place.getBoundingClientRect();
  return [place.parentElement.className, ...[left, top, width, height].map(Math.round)].join(" ");
}).sort()"""


class Felt:
    """A table that is looked at after each step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.places: list[str] = []

    def look(self, step: str) -> None:
        """Nothing is cut, in two lines or out of sight, and no seat has moved since the first look."""
        answered(self.page)
        expect(self.page.locator(".htmx-settling, .htmx-added")).to_have_count(0)
        faults = self.page.evaluate(FAULTS)
        assert faults == [], (step, faults)
        places = self.page.evaluate(SEATS)
        self.places = self.places or places
        assert places == self.places, step

    def tap(self, selector: str, brings: str, step: str) -> None:
        self.page.locator(selector).first.click()
        expect(self.page.locator(brings).first).to_be_visible()
        self.look(step)

    def payers_in_sight(self, count: int | None = None) -> None:
        pills = self.page.locator(".pill")
        if count is not None:
            expect(pills).to_have_count(count)
        for pill in pills.all():
            expect(pill).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(
    "size",
    [(320, 640), *(pytest.param(size, marks=pytest.mark.nightly) for size in SIZES if size != (320, 640))],
    ids=str,
)
@pytest.mark.parametrize(
    "names", [HARD, pytest.param(ORDINARY, marks=pytest.mark.nightly)], ids=["hard", "ordinary"]
)
def test_a_riichi_game_with_hard_names_stands_still_from_the_first_tap_to_the_ranking(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    page = open_device(size)
    table = open_table(page, "riichi", names[:4], server.url)
    felt = Felt(page)
    felt.look("idle")
    felt.tap("#stick-2", "#stick-2[aria-pressed=true]", "a riichi")
    felt.tap("#seat-2", ".middle.self", "the winner")
    felt.tap("#seat-0", ".values", "who dealt in")
    felt.tap(".cell", "#confirm", "the value")
    felt.payers_in_sight(1)
    felt.tap("#confirm", ".notice", "a ron paid")
    felt.payers_in_sight(1)
    axe_clean(page)
    felt.tap(".notice .dismiss", ".seat-asked", "the notice dismissed")
    felt.tap(".seat-asked .tool", ".last", "no seat chosen")
    felt.tap("#seat-1", ".middle.self", "the next winner")
    felt.tap(".middle.self", ".values", "a tsumo")
    felt.tap(".cell", "#confirm", "its value")
    felt.payers_in_sight(3)
    felt.tap("#confirm", ".notice", "a tsumo paid")
    felt.payers_in_sight(3)
    gone_back(page)
    record(page, table, {"type": "draw", "tenpai": [0, 3]})
    page.goto(table)
    felt.look("a draw")
    page.locator(".bar .undo").click()
    page.locator("main form .danger").click()
    expect(page.locator(".step-idle")).to_be_visible()
    felt.look("an undo")
    draft = json.dumps({"type": "win", "wins": [{"winner": 2, "from": 3, "han": 2, "fu": 30}]})
    page.goto(f"{table}hand/1/?correct=1&draft={draft}")
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0)
    page.goto(table)
    expect(page.locator(".notice").first).to_be_visible()
    felt.look("a correction")
    page.goto("about:blank")  # the page of the table would go to the end by itself
    stop(page, table)
    page.goto(f"{table}end/")
    last = page.locator(".end-places > li").last
    if size[1] > 600:
        expect(last).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_back_follows_every_step_and_never_records_a_hand_twice(phone: Page, server: RunningServer) -> None:
    table = open_table(phone, "riichi", ORDINARY[:4], server.url)
    steps = [".step-idle", ".step-from", ".step-value", ".step-confirm"]
    for control, brings in (("#seat-1", steps[1]), ("#seat-2", steps[2]), (".cell", steps[3])):
        phone.locator(control).first.click()
        expect(phone.locator(brings)).to_be_attached()
        answered(phone)
    for step in reversed(steps[:3]):
        phone.go_back()
        expect(phone.locator(step)).to_be_attached()
    for step in steps[1:]:
        phone.go_forward()
        expect(phone.locator(step)).to_be_attached()
    phone.locator("#confirm").click()
    expect(phone.locator('#table[data-played="1"]')).to_be_attached()
    gone_back(phone)
    expect(phone).to_have_url(table)
    # what Forward comes to is no draft of the hand that was recorded
    for _step in range(3):
        phone.go_forward()
        expect(phone.locator(".step-idle")).to_be_attached()
        expect(phone.locator("#confirm, .alert, .note.warning").filter(visible=True)).to_have_count(0)
    phone.go_back()
    expect(phone.locator('.step-idle[data-played="1"]')).to_be_attached()
    # Cancel leaves no step behind
    phone.goto(table)
    phone.locator("#seat-1").click()
    phone.locator("#seat-2").click()
    expect(phone.locator(".values").first).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator(".step-idle")).to_be_attached()
    expect(phone).to_have_url(table)
    assert len(phone.request.get(f"{table}record.json").json()["hands"]) == 1
