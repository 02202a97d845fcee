"""Two phones at one table: what one enters the other shows, and what has not changed stays untouched."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.opening import link_to_join
from tests.games.riichi.browser.test_game import Table
from tests.waiting import within


def second_phone(table: Table, open_device: Callable[..., Page]) -> Page:
    """Another phone that keeps the score of the same table."""
    other = open_device()
    other.goto(link_to_join(table.page, table.url))
    expect(other.locator(".board")).to_be_visible()
    return other


def wait_for_sign(page: Page, state: str) -> None:
    expect(page.locator(f"[data-live-sign][data-state={state}]")).to_be_attached()


def looks_for_own_tap(table: Table) -> list[str]:
    """What this phone asks for after a riichi stick that it took back, where the news of it comes before the
    answer: the answer shows it."""
    table.stick(0)
    table.page.reload()  # the server knows by now which version the table is at
    table.page.evaluate(
        """() => {
            const news = () => {
                const version = Number(document.querySelector("[data-version]").dataset.version) + 1;
                document.dispatchEvent(new CustomEvent("table:news", { detail: version }));
                document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true }));
            };
            const looks = [];
            addEventListener("htmx:beforeSend", ({ detail }) => {
                if (detail.requestConfig.verb === "get") looks.push(detail.pathInfo.requestPath);
                else news();
            });
            // behind the wait of live/news.js, which begins with the same event
            const tell = () => window.looks = looks;
            addEventListener("htmx:afterSettle", () => setTimeout(tell, 60), { once: true });
        }"""
    )
    table.stick(0)
    table.page.wait_for_function("() => window.looks")
    looks: list[str] = table.page.evaluate("window.looks")
    return looks


def test_a_hand_entered_on_one_phone_shows_on_the_other_within_a_second(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table = Table(phone)
    assert looks_for_own_tap(table) == []
    other = second_phone(table, open_device)
    wait_for_sign(other, "live")
    table.ron(2, 1, "5,200")
    began = time.monotonic()
    expect(other.locator("#seat-2 .score")).to_have_text("30,200", timeout=within(1_000))
    print(f"shown after {1000 * (time.monotonic() - began):.0f} ms")
