"""The end sent to a chat as text and picture, and the score sheet that follows the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import link_to_join, open_table, record
from tests.browser.test_share import RON, ended
from tests.games.riichi.browser.test_game import Table
from tests.waiting import within

#: a browser that can send: what it was given is kept, for Chromium without a screen has nobody to send to
SENDS = """
window.sent = [];
navigator.share = async (told) => { window.sent.push(told); };
navigator.canShare = (told) => FILES && Boolean(told.files);
"""


@pytest.mark.parametrize("files", ["true", "false"])
def test_the_ranking_is_sent_with_its_picture_where_the_phone_sends_pictures(phone: Page, files: str) -> None:
    phone.add_init_script(SENDS.replace("FILES", files))
    ended(phone)
    phone.get_by_text("Share the ranking").click()
    axe_clean(phone)
    phone.get_by_role("button", name="Send the ranking").click()
    phone.wait_for_function("() => window.sent.length === 1")
    text = phone.evaluate("window.sent[0].text")
    assert text == phone.locator("#ranking-text").input_value()
    assert "1. Chen: 30,200 (+40.2)" in text.splitlines()
    sizes = phone.evaluate("(window.sent[0].files ?? []).map((file) => [file.type, file.size > 10000])")
    assert sizes == ([["image/png", True]] if files == "true" else [])


def test_without_a_network_the_text_is_sent_alone(phone: Page) -> None:
    phone.add_init_script(SENDS.replace("FILES", "true"))
    ended(phone)
    phone.route("**/ranking.png", lambda route: route.abort())
    phone.get_by_text("Share the ranking").click()
    phone.get_by_role("button", name="Send the ranking").click()
    phone.wait_for_function("() => window.sent.length === 1")
    assert phone.evaluate("Object.keys(window.sent[0])") == ["text"]


def test_without_javascript_text_and_picture_are_there(phone: Page) -> None:
    table = ended(phone)
    context = phone.context.browser.new_context(**device_options(javascript=False))  # type: ignore[union-attr]
    context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{table}end/")
    page.get_by_text("Share the ranking").click()
    expect(page.locator("#ranking-text")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the text")).to_have_count(0)
    expect(page.get_by_role("link", name="Download the picture")).to_be_visible()
    context.close()


def test_a_hand_entered_on_one_phone_is_a_row_on_the_other_s_score_sheet(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    other = open_device()
    other.goto(link_to_join(phone, table.url, "viewer"))
    other.goto(f"{table.url}sheet/")
    expect(other.get_by_text("No hand has been recorded yet.")).to_be_visible()
    table.ron(2, 1, "5,200")
    expect(other.get_by_role("row", name="E1 ron")).to_be_visible(timeout=within(2_000))
    other.get_by_role("link", name="E1 ron").click()
    expect(other.get_by_text("Chen wins by ron on Benoît")).to_be_visible()
    table.ron(3, 1, "1,000")
    expect(other.get_by_role("row", name="E2 ron")).to_be_visible(timeout=within(2_000))
    other.get_by_role("link", name="E2 ron").click()
    expect(other.get_by_text("Dina wins by ron on Benoît")).to_be_visible()
    axe_clean(other)


@pytest.mark.parametrize("width", [390, 320])
def test_four_players_fit_the_score_sheet_without_scrolling(phone: Page, width: int) -> None:
    names = ("Aiko", "Benoît de la Tour-Maubourg", "Chen", "Wolfeschlegelsteinhausen")
    table = open_table(phone, "riichi", names)
    record(phone, table, RON)
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(f"{table}sheet/")
    box = phone.locator(".scroll")
    assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    axe_clean(phone)
    phone.get_by_role("link", name="E1 ron").click()
    phone.get_by_role("link", name="Correct E1").click()
    phone.wait_for_url("**/hand/1/?seen=*")
