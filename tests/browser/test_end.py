"""The end of a game on a phone: all places on the first screen, the tiles turned one by one, its links."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import device_options
from tests.browser.opening import link_to_join, open_table, record
from tests.serving import RunningServer

HARD = (
    *("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور"),
    *("Łukasz Żółć", "O'Brien"),
)
HANDS = {
    "riichi": {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]},
    "sanma": {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 30}]},
    "six": {"type": "round", "events": [], "tenpai": [{"seat": 3, "all_pungs": False}]},
    "ten": {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]},
}


def test_the_other_phones_are_led_to_the_end_and_correct_a_hand_from_there(
    browser: Browser, server: RunningServer, phone: Page
) -> None:
    table = open_table(phone, "riichi", HARD[:4])
    context = browser.new_context(base_url=server.url, **device_options())
    other = context.new_page()
    other.goto(link_to_join(phone, table))
    other.goto(table)
    expect(other.locator("[data-live-sign]")).to_have_attribute("data-state", "live")
    record(phone, table, HANDS["riichi"])
    other.wait_for_url("**/end/")
    expect(other.get_by_role("heading", level=1)).to_contain_text("Σοφία Παπαδοπούλου wins")
    other.get_by_role("link", name="Correct a hand").tap()
    expect(other.locator("#hand-1").get_by_role("link", name="Correct")).to_be_visible()
    context.close()
