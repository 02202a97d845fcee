"""A British hand on a phone: no dice, a special hand from the list, a cannon; then it is corrected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import gone_back
from tests.games.classical.browser.test_table import NAMES, Phone, open_table


@pytest.mark.parametrize(
    ("size", "language", "special"), [((390, 844), "en", "Special"), ((320, 640), "fr", "Spéciale")]
)
def test_a_special_hand_is_tapped_confirmed_and_corrected(
    open_device: Callable[..., Page], size: tuple[int, int], language: str, special: str
) -> None:
    device = Phone(open_device(size, language=language))
    page = device.page
    table = open_table(page, "classical&preset=bmja", NAMES)

    def look() -> None:
        axe_clean(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        chips = page.locator(".counting a").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().right > screen.width).length"
        )
        assert chips == 0

    device.tap("#seat-1")
    device.tap("#seat-3")
    device.tap("#confirm")
    device.tap("#seat-1")
    look()
    device.tap(f"text={special}")
    look()
    device.tap("#choice-special-1")
    expect(page.locator(".total-now b")).to_have_text("1,000" if language == "en" else "1\u202f000")
    device.tap(".count-foot button.primary")
    for seat in (0, 2, 3):
        device.tap(f"#seat-{seat}")
        device.tap("#choice-tab-points")
        page.locator("#id_points").fill("0")
        device.tap(".sheet form button.primary")
    device.tap("#confirm")
    # GAMES.md 3.1: 1000 from each, twice from East; 2000 to begin with
    assert [device.score(seat) for seat in range(4)] == [0, 6000, 1000, 1000]
    gone_back(page)
    page.goto(f"{table}hand/1/?correct=1&draft=" + '{"type":"false_mahjong","offender":2}')
    look()
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0)
    page.goto(table)
    # docs/rules/classical.md: half the limit to each
    assert [device.score(seat) for seat in range(4)] == [2500, 2500, 500, 2500]
