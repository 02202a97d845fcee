"""A whole session typed from its paper sheet by the keyboard alone, and on a phone; reloads lose nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.test_sheet_entry import result, type_head, type_rows


def test_rounds_of_six_by_the_keyboard_and_more_rows_than_a_fresh_sheet_has(
    open_device: Callable[..., Page],
) -> None:
    page = open_device((1280, 800), touch=False)
    page.goto("/sheet/six/")
    type_head(page, [f"Sheet six {number}" for number in range(1, 7)])
    # the second winner, self-drawn pure: 4 from each of four (RULES.md), fourteen times
    type_rows(page, *["1ch2|2pu||||||"] * 14)
    expect(page.locator("#label-14")).to_have_text("14")
    expect(page.locator("#settled-14 .out").nth(1)).to_contain_text("+15 210")
    type_rows(page, "|||1ch5||||")
    page.keyboard.press("Control+Enter")  # at once, while the check of that row is under way
    expect(page.get_by_text("The sheet is saved.")).to_be_visible()
    assert "210" in result(page)


def test_a_sheet_on_a_small_phone(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640))
    page.goto("/sheet/ten/")
    page.locator("[name=name-0]").fill("Sheet East")
    page.locator("[name=name-1]").fill("Sheet West")
    page.locator("[name=hand-1-1]").fill("r230")
    page.locator("[name=hand-2-0]").tap()
    expect(page.locator("#settled-1 .out").nth(1)).to_contain_text("+2,000")
    assert page.evaluate("document.documentElement.scrollWidth - screen.width") == 0
    assert page.locator("[name=hand-1-1]").bounding_box()["height"] >= 48  # type: ignore[index]
    axe_clean(page)
    page.locator("[name=final-1]").fill("12,100")
    page.locator("[name=final-0]").tap()
    expect(page.get_by_text("The paper and the hands differ.")).to_be_visible()
    page.get_by_role("button", name="Save the sheet").tap()
    expect(page.get_by_text("By the hands it is 12,000.")).to_be_visible()
    page.locator("[name=final-1]").fill("12,000")
    page.get_by_role("button", name="Save the sheet").tap()
    expect(page.get_by_text("The sheet is saved.")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_cells_of_a_row_stand_in_the_order_of_the_paper(
    open_device: Callable[..., Page], width: int
) -> None:
    page = open_device((width, 800))
    for game in ("riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "ten", "six"):
        page.goto(f"/sheet/{game}/")
        cells = page.locator("#hand-1 input").evaluate_all(
            """cells => cells.map(one => {
              const box = one.getBoundingClientRect();
              return [Math.round(box.top), Math.round(box.left), one.name];
            })"""
        )
        assert cells == sorted(cells), game
