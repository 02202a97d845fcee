"""A club's first evening: founded on a phone, members by link, its own rules, a table, the wall above it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.opening import fill_in, found_club, open_tonight, record
from tests.waiting import within

TELEVISION = (1280, 720)


def fits(page: Page) -> bool:
    """Whether everything on the wall is on the screen."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight"
            " && document.documentElement.scrollWidth <= screen.width"
            " && [...document.querySelectorAll('.wall-table ol')]"
            ".every((one) => one.scrollHeight <= one.clientHeight + 1)"
        )
    )


def test_a_wall_that_lost_its_network_comes_back_by_itself(open_device: Callable[..., Page]) -> None:
    """And it follows a table, within a second, and the clock of the evening."""
    owner, television = open_device(), open_device(TELEVISION, touch=False)
    club = found_club(owner, "Quitterie", "Mahjong Liévin")
    television.goto(club.replace("/c/", "/wall/"))
    expect(television.locator(".wall")).to_contain_text("No table is playing yet.")
    television.context.set_offline(True)
    evening = fill_in(owner, f"{club}evenings/new/", place="Café du Beffroi").url
    table = open_tonight(owner, ("Aiko", "Benoît", "Chen", "Dina"))
    expect(television.locator(".wall")).to_contain_text("No table is playing yet.")
    television.context.set_offline(False)
    expect(television.locator(".wall-table")).to_contain_text("Benoît", timeout=10_000)

    record(owner, table, {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]})
    expect(television.locator(".wall-table")).to_contain_text("30,200", timeout=within(1_000))
    owner.goto(evening)
    owner.get_by_role("link", name="Common clock for all tables").click()
    owner.get_by_role("button", name="Show a shared clock").click()
    expect(television.locator(".wall")).to_contain_text("90:00")
    owner.get_by_role("button", name="Start the clock").click()
    expect(television.locator("#clock")).to_contain_text("89:5", timeout=within(3_000))
    assert fits(television)
