"""A first table on a bad line: the waiting stays short because few things are waited for in turn."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.badline import BOARD, START, open_first_table, slow_down
from tests.browser.slow_line import slow_line
from tests.serving import RunningServer


def test_a_first_table_opens_soon_on_a_bad_line(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    open_device().goto(f"{server.url}/")  # the server has served a page before
    with slow_line(server) as line:
        page = open_device()
        slow_down(page, line)
        waited = open_first_table(page, line.url)
    # The line was bad: a page and its style, and a form sent with the page after it, are two answers in turn.
    assert waited[START] >= 0.8
    assert waited[BOARD] >= 0.8
    # What the board looks like had come while the names were typed.
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])"
    )
    styles = {name: size for name, size in loaded if "/css/" in name}
    assert any("/table_page." in name for name in styles)
    assert set(styles.values()) == {0}, styles
