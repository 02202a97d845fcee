"""Ten on two phones, its hour shortened: one tap declares, both alarms heard, the server started again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import open_table
from tests.games.ten.browser.alarms import ALL, HEARING, hears


def test_a_phone_that_watches_hears_the_alarms_too_and_follows_to_the_end(
    table: Page, open_device: Callable[..., Page]
) -> None:
    code = re.search(r"/t/([^/]+)/", table.url)
    assert code is not None
    table.goto(f"/t/{code.group(1)}/share/")
    link = table.locator("input[readonly]").last.input_value()
    other = open_device()
    other.add_init_script(HEARING)
    other.goto(link)
    expect(other.get_by_text("The clock has not started.")).to_be_visible()
    table.goto(f"/t/{code.group(1)}/")
    table.get_by_role("button", name="Start the clock: 60 minutes").click()
    expect(other.get_by_role("timer")).to_be_visible()

    # a pause stops the time on both, with its reason
    table.get_by_role("button", name="Pause").click()
    table.get_by_role("link", name="Why?").click()
    table.get_by_label("Why?").fill("Tea")
    table.get_by_role("button", name="Save the reason").click()
    expect(other.locator("#clock")).to_contain_text("Paused Tea")
    axe_clean(table)
    table.get_by_role("button", name="Resume").click()
    hears(table, ALL)
    hears(other, ALL)
    table.get_by_role("button", name="Benoît tenpai").click()
    expect(other.get_by_text("Benoît attacks; Aiko defends.")).to_be_visible()
    table.get_by_role("link", name="Right guess").click()
    table.get_by_role("button", name="Confirm").click()
    table.wait_for_url("**/end/")
    other.wait_for_url("**/end/")


def test_an_alarm_slept_through_is_told_late(table: Page) -> None:
    table.get_by_role("button", name="Start the clock: 60 minutes").click()
    expect(table.get_by_role("timer")).to_be_visible()
    url = table.url
    table.goto("about:blank")
    table.wait_for_timeout(11_500)  # the end and five seconds more
    table.goto(url)
    hears(table, "1 (late), 2 (late), 3 (end) (late)")
    expect(table.get_by_text("This phone announces the end late.")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 640), (844, 390)])
def test_on_a_low_screen_all_that_phase_b_asks_stands_above_the_bar(
    open_device: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_device(size, language="fr")
    open_table(page, "ten", ("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου"))
    page.locator("button[value=begin]").click()
    page.locator("#riichi-1").click()
    for first in (".phase [value=missed]", "#drew-one"):
        expect(page.locator(first)).to_be_visible()
        bar = page.locator(".bar").bounding_box()
        assert bar is not None
        for control in page.locator(".phase :is(a, button, summary)").filter(visible=True).all():
            box = control.bounding_box()
            assert box is not None, first
            assert box["y"] + box["height"] <= bar["y"] + 1, control.inner_text()
        page.locator(first).click()
