"""After a hand every phone at the table says who pays whom, until it is put away or the next hand begins."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import link_to_join, record
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.games.riichi.browser.test_game import Table
from tests.waiting import within

CARD = ".table-strip .notice"
#: Chen rons Benoît, 3 han 40 fu: 5,200
RON = {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]}


def viewing_phone(table: Table, open_device: Callable[..., Page]) -> Page:
    other = open_device()
    other.goto(link_to_join(table.page, table.url, "viewer"))
    expect(other.locator(".board")).to_be_visible()
    return other


def test_four_phones_say_what_is_to_be_paid_after_a_hand_an_undo_and_a_correction(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    others = [second_phone(table, open_device) for _phone in range(2)]
    others.append(viewing_phone(table, open_device))
    phones = [phone, *others]
    for page in phones:
        wait_for_sign(page, "live")
    # Chen rons Benoît, 3 han 40 fu: 5,200 (published han-fu table), handed over as one 5,000 and two of 100
    table.ron(2, 1, "5,200")
    began = time.monotonic()
    for page in phones:
        card = page.locator(CARD)
        expect(card).to_contain_text("Benoît pays Chen 5,200", timeout=within(1_000))
        expect(card).to_contain_text("one 5,000 and two 100")
        expect(page.locator(".pill")).to_have_text("5,200")
        expect(page.locator(".arrows .head")).to_have_count(1)
        expect(card).to_be_in_viewport()
    print(f"shown after {1000 * (time.monotonic() - began):.0f} ms")
    axe_clean(phone)
    # whoever keeps the score takes it back there; whoever watches cannot
    expect(others[-1].locator(".bar").get_by_role("link", name="Undo")).to_have_count(0)
    phone.locator(".bar").get_by_role("link", name="Undo E1").click()
    phone.get_by_role("button", name="Undo hand E1").click()
    for page in phones:
        card = page.locator(CARD)
        expect(card).to_have_count(1, timeout=within(1_000))
        expect(card).to_contain_text("Chen pays Benoît 5,200")
        expect(card).to_contain_text("E1 was undone: only if paid.")

    # a correction says what is owed now
    record(phone, table.url, RON)
    # it was Dina who dealt in: she gives Benoît back the 5,200 that Chen has from him
    draft = '{"type":"win","wins":[{"winner":2,"from":3,"han":3,"fu":40}]}'
    phone.goto(f"{table.url}hand/1/?correct=1&draft={draft}")
    phone.locator("#confirm").click()
    expect(phone.locator("#confirm")).to_have_count(0)
    phone.goto(table.url)
    for page in phones:
        first, second = (page.locator(CARD).nth(turn) for turn in range(2))
        expect(first).to_contain_text("E1 was corrected.", timeout=within(1_000))
        expect(first).to_contain_text("Dina pays Benoît 5,200")
        # what the whole hand moves is there for whoever has paid nothing yet, behind it
        expect(second).to_contain_text("E1, if not paid yet.")
        expect(second).to_be_hidden()
    axe_clean(phone)
    phone.locator(CARD).get_by_role("link", name="1 of 2").click()
    expect(phone.locator(CARD)).to_have_count(1)
    phone.reload()
    expect(phone.locator(CARD)).to_have_count(1)
    # with the next hand all of it is gone
    record(phone, table.url, {"type": "win", "wins": [{"winner": 3, "from": 1, "han": 1, "fu": 30}]})
    expect(phone.locator(CARD)).to_contain_text("Benoît pays Dina")
    expect(phone.locator(CARD)).to_have_count(1)
