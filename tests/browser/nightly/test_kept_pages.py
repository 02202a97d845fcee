"""What a phone keeps of its pages: in whose language, for whom, and not past a sign-in or sign-out."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import signed_up
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.browser.test_offline import (
    KEPT_TEXTS,
    OpenDevice,
    kept,
    open_phone,
    shows,
    until,
    wait_until_kept,
)
from tests.browser.test_people import sign_up
from tests.games.riichi.browser.test_game import Table


def test_pages_are_kept_in_the_readers_language(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.goto("/")
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while {language for _path, language, _text in phone.evaluate(KEPT_TEXTS)} != {"fr"}:
        assert time.monotonic() < deadline
        phone.wait_for_timeout(100)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    for path in ("/", "/help/riichi/", table.url, f"{table.url}log/"):
        phone.goto(path)
        expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Pas de réseau")
    phone.get_by_role("link", name="Retour à la table").click()
    expect(phone.locator("[data-kept-note]")).to_contain_text("Hors ligne")
    phone.locator("#seat-0").click()
    expect(phone.get_by_role("button", name="Enregistrer sur le téléphone")).to_be_visible()


def test_a_page_asked_for_without_network_comes_as_the_network_does(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    phone.goto(f"{table.url}log/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Log")


def test_what_is_no_longer_for_this_phone_is_not_kept(
    open_device: OpenDevice, open_phone: OpenDevice
) -> None:
    first = open_device()
    table = Table(first)
    other = second_phone(table, open_phone)
    wait_until_kept(other, table.url)
    first.goto(f"{table.url}share/")
    first.get_by_role("button", name="Stop others from scoring").click()
    other.reload()
    expect(other.get_by_role("navigation", name="This table")).to_be_visible()
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while any("/type/" in path for path, _language, _text in other.evaluate(KEPT_TEXTS)):
        assert time.monotonic() < deadline
        other.wait_for_timeout(100)
    other.context.clear_cookies()
    other.goto(table.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    other.context.set_offline(True)
    other.goto(table.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("No network")


#: the worker holds the answer to the next navigation until `release()`; `arrived` counts those done with
HOLD = """() => {
  const { keptPages } = joined['worker/pages'];
  const { arrived } = keptPages;
  self.arrived = 0;
  keptPages.arrived = (...news) => arrived(...news).finally(() => { self.arrived += 1; });
  const real = self.fetch;
  const held = new Promise((resolve) => { self.release = resolve; });
  self.fetch = async (request, ...more) => {
    const answer = await real(request, ...more);
    if (request.mode === "navigate") {
      self.fetch = real;
      self.holding = true;
      await held;
    }
    return answer;
  };
}"""


@pytest.mark.parametrize("signing", ["out", "in"])
def test_an_answer_under_way_while_somebody_signs_in_or_out_is_not_kept(
    open_phone: OpenDevice, signing: str
) -> None:
    """Its page is of the reader before: with their name, and with a form that is refused."""
    phone = open_phone()
    if signing == "out":
        sign_up(phone, f"Ondine Slow {signing}")
        phone.goto("/help/riichi/")
    table = Table(phone)
    wait_until_kept(phone, table.url)
    late = phone.context.new_page()
    late.goto("/help/")
    (worker,) = phone.context.service_workers
    worker.evaluate(HOLD)
    late.evaluate("(url) => { location.href = url; }", table.url)
    until(phone, lambda: worker.evaluate("self.holding === true"), "the table was not asked for")
    if signing == "out":
        phone.goto("/me/")
        phone.get_by_role("button", name="Sign out", exact=True).click()
        phone.wait_for_url(re.compile(r"/$"))
    else:
        sign_up(phone, f"Ondine Slow {signing}")
    path = urlsplit(table.url).path
    until(phone, lambda: path in kept(phone), "the table was not kept anew")
    before = worker.evaluate("self.arrived")
    worker.evaluate("self.release()")
    until(phone, lambda: worker.evaluate("self.arrived") > before, "the late answer did not come")
    reader = phone.locator("meta[name=reader]").get_attribute("content")
    for address, text in kept(phone).items():
        assert f'<meta name="reader" content="{reader}">' in text, address
        assert signing == "in" or "Ondine" not in text, address


def test_a_form_from_before_a_sign_in_says_why_and_goes_on(open_phone: OpenDevice) -> None:
    """Two tabs of one phone: in the second somebody signs in, in the first somebody goes on."""
    phone = open_phone()
    table = Table(phone)
    phone.goto("/new/")
    for number, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"), 1):
        phone.locator(f"[name=name-{number - 1}]").fill(name)
    tapped = phone.context.new_page()
    # the look that its stream begins with would bring it a fresh secret later
    with tapped.expect_response(lambda one: one.url == table.url and "hx-request" in one.request.headers):
        tapped.goto(table.url)
    expect(tapped.locator("html[data-ready]")).to_be_attached()
    wait_for_sign(tapped, "live")
    other = phone.context.new_page()
    signed_up(other, "Ondine Tabs")

    # a form of fields: a page of ours has them, and sends them once more
    phone.get_by_role("button", name=re.compile("^Start")).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Please send your entry again")
    expect(phone.locator("main")).to_contain_text("Ondine Tabs")
    axe_clean(phone)
    phone.get_by_role("button", name="Send once more").click()
    phone.wait_for_url(re.compile(r"/t/\w+/$"))
    expect(phone.locator("main")).to_contain_text("Benoît")

    # a tap at the table: told in a line, and the next one is taken
    stick = tapped.locator("#stick-0")
    stick.click()
    expect(tapped.locator("[data-queue-notice]")).to_contain_text("Nothing was recorded")
    expect(stick).to_have_attribute("aria-pressed", "false")
    stick.click()
    expect(stick).to_have_attribute("aria-pressed", "true")


def test_a_page_brought_back_to_life_is_of_who_is_there_now(open_phone: OpenDevice) -> None:
    """As the back button does where a browser keeps pages alive, which it does not under a test."""
    phone = open_phone()
    signed_up(phone, "Ondine Revived")
    phone.goto("/me/")
    other = phone.context.new_page()
    other.goto("/me/")
    other.get_by_role("button", name="Sign out", exact=True).click()
    other.wait_for_url(re.compile(r"/$"))
    with phone.expect_navigation():
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(phone.locator("body")).not_to_contain_text("Ondine")


def test_no_time_of_a_clock_is_kept(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    phone.goto(f"{table.url}clock/")
    phone.get_by_role("button", name=re.compile("clock", re.IGNORECASE)).first.click()
    phone.get_by_role("button", name=re.compile("Start the clock")).click()
    expect(phone.get_by_role("timer")).to_be_visible()
    wait_until_kept(phone, table.url)
    table.ron(2, 1, "5,200")  # the newest state comes with a fragment, which has the clock too
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not any("30,200" in text for _path, _language, text in phone.evaluate(KEPT_TEXTS)):
        assert time.monotonic() < deadline
        phone.wait_for_timeout(100)
    for path, _language, text in phone.evaluate(KEPT_TEXTS):
        for trace in ('role="timer"', "data-left", "data-next="):
            assert trace not in text, path
    phone.context.set_offline(True)
    phone.reload()
    shows(phone, "25,000", "19,800", "30,200", "25,000")
    expect(phone.locator("#clock")).to_have_count(0)
    phone.context.set_offline(False)
    expect(phone.get_by_role("timer")).to_be_visible(timeout=15_000)
    expect(phone.locator("[data-kept-note]")).to_be_hidden()


__all__ = ["open_phone"]
