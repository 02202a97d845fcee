"""Part of a page does not come, or a form meets a database that is away: words, what was typed, a way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chromium import axe_clean

TROUBLE = {
    "network": "No network",
    "429": "Too many requests",
    "500": "The server made an error",
    "503": "cannot be reached",
    "507": "disk is full",
}


def answer(route: Route, trouble: str) -> None:
    if trouble == "network":
        route.abort("internetdisconnected")
    else:
        route.fulfill(status=int(trouble), body="<h1>Trouble</h1>", content_type="text/html")


@pytest.mark.parametrize("trouble", TROUBLE)
def test_a_preview_that_does_not_come_is_said_and_asked_again(phone: Page, trouble: str) -> None:
    phone.goto("/sheets/blank/riichi/")
    phone.get_by_text("Fill in the names").click()
    answered: list[Route] = []

    def answer_and_count(route: Route) -> None:
        answer(route, trouble)
        answered.append(route)

    phone.route("**/sheets/blank/riichi/?*", answer_and_count)
    phone.get_by_label("Player 1").fill("Aiko on paper")
    phone.get_by_text("US Letter").click()
    alert = phone.get_by_role("alert").filter(has_text=TROUBLE[trouble])
    # the last thing chosen has its answer too: what comes after it is the second try
    while not any("letter" in route.request.url for route in answered):
        phone.wait_for_timeout(50)
    expect(alert).to_be_visible()
    expect(phone.get_by_label("Player 1")).to_have_value("Aiko on paper")
    axe_clean(phone)
    again = phone.get_by_role("button", name="Try again")
    before = len(answered)
    again.click()
    while len(answered) == before:  # the second try has its answer, which is none
        phone.wait_for_timeout(50)
    phone.unroute_all(behavior="wait")
    expect(alert).to_be_visible()
    again.click()
    expect(phone.locator("img.paper")).to_have_class("paper letter")
    expect(alert).to_be_hidden()
    expect(phone.get_by_label("Player 1")).to_have_value("Aiko on paper")


def test_a_sheet_typed_without_network_stays_and_says_so(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640), language="fr", dark=True)
    page.goto("/sheet/riichi/")
    page.route("**/sheet/riichi/", lambda route: answer(route, "network"))
    page.locator("input[name=hand-1-0]").fill("340")
    page.locator("input[name=hand-1-1]").fill("x")
    page.locator("input[name=hand-2-0]").focus()
    expect(page.get_by_role("alert").filter(has_text="Pas de réseau")).to_be_in_viewport()
    expect(page.locator("input[name=hand-1-0]")).to_have_value("340")
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    page.unroute_all()
    page.get_by_role("button", name="Réessayer").click()
    expect(page.get_by_role("alert").filter(has_text="Pas de réseau")).to_be_hidden()
    expect(page.locator("input[name=hand-1-0]")).to_have_value("340")
