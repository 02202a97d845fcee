"""How long a first table takes on a bad line: `python -m tests.browser.badline` measures and prints it.

The line is Chromium's own throttling: 400 kbit/s, and 400 ms from each request to its answer. The phone is
fresh, with no cookie and an empty cache. Each step is counted from the tap to the moment the next page is
painted with its style; names are typed in no time. Everything counted is waiting; there is no time to fetch
anything ahead.
"""

from __future__ import annotations

import statistics
import time

from playwright.sync_api import Browser, Locator, Page

from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options

KBIT_PER_SECOND = 400
LATENCY_MS = 400
RUNS = 5
NAMES = ("Aiko", "Benoît", "Chen", "Dina")
START, NEW, SEATS, BOARD = "start page", "new table", "the seats as drawn", "the board"

#: when the page was first painted, in seconds since 1970; nothing before that, nor while it has no style
PAINTED = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const styled = getComputedStyle(document.documentElement).getPropertyValue("--felt") !== "";
  return paint && styled ? (performance.timeOrigin + paint.startTime) / 1000 : null;
}"""


def slow_down(page: Page) -> None:
    """Put the page behind a bad line."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    speed = KBIT_PER_SECOND * 1000 / 8
    line = {"latency": LATENCY_MS, "downloadThroughput": speed, "uploadThroughput": speed}
    network.send("Network.emulateNetworkConditions", {"offline": False, **line})


def open_first_table(page: Page, url: str) -> dict[str, float]:
    """Open a riichi table as somebody does who has never been here; the seconds each step was waited for."""
    waited = {}

    def wait(step: str, began: float, sign: Locator) -> None:
        sign.wait_for()
        waited[step] = page.wait_for_function(PAINTED).json_value() - began

    began = time.time()
    page.goto(f"{url}/", wait_until="commit")
    wait(START, began, page.get_by_role("link", name="New table"))

    began = time.time()
    page.get_by_role("link", name="New table").click(no_wait_after=True)
    wait(NEW, began, page.get_by_role("button", name="Draw the seats"))

    for number, name in enumerate(NAMES):
        page.locator(f"[name=name-{number}]").fill(name)
    began = time.time()
    page.get_by_role("button", name="Draw the seats").click(no_wait_after=True)
    wait(SEATS, began, page.get_by_role("button", name="Start"))

    began = time.time()
    page.get_by_role("button", name="Start").click(no_wait_after=True)
    wait(BOARD, began, page.locator("#seat-3"))
    return waited


def on_a_fresh_phone(browser: Browser, url: str) -> dict[str, float]:
    """The first table of a phone that has nothing of ours."""
    context = browser.new_context(**device_options())
    page = context.new_page()
    slow_down(page)
    try:
        return open_first_table(page, url)
    finally:
        context.close()


def from_new_table(waited: dict[str, float]) -> float:
    return sum(waited.values()) - waited[START]


def main() -> None:
    """Measure on a server and a database of its own, which have served one table before."""
    with server_and_browser() as (server, browser):
        _first, *runs = [on_a_fresh_phone(browser, server.url) for _ in range(RUNS + 1)]
    print(f"Seconds at {KBIT_PER_SECOND} kbit/s and {LATENCY_MS} ms: median of {RUNS} (best, worst)")
    for step in runs[0]:
        tell(step, [waited[step] for waited in runs])
    tell("from the tap on “New table” to the board", [from_new_table(waited) for waited in runs])
    tell("from the typed address to the board", [sum(waited.values()) for waited in runs])


def tell(what: str, seconds: list[float]) -> None:
    print(f"{statistics.median(seconds):6.2f}  ({min(seconds):.2f}, {max(seconds):.2f})  {what}")


if __name__ == "__main__":
    main()
