"""A six-player session on a phone: five winners and three kinds of kong, then a round that ends at the wall.

The scores are those worked out by hand in docs/rules/six.md.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.games.six.browser.test_table import AIKO, BENOIT, CHEN, DINA, EMIL, FATOU, Thumb


def test_points_typed_and_east_agreed_on_a_small_phone(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    table = Thumb(phone)
    table.tap(f"#seat-{DINA}", ".step-from")
    table.tap(f"#seat-{BENOIT}", ".classes")
    phone.get_by_text("Points as the table counted them").click()
    phone.locator("#typed-points").fill("12")
    axe_clean(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    phone.locator("#typed-points").press("Enter")
    expect(phone.locator("#event-1")).to_contain_text("12 points")
    table.events = 1
    assert table.scores() == [0, -12, 0, 12, 0, 0]
    for seat in (AIKO, BENOIT, CHEN, EMIL):
        table.win(seat, None, "chows")
    phone.get_by_text("East next: Dina").click()
    phone.get_by_role("link", name="Fatou").click()
    expect(phone.get_by_text("Next: round 2, with Fatou as East.")).to_be_visible()
    axe_clean(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    table.confirm()
    expect(phone.locator(f"#seat-{FATOU}")).to_contain_text("East")
