"""The log on a phone: one line a hand; a tap opens what it says, Back closes it, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import link_to_join, open_table, record
from tests.serving import RunningServer

HARD = ("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور")
HANDS: list[dict[str, Any]] = [
    {"type": "win", "wins": [{"winner": 3, "from": 2, "han": 3, "fu": 40}]},
    {"type": "draw", "tenpai": [0, 3], "riichi": [3]},
    {"type": "win", "wins": [{"winner": 1, "from": 0, "han": 3, "fu": 30}]},
    {"type": "chombo", "offenders": [2]},
    {"type": "win", "wins": [{"winner": 0, "from": None, "han": 2, "fu": 30}]},
]


def test_a_tap_anywhere_on_a_line_opens_it(phone: Page) -> None:
    table = open_table(phone, "riichi", HARD)
    record(phone, table, HANDS[0])
    phone.goto(f"{table}log/")
    for cell in phone.locator("#score-sheet tbody tr").first.locator("td").all():
        cell.tap()
        expect(phone.locator("#hand-1")).to_be_visible()
        phone.keyboard.press("Escape")
        expect(phone.locator("#hand-1")).to_be_hidden()


ORDINARY = ("Marguerite", "Jean-Pierre", "O’Brien", "Bo")


#: the players' names over the columns: text and box
HEADS = """() => [...document.querySelectorAll(".score-sheet thead th + th > :last-child")].map((head) => {
  const text = document.createRange();
  text.selectNodeContents(head);
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return [head.textContent, left, right, top, bottom];
})"""


def lines_in_sight(page: Page) -> int:
    """How many whole lines of hands the first screen shows."""
    return int(
        page.evaluate(
            """() => [...document.querySelectorAll(".score-sheet tbody tr")]
            .filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length"""
        )
    )


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
@pytest.mark.parametrize("names", [HARD, ORDINARY], ids=["hard", "ordinary"])
def test_no_name_over_a_column_of_the_log_is_cut_broken_or_under_another(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    page = open_device(size)
    table = open_table(page, "riichi", names, server.url)
    record(page, table, HANDS[0])
    page.goto(f"{table}log/")
    heads = page.evaluate(HEADS)
    assert [name for name, *_box in heads][1:] == ["Σοφία Π.", "田中 愛子", "ليلى منصور"] or names != HARD
    for name, left, right, top, bottom in heads:
        assert left >= 0, name
        assert right <= size[0], name
        assert bottom - top < 24, name  # one line
    for one, other in combinations(heads, 2):
        apart = one[2] <= other[1] or other[2] <= one[1] or one[4] <= other[3] + 1 or other[4] <= one[3] + 1
        assert apart, (one, other)


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_the_log_fits_its_phone_and_a_line_opens_and_closes(
    browser: Browser, server: RunningServer, size: tuple[int, int]
) -> None:
    context = browser.new_context(base_url=server.url, **device_options(size))
    page = context.new_page()
    table = open_table(page, "riichi", HARD)
    for hand in HANDS:
        record(page, table, hand)
    page.goto(f"{table}log/")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    line, card = page.locator("#line-3"), page.locator("#hand-3")
    expect(card).to_be_hidden()
    axe_clean(page)
    line.tap()
    expect(card).to_be_visible()
    expect(card).to_contain_text("Σοφία Παπαδοπούλου wins by ron")
    box = card.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1] + 1
    axe_clean(page)
    page.locator("#line-1").dispatch_event("click")
    expect(page.locator("#hand-1")).to_be_visible()
    expect(card).to_be_hidden()
    page.go_back()
    expect(page.locator("#hand-1")).to_be_hidden()
    expect(page).to_have_url(f"{table}log/")
    context.close()


#: what cannot be read in the lines of hands: words broken in two, small letters, amounts that touch
UNREADABLE = """() => {
  const faults = [];
  const boxes = (node) => {
    const text = document.createRange();
    text.selectNodeContents(node);
    return [...text.getClientRects()].filter(({ width }) => width);
  };
  for (const words of document.querySelectorAll(".score-sheet tbody th small")) {
    const node = words.firstChild;
    for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const text = document.createRange();
      text.setStart(node, index);
      text.setEnd(node, index + word.length);
      if (text.getClientRects().length > 1) faults.push(`broken: ${word}`);
    }
    if (parseFloat(getComputedStyle(words).fontSize) < 14) faults.push(`small: ${words.textContent}`);
  }
  for (const row of document.querySelectorAll(".score-sheet tbody tr")) {
    let before = { right: Math.max(...boxes(row.querySelector("small")).map(({ right }) => right)) };
    for (const amount of row.querySelectorAll("td > span")) {
      const inner = boxes(amount);
      const own = amount.matches(".won") ? amount.getBoundingClientRect() : null;
      const left = Math.min(...inner.map((box) => box.left));
      const right = Math.max(...inner.map((box) => box.right));
      const beyond = own && (left < own.left + 1 || right > own.right - 1);
      if (beyond) faults.push(`beyond its frame: ${amount.innerText}`);
      if ((own?.left ?? left) < before.right + 2) faults.push(`touches its neighbour: ${amount.innerText}`);
      before = { right: own?.right ?? right };
    }
  }
  return faults;
}"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("game", ["riichi", "hongkong"])
def test_no_word_of_a_line_is_broken_and_no_gain_touches_another_amount(
    open_device: Callable[..., Page], server: RunningServer, size: tuple[int, int], language: str, game: str
) -> None:
    page = open_device(size, language=language)
    table = open_table(page, game, HARD, server.url)
    value = {"han": 11, "fu": 30} if game == "riichi" else {"faan": 10}
    for winner, source in ((1, None), (2, 1)):
        record(page, table, {"type": "win", "wins": [{"winner": winner, "from": source, **value}]})
    page.goto(f"{table}log/")
    assert page.evaluate(UNREADABLE) == []


