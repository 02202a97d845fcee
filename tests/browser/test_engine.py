"""The phone's own engine in Chromium: fetched, started under its policy, equal to the server's, and faster later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import device_options
from tests.browser.conftest import leave
from tests.offline.vectors import in_short, vectors
from tests.serving import RunningServer, running_server

SETTLES = "async (records) => { const told = []; for (const settle of records) told.push(await phoneEngine.send({ settle })); return told; }"


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory, offline_dir: Path) -> Iterator[RunningServer]:
    """A server on which offline settling is installed."""
    with running_server(tmp_path_factory.mktemp("offering"), OFFLINE_DIR=str(offline_dir)) as running:
        yield running


@pytest.fixture
def phone(offering: RunningServer, new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    context = new_context(base_url=offering.url, **device_options(workers=True))
    context.set_default_timeout(60_000)
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page = context.new_page()
    yield page
    leave(page)
    assert faults == []


def test_the_phones_engine_settles_every_vector_as_the_server_does(phone: Page) -> None:
    fetch_now(phone)
    phone.evaluate("() => phoneEngine.start()")
    every = vectors()
    told: list[dict[str, Any]] = phone.evaluate(SETTLES, [vector["record"] for vector in every])
    for one in told:
        del one["took"]
    differ = [
        vector["from"]
        for vector, here in zip(every, told, strict=True)
        if in_short(here) != vector["result"]
    ]
    assert differ == []


def fetch_now(page: Page) -> None:
    page.goto("/phone/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Fetch now").click()
    page.get_by_role("button", name="Try it").wait_for()
