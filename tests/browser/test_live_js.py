"""live.js in a real browser: when it tells the page that the table has changed, and when it keeps still."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.serving import ROOT

TABLE = """<!doctype html><html lang="en"><title>Table</title><script src="/probe.js" defer></script>
<body><main data-live="/live/abc?token=x"><p data-version="5">The table</p></main></body></html>"""
COUNTER = "window.heard = 0; document.addEventListener('table:changed', () => window.heard++);"


@pytest.fixture
def open_table(phone: Page) -> Callable[..., Page]:
    """Return a function that opens a table at version 5 whose stream answers as told."""

    def open_it(answer: Callable[[Route], None]) -> Page:
        script = COUNTER + (ROOT / "static" / "js" / "live.js").read_text()
        phone.route("**/probe", lambda route: route.fulfill(body=TABLE, content_type="text/html"))
        phone.route("**/probe.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
        phone.route("**/live/**", answer)
        phone.goto("/probe")
        return phone

    return open_it


def stream_of(version: int) -> Callable[[Route], None]:
    """Return an answer that is a stream with one message, closed again."""
    body = f'retry: 60000\n\ndata: {{"version": {version}}}\n\n'
    return lambda route: route.fulfill(body=body, content_type="text/event-stream")


def test_a_newer_version_is_told_to_the_page(open_table: Callable[..., Page]) -> None:
    table = open_table(stream_of(6))
    table.wait_for_function("window.heard === 1", timeout=3_000)


def test_the_version_already_shown_is_not(open_table: Callable[..., Page]) -> None:
    table = open_table(stream_of(5))
    table.wait_for_timeout(1_000)
    assert table.evaluate("window.heard") == 0


def test_without_a_stream_the_page_asks_every_five_seconds(open_table: Callable[..., Page]) -> None:
    table = open_table(lambda route: route.fulfill(status=429))
    table.wait_for_timeout(1_000)
    assert table.evaluate("window.heard") == 0
    table.wait_for_function("window.heard >= 1", timeout=7_000)


def test_a_phone_back_on_the_network_looks_at_once(open_table: Callable[..., Page]) -> None:
    table = open_table(stream_of(5))
    table.context.set_offline(True)
    table.context.set_offline(False)
    table.wait_for_function("window.heard >= 1", timeout=3_000)
