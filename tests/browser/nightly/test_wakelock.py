"""The screen stays on while the table is shown: the lock is taken again when the phone comes back."""

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.test_wakelock import SCREEN, holds
from tests.games.riichi.browser.test_game import Table


def test_one_lock_is_enough_and_a_page_without_a_table_takes_none(phone: Page) -> None:
    phone.add_init_script(SCREEN)
    phone.goto("/")
    phone.evaluate("window.show(true)")
    holds(phone, "0 of 0")
    Table(phone)
    holds(phone, "1 of 1")
    phone.evaluate("window.show(true)")
    phone.wait_for_timeout(100)
    holds(phone, "1 of 1")


#: a page as over plain HTTP from another machine
PLAIN = "Object.defineProperty(window, 'isSecureContext', { get: () => false });"


def test_over_plain_http_the_table_says_that_the_screen_will_go_dark_until_dismissed(phone: Page) -> None:
    phone.add_init_script(PLAIN)
    Table(phone)
    note = phone.locator("[data-dims]")
    expect(note).to_contain_text("this screen will go dark")
    axe_clean(phone)
    note.get_by_role("button", name="Dismiss").click()
    expect(note).to_have_count(0)
    phone.reload()
    expect(phone.locator("#table")).to_be_visible()
    expect(phone.locator("[data-dims]")).to_be_hidden()
    phone.goto("/phone/#plain-http")
    expect(phone.get_by_role("heading", name="A screen that stays on")).to_be_visible()


def test_where_the_screen_is_kept_on_nothing_is_said(phone: Page) -> None:
    Table(phone)
    expect(phone.locator("#table")).to_be_visible()
    expect(phone.locator("[data-dims]")).to_be_hidden()
    phone.goto("/phone/")
    expect(phone.get_by_role("heading", name="A screen that stays on")).to_be_hidden()
