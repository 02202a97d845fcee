"""The system's Chromium: where it is, the phone it plays, and what a page loads by its own network log.

Bytes are those of the compressed answers with their headers; the favicon is left out, as the page does not
wait for it.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAUNCH_ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREEN = {"width": 390, "height": 844}
#: a phone as Playwright opens it, without a service worker, whose requests would blur what is measured
PHONE: dict[str, Any] = {
    "viewport": SCREEN,
    "screen": SCREEN,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en",
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
#: the taps of a ron, and what each brings
TAPS = {"from": "#seat-1", "value": "#seat-2", "confirm": ".cell", "recorded": "#confirm"}


def find_chromium() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


@dataclass
class Weight:
    """Bytes of each address that a first load of a table page asks for, of what comes behind it once it
    stands (`data-soon`: `hand.css`, `hand.js`), of the steps to come, and of each update of a ron.
    """

    requests: dict[str, int]
    behind: int
    steps: int
    updates: dict[str, int] = field(default_factory=dict)

    @property
    def first_load(self) -> int:
        return sum(self.requests.values())


def weigh(page: Page, table: str, taps: dict[str, str] = TAPS) -> Weight:
    """Weigh the first load of a table on a fresh page, then the updates of a ron in four taps (riichi): 0
    where a tap asks for nothing.
    """
    received: dict[str, int] = {}
    addresses: dict[str, str] = {}
    # a page told to look for itself does so within a second: without news that is no answer to a tap
    no_news: set[str] = set()

    def finished(event: dict[str, Any]) -> None:
        address = addresses.get(event["requestId"], "?")
        if "favicon" not in address and "/live/" not in address and event["requestId"] not in no_news:
            received[address] = received.get(address, 0) + int(event["encodedDataLength"])

    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on(
        "Network.requestWillBeSent",
        lambda event: addresses.update({event["requestId"]: event["request"]["url"]}),
    )
    network.on(
        "Network.responseReceived",
        lambda event: no_news.add(event["requestId"]) if event["response"]["status"] in (204, 304) else None,
    )
    network.on("Network.loadingFinished", finished)
    with page.expect_response(lambda answer: "/steps/" in answer.url) as behind:
        page.goto(table)
    behind.value.finished()
    page.wait_for_timeout(600)
    steps = [address for address in received if "/steps/" in address]
    # what is of use only without network comes seconds after the page: a slow machine sees it here already
    without_network = page.locator("[data-later]").get_attribute("data-later") or ""
    for address in [*received]:
        if address.endswith(tuple(without_network.split())):
            del received[address]
    soon = page.locator("[data-soon]").get_attribute("data-soon") or ""
    later = [address for address in received if address.endswith(tuple(soon.split()))]
    weight = Weight(
        behind=sum(map(received.pop, later)),
        steps=sum(map(received.pop, steps)),
        requests=dict(received),
    )
    for step, tap in taps.items():
        received.clear()
        page.locator(tap).first.click()
        page.locator(".htmx-request").first.wait_for(state="detached")
        page.wait_for_timeout(600)
        # what a page fetches for later, files and the steps to come, is no answer to a tap
        pages = (
            n for address, n in received.items() if "/static/" not in address and "/steps/" not in address
        )
        weight.updates[step] = max(pages, default=0)
    return weight
