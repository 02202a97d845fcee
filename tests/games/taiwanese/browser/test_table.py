"""A Taiwanese session on a phone: a draw, a self-draw by number, two winners, a false win, patterns."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.opening import answered, open_table

AIKO, BENOIT, CHEN, DINA = range(4)
NAMES = ("Aiko", "Benoît", "Chen", "Dina")


class Thumb:
    """A table at 100/20 on a page, and a thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        open_table(page, "taiwanese&preset=100/20", NAMES)
        expect(page.locator(".step-idle")).to_be_visible()

    def tap(self, selector: str, then: str) -> None:
        """One tap, and what it brings."""
        self.taps += 1
        self.page.locator(selector).first.click()
        expect(self.page.locator(then).first).to_be_visible()
        answered(self.page)

    def win(self, seat: int, payer: int | None) -> None:
        """The first two taps: who won, and from whom."""
        self.tap(f".place >> text={NAMES[seat]}", ".step-from")
        self.tap(".middle.self" if payer is None else f".place >> text={NAMES[payer]}", ".tai-keys")

    def tai(self, number: int) -> None:
        self.taps += 1
        self.page.locator(".cell", has_text=re.compile(rf"^\s*{number} tai")).first.click()
        expect(self.page.get_by_role("button", name="Confirm")).to_be_visible()
        answered(self.page)

    def confirm(self) -> None:
        self.taps += 1
        self.page.get_by_role("button", name="Confirm").click()
        expect(self.page.locator(".step-idle")).to_be_visible()
        answered(self.page)

    def scores(self) -> dict[str, int]:
        found = {}
        for place in self.page.locator(".place").all():
            name = next(name for name in NAMES if name in place.inner_text())
            shown = place.locator(".score").inner_text()
            found[name] = int(shown.replace(",", "").replace("−", "-"))
        return found


def test_patterns_without_script(open_device: Callable[..., Page]) -> None:
    page = open_device(javascript=False)
    table = Thumb(page)
    table.win(CHEN, BENOIT)
    table.tap("text=Tick the patterns", "#pattern-list")
    expect(page.locator("#filter")).to_be_hidden()
    page.get_by_label("All pungs").check()
    page.get_by_role("button", name="Count").click()
    expect(page.locator("#tai-count")).to_contain_text("4 tai")
    page.get_by_label("All chows").check()
    page.get_by_role("button", name="Use this value").click()
    expect(page.locator("#tai-count")).to_contain_text("One hand cannot have both")
    expect(page.get_by_label("All pungs")).to_be_checked()
    page.get_by_label("All chows").uncheck()
    page.get_by_role("button", name="Use this value").click()
    table.confirm()
    # 100 + 20 x 4, neither being the dealer
    assert table.scores() == {"Aiko": 0, "Benoît": -180, "Chen": 180, "Dina": 0}
