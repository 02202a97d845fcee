"""On the narrowest phone names can be read to their end, and a cell of the value grid says what it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import start_table
from tests.serving import RunningServer

NAMES = ("Aiko", "Bartholomäus von Winterstein", "Chen", "Maximiliane-Charlotte", "Emil", "Jean-Christophe")
#: whether any line of a name stands outside its seat, or is cut there
CUT = """() => [...document.querySelectorAll(".place .who > span[dir]")].filter((name) => {
  const [inner, outer] = [name.getBoundingClientRect(), name.closest(".place").getBoundingClientRect()];
  return name.scrollWidth > name.clientWidth + 1 || inner.top < outer.top || inner.right > outer.right + 1;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize(("variant", "seats"), [("riichi", 4), ("classical", 4), ("six", 6), ("ten", 2)])
def test_no_name_is_cut(
    open_device: Callable[..., Page], server: RunningServer, variant: str, seats: int
) -> None:
    page = open_device((320, 640))
    start_table(page, server.url, variant, NAMES[:seats])
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_cell_of_the_grid_says_its_han_and_fu(phone: Page, server: RunningServer) -> None:
    start_table(phone, server.url, "riichi", ("Aiko", "Benoît", "Chen", "Dina"))
    phone.locator("#seat-1").click()
    phone.locator("#seat-2").click()
    grid = phone.get_by_role("table", name="What a hand is worth").first
    # 3 han 40 fu by ron is 5,200 to a non-dealer (RULES.md, published table)
    expect(grid.get_by_role("link", name="5,200 (3 han 40 fu)")).to_be_visible()
