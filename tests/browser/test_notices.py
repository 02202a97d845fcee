"""Two phones ask for notifications at a club night, and are told their table as it is drawn."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import HURRIED, axe_clean, device_options
from tests.http_phone import owner
from tests.outbox.push_service import Browser
from tests.outbox.receiver import receiving
from tests.serving import RunningServer, running_server

#: Chromium has no push service to ask here: the subscription it would get is told by the test
SUBSCRIBES = """
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("cannot subscribe so");
  return { toJSON: () => (%s) };
};
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose messages may go to this machine."""
    with running_server(tmp_path_factory.mktemp("told"), TELL_THIS_MACHINE="true") as server:
        yield server
        assert "Traceback" not in server.log.read_text(errors="replace")


def open_phone(server: RunningServer, new_context: Callable[..., BrowserContext], browser: Browser) -> Page:
    """A phone whose browser subscribes as this one."""
    context = new_context(base_url=server.url, **device_options(workers=True))
    context.grant_permissions(["notifications"], origin=server.url)
    keys = {"p256dh": browser.form["public_key"], "auth": browser.form["shared_secret"]}
    context.add_init_script(HURRIED)
    context.add_init_script(SUBSCRIBES % json.dumps({"endpoint": browser.form["endpoint"], "keys": keys}))
    return context.new_page()


def check_in(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("you are on the list")).to_be_visible()


def ask_for_notices(page: Page) -> None:
    page.get_by_role("button", name="Notify me on this phone").click()
    expect(page.get_by_role("button", name="Stop notifying me")).to_be_visible(timeout=60_000)


def test_two_phones_are_told_their_table_within_five_seconds(
    told: RunningServer, new_context: Callable[..., BrowserContext]
) -> None:
    with receiving() as receiver:
        organiser = owner(told)
        here = organiser.post("/c/arras/tonight/", {}).headers["Location"]
        links = re.findall(r"http[^\"<>\s]*/here/[^\"<>\s]+", organiser.get(here).text)
        link = urlsplit(html.unescape(links[0]))
        names = ("Aiko", "Benoît")
        browsers = [Browser(receiver, name) for name in "ab"]
        phones = [open_phone(told, new_context, browser) for browser in browsers]
        for page, name in zip(phones, names, strict=True):
            check_in(page, link.path, name)
        axe_clean(phones[0])
        for page in phones:
            ask_for_notices(page)
        axe_clean(phones[0])
        receiver.wait_for(2)
        assert [one["tag"] for browser in browsers for one in browser.told()] == ["hello"] * 2
        began = time.monotonic()
        form = {"names": "\n".join(["Chen", "Dina"]), "seat": "1", "after": "0"}
        assert organiser.post(here, form).status == 302
        receiver.wait_for(4)
        assert time.monotonic() - began < 5
        for browser, other in zip(browsers, names[::-1], strict=True):
            message = browser.told()[1]
            assert message["title"] == "Round 1"
            assert re.match(r"Table 1, (East|South|West|North), with ", message["body"])
            assert other in message["body"]
            assert message["url"] == link.path
        ended(phones[0])


def ended(page: Page) -> None:
    """One tap, and the phone is told nothing more."""
    page.get_by_role("button", name="Stop notifying me").click()
    expect(page.get_by_role("button", name="Notify me on this phone")).to_be_visible()
    expect(page.get_by_text("Notifications are off")).to_be_visible()
