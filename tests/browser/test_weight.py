"""The table page stays light enough for a cellar's network."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from mahjongclub.bench.weighing import weigh
from tests.browser.screens import start_table
from tests.browser.weight import NAMES
from tests.serving import RunningServer

FIRST_LOAD = 45_000
UPDATE = 4_000


def test_the_table_page_and_its_updates_are_light(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    start_table(phone, server.url, "riichi", NAMES["riichi"])
    fresh = open_device()
    fresh.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    weight = weigh(fresh, phone.url)
    assert 10_000 < weight.first_load <= FIRST_LOAD, weight
    assert set(weight.updates) == {"from", "value", "confirm", "recorded"}
    for step, count in weight.updates.items():
        assert 200 < count <= UPDATE, (step, weight)
