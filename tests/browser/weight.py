"""What a phone loads over the wire: `python -m tests.browser.weight` measures and prints it.

Bytes are those of the compressed answers with their headers, as Chromium's network log counts them; the
favicon is left out, as the page does not wait for it.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import LAUNCH_ARGUMENTS, device_options, find_chromium
from tests.browser.screens import start_table
from tests.serving import running_server

NAMES = {
    "riichi": ("Aiko", "Benoît", "Chen", "Dina"),
    "classical": ("Aiko", "Benoît", "Chen", "Dina"),
    "taiwanese": ("Aiko", "Benoît", "Chen", "Dina"),
    "ten": ("Ten", "Akagi"),
    "six": ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou"),
}
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

    def _sent(self, event: dict) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict) -> None:
        address = self.addresses.get(event["requestId"], "?")
        if "favicon" not in address and "/live/" not in address:
            self.bytes[address] = self.bytes.get(address, 0) + int(event["encodedDataLength"])

    def empty(self) -> None:
        self.bytes.clear()


def weigh(page: Page, table: str) -> Weight:
    """Weigh the first load of a riichi table on a fresh page, then the updates of a ron in four taps."""
    scale = Scale(page)
    page.goto(table)
    page.wait_for_timeout(600)
    weight = Weight(first_load=sum(scale.bytes.values()), requests=dict(scale.bytes))
    taps = ("#seat-1", "#seat-2", ".cell", ".sheet-foot button")
    for step, tap in zip(STEPS, taps, strict=True):
        scale.empty()
        page.locator(tap).first.click()
        page.wait_for_timeout(600)
        weight.updates[step] = max(scale.bytes.values(), default=0)
    return weight


def main() -> int:
    """Measure on a server and a database of its own."""
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium found: apt-get install chromium", file=sys.stderr)
        return 1
    data = tempfile.TemporaryDirectory()
    with data as folder, running_server(Path(folder)) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=LAUNCH_ARGUMENTS)
        for variant, names in NAMES.items():
            context = browser.new_context(**device_options())
            page = context.new_page()
            start_table(page, server.url, variant, names)
            fresh = browser.new_context(**device_options())
            fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
            tab = fresh.new_page()
            if variant == "riichi":
                weight = weigh(tab, page.url)
                for address, count in weight.requests.items():
                    print(f"{count:8,}  {address.removeprefix(server.url)}")
                for step, count in weight.updates.items():
                    print(f"{count:8,}  update: {step}")
                total = weight.first_load
            else:
                scale = Scale(tab)
                tab.goto(page.url)
                tab.wait_for_timeout(600)
                total = sum(scale.bytes.values())
            print(f"{total:8,}  first load of the {variant} table")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
