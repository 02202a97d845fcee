"""Phones without network: what opens, what waits, and how four phones agree once the network is back."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import HURRIED, axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import signed_up
from tests.browser.phone_alone import until as says_yes
from tests.games.riichi.browser.test_game import Table
from tests.serving import RunningServer

OpenDevice = Callable[..., Page]
KEPT_TYPED = """async (code) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    if (kept.includes(`/t/${code}/`) && kept.includes(`/t/${code}/type/`)) return true;
  }
  return false;
}"""

KEPT_TEXTS = """async () => {
  const texts = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const one of name.startsWith("pages-") ? await cache.keys() : []) {
      const page = await cache.match(one.url, { ignoreVary: true });
      if (page)  // else it was dropped meanwhile
        texts.push([new URL(one.url).pathname, page.headers.get("Content-Language"), await page.text()]);
    }
  }
  return texts;
}"""


@pytest.fixture
def open_phone(open_device: OpenDevice) -> OpenDevice:
    """A phone whose browser keeps pages, and soon: what it waits for is the network."""

    def open_one(**options: Any) -> Page:
        page = open_device(workers=True, **options)
        page.context.add_init_script(HURRIED)
        return page

    return open_one


def wait_until_kept(page: Page, table: str) -> None:
    """Wait for the service worker to have the table and its form for typing a hand."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    expect(page.locator("html[data-ready]")).to_be_attached()
    code = table.rstrip("/").rpartition("/")[2]
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(KEPT_TYPED, code):
        assert time.monotonic() < deadline, "the table was not kept"
        page.wait_for_timeout(100)


def type_draw(page: Page, *tenpai: int) -> None:
    """A tap on the board opens the typed hand; an exhaustive draw is kept on the phone."""
    page.locator("#seat-0").click()
    page.wait_for_url(re.compile("/type/"))
    page.locator("[name=end][value=draw]").check(force=True)
    for seat in tenpai:
        page.locator(f"[name=tenpai][value='{seat}']").check(force=True)
    page.get_by_role("button", name="Save this hand on the phone").click()
    page.wait_for_url(re.compile(r"/t/\w+/$"))


def waiting(page: Page, count: int) -> None:
    """So many hands wait on this phone."""
    expect(page.locator("#queue li")).to_have_count(count)


def shows(page: Page, *scores: str) -> None:
    for seat, score in enumerate(scores):
        expect(page.locator(f"#seat-{seat} .score")).to_have_text(score)


def test_a_hand_whose_page_is_loaded_again_while_it_is_sent_is_recorded_once(
    open_phone: OpenDevice, server: RunningServer
) -> None:
    """The server takes the hand and answers nothing; the network goes, and the page is loaded again."""
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    server.process.send_signal(signal.SIGSTOP)
    try:
        phone.get_by_role("button", name="Confirm").click()
        says_yes(phone, "async () => (await joined['queue/store'].handQueue.all())[0]?.state === 'sent'")
        expect(phone.locator("#queue")).to_be_hidden()
        phone.context.set_offline(True)
        phone.reload()
        phone.get_by_role("link", name="Back to the table").click()
        waiting(phone, 1)
        expect(phone.locator("#queue li")).to_contain_text("ron on Chen, 3 han 40 fu")
    finally:
        server.process.send_signal(signal.SIGCONT)
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=15_000)
    shows(phone, "25,000", "30,200", "19,800", "25,000")
    assert len(table.record()["hands"]) == 1


def test_a_kept_hand_can_be_edited_and_removed(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    type_draw(phone, 0)
    type_draw(phone, 1)
    phone.locator("#queue summary").first.click()
    phone.get_by_role("link", name="Edit").click()
    expect(phone.locator("[name=tenpai][value='0']")).to_be_checked()
    phone.locator("[name=tenpai][value='3']").check(force=True)
    phone.get_by_role("button", name="Save this hand on the phone").click()
    expect(phone.locator("#queue li").first).to_contain_text("Aiko, Dina")
    phone.locator("#queue summary").nth(1).click()
    axe_clean(phone)
    phone.get_by_role("button", name="Remove").click()
    waiting(phone, 2)  # asked first
    phone.get_by_role("button", name="Keep it").click()
    phone.get_by_role("button", name="Remove").click()
    axe_clean(phone)
    phone.get_by_role("button", name="Remove for good").click()
    waiting(phone, 1)
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=15_000)
    shows(phone, "26,500", "23,500", "23,500", "26,500")


def type_and_look(page: Page, table: Table, *tenpai: int) -> None:
    """An exhaustive draw, typed up to who pays whom."""
    page.goto(f"{table.url}type/")
    page.locator("[name=end][value=draw]").check(force=True)
    for seat in tenpai:
        page.locator(f"[name=tenpai][value='{seat}']").check(force=True)
    page.get_by_role("button", name="See who pays whom").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_a_typed_hand_that_is_recorded_is_kept_no_longer(open_device: OpenDevice) -> None:
    phone = open_device()
    table = Table(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    type_and_look(phone, table, 0)
    phone.get_by_role("button", name="Confirm").click()
    shows(phone, "28,000", "24,000", "24,000", "24,000")
    says_yes(phone, "async () => !(await joined['queue/store'].handQueue.all()).length")
    assert "#" not in phone.url
    assert not [url for url in asked if url.endswith("/queued/")], "the answer said that it is there"


def test_signing_out_leaves_nothing_kept_of_who_was_signed_in(open_phone: OpenDevice) -> None:
    phone = open_phone()
    signed_up(phone, "Ondine Kept")
    phone.goto("/help/riichi/")
    table = Table(phone)
    wait_until_kept(phone, table.url)

    phone.goto("/")
    until(
        phone, lambda: any("Ondine" in text for text in kept(phone).values()), "the start page was not kept"
    )
    phone.locator(".menu > summary").click()
    expect(phone.locator(".menu-body")).to_be_visible()
    phone.locator("main").click(position={"x": 2, "y": 300})  # a tap elsewhere closes it
    expect(phone.locator(".menu-body")).to_be_hidden()
    phone.goto("/me/")
    phone.get_by_role("button", name="Sign out", exact=True).click()
    phone.wait_for_url(re.compile(r"/$"))
    expect(phone.locator(".menu-body a", has_text="Sign in")).to_have_count(1)
    path = urlsplit(table.url).path
    wanted = {path, f"{path}type/", "/", "/help/riichi/"}
    until(phone, lambda: wanted <= {*kept(phone)}, "what this phone may still see was not kept anew")
    assert [path for path, text in kept(phone).items() if "Ondine" in text] == []
    phone.context.set_offline(True)
    for address in (table.url, "/", "/help/riichi/", "/me/"):
        phone.goto(address)
        expect(phone.locator("body")).not_to_contain_text("Ondine")
    phone.go_back()
    expect(phone.locator("body")).not_to_contain_text("Ondine")


def kept(page: Page) -> dict[str, str]:
    """The pages that this phone keeps, by their path."""
    return {path: text for path, _language, text in page.evaluate(KEPT_TEXTS)}


def until(page: Page, held: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not held():
        assert time.monotonic() < deadline, otherwise
        page.wait_for_timeout(100)
