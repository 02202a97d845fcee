"""All agree, on two phones: one enters the hand, the other says yes, and only then the next is let in."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import link_to_join, record, send
from tests.games.riichi.browser.test_game import Table
from tests.waiting import within


def all_agree_table(phone: Page, open_device: Callable[..., Page]) -> tuple[Table, Page]:
    """A table whose switch is on, the first phone at Aiko's seat, another that keeps it too at Chen's."""
    table = Table(phone)
    phone.get_by_role("link", name="More").click()
    phone.get_by_role("link", name="Ask everyone to confirm").click()
    phone.get_by_role("button", name="Ask every seat").click()
    expect(phone.locator(".board")).to_be_visible()
    sit(phone, table.url, 0)
    other = open_device()
    other.request.get(link_to_join(phone, table.url, "scorer"))
    sit(other, table.url, 2)
    expect(other.locator("[data-live-sign][data-state=live]")).to_be_attached()
    return table, other


def sit(page: Page, url: str, seat: int) -> None:
    address = f"{url}sit/"
    send(page, address, page.request.get(address).text(), {"seat": str(seat)})
    page.goto(url)
    expect(page.locator(".board")).to_be_visible()


def test_the_next_hand_is_let_in_once_both_phones_and_the_seats_without_one_have_agreed(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table, other = all_agree_table(phone, open_device)
    record(phone, table.url, {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]})
    waits = "Benoît, Chen and Dina have yet to agree."
    expect(phone.get_by_text(waits)).to_be_visible()
    # that news takes less than a second is measured in test_live_table
    expect(other.get_by_text(waits)).to_be_visible(timeout=within(1_000))
    axe_clean(other)

    # the next hand is held back, and says why
    table.seat(3)
    table.seat(1)
    table.value("1,000")
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_text("Nothing was recorded yet.")).to_be_visible()
    axe_clean(phone)
    phone.locator(".sheet-head .tool").click()
    expect(phone.locator(".sheet")).to_have_count(0)

    # one tap on each phone
    other.get_by_role("button", name="I agree").click()
    expect(other.get_by_text("Benoît and Dina have yet to agree.")).to_be_visible()
    expect(phone.get_by_text("Benoît and Dina have yet to agree.")).to_be_visible(timeout=within(1_000))
    axe_clean(phone)
    for name in ("Benoît", "Dina"):
        phone.get_by_role("button", name=f"{name} agrees").click()
        expect(phone.get_by_role("button", name=f"{name} agrees")).to_have_count(0)
    expect(phone.get_by_text("yet to agree")).to_have_count(0)
    expect(other.get_by_text("yet to agree")).to_have_count(0)
    record(phone, table.url, {"type": "draw"})
    phone.goto(f"{table.url}log/")
    expect(phone.locator("#hand-1")).to_contain_text("Agreed: Aiko, Benoît")
