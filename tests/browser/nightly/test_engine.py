"""The phone's own engine in Chromium: fetched, started under its policy, equal to the server's."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.devices import leave
from tests.browser.test_engine import SETTLES, START, differing, fetch_now, offering, phone
from tests.browser.test_offline import shows, type_draw, wait_until_kept, waiting
from tests.games.riichi.browser.test_game import Table
from tests.offline.vectors import vectors
from tests.serving import RunningServer

PATHS = "async () => (await (await fetch('/offline/engine.json')).json()).files.map(({ path }) => path)"
# as a release before this one left it, on a phone that fetches nothing by itself
AGES = """async () => {
  localStorage.setItem("engine", "no");
  const [name] = (await caches.keys()).filter((one) => one.startsWith("engine-"));
  const cache = await caches.open(name);
  const ready = await (await cache.match("/offline/engine/ready")).json();
  await cache.put("/offline/engine/ready", new Response(JSON.stringify({ ...ready, release: "older" })));
}"""


def test_the_phones_engine_starts_faster_later_and_settles_as_before(phone: Page) -> None:
    fetch_now(phone)
    first = phone.evaluate(START)
    until(phone, "async () => Boolean(await caches.match('/offline/engine/compiled'))")
    phone.evaluate("() => joined['engine/boot'].phoneEngine.stop()")
    later = phone.evaluate(START)
    every = list(vectors())[-60:]
    taken = phone.evaluate(SETTLES, [json.dumps(vector["record"]) for vector in every])
    each = sorted(one["took"] for one in taken)
    fetched = sum(int(phone.request.get(path).headers["content-length"]) for path in phone.evaluate(PATHS))
    print(f"fetched {fetched:,} bytes; first start {first} ms, later {later} ms", end="; ")
    print(f"a record settled in {each[len(each) // 2]:.1f} ms (median), {each[-1]:.1f} ms (the longest)")
    assert differing(every, taken) == []


def test_a_phone_with_an_older_engine_says_so_and_keeps_hands(phone: Page, offering: RunningServer) -> None:
    table = Table(phone)
    until(
        phone,
        "async () => Boolean(await window.joined?.['engine/files']?.engineFiles.ready())",
    )
    phone.evaluate(AGES)
    phone.goto(table.url)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    expect(phone.locator("[data-device-line]")).to_contain_text("of another release than this page")
    axe_clean(phone)
    type_draw(phone, 0)  # as without an engine: kept, its points later
    waiting(phone, 1)
    expect(phone.locator("#queue li").first).to_contain_text("points when back online")
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=15_000)
    expect(phone.locator("[data-device-line]")).to_be_hidden()
    shows(phone, "28,000", "24,000", "24,000", "24,000")  # 3,000 go to the only one in tenpai


def test_the_page_of_the_phone_fetches_tries_and_removes_the_engine(phone: Page) -> None:
    phone.goto("/phone/")
    here = phone.locator("[data-phone]")
    expect(here).to_contain_text("Not on this phone")
    expect(here).to_contain_text("downloaded automatically, a few seconds after a table is opened")
    expect(phone.locator("main")).to_contain_text("None yet.")
    axe_clean(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller")
    fetch = phone.get_by_role("button", name="Download now")
    fetch.focus()
    phone.keyboard.press("Enter")
    expect(here).to_contain_text("Ready")
    expect(here).to_contain_text(re.compile(r"Size\s*1\d\.\d MB"))
    phone.wait_for_function(
        "() => ['Test the engine', 'Remove'].includes(document.activeElement.textContent)"
    )
    phone.get_by_role("button", name="Test the engine").click()
    expect(here).to_contain_text(
        re.compile(r"Started in \d+\.\d s, scored a game in \d+ ms: the points are"), timeout=120_000
    )
    expect(here).to_contain_text("Last start")
    axe_clean(phone)
    phone.get_by_role("button", name="Remove").click()
    expect(here).to_contain_text("Not on this phone")
    expect(here).to_contain_text("not downloaded again unless you ask")
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
    phone.get_by_role("button", name="Download now").click()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    phone.wait_for_function("() => document.querySelector('progress').value > 0")
    phone.get_by_role("button", name="Stop").click()
    expect(phone.locator("[data-notice]")).to_have_text(re.compile("Stopped. What was downloaded is kept"))
    network.send("Network.emulateNetworkConditions", {**slow, "downloadThroughput": -1})
    phone.get_by_role("button", name="Download now").click()
    expect(phone.locator("[data-phone]")).to_contain_text("Ready")


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


SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });"
PLAIN = """Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
Object.defineProperty(window, 'isSecureContext', { value: false });"""


@pytest.mark.parametrize(
    ("script", "words", "button"),
    [
        (SAVING, "nothing is downloaded unless you ask for it", True),
        (PLAIN, "This page came over plain HTTP", False),
        (PLAIN.partition("\n")[0], "This browser keeps nothing for later", False),
    ],
)
def test_the_page_of_the_phone_says_why_nothing_is_kept(
    phone: Page, script: str, words: str, button: bool
) -> None:
    phone.add_init_script(script)
    phone.goto("/phone/")
    expect(phone.locator("[data-phone]")).to_contain_text(words)
    assert phone.get_by_role("button", name="Download now").is_visible() is button
    axe_clean(phone)


def test_on_a_line_that_saves_data_nothing_is_fetched_by_itself(phone: Page) -> None:
    phone.add_init_script(SAVING)
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.wait_for_timeout(6000)  # it would begin after four seconds
    assert (
        phone.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('engine-'))") == []
    )


def test_the_page_of_the_phone_without_javascript(
    offering: RunningServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(base_url=offering.url, java_script_enabled=False).new_page()
    page.goto("/phone/")
    said = re.search(r"<noscript>(.*?)</noscript>", page.content(), re.DOTALL)  # Playwright shows none of it
    assert said
    assert "Without JavaScript nothing can be kept on this phone" in said[1]
    expect(page.locator("main")).to_contain_text("Offline scoring is installed")
    expect(page.locator("[data-phone]")).to_be_hidden()
    leave(page)


def until(page: Page, script: str, seconds: float = 60) -> None:
    """Wait for what a promise tells: `wait_for_function` takes the promise itself for a yes."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(script):
        assert time.monotonic() < deadline, script
        time.sleep(0.3)


__all__ = ["offering", "phone"]
