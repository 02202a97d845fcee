"""The page before a sheet is printed, on a phone: the preview follows what is chosen, the file is a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= screen.width"))


@pytest.mark.parametrize(
    ("size", "dark", "language"),
    [((320, 640), True, "fr"), ((1280, 800), False, "en")],
)
def test_without_javascript_a_button_shows_the_preview(
    open_device: Callable[..., Page], size: tuple[int, int], dark: bool, language: str
) -> None:
    page = open_device(size, dark=dark, language=language, javascript=False)
    page.goto("/sheets/blank/riichi/")
    page.locator("label", has_text="US Letter").click()
    page.locator("form button").last.click()
    expect(page.locator("img.paper.letter")).to_have_count(1)
    page.wait_for_load_state()  # its style is there
    assert fits(page)


def drawn(page: Page, number: int = 0) -> None:
    """The picture of a page is there and is one: its own width is known."""
    picture = page.locator("img.paper").nth(number)
    picture.scroll_into_view_if_needed()
    page.wait_for_function(
        "picture => picture.complete && picture.naturalWidth > 100", arg=picture.element_handle()
    )


def test_the_preview_follows_the_options_and_the_file_is_a_pdf(phone: Page) -> None:
    phone.goto("/sheets/")
    phone.locator("#game-ten").locator("..").get_by_role("link", name="Blank score sheet").click()
    expect(phone.get_by_role("img", name="Page 1 of 1: Score sheet: Ten")).to_be_visible()
    drawn(phone)
    axe_clean(phone)  # and its style is there
    assert fits(phone)
    phone.get_by_text("US Letter").click()
    expect(phone.locator("img.paper")).to_have_class("paper letter")
    phone.get_by_text("Fill in the names").click()
    phone.get_by_label("Player 1").fill("Paper Aiko")
    phone.get_by_label("Number of sheets").fill("2")
    phone.get_by_label("Number of sheets").press("Tab")
    expect(phone.locator("img.paper")).to_have_count(2)
    drawn(phone, 1)
    # the address is the sheet: loaded anew it is the same
    expect(phone).to_have_url(re.compile(r"paper=letter.*copies=2.*Paper(%20|\+)Aiko"))
    phone.reload()
    expect(phone.get_by_label("Player 1")).to_have_value("Paper Aiko")
    expect(phone.locator("img.paper")).to_have_count(2)
    link = phone.get_by_role("link", name="Print (PDF)").get_attribute("href")
    answer = phone.request.get(link or "")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")


def test_what_cannot_be_printed_is_said_and_what_was_typed_stays(phone: Page) -> None:
    phone.goto("/sheets/blank/six/")
    phone.get_by_text("Fill in the names").click()
    phone.get_by_label("Player 6").fill("Paper Fatou")
    phone.get_by_label("Number of sheets").fill("51")
    phone.get_by_label("Number of sheets").press("Tab")
    expect(phone.get_by_role("alert")).to_contain_text("Number of sheets")
    expect(phone.locator("img.paper")).to_have_count(0)
    expect(phone.get_by_label("Player 6")).to_have_value("Paper Fatou")
    phone.get_by_label("Number of sheets").fill("1")
    phone.get_by_label("Number of sheets").press("Tab")
    expect(phone.locator("img.paper")).to_have_count(1)
