"""Two phones ask for notifications at a club night, and are told their table as it is drawn."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import device_options
from tests.browser.test_notices import told
from tests.serving import RunningServer


def deliver(page: Page, message: dict[str, Any]) -> None:
    """Hand a message to the phone's service worker, as its push service does."""
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    for _look in range(200):
        if registrations:
            break
        page.wait_for_timeout(50)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    given = {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)}
    devtools.send("ServiceWorker.deliverPushMessage", given)


#: Chromium's headless shell has no place to show one
SHOWS = """() => {
  self.shown = [];
  const show = async (title, { body, tag, data: { url } }) => shown.push({ title, body, url, tag });
  registration.showNotification = show;
}"""


def test_a_message_is_shown_unless_its_page_is_being_looked_at(
    told: RunningServer, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context(base_url=told.url, **device_options(workers=True))
    page = context.new_page()
    page.goto("/phone/")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
    )
    # it may be ready a moment before it is told of here
    worker = (context.service_workers or [context.wait_for_event("serviceworker")])[0]
    worker.evaluate(SHOWS)
    seen, message = (
        {"title": "Round 1", "body": "Table 3, South, with Aiko", "url": url, "tag": url}
        for url in ("/phone/", "/x/")
    )
    deliver(page, seen)
    deliver(page, message)
    for _look in range(100):
        if found := worker.evaluate("shown"):
            break
        time.sleep(0.1)
    assert found == [message]


__all__ = ["told"]
