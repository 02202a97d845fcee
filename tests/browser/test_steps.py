"""Between the table and Confirm a tap asks nobody: what it shows is what the server would have answered."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.opening import open_table, record
from tests.serving import RunningServer

FOUR = ("Aiko", "Benoît", "Chen", "Dina")


def test_a_correction_is_there_before_its_hand_is_tapped_and_shows_what_another_phone_changed(
    phone: Page, server: RunningServer
) -> None:
    table = open_table(phone, "riichi", FOUR, server.url) or phone.url
    record(phone, table, {"type": "draw"})
    with phone.expect_request_finished(lambda one: "/hand/1/" in one.url):
        phone.goto(f"{table}log/#hand-1")
    other = phone.context.new_page()
    phone.get_by_role("link", name="Correct E1").tap()
    expect(phone.locator(".sheet")).to_contain_text("This is what was recorded")
    assert phone.evaluate("performance.getEntriesByType('navigation')[0].transferSize") == 0

    with phone.expect_request_finished(lambda one: "/hand/1/" in one.url):
        phone.goto(f"{table}log/#hand-1")
    record(other, table, {"type": "draw"})
    other.goto(f"{table}hand/1/?correct=1")
    other.locator("#tenpai-1").tap()
    other.locator("#tenpai-2").tap()
    other.locator("#confirm").tap()
    expect(other.locator(".step-idle")).to_be_visible()
    phone.get_by_role("link", name="Correct E1").tap()
    expect(phone.locator(".toggle.chosen")).to_have_count(2)

    phone.goto(table)
    phone.wait_for_load_state("networkidle")
    # a tap, Back and the same tap within half a second: it is not the second of a double tap
    steps = phone.evaluate(
        """async () => {
          const steps = [], step = () => steps.push(document.getElementById("table").className);
          const soon = () => new Promise((then) => setTimeout(then, 100));
          document.getElementById("seat-1").click(), step();
          history.back(), await soon(), step();
          document.getElementById("seat-1").click(), step();
          return steps;
        }"""
    )
    assert steps == ["step-from", "step-idle", "step-from"]
