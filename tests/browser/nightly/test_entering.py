"""What one phone enters is seen on the others while it goes on, and is gone by itself."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.opening import open_table
from tests.browser.test_entering import HARD, LISTEN
from tests.serving import RunningServer


def test_an_entry_given_up_is_forgotten_after_some_seconds(
    browser: Browser, server: RunningServer, phone: Page
) -> None:
    table = open_table(phone, "riichi", HARD)
    phone.clock.install()
    phone.goto(table)
    phone.evaluate(LISTEN)
    expect(phone.locator("[data-live-sign]")).to_have_attribute("data-state", "live")
    heard, times = {"seat": 2, "page": "0"}, 0
    while not phone.locator("#seat-2.entering").count():  # what the stream says as it begins ends an entry
        assert times < 10
        phone.evaluate(
            "(detail) => document.dispatchEvent(new CustomEvent('table:heard', { detail }))", heard
        )
        times += 1
    expect(phone.locator("#seat-2.entering")).to_be_visible()
    phone.clock.run_for(6500)
    expect(phone.locator(".entering")).to_have_count(0)
    assert phone.evaluate("window.heard") == [{"seat": 2, "name": HARD[2]}, None] * times
