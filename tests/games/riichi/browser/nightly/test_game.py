"""An east-south game on a phone, as people play it: mistakes noticed later, double taps, reloads, a bust."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, link_to_join, record
from tests.games.riichi.browser.test_game import Table, table
from tests.waiting import within

#: notes which version of the table the page has heard of
HEARS = "document.addEventListener('table:news', ({ detail }) => { window.heard = detail; })"


def test_two_phones_at_one_table(table: Table, open_device: Callable[..., Page]) -> None:
    other = open_device()
    other.goto(link_to_join(table.page, table.url))
    expect(other.locator(".board")).to_be_visible()
    # both enter the same hand; the second is told, and keeps what was typed
    other.locator("#seat-3").click()
    expect(other.locator(".middle.self")).to_be_visible()
    other.locator("#seat-0").click()
    other.locator(".cell").first.click()
    answered(other)
    expect(other.get_by_role("button", name="Confirm")).to_be_visible()
    table.ron(1, 2, "5,200")
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("alert")).to_contain_text("Another phone recorded hand 1 meanwhile")
    expect(other.get_by_role("alert")).to_contain_text("Benoît wins by ron on Chen")
    other.locator(".sheet-head a").click()
    # the next hand appears on the other phone by itself
    record(table.page, table.url, {"type": "draw"})
    expect(other.locator(".middle .hand")).to_have_text("E3-1", timeout=within(3000))
    assert len(table.record()["hands"]) == 2


def test_a_phone_in_the_middle_of_a_hand_that_the_other_records_is_told_and_does_not_correct_it(
    table: Table, open_device: Callable[..., Page]
) -> None:
    other = open_device()
    other.add_init_script(HEARS)
    other.goto(link_to_join(table.page, table.url))
    expect(other.locator("[data-live-sign][data-state=live]")).to_be_attached()
    other.locator("#seat-3").click()
    expect(other.locator(".middle.self")).to_be_visible()
    table.ron(1, 2, "5,200")
    other.wait_for_function("() => window.heard")
    # news of the other phone does not tear the entry away: the next tap tells
    other.locator("#seat-0").click()
    expect(other.get_by_role("alert")).to_contain_text("Another phone recorded hand 1 meanwhile")
    expect(other.get_by_role("alert")).to_contain_text("Benoît wins by ron on Chen")
    axe_clean(other)
    # it was another hand: E2, Dina from Aiko
    other.locator(".cell", has_text="1,000").first.click()
    answered(other)
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(other.locator(".middle .hand")).to_have_text("E3")
    hands = table.record()["hands"]
    assert [hand["wins"][0]["winner"] for hand in hands] == [1, 3]


def test_undo_and_the_way_out_of_a_correction_are_pages_of_their_own(table: Table) -> None:
    page = table.page
    record(page, table.url, {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]})
    page.goto(f"{table.url}log/")
    page.locator("#line-1").click()
    page.get_by_role("link", name=re.compile("^Correct")).click()
    page.locator(".sheet-head a").click()
    expect(page).to_have_url(f"{table.url}log/")
    expect(page.locator("h1")).to_have_count(1)
    page.goto(table.url)
    page.locator(".bar").get_by_role("link", name="Undo").click()
    expect(page.locator("h1")).to_have_text("Undo the last hand")
    page.get_by_role("button", name="Undo hand E1").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    assert table.scores() == [25000] * 4


def test_back_from_the_tiles_shows_the_page_again(table: Table) -> None:
    page = table.page
    table.seat(1)
    table.seat(2)
    page.get_by_role("link", name="Count tiles").click()
    expect(page).to_have_url(re.compile("/tiles/"))
    page.go_back()
    # not the kept answer to the tap: that one has neither head nor style
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state()  # taps before are those of tests/browser/test_first_taps.py
    table.value("5,200")
    table.confirm()
    assert table.scores() == [25000, 30200, 19800, 25000]


def test_tiles_to_points(table: Table) -> None:
    page = table.page
    table.seat(1)
    table.tap(".middle.self", ".values")
    page.get_by_role("link", name="Count tiles").click()
    # 234m 567m 345p 66s 678s: tanyao, pinfu, menzen tsumo: 3 han 20 fu, 700/1300 (published table)
    tiles = ("2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p", "6s", "6s", "6s", "7s", "8s")
    for count, tile in enumerate(tiles):
        table.tap(f"#key-{tile}", f"#tiles .own a >> nth={count}")
    expect(page.locator("#tiles")).to_contain_text("Pinfu")
    expect(page.locator("#tiles")).to_contain_text("Tanyao")
    axe_clean(page)
    page.get_by_role("link", name=re.compile("Use this value")).click()
    table.confirm()
    assert table.scores() == [23700, 27700, 24300, 24300]


# colours and words fail apart from each other: two of the four pairs hold all there is to find
@pytest.mark.parametrize(("language", "dark"), [("en", False), ("fr", True)])
def test_no_screen_has_an_axe_violation(
    open_device: Callable[..., Page], language: str, dark: bool, phone: Page
) -> None:
    table = Table(phone)
    table.stick(0)
    table.ron(1, 2, "5,200")
    table.draw(0)
    share = phone.request.get(f"{table.url}share/").text()
    link = re.search(r"/t/\w+/join/[0-9a-f]+/", share)
    assert link
    page = open_device(language=language, dark=dark)
    page.goto(link.group())
    win = {"type": "win", "wins": [{"winner": 1, "from": 2}]}
    whole = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    drafts = [{"type": "win", "wins": [{"winner": 1}]}, win, whole, {"type": "draw"}]
    here = table.url
    addresses = [here, *(f"{here}hand/3/?draft={json.dumps(draft)}" for draft in drafts)]
    addresses += [f"{here}{name}/" for name in ("more", "log", "sit", "swap", "sticks", "share", "rules")]
    addresses += [f"{here}{name}/" for name in ("undo", "close", "hand/1", "hand/1/delete")]
    addresses += [f"{here}hand/3/tiles/?draft={json.dumps(win)}", "/", "/new/", "/new/?preset=tenhou"]
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        axe_clean(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{address} is {width} wide"
    page.goto(f"{here}close/")
    page.locator("main form button").last.click()
    page.wait_for_url("**/end/")
    axe_clean(page)


__all__ = ["table"]
