"""The tests of this folder hold phones with a browser, at tables whose hour passes in six seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import phone
from tests.browser.opening import open_table
from tests.games.ten.browser.alarms import HEARING, MINUTE
from tests.serving import RunningServer, running_server

__all__ = ["phone"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of its own, on which an hour of the clock passes in six seconds."""
    data = tmp_path_factory.mktemp("ten")
    with running_server(data, CLOCK_SECONDS_PER_MINUTE=str(MINUTE)) as running:
        yield running


@pytest.fixture
def table(phone: Page) -> Page:
    """A table of Ten on the phone that keeps the score, its first dealer thrown, its clock not started."""
    phone.add_init_script(HEARING)
    open_table(phone, "ten", ("Aiko", "Benoît"))
    phone.get_by_text("Enter our throw").click()
    for die in ("First die", "Second die"):
        phone.get_by_role("group", name=die).get_by_text("4", exact=True).click()
    phone.get_by_role("button", name="This is our throw").click()
    expect(phone.get_by_role("heading", name="Phase A: turn 1 of 18")).to_be_visible()
    phone.wait_for_load_state()  # a tap before the scripts are there starts the clock without its sound
    return phone
