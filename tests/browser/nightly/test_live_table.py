"""Two phones at one table: what one enters the other shows, and what has not changed stays untouched."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, link_to_join, open_table, record
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.games.riichi.browser.test_game import Table
from tests.http_phone import HttpPhone
from tests.serving import RunningServer
from tests.waiting import within


def test_a_table_that_has_not_changed_is_not_swapped(phone: Page) -> None:
    table = Table(phone)
    wait_for_sign(phone, "live")
    phone.wait_for_timeout(1_500)  # the look that a stream of a fresh table begins with
    phone.evaluate("document.querySelector('#table').untouched = true")
    with phone.expect_response(lambda answer: answer.url == table.url) as answer:
        phone.evaluate("document.body.dispatchEvent(new CustomEvent('table:changed', {bubbles: true}))")
    assert answer.value.status == 304
    phone.wait_for_timeout(200)
    assert phone.evaluate("document.querySelector('#table').untouched") is True


def test_hands_in_quick_succession_are_all_shown(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    """News that comes while the last is being fetched is not lost."""
    table = Table(phone)
    wait_for_sign(phone, "live")
    code = table.url.rstrip("/").rpartition("/")[2]
    other = HttpPhone(server.url)
    other.join(link_to_join(phone, table.url).removeprefix(server.url))
    seen = other.look(code)
    for hand in range(6):
        assert other.confirm(code, (seen[0] + hand, seen[1] + hand), f"{hand:032x}") == 302
    expect(phone.locator(f'#table[data-version="{seen[0] + 6}"]')).to_be_attached(timeout=within(1_500))


def test_a_phone_whose_right_was_taken_back_is_told_so_where_it_stands(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    entering, *resting = (second_phone(table, open_device) for _phone in range(2))
    for page in (entering, *resting):
        wait_for_sign(page, "live")
        expect(page.locator("html[data-ready]")).to_be_attached()
    entering.locator("#seat-2").click()
    entering.locator("#seat-1").click()
    entering.locator(".cell").first.click()
    expect(entering.get_by_role("button", name="Confirm")).to_be_visible()
    phone.goto(f"{table.url}share/")
    phone.get_by_role("button", name="Stop others from scoring").click()
    # a table that lies open becomes one to look at, an open sheet says why it cannot be confirmed
    for page in resting:
        expect(page.get_by_role("navigation", name="This table")).to_be_visible(timeout=within(1_000))
    entering.get_by_role("button", name="Confirm").click()
    expect(entering.get_by_text("This phone may no longer enter hands")).to_be_in_viewport()


def test_the_score_sheet_beside_the_board_stays_when_a_hand_is_confirmed(
    open_device: Callable[..., Page],
) -> None:
    laptop = open_device((1280, 800), touch=False)
    cast = ("Marguerite", "Anne-Sophie de La Rochefoucauld", "田中 愛子", "ليلى منصور")
    table = open_table(laptop, "riichi", cast)
    # its own news has it look at the table, and the answer to that takes long
    laptop.route(re.compile(re.escape(table) + r"(\?.*)?$"), lambda route: None)
    laptop.locator("#seat-0").click()
    laptop.locator("#seat-2").click()
    laptop.locator(".values .cell").first.click()
    answered(laptop)
    with laptop.expect_request(re.compile(re.escape(table) + r"(\?.*)?$")):
        laptop.locator("#confirm").click()
    rows = laptop.locator("#beside tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_be_visible()


def test_a_laptop_has_the_score_sheet_beside_the_board_and_a_phone_does_not_ask_for_it(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    asked: list[str] = []
    phone.on("request", lambda one: asked.append(one.url))
    win = {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]}
    record(phone, table.url, win)
    laptop = open_device((1280, 800), touch=False)
    laptop.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    laptop.route("**/css/beside*.css", lambda route: None)
    # not to its end: where the sheet is there early, that waits for the style
    laptop.goto(table.url, wait_until="commit")
    rows = laptop.locator("#beside tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("30,200")
    # its style is late: it does not lie below the board until then
    expect(rows).to_be_hidden()
    laptop.unroute("**/css/beside*.css")
    expect(rows).to_be_visible()
    board, sheet = (laptop.locator(one).bounding_box() for one in (".board", "#beside"))
    assert board
    assert sheet
    assert sheet["x"] >= board["x"] + board["width"]
    axe_clean(laptop)
    record(phone, table.url, {"type": "draw"})
    expect(rows).to_have_count(2, timeout=within(8_000))
    assert not [url for url in asked if "/sheet/" in url]


def test_the_sign_says_when_the_table_is_out_of_reach_and_when_it_is_back(phone: Page) -> None:
    Table(phone)
    wait_for_sign(phone, "live")
    sign = phone.get_by_role("status").filter(has_text="Live")
    expect(sign).to_have_count(1)
    phone.context.set_offline(True)
    wait_for_sign(phone, "asking")
    expect(phone.locator("[data-live-sign]")).to_have_text("reconnecting")
    word, title = (phone.locator(one).bounding_box() for one in (".live", ".table-title"))
    assert word
    assert title
    assert word["x"] >= title["x"] + title["width"]  # the game's name stays readable
    phone.context.set_offline(False)
    wait_for_sign(phone, "live")
