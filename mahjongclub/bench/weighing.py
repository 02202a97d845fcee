"""What a phone loads over the wire, as Chromium's network log counts it.

Bytes are those of the compressed answers with their headers; the favicon is left out, as the page does not
wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = ("from", "value", "confirm", "recorded")


@dataclass
class Weight:
    """Bytes of a first load of the table page, its requests, and the bytes of each update of a ron."""

    first_load: int = 0
    requests: dict[str, int] = field(default_factory=dict)
    updates: dict[str, int] = field(default_factory=dict)


class Scale:
    """Adds up what the page receives, by address."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, int] = {}
        self.addresses: dict[str, str] = {}
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", self._sent)
        network.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        address = self.addresses.get(event["requestId"], "?")
        if "favicon" not in address and "/live/" not in address:
            self.bytes[address] = self.bytes.get(address, 0) + int(event["encodedDataLength"])

    def empty(self) -> None:
        self.bytes.clear()


def weigh_first_load(page: Page, table: str) -> dict[str, int]:
    """The bytes of each address that a fresh page asks for to show a table of any game."""
    return _load(Scale(page), page, table)


def weigh(page: Page, table: str) -> Weight:
    """Weigh the first load of a riichi table on a fresh page, then the updates of a ron in four taps."""
    scale = Scale(page)
    requests = _load(scale, page, table)
    weight = Weight(first_load=sum(requests.values()), requests=requests)
    taps = ("#seat-1", "#seat-2", ".cell", ".sheet-foot button")
    for step, tap in zip(STEPS, taps, strict=True):
        scale.empty()
        page.locator(tap).first.click()
        page.wait_for_timeout(600)
        weight.updates[step] = max(scale.bytes.values(), default=0)
    return weight


def _load(scale: Scale, page: Page, table: str) -> dict[str, int]:
    page.goto(table)
    page.wait_for_timeout(600)
    return dict(scale.bytes)
