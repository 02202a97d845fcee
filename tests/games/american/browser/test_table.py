"""A home game of American mah jongg on a phone with hard names, in both languages, and its Charleston."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, open_table

NAMES = ("Maximiliane-Charlotte von Rochefoucauld", "Łukasz Żółć", "محمد", "愛子")
WORDS = {
    "en": ("Jokerless", "Confirm", "Three tiles to the right"),
    "fr": ("Sans joker", "Confirmer", "Trois tuiles à droite"),
}


def scores(page: Page) -> list[int]:
    """The points before each seat, in the order of play."""
    found = [page.locator(f"#seat-{seat} .score").inner_text() for seat in range(4)]
    return [int(shown.replace(",", "").replace("−", "-")) for shown in found]


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.nightly)])
def test_a_home_game_on_a_phone(open_device: Callable[..., Page], language: str) -> None:
    phone = open_device((390, 844), language=language)
    jokerless, confirm, right = WORDS[language]
    open_table(phone, "american", NAMES)
    axe_clean(phone)

    # three taps and Confirm: who won, from whom, the value
    phone.locator("#seat-1").tap()
    answered(phone)
    phone.locator("#seat-0").tap()
    answered(phone)
    axe_clean(phone)
    fits(phone)
    phone.locator(".value-keys .cell").nth(1).tap()
    phone.get_by_role("button", name=confirm).tap()
    expect(phone.locator(".step-idle")).to_be_visible()
    assert scores(phone) == [-50, 100, -25, -25]

    # a jokerless one, self-picked, of a typed value
    phone.locator("#seat-2").tap()
    answered(phone)
    phone.locator(".middle.self").tap()
    answered(phone)
    phone.locator(".chip", has_text=jokerless).tap()
    expect(phone.locator(".chip.chosen", has_text=jokerless)).to_be_visible()
    answered(phone)
    phone.locator("#typed-points").fill("65")
    phone.locator("#typed-points").press("Enter")
    answered(phone)
    phone.get_by_role("button", name=confirm).tap()
    expect(phone.locator(".step-idle")).to_be_visible()
    assert scores(phone) == [-310, -160, 755, -285]

    # points of a tournament stand beside those whom they are of
    table = phone.url
    open_table(phone, "american&preset=tournament", NAMES)
    noted = '{"type":"win","winner":2,"from":0,"value":25,"exposures":2}'
    phone.goto(f"{phone.url}hand/1/?draft={noted}")
    expect(phone.locator("#seat-2 .delta")).to_have_text("+25")
    expect(phone.locator("#seat-0 .delta")).to_have_text("−20")

    # the value of a discard is not confirmed before the exposures are known, however slow the line is
    open_table(phone, "american&preset=tournament", NAMES)
    for seat in (2, 0):
        phone.locator(f"#seat-{seat}").tap()
        answered(phone)
    held: list[Route] = []
    phone.route("**/hand/1/**", lambda route: held.append(route))
    phone.locator(".value-keys .cell").nth(1).tap()
    expect(phone.locator("#confirm")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(phone.locator(".value-keys .cell")).to_have_count(5)

    # the Charleston's card, from the menu
    phone.goto(f"{table}more/")
    phone.get_by_role("link", name="Charleston").tap()
    expect(phone.get_by_role("heading", name=right)).to_be_visible()
    # what is shown is counted in front of it
    timer = "getComputedStyle(document.querySelector('.pass-time'), '::before')"
    left = f"Number({timer}.getPropertyValue('--left'))"
    phone.wait_for_function(f"() => 30 < {left} && {left} <= 60")
    fits(phone)
    axe_clean(phone)
