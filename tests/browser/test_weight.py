"""The table page of every game stays light enough for a cellar's network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mahjongclub.bench.weighing import weigh, weigh_first_load
from tests.browser.screens import start_table
from tests.browser.weight import NAMES
from tests.serving import RunningServer

FIRST_LOAD = 45_000
UPDATE = 4_000


@pytest.mark.parametrize("variant", NAMES)
def test_the_table_page_is_light(
    phone: Page, open_device: Callable[..., Page], server: RunningServer, variant: str
) -> None:
    start_table(phone, server.url, variant, NAMES[variant])
    fresh = open_device()
    fresh.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    requests = weigh_first_load(fresh, phone.url)
    assert 10_000 < sum(requests.values()) <= FIRST_LOAD, requests
    # a file that came empty would be light, and no table
    assert all(count > 400 for count in requests.values()), requests


def test_the_updates_of_a_hand_are_light(
    phone: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    start_table(phone, server.url, "riichi", NAMES["riichi"])
    fresh = open_device()
    fresh.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    weight = weigh(fresh, phone.url)
    assert set(weight.updates) == {"from", "value", "confirm", "recorded"}
    for step, count in weight.updates.items():
        assert 200 < count <= UPDATE, (step, weight)
