"""The phone's own engine in Chromium: fetched, started under its policy, equal to the server's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import HURRIED, device_options
from tests.browser.devices import PATIENCE_MS, leave, refused
from tests.offline.engine import wait_until_packed
from tests.offline.vectors import in_short, vectors
from tests.serving import RunningServer, running_server

SETTLES = """async (records) => {
  const told = [];
  for (const settle of records) told.push(await joined['engine/boot'].phoneEngine.send({ settle }));
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
    context.add_init_script(HURRIED)
    context.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda said: faults.append(said.text) if refused(said.text) else None)
    page = context.new_page()
    yield page
    leave(page)
    assert faults == []


START = """async () => {
  await joined['engine/boot'].phoneEngine.start();
  return Number(localStorage.getItem('engine-start'));
}"""


@pytest.mark.parametrize("step", [200, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_phones_engine_settles_every_vector_as_the_server_does_and_loads_its_own_files_alone(
    phone: Page, step: int
) -> None:
    fetch_now(phone)
    may_load_its_own_files_alone(phone)
    phone.evaluate(START)
    every = some_of_each_game(step)
    assert differing(every, phone.evaluate(SETTLES, [json.dumps(vector["record"]) for vector in every])) == []


def some_of_each_game(step: int) -> list[dict[str, Any]]:
    """Return one in `step` vectors of each game and of the words that name no game, at least one of each."""
    by_game: dict[str, list[dict[str, Any]]] = {}
    for vector in vectors():
        by_game.setdefault(str(vector["record"].get("variant")), []).append(vector)
    return [vector for of_one in by_game.values() for vector in of_one[::step]]


def differing(every: list[dict[str, Any]], told: list[dict[str, Any]]) -> list[Any]:
    for one in told:
        del one["took"]
    return [
        (vector["from"], vector["result"], in_short(here))
        for vector, here in zip(every, told, strict=True)
        if in_short(here) != vector["result"]
    ]


def may_load_its_own_files_alone(phone: Page) -> None:
    """The worker's policy is its own: WebAssembly, which no page may compile, and this server."""
    worker = phone.evaluate("async () => (await joined['engine/files'].engineFiles.ready()).worker")
    answer = phone.request.get(worker)
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    )
    kept = (
        "async (worker) => (await joined['engine/files'].engineFiles.find(worker))"
        ".headers.get('content-security-policy')"
    )
    assert phone.evaluate(kept, worker) == answer.headers["content-security-policy"]
    assert "wasm" not in phone.request.get("/").headers["content-security-policy"]


def fetch_now(page: Page) -> None:
    page.goto("/phone/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Download now").click()
    page.get_by_role("button", name="Test the engine").wait_for()
