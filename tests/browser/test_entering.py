"""What one phone enters is seen on the others while it goes on, and is gone by itself."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import device_options
from tests.browser.opening import link_to_join, open_table, record
from tests.serving import RunningServer

HARD = ("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور")
LISTEN = """() => {
  window.heard = [];
  document.addEventListener("table:entering", ({ detail }) => window.heard.push(detail));
}"""


def test_the_other_phones_see_who_enters_until_the_hand_is_recorded(
    browser: Browser, server: RunningServer, phone: Page
) -> None:
    table = open_table(phone, "riichi", HARD)
    phone.goto(f"{table}sit/")
    phone.get_by_role("button", name=HARD[1]).tap()
    phone.wait_for_url(table)
    context = browser.new_context(base_url=server.url, **device_options())
    viewer = context.new_page()
    viewer.goto(link_to_join(phone, table, "viewer"))
    viewer.goto(table)
    viewer.evaluate(LISTEN)
    expect(viewer.locator("[data-live-sign]")).to_have_attribute("data-state", "live")
    phone.locator("#seat-3").tap()
    expect(viewer.locator("#seat-1.entering")).to_be_visible()
    assert viewer.evaluate("window.heard") == [{"seat": 1, "name": HARD[1]}]
    expect(viewer.locator(".waiting")).to_have_text(f"{HARD[1]} is entering…")
    expect(phone.locator(".entering")).to_have_count(0)
    record(phone, table, {"type": "draw", "tenpai": []})
    expect(viewer.locator(".entering")).to_have_count(0)
    assert viewer.evaluate("window.heard.at(-1)") is None
    context.close()
