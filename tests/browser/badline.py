"""How long a first table and its first hand take on a bad line: `python -m tests.browser.badline` prints it.

The line is a proxy (`slow_line.py`): what is asked is answered 400 ms later, half of them each way, at 400
kbit/s, and a new connection takes as long once more; the phone is four times slower than this machine. It is
fresh, with no cookie and an empty cache. Each step is counted from the tap to the moment the next page is
painted with its style; names are typed in no time. Up to the table everything counted is waiting: there is no
time to fetch anything ahead. At the table each tap comes 300 ms after the answer to the one before it.
"""

from __future__ import annotations

import re
import statistics
import time

from playwright.sync_api import Browser, Error, Locator, Page

from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options
from tests.browser.opening import open_table
from tests.browser.slow_line import SlowLine, slow_line

KBIT_PER_SECOND = 400
LATENCY_MS = 400
#: a line on which answers take three seconds
LONG_MS = 3000
SLOWER = 4
THOUGHT_MS = 300
RUNS = 5
NAMES = ("Aiko", "Benoît", "Chen", "Dina")
START, NEW, BOARD = "start page", "new table", "the board"
NEW_TABLE = re.compile("^(Start a table|New table)$")

#: when the page was first painted, in seconds since 1970; nothing before that, nor while it has no style
PAINTED = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const styled = getComputedStyle(document.documentElement).getPropertyValue("--felt") !== "";
  return paint && styled ? (performance.timeOrigin + paint.startTime) / 1000 : null;
}"""


#: the time until what is asked for is there and painted, looked at as often as the screen is drawn
SEEN = """([selector, tap]) => new Promise((done) => {
  const began = performance.now();
  if (tap) document.querySelector(tap).click();
  const look = () => document.querySelector(selector)
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
    : requestAnimationFrame(look);
  look();
})"""
#: a ron of 2,600 by the seat on the right, on the one opposite: what is tapped, and the sign of its answer
HAND = {
    "who won": ("#seat-1", "#table.step-from"),
    "from whom": ("#seat-2", "#table.step-value .values"),
    "the value": (".values tbody tr:nth-child(2) td:nth-of-type(1) .cell, .values .cell", "#confirm"),
    "confirm": ("#confirm", "#table.step-idle"),
}


def slow_down(page: Page, line: SlowLine) -> None:
    """Put the page behind a bad line, on a slow phone."""
    line.late, line.rate = LATENCY_MS / 1000, KBIT_PER_SECOND * 1000 / 8
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def record_first_hand(page: Page) -> dict[str, float]:
    """Tap a ron; the seconds until each tap is answered. One is thought about before it."""
    waited = {}
    for tap, (control, sign) in HAND.items():
        page.wait_for_timeout(THOUGHT_MS)
        began = time.time()
        try:
            waited[tap] = page.evaluate(SEEN, [sign, control]) / 1000
        except Error:  # the page's scripts did not come: the tap leads to another page
            page.locator(sign).first.wait_for(state="attached")
            waited[tap] = time.time() - began
    return waited


def open_first_table(page: Page, url: str) -> dict[str, float]:
    """Open a riichi table as somebody does who has never been here; the seconds each step was waited for."""
    waited = {}

    def wait(step: str, began: float, sign: Locator) -> None:
        sign.wait_for()
        waited[step] = page.wait_for_function(PAINTED).json_value() - began

    began = time.time()
    page.goto(f"{url}/", wait_until="commit")
    wait(START, began, page.get_by_role("link", name=NEW_TABLE))

    page.wait_for_timeout(THOUGHT_MS)
    began = time.time()
    page.get_by_role("link", name=NEW_TABLE).click(no_wait_after=True)
    wait(NEW, began, page.get_by_role("button", name="Start: Player 1 deals"))

    for number, name in enumerate(NAMES):
        page.locator(f"[name=name-{number}]").fill(name)
    page.wait_for_timeout(THOUGHT_MS)
    began = time.time()
    page.get_by_role("button", name=re.compile("^Start")).click(no_wait_after=True)
    wait(BOARD, began, page.locator("#seat-3"))
    return waited


def on_a_fresh_phone(browser: Browser, line: SlowLine) -> dict[str, float]:
    """The first table and the first hand of a phone that has nothing of ours."""
    line.late = line.rate = 0
    context = browser.new_context(**{**device_options(), "service_workers": "allow"})
    page = context.new_page()
    slow_down(page, line)
    try:
        return open_first_table(page, line.url) | record_first_hand(page)
    finally:
        context.close()


def values_on_a_long_line(browser: Browser, line: SlowLine) -> float:
    """The seconds from the second tap to the values, where each answer takes three; the table was open."""
    line.late = line.rate = 0
    context = browser.new_context(**device_options())
    page = context.new_page()
    with page.expect_request_finished(lambda request: "/steps/" in request.url):
        open_table(page, "riichi", NAMES, line.url)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line.late = LONG_MS / 1000
    try:
        page.evaluate(SEEN, [HAND["who won"][1], HAND["who won"][0]])
        return float(page.evaluate(SEEN, [HAND["from whom"][1], HAND["from whom"][0]])) / 1000
    finally:
        context.close()


def main() -> None:
    """Measure on a server and a database of its own, which have served one table before."""
    with server_and_browser() as (server, browser), slow_line(server) as line:
        _first, *runs = [on_a_fresh_phone(browser, line) for _ in range(RUNS + 1)]
        long = [values_on_a_long_line(browser, line) for _ in range(RUNS)]
    print(f"Seconds at {KBIT_PER_SECOND} kbit/s and {LATENCY_MS} ms: median of {RUNS} (best, worst)")
    for step in runs[0]:
        tell(step, [waited[step] for waited in runs])
    table = [sum(seconds for step, seconds in run.items() if step not in HAND) for run in runs]
    tell("from the typed address to the board", table)
    whole = [sum(run.values()) + len(HAND) * THOUGHT_MS / 1000 for run in runs]
    tell("from the typed address to the first hand", whole)
    tell(f"from the second tap to the values, where an answer takes {LONG_MS} ms", long)


def tell(what: str, seconds: list[float]) -> None:
    print(f"{statistics.median(seconds):6.2f}  ({min(seconds):.2f}, {max(seconds):.2f})  {what}")


if __name__ == "__main__":
    main()
