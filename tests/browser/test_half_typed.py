"""A day or an hour typed by half: no form goes without it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.opening import found_club


def is_half_typed(field: Locator) -> bool:
    return bool(field.evaluate("field => field.validity.badInput"))


def test_an_hour_typed_by_half_is_not_sent_as_none(open_device: Callable[..., Page]) -> None:
    page = open_device()
    club = found_club(page, "Marguerite", "Café du Globe")
    page.goto(f"{club}evenings/new/")
    page.get_by_label("Where").fill("Chez Anne-Sophie de La Rochefoucauld")
    begins = page.get_by_label("Begins at")
    begins.press_sequentially("07")
    assert is_half_typed(begins)
    create = page.get_by_role("button", name="Create the evening")
    create.click()
    expect(begins).to_be_focused()
    expect(page).to_have_url(f"{club}evenings/new/")
    expect(page.get_by_label("Where")).to_have_value("Chez Anne-Sophie de La Rochefoucauld")

    begins.fill("19:30")
    create.click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("New evening")
    expect(page.locator("main")).to_contain_text("19:30")


def test_a_moment_typed_by_half_within_a_closed_part_is_shown(open_device: Callable[..., Page]) -> None:
    page = open_device()
    page.goto("/account/login/")
    page.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML(
            "beforeend",
            "<form action='/nowhere/' novalidate><details><summary>More</summary>"
            + "<input type='datetime-local' name='opens' aria-label='Opens'></details>"
            + "<button>Send it</button></form>",
        )"""
    )
    page.get_by_text("More", exact=True).click()
    opens = page.get_by_label("Opens")
    opens.press_sequentially("11282026")
    page.get_by_text("More", exact=True).click()
    expect(opens).to_be_hidden()
    page.get_by_role("button", name="Send it").click()
    expect(opens).to_be_focused()
    expect(page).to_have_url("/account/login/")
