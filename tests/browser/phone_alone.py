"""A phone that settles by itself, and its server that comes and goes, as the browser tests move them."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.browser.chromium import device_options
from tests.browser.devices import leave, without_faults
from tests.serving import RunningServer, start_server, wait_until_it_answers

#: a slow machine's first start of the engine
ENGINE_MS = 45_000
#: the engine is asked for: a busy machine's line may look slow to the browser
WISHED = "try { localStorage.setItem('engine', 'yes'); } catch { /* about:blank */ }"
#: the server has all that this phone played at the table of this page
GIVEN_BACK = """async () => {
  const held = await joined["engine/copies"].tableCopies.get(joined["page/place"].codeHere());
  return held?.ahead === false;
}"""


def with_engine(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    """A phone that has the engine and what Python makes of it at the first start: one for a file's tests."""
    context = browser.new_context(base_url=server.url, **device_options(workers=True))
    context.set_default_timeout(ENGINE_MS)
    context.add_init_script(WISHED)
    page = context.new_page()
    page.goto("/phone/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    until(page, "async () => Boolean(await joined['engine/files'].engineFiles.load())")
    page.evaluate("joined['engine/boot'].phoneEngine.start().then(() => {})")
    until(
        page,
        "async () => { const { release } = await joined['engine/files'].engineFiles.ready();"
        " const cache = await caches.open(`engine-${release}`);"
        " return Boolean(await cache.match('/offline/engine/compiled')); }",
    )
    leave(page)
    page.close()
    yield context
    context.close()


def page_of(device: BrowserContext, server: RunningServer) -> Iterator[Page]:
    """A page of it for one test, which leaves server and network as it found them."""
    with without_faults(server) as watch:
        watch(device)
        page = device.new_page()
        yield page
        come_back(page, server)
        for one in device.pages:
            leave(one)
            one.close()


def code_of(page: Page) -> str:
    found = re.search(r"/t/([^/]+)/", page.url)
    assert found is not None, page.url
    return found.group(1)


def until(page: Page, script: str, argument: Any = None, seconds: float = 60) -> None:
    """Wait for an asynchronous script to say yes (`wait_for_function` does not await promises)."""
    deadline = time.monotonic() + seconds
    while not _says_yes(page, script, argument):
        assert time.monotonic() < deadline, f"never came true: {script}"
        page.wait_for_timeout(100)


def _says_yes(page: Page, script: str, argument: Any) -> bool:
    try:
        return bool(page.evaluate(script, argument))
    except Error:  # the page is loaded anew, as the table came back to the server
        return False


def wait_until_able(page: Page) -> None:
    """Wait for the engine and the table as it stands now to be on this phone."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    version = int(page.locator("#table").get_attribute("data-version") or "0")
    until(
        page,
        "async () => Boolean(await window.joined?.['engine/files']?.engineFiles.ready())",
    )
    until(
        page,
        "async ([code, version]) => {"
        " const held = await joined['engine/copies'].tableCopies.get(code);"
        " return held && JSON.parse(held.copy).session.version >= version; }",
        [code_of(page), version],
    )
    expect(page.locator("html[data-engine-able]")).to_be_attached()


def go_away(page: Page, server: RunningServer) -> None:
    """No network, and no server either; the page is marked until it is loaded anew."""
    page.evaluate("() => { document.documentElement.dataset.away = ''; }")
    page.context.set_offline(True)
    if server.process.poll() is None:
        server.interrupt(signal.SIGTERM)


def come_back(page: Page, server: RunningServer) -> None:
    if server.process.poll() is not None:
        server.process = start_server(server.port, server.log, server.environment)
        wait_until_it_answers(server)
    page.context.set_offline(False)


def wait_until_returned(page: Page) -> None:
    """Wait until no hand waits, the server has all that this phone played, and the page is loaded from there:
    it loads itself anew, and whatever is opened before is broken off."""
    until(page, "async () => !(await joined['queue/store'].handQueue.all()).length")
    until(page, GIVEN_BACK)
    fresh = page.locator("html:not([data-away]):not([data-device]):not([data-kept])")
    expect(fresh).to_be_attached(timeout=ENGINE_MS)
    expect(page.locator("[data-device-line]")).to_be_hidden()


def reopened(page: Page) -> Page:
    """The phone closed and opened again."""
    address, device = page.url, page.context
    page.close()
    page = device.new_page()
    page.goto(address)
    return page


def waiting(page: Page) -> list[dict[str, Any]]:
    page.wait_for_function("() => window.joined?.['queue/store']")  # it comes after the page
    return list(page.evaluate("async () => joined['queue/store'].handQueue.all()"))


def download_record(page: Page) -> dict[str, Any]:
    """The record as its link on the log gives it, whoever answers."""
    page.goto(f"/t/{code_of(page)}/log/")
    with page.expect_download() as coming:
        page.get_by_role("link", name=re.compile("Download the record")).click()
    record = dict(json.loads(coming.value.path().read_text()))
    page.goto(f"/t/{code_of(page)}/")
    return record


def hands_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The hands of a record, their moments to the second: a phone keeps thousandths."""
    return [{**hand, "at": hand["at"][:19]} for hand in record["hands"]]
