"""live/stream.js in a real browser: when it tells the page that the table has changed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.browser.modules import open_with

TABLE = """<main data-live="/live/abc?token=x"><p data-version="5">The table</p></main>"""
MODULES = ("live/sign", "live/news", "live/beat", "live/stream")
#: `rang` is how often it was told until what came last on the stream was here
COUNTER = """window.heard = 0; document.addEventListener('table:changed', () => window.heard++);
document.addEventListener('clock:ring', () => setTimeout(() => (window.rang = window.heard)));"""
RING = "event: clock\ndata: 1\n\n"


@pytest.fixture
def open_table(phone: Page) -> Callable[..., Page]:
    """Return a function that opens a table at version 5 whose stream answers as told."""

    def open_it(answer: Callable[[Route], None]) -> Page:
        phone.route("**/live/abc?**", answer)
        open_with(phone, *MODULES, body=TABLE, before=COUNTER)
        return phone

    return open_it


def stream_of(version: int, then: str = "") -> Callable[[Route], None]:
    """Return an answer that is a stream with one message, and what comes `then`, closed again."""
    body = f'retry: 60000\n\ndata: {{"version": {version}}}\n\n{then}'
    return lambda route: route.fulfill(body=body, content_type="text/event-stream")


def told_by(table: Page) -> int:
    """How often the stream has told the page; not what the page does by itself once it is closed."""
    table.wait_for_function("() => 'rang' in window")
    return int(table.evaluate("window.rang"))


def stop_clock(page: Page) -> None:
    """Time passes by `run_for` alone: else that of a slow machine would come on top."""
    page.clock.install(time=0)
    page.clock.pause_at(60_000)


def test_a_newer_version_is_told_to_the_page(open_table: Callable[..., Page]) -> None:
    assert told_by(open_table(stream_of(6, RING))) == 1


def test_the_version_already_shown_is_not(open_table: Callable[..., Page]) -> None:
    assert told_by(open_table(stream_of(5, RING))) == 0


def test_without_a_stream_the_page_asks_every_five_seconds(
    phone: Page, open_table: Callable[..., Page]
) -> None:
    stop_clock(phone)
    table = open_table(lambda route: route.fulfill(status=429))
    table.clock.run_for(4_000)
    assert table.evaluate("window.heard") == 0
    table.clock.run_for(6_000)
    assert table.evaluate("window.heard") == 2


def test_a_phone_back_on_the_network_looks_at_once(phone: Page, open_table: Callable[..., Page]) -> None:
    stop_clock(phone)
    table = open_table(stream_of(5))
    table.context.set_offline(True)
    table.context.set_offline(False)
    table.wait_for_function("() => window.heard >= 1")


#: an open stream, with `beats` one that gives a sign of life every ten seconds; counts its openings
STREAM = """window.opened = 0;
window.EventSource = class extends EventTarget {
  readyState = 1;
  constructor() {
    super();
    window.opened++;
    setTimeout(() => this.onopen?.(), 10);
    if (window.beats) setInterval(() => this.dispatchEvent(new MessageEvent('beat', { data: '0' })), 10_000);
  }
  close() { this.readyState = 2; }
};
window.EventSource.CLOSED = 2;"""


def test_a_stream_that_fell_silent_is_opened_anew_and_the_page_looks(
    phone: Page, open_table: Callable[..., Page]
) -> None:
    stop_clock(phone)
    phone.add_init_script(STREAM)
    table = open_table(lambda route: route.abort())
    table.clock.run_for(40_000)
    assert table.evaluate("[window.opened, window.heard]") == [1, 0]
    table.clock.run_for(10_000)
    assert table.evaluate("[window.opened, window.heard]") == [2, 1]


def test_a_stream_that_beats_is_left_alone(phone: Page, open_table: Callable[..., Page]) -> None:
    phone.clock.install()
    phone.add_init_script(f"window.beats = true; {STREAM}")
    table = open_table(lambda route: route.abort())
    table.clock.run_for(180_000)
    assert table.evaluate("[window.opened, window.heard]") == [1, 0]
