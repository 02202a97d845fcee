"""Fast thumbs on slow lines: every tap counts once, in its order, whatever is still on its way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opening import open_table
from tests.browser.slow_line import SlowLine, slow_line
from tests.serving import RunningServer

FOUR = ("Aiko", "Benoît", "Chen", "Dina")
#: eight answers of 800 ms, and a busy machine
ALL_ANSWERED = 30_000


@pytest.fixture
def line(server: RunningServer) -> Iterator[SlowLine]:
    with slow_line(server) as laid:
        yield laid


class Thumb:
    """A phone behind a slow line, and a thumb that waits for no answer."""

    def __init__(self, page: Page, line: SlowLine) -> None:
        self.page, self.line = page, line

    def open_table(self, variant: str, names: Sequence[str] = FOUR, query: str = "") -> str:
        open_table(self.page, variant + query, tuple(names), self.line.url)
        return self.page.url

    def open(self, address: str) -> None:
        """A page, whole and with its scripts, before the line becomes slow."""
        self.page.goto(address, wait_until="load")

    def tap(self, selectors: Sequence[str], late: int, gap: int) -> None:
        """Tap one after another with `gap` between them, whatever has been answered."""
        self.line.late = late / 1000
        for selector in selectors:
            self.page.locator(selector).first.tap(no_wait_after=True)
            self.page.wait_for_timeout(gap)

    def record(self) -> dict[str, object]:
        self.line.late = 0
        table = "/".join(self.page.url.split("/")[:5])
        return dict(self.page.request.get(f"{table}/record.json").json())


@pytest.fixture
def thumb(phone: Page, line: SlowLine) -> Thumb:
    return Thumb(phone, line)


def test_tiles_tapped_without_network_lie_there_and_are_counted_once_it_is_back(thumb: Thumb) -> None:
    address = thumb.open_table("riichi")
    draft = json.dumps({"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2}]})
    thumb.open(f"{address}hand/1/tiles/?draft={draft}")
    page = thumb.page
    page.context.set_offline(True)
    thumb.tap(["#key-2m"], late=0, gap=0)
    expect(page.get_by_text("No network: nothing arrived.")).to_be_visible()
    thumb.tap(["#into-pon", "#key-7z", "#key-3m"], late=0, gap=50)
    expect(page.locator("#tiles .own .tile")).to_have_count(2)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#tiles .own .tile")).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator("#tiles .own a")).to_have_count(2)
    expect(page.locator("#tiles .meld")).to_have_count(1)
    expect(page.get_by_text("No network: nothing arrived.")).to_be_hidden()
