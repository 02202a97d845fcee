"""Settling up on a phone: from the end of a game to everything paid, with names that are hard to fit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import new_phone, open_table, record
from tests.browser.test_end import HANDS, HARD
from tests.serving import RunningServer

#: what a list of payments may not do: an amount on two lines, a button or a text outside of the screen
FAULTS = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > screen.width) faults.push("wider than the screen");
  for (const amount of document.querySelectorAll(".debt-list b, .facts dd")) {
    if (amount.getClientRects().length > 1) faults.push(`${amount.innerText} on two lines`);
  }
  for (const part of document.querySelectorAll("main :is(button, input, select, p, dt, dd)")) {
    const box = part.getBoundingClientRect();
    if (box.width && (box.left < 0 || box.right > screen.width)) faults.push(`out: ${part.innerText}`);
  }
  return faults;
}"""
#: a folder to put pictures of each step into, for looking at them
PICTURES = os.environ.get("PICTURES", "")


def look(page: Page, step: str, size: tuple[int, int]) -> None:
    """Nothing may lie outside of the screen, at any step."""
    assert page.evaluate(FAULTS) == []
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{step}-{size[0]}.png", full_page=True)


@pytest.mark.parametrize(
    "size",
    [
        (320, 640),
        *(pytest.param(size, marks=pytest.mark.nightly) for size in ((390, 844), (844, 390), (1280, 800))),
    ],
)
def test_a_game_is_settled_up_in_money_and_paid(
    browser: Browser, server: RunningServer, size: tuple[int, int]
) -> None:
    context = new_phone(browser, server, size)
    page = context.new_page()
    table = open_table(page, "riichi", HARD[:4])
    record(page, table, HANDS["riichi"])
    page.wait_for_url("**/end/")
    page.get_by_role("button", name="Settle up").click()
    expect(page.get_by_role("heading", name="Who owes whom")).to_be_visible()
    look(page, "points", size)
    axe_clean(page)
    page.get_by_text("Settle in money").click()
    page.get_by_label("One point of Riichi is worth").fill("0.05")
    page.get_by_label("How to pay").fill("cash, or by phone to Łukasz")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("heading", name="In money")).to_be_visible()
    look(page, "money", size)
    axe_clean(page)
    debts = page.locator(".debt-list:not(.paid) li")
    count = debts.count()
    assert 0 < count <= 3
    for left in range(count - 1, -1, -1):
        debts.first.get_by_role("button", name="Paid").click()
        expect(debts).to_have_count(left)
        look(page, f"paid-{left}", size)
    expect(page.get_by_text("Everything is paid.")).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    expect(debts).to_have_count(1)
    context.close()
