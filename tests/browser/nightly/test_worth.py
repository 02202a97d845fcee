"""A hand's worth on a phone: light, clean to axe, told without script, its tiles tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from mahjongclub.games.registry import games
from tests.browser.chromium import axe_clean
from tests.browser.opening import worth_page
from tests.browser.screens import TILES, TSUMO

FIRST_LOAD = 40_000
#: bytes over the wire of all that a page has fetched, itself among it
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, one) => sum + one.transferSize, 0)"""
KEYS = [game.key for game in games()]


PAGES = (
    "/value/",
    *(f"/value/{key}/" for key in KEYS),
    worth_page("riichi", TSUMO),
    worth_page("riichi", TILES),
    "/value/riichi/options/",
    "/practice/",
    "/practice/riichi/?level=1&hand=7",
    "/practice/classical/?level=3&hand=4&take=1",
    "/practice/riichi/?level=2&hand=9&guess=3900&take=1",
)


@pytest.mark.parametrize(
    "address", ["/value/", "/practice/", worth_page("riichi", TILES), *[f"/value/{key}/" for key in KEYS]]
)
def test_the_first_load_is_light(phone, address):
    phone.goto(address)
    phone.wait_for_load_state("networkidle")
    assert 5_000 < phone.evaluate(WEIGHT) <= FIRST_LOAD


@pytest.mark.parametrize(
    ("size", "dark", "language"),
    [((390, 844), False, "en"), ((320, 640), True, "fr")],
)
def test_every_page_is_clean_and_fits(open_device, size, dark, language):
    page = open_device(size, dark=dark, language=language)
    for address in PAGES:
        page.goto(address)
        axe_clean(page)
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), address


def test_tiles_are_tapped_as_at_a_table_and_their_fu_are_told(phone):
    phone.goto(worth_page("riichi", TILES, "tiles/"))
    phone.get_by_role("link", name="Use this value").click()
    expect(phone.get_by_role("table", name="South", exact=True)).to_contain_text("Ippatsu")
    expect(phone.get_by_role("button", name="Print")).to_be_visible()
    expect(phone.get_by_role("img", name="QR code of the link to this hand")).to_be_visible()
    link = phone.get_by_label("Link", exact=True).input_value()
    phone.goto(link)
    expect(phone.get_by_role("table", name="South", exact=True)).to_contain_text("Ippatsu")
    phone.go_back()
    phone.go_back()
    expect(phone.get_by_role("heading", name="The winning hand of South")).to_be_visible()


def test_a_hand_is_printed_as_an_explanation_without_its_questions(phone):
    phone.goto(worth_page("riichi", TILES))
    phone.emulate_media(media="print")
    expect(phone.get_by_role("table", name="South", exact=True)).to_contain_text("Ippatsu")
    expect(phone.get_by_role("heading", name="What is paid here")).to_be_visible()
    expect(phone.get_by_role("img", name="QR code of the link to this hand")).to_be_visible()
    for hidden in ("Use these rules", "Change the options", "Copy the link", "Print", "Another hand"):
        expect(phone.get_by_text(hidden, exact=True)).to_be_hidden()
