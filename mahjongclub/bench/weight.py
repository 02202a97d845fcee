"""`page.*`: what a phone loads of the riichi table, by Chromium's own count."""

from __future__ import annotations

from collections.abc import Iterator

from .chromium import LAUNCH_ARGUMENTS, device_options, find_chromium
from .figures import Figure, not_measured
from .stand import Stand
from .tables import new_device, open_table
from .weighing import weigh

KEYS = ("page.first_load_bytes", "page.update_bytes", "page.requests")


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """The first load on a fresh phone, and the heaviest update of a win in four taps."""
    chromium = find_chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        reason = (
            "NOT WEIGHED: this takes Chromium (on Debian: apt install chromium) and Playwright ('.[test]')."
        )
        yield from ((key, not_measured(reason)) for key in KEYS)
        return
    device, cookie = new_device()
    session = open_table(device)
    name, _equals, value = cookie.partition("=")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=LAUNCH_ARGUMENTS)
        context = browser.new_context(**device_options())
        context.add_cookies([{"name": name, "value": value, "url": stand.server.url}])
        weight = weigh(context.new_page(), f"{stand.server.url}/t/{session.code}/")
        browser.close()
    yield KEYS[0], Figure(weight.first_load)
    yield KEYS[1], Figure(max(weight.updates.values()), beside=dict(weight.updates))
    yield KEYS[2], Figure(len(weight.requests))
