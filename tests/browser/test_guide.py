"""The first evening, walked step by step by the names that the guide gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.guide_pictures import CAST, RESULTS, type_results
from tests.browser.opening import PASSWORD
from tests.test_guide import BOLD, sources_of, text_of

STEP = re.compile(r"^\d+\. (.*(?:\n(?!\n|\d+\. ).*)*)", re.MULTILINE)
#: what somebody types into the fields that the guide names, by the English of their labels
TYPED = {
    "Name": "Odile of the guide {language}",
    "Password": PASSWORD,
    "Password once more": PASSWORD,
    "Name of the club": "Guided Winds {language}",
    "Names": "\n".join(CAST[:9]),
}
#: what is on the page to be looked at, or is filled in with what stands before it
RESULTS_PAGE = "Results of round %(number)s"
LOOKED_AT = {"Round %(number)s", "Sticks left", RESULTS_PAGE}


def names_of_steps(language: str) -> Iterator[str]:
    """Yield what the steps of the page name, in their order."""
    for step in STEP.findall(text_of("first-evening", language)):
        yield from (" ".join(name.split()) for name in BOLD.findall(step))


def shown(page: Page, name: str) -> Locator:
    """Return what is to be pressed by that name, which a shorter explanation may follow."""
    begins = re.compile(rf"^\s*{re.escape(name)}(?!\w)")
    buttons = page.get_by_role("button", name=name, exact=True)
    links = page.locator("main, header").get_by_role("link", name=begins)
    return buttons.or_(links).or_(page.get_by_role("radio", name=name, exact=True)).first


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.nightly)])
def test_the_first_evening_goes_as_the_guide_says(open_device: Callable[..., Page], language: str) -> None:
    page = open_device((1280, 800), language=language, touch=False)
    page.goto("/")
    for name in names_of_steps(language):
        follow(page, name, language)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"2\s*$"))
    expect(page.locator("[data-player]")).to_have_count(len(CAST[:9]))


def follow(page: Page, name: str, language: str) -> None:
    """Do what a step says with what it names: type into it, look at it, or press it."""
    sources = sources_of(name, language)
    if typed := sources & TYPED.keys():
        page.get_by_label(name, exact=True).fill(TYPED[typed.pop()].format(language=language))
    elif sources & LOOKED_AT:
        expect(page.locator("main").get_by_text(name, exact=True).first).to_be_attached()
        if RESULTS_PAGE in sources:
            type_results(page, RESULTS)
    else:
        shown(page, name).click()
        page.wait_for_load_state()
