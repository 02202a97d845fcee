"""The end sent to a chat as text and picture, and the score sheet that follows the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.opening import open_table, record, stop
from tests.games.riichi.browser.test_game import NAMES

#: Chen rons Benoît, 3 han 40 fu: 5,200
RON = {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]}


def ended(phone: Page) -> str:
    """A table whose players stopped after a hand, its end shown; the table's address."""
    table = open_table(phone, "riichi", NAMES)
    record(phone, table, RON)
    stop(phone, table)
    phone.wait_for_url("**/end/")  # by itself: the table has ended
    return table


def test_a_browser_that_sends_nothing_copies_and_downloads(phone: Page) -> None:
    phone.add_init_script("delete Navigator.prototype.share")
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ended(phone)
    phone.get_by_text("Share the ranking").click()
    picture = phone.get_by_role("img", name="Picture of the ranking")
    expect(picture).to_have_js_property("naturalWidth", 1080)
    expect(phone.get_by_role("button", name="Send the ranking")).to_have_count(0)
    phone.get_by_role("button", name="Copy the text").click()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert "1. Chen: 30,200 (+40.2)" in copied
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download the picture").click()
    assert download.value.suggested_filename.endswith(".png")
