"""The table page of every game stays light enough for a cellar's network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from benchmarks.browser import weigh
from tests.browser.opening import open_table
from tests.browser.weight import NAMES
from tests.serving import RunningServer

FIRST_LOAD = 40_000
#: of the page itself: its style sheet, scripts, pictures; each is a way to the server and back
REQUESTS = 6
#: what a hand needs once the table stands: `hand.css` and `hand.js`
BEHIND = 9_000
#: the screens to come, which spare the taps theirs
STEPS = 8_000


@pytest.mark.parametrize(
    "variant", ["ten", *(pytest.param(game, marks=pytest.mark.nightly) for game in NAMES if game != "ten")]
)
def test_the_table_page_is_light(
    phone: Page, open_device: Callable[..., Page], server: RunningServer, variant: str
) -> None:
    open_table(phone, variant, NAMES[variant], server.url)
    fresh = open_device()
    fresh.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    weight = weigh(fresh, phone.url, {})
    requests = weight.requests
    assert 0 < weight.steps <= STEPS
    assert 4_000 < weight.behind <= BEHIND
    assert 4 <= len(requests) <= REQUESTS, "\n".join(requests)
    # a file that came empty would be light, and no table
    assert all(count > 400 for count in requests.values()), requests
    assert 10_000 < sum(requests.values()) <= FIRST_LOAD, requests
