"""The table page of every game stays light enough for a cellar's network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from benchmarks.browser import weigh
from tests.browser.opening import open_table
from tests.browser.weight import NAMES
from tests.serving import RunningServer

UPDATE = 4_000
HAND_CSS = "**/css/hand.*css"


def test_a_sheet_is_never_shown_without_its_style(phone: Page) -> None:
    table = open_table(phone, "riichi", NAMES["riichi"])
    held: list[Route] = []
    phone.route(HAND_CSS, lambda route: held.append(route))
    phone.goto(table)
    phone.locator("#seat-1").tap()
    expect(phone.locator(".step-from")).to_be_visible()
    phone.locator("#seat-2").tap()
    assert (
        phone.evaluate(
            "() => new Promise((done) => setTimeout(() => done(document.querySelector('.sheet'))))"
        )
        is None
    )
    held[0].continue_()
    expect(phone.locator(".sheet")).to_be_visible()
    assert phone.locator(".sheet").evaluate("(sheet) => getComputedStyle(sheet).position") == "fixed"


#: what is seen of the table: where it is, in which size and colours
LOOKS = """() => [...document.querySelectorAll("#table, #table *:not(#live-sign, #live-sign *)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { color, fontSize, backgroundColor, border } = getComputedStyle(one);
      const look = [color, fontSize, backgroundColor, border];
      return [one.tagName, one.className, x, y, width, height, ...look].join(" ");
    })"""


@pytest.mark.parametrize("variant", NAMES)
def test_the_table_stands_before_the_style_of_what_rises_from_it_is_there(phone: Page, variant: str) -> None:
    table = open_table(phone, variant, NAMES[variant])
    phone.route(HAND_CSS, lambda route: route.abort())
    phone.goto(table)
    expect(phone.locator("[data-live-sign]")).to_have_attribute("data-state", "live")
    bare = phone.evaluate(LOOKS)
    phone.unroute(HAND_CSS)
    with phone.expect_response(HAND_CSS):
        phone.goto(table)
    expect(phone.locator("html[data-ready]")).to_be_attached()
    assert phone.evaluate(LOOKS) == bare


def test_the_updates_of_a_hand_are_light(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    open_table(phone, "riichi", NAMES["riichi"], server.url)
    fresh = open_device()
    fresh.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    weight = weigh(fresh, phone.url)
    assert set(weight.updates) == {"from", "value", "confirm", "recorded"}
    assert weight.updates["from"] == weight.updates["value"] == 0, weight
    for step in ("confirm", "recorded"):
        assert 200 < weight.updates[step] <= UPDATE, (step, weight)
