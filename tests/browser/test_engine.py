"""The phone's own engine in Chromium: fetched, started under its policy, equal to the server's."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.conftest import leave
from tests.offline.engine import wait_until_packed
from tests.offline.vectors import in_short, vectors
from tests.serving import RunningServer, running_server

SETTLES = """async (records) => {
  const told = [];
  for (const settle of records) told.push(await phoneEngine.send({ settle }));
  return told;
}"""


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory, offline_dir: Path) -> Iterator[RunningServer]:
    """A server on which offline settling is installed."""
    with running_server(tmp_path_factory.mktemp("offering"), OFFLINE_DIR=str(offline_dir)) as running:
        wait_until_packed(running)
        yield running


@pytest.fixture
def phone(offering: RunningServer, new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    context = new_context(base_url=offering.url, **device_options(workers=True))
    context.set_default_timeout(25_000)
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
    told: list[dict[str, Any]] = phone.evaluate(SETTLES, [json.dumps(vector["record"]) for vector in every])
    for one in told:
        del one["took"]
    differ = [
        (vector["from"], vector["result"], in_short(here))
        for vector, here in zip(every, told, strict=True)
        if in_short(here) != vector["result"]
    ]
    assert differ == []


def test_the_page_of_the_phone_fetches_tries_and_removes_the_engine(phone: Page) -> None:
    phone.goto("/phone/")
    here = phone.locator("[data-phone]")
    expect(here).to_contain_text("Not on this phone")
    expect(here).to_contain_text("fetched by itself, a few seconds after a table is opened")
    expect(phone.locator("main")).to_contain_text("None yet.")
    axe_clean(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller")
    fetch = phone.get_by_role("button", name="Fetch now")
    fetch.focus()
    phone.keyboard.press("Enter")
    expect(here).to_contain_text("Ready")
    expect(here).to_contain_text(re.compile(r"Size\s*1\d\.\d MB"))
    focused = phone.evaluate("() => document.activeElement.textContent")
    assert focused in ("Try it", "Remove")
    phone.get_by_role("button", name="Try it").click()
    expect(here).to_contain_text(
        re.compile(r"Started in \d+\.\d s, settled a game in \d+ ms: the points are"), timeout=40_000
    )
    expect(here).to_contain_text("Last start")
    axe_clean(phone)
    phone.get_by_role("button", name="Remove").click()
    expect(here).to_contain_text("Not on this phone")
    expect(here).to_contain_text("not fetched again unless you ask")
    assert (
        phone.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('engine-'))") == []
    )


def test_what_was_fetched_may_be_stopped_and_goes_on_later(phone: Page) -> None:
    phone.goto("/phone/")
    phone.wait_for_function("() => navigator.serviceWorker.controller")
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 20, "downloadThroughput": 1_000_000, "uploadThroughput": 1_000_000}
    network.send("Network.emulateNetworkConditions", slow)
    phone.get_by_role("button", name="Fetch now").click()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    phone.wait_for_function("() => document.querySelector('progress').value > 0")
    phone.get_by_role("button", name="Stop").click()
    expect(phone.locator("[data-said]")).to_have_text(re.compile("Stopped. What came is kept"))
    network.send("Network.emulateNetworkConditions", {**slow, "downloadThroughput": -1})
    phone.get_by_role("button", name="Fetch now").click()
    expect(phone.locator("[data-phone]")).to_contain_text("Ready")


def test_a_later_start_compiles_nothing(phone: Page) -> None:
    fetch_now(phone)
    start = "async () => { await phoneEngine.start(); return localStorage.getItem('engine-start'); }"
    first = phone.evaluate(start)
    deadline = time.monotonic() + 60
    while not phone.evaluate("async () => Boolean(await caches.match('/offline/engine/compiled'))"):
        assert time.monotonic() < deadline
        time.sleep(0.3)
    phone.evaluate("() => phoneEngine.stop()")
    later = phone.evaluate(start)
    settled = phone.evaluate(SETTLES, [json.dumps(vectors()[0]["record"])])
    print(f"first start {first} ms, later {later} ms")
    assert int(later) < int(first)
    assert "error" in settled[0] or settled[0]["hands"] is not None


def test_the_worker_may_load_nothing_but_its_own_files(phone: Page) -> None:
    """Its policy is its own: WebAssembly, which no page may compile, and this server."""
    fetch_now(phone)
    worker = phone.evaluate("async () => (await engineFiles.ready()).worker")
    answer = phone.request.get(worker)
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    )
    kept = "async (worker) => (await engineFiles.find(worker)).headers.get('content-security-policy')"
    assert phone.evaluate(kept, worker) == answer.headers["content-security-policy"]
    assert "wasm" not in phone.request.get("/").headers["content-security-policy"]


@pytest.mark.parametrize(("language", "dark"), [("fr", True), ("en", False)])
def test_the_page_of_the_phone_is_whole_on_a_narrow_screen(
    offering: RunningServer, new_context: Callable[..., BrowserContext], language: str, dark: bool
) -> None:
    context = new_context(
        base_url=offering.url,
        locale=language,
        viewport={"width": 320, "height": 640},
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    page.goto("/phone/")
    expect(page.locator("h1")).to_have_text("Ce téléphone" if language == "fr" else "This phone")
    expect(page.locator("[data-phone] dd").first).not_to_be_empty()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    axe_clean(page)
    leave(page)


def fetch_now(page: Page) -> None:
    page.goto("/phone/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Fetch now").click()
    page.get_by_role("button", name="Try it").wait_for()
