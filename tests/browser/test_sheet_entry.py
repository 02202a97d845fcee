"""A whole session typed from its paper sheet by the keyboard alone, and on a phone; reloads lose nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean


def tab_to(page: Page, selector: str) -> None:
    """Go there as somebody without a mouse does."""
    for _ in range(32):
        page.keyboard.press("Tab")
        if page.locator(selector).evaluate("field => field === document.activeElement"):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def type_head(page: Page, names: Sequence[str]) -> None:
    """The names, from the top of the page; Enter leads from one to the next and on to the first row."""
    tab_to(page, "[name=name-0]")
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("[name=hand-1-0]")).to_be_focused()


def type_rows(page: Page, *rows: str) -> None:
    """Rows as they stand on paper, their cells parted by strokes; Enter ends a row."""
    for row in rows:
        for number, cell in enumerate(row.split("|")):
            if number:
                page.keyboard.press("Tab")
            page.keyboard.type(cell)
        page.keyboard.press("Enter")


def result(page: Page) -> str:
    """The page of the game that the sheet became."""
    sheet = page.url
    page.get_by_role("link", name="See the game").click()
    page.wait_for_url(lambda address: address != sheet)
    return page.locator("main").inner_text()


def test_a_riichi_session_by_the_keyboard_alone(open_device: Callable[..., Page]) -> None:
    page = open_device((1280, 800), touch=False)
    page.goto("/sheet/riichi/")
    type_head(page, ("Sheet Aiko", "Sheet Benoît", "Sheet Chen", "Sheet Dina"))
    # dealer 30 fu 4 han 11,600; then 40 fu 3 han 5,200 and 300 for the counter (RULES.md)
    type_rows(page, "430|x", "|340|x")
    expect(page.locator("#label-2")).to_have_text("E1-1")
    expect(page.locator("#settled-2 .out").nth(1)).to_contain_text("+5,500")
    expect(page.locator("#head-1")).to_contain_text("Sheet Benoît")
    type_rows(page, "|3|x|")
    expect(page.locator("[name=hand-3-1]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#told-3")).to_contain_text("How many fu?")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(page.locator("[name=hand-3-1]")).to_be_focused()
    page.keyboard.type("m")  # the dealer's mangan instead: Tab had selected what stood there
    page.keyboard.press("Enter")
    expect(page.locator("#settled-3 .out").nth(1)).to_contain_text("+12,000")
    axe_clean(page)
    # the sheet is written to the browser a moment after a key
    page.wait_for_function("() => JSON.parse(localStorage['sheet:/sheet/riichi/'])['hand-3-1'] === 'm'")
    page.reload()
    expect(page.get_by_text("This is the sheet you began")).to_be_visible()
    expect(page.locator("[name=hand-3-1]")).to_have_value("m")
    expect(page.locator("#settled-3 .out").nth(1)).to_contain_text("+12,000")
    tab_to(page, "[name=hand-4-0]")
    type_rows(page, "t|t|t|")  # in the order of play: no row is left empty between two hands
    expect(page.locator("#sheet-now .out").first).to_have_text("37,600")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("The sheet is saved.")).to_be_visible()
    expect(page.locator("[name=hand-1-0]")).to_have_value("")
    page.reload()
    expect(page.get_by_text("This is the sheet you began")).to_be_hidden()
    # 25,000 +11,600 +1,000; -11,600 +5,500 +12,000 +1,000; -5,500 -12,000 +1,000; -3,000
    shown = result(page)
    for points in ("37,600", "31,900", "8,500", "22,000"):
        assert points in shown
