"""More and No winner on phones of three sizes: what a finger needs is there without scrolling."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.opening import open_table

HARD = ("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور")


def test_sounds_are_turned_on_from_the_first_board(phone: Page) -> None:
    open_table(phone, "riichi", HARD)
    if phone.get_by_role("link", name="Which seat is yours?").is_visible():
        phone.get_by_role("button", name="Do not ask for my seat").tap()
    phone.get_by_role("button", name="Turn on sounds").tap()
    expect(phone.locator("html[data-chime=on]")).to_be_attached()
    expect(phone.get_by_role("button", name="Turn on sounds")).to_be_hidden()