def test_the_log_says_on_which_day_a_hand_of_another_day_was_played(phone: Page) -> None:
    table = open_table(phone, "riichi", ("Marguerite", "Jean-Pierre", "Bo", "Ann"))
    record(phone, table, HANDS[0])
    for later, shown in ((timedelta(), False), (timedelta(days=1), True)):
        phone.clock.set_fixed_time(datetime.now(UTC) + later)
        phone.goto(f"{table}log/")
        phone.locator("#line-1").dispatch_event("click")
        time = phone.locator("#hand-1 .line-head time").first.inner_text()
        assert (str(datetime.now(UTC).year) in time) == shown, time


def test_thirteen_hands_stand_on_one_screen_of_a_phone(phone: Page) -> None:
    table = open_table(phone, "riichi", ("Marguerite", "Jean-Pierre", "Bo", "Ann"))
    for _hand in range(13):
        record(phone, table, {"type": "draw", "tenpai": [0]})  # the dealer stays
    phone.goto(f"{table}log/")
    assert lines_in_sight(phone) == 13
    heights = phone.locator(".score-sheet tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.getBoundingClientRect().height)"
    )
    top = phone.locator(".score-sheet tbody").bounding_box()
    assert top is not None
    assert max(heights) <= 54
    assert top["y"] + 13 * max(heights) <= 844


def test_a_card_stays_open_as_another_phone_records_and_escape_closes_it(
    phone: Page, server: RunningServer
) -> None:
    table = open_table(phone, "riichi", HARD)
    record(phone, table, HANDS[0])
    phone.goto(f"{table}log/")
    phone.locator("#line-1").tap()
    expect(phone.locator("#hand-1")).to_be_visible()
    record(phone.context.new_page(), table, HANDS[1])
    expect(phone.locator("#line-2")).to_be_visible()
    expect(phone.locator("#hand-1")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator("#hand-1")).to_be_hidden()


def test_without_scripts_a_line_opens_and_is_corrected(
    browser: Browser, server: RunningServer, phone: Page
) -> None:
    table = open_table(phone, "riichi", HARD)
    record(phone, table, HANDS[0])
    plain = browser.new_context(base_url=server.url, **device_options(javascript=False))
    page = plain.new_page()
    page.goto(link_to_join(phone, table))
    page.goto(f"{table}log/")
    page.locator("#line-1").tap()
    expect(page.locator("#hand-1")).to_be_visible()
    page.locator("#hand-1").get_by_role("link", name="Close").tap()
    expect(page.locator("#hand-1")).to_be_hidden()
    page.locator("#line-1").tap()
    page.get_by_role("link", name="Correct").tap()
    expect(page.locator(".sheet")).to_contain_text("This is what was recorded")
    plain.close()
