"""A phone that lies flat in the middle of the table: each score is turned to its player."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import open_table

FOUR = ("Aiko", "Benoît", "Chen", "Dina")


def test_a_phone_that_lies_flat_turns_each_score_to_its_player_until_told_otherwise(phone: Page) -> None:
    table = open_table(phone, "riichi", FOUR)
    opposite, right = (phone.locator(f"#seat-{seat}") for seat in (2, 1))
    expect(opposite).to_have_css("rotate", "none")
    phone.get_by_role("link", name="More").tap()
    position = phone.get_by_role("button", name="Position")
    expect(position).to_have_count(1)  # once the style of More is there
    expect(position).to_contain_text("facing me")
    position.tap()
    expect(position).to_contain_text("flat, turned to each player")
    expect(position).to_be_focused()
    axe_clean(phone)
    phone.goto(table)
    expect(opposite).to_have_css("rotate", "180deg")
    for part in (".who", ".score"):
        expect(right.locator(part)).to_have_css("writing-mode", "vertical-rl")
        expect(right.locator(part)).to_have_css("rotate", "180deg")
    axe_clean(phone)
    # it is played as before
    right.tap()
    opposite.tap()
    expect(phone.locator("#sheet-title")).to_have_text("Benoît, ron on Chen")
    phone.goto(table)
    phone.get_by_role("link", name="More").tap()
    expect(position).to_have_count(1)
    position.tap()
    expect(position).to_contain_text("facing me")
    phone.goto(table)
    expect(opposite).to_have_css("rotate", "none")
