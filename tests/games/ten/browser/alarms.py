"""What a page of Ten tells of the clock's alarms, on a clock that runs faster."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.devices import PATIENCE_MS

#: a clock's minute in seconds: the first alarm after five seconds, the end after six
MINUTE = 0.1
#: all three, half a second apart: a busy machine may tell them late (promptness: test_clock_alarms.py)
ALL = re.compile(r"^1(?: \(late\))?, 2(?: \(late\))?, 3 \(end\)(?: \(late\))?$")

#: what the page hears is written where the test can read it: "1 2 3 (end)", "(late)" where it says so; and
#: so is the time that it showed first, which is soon another
HEARING = """addEventListener('clock:alarm', ({ detail: { alarm, last, late } }) => {
  const words = `${alarm}${last ? ' (end)' : ''}${late ? ' (late)' : ''}`;
  const heard = document.documentElement.dataset.heard;
  document.documentElement.dataset.heard = heard ? `${heard}, ${words}` : words;
});
addEventListener('htmx:afterSwap', () => {
  const time = document.querySelector('[role=timer]');
  if (time) document.documentElement.dataset.began ??= time.textContent;
});"""


def hears(page: Page, alarms: str | re.Pattern[str]) -> None:
    """Wait until the page has told these alarms, and no others."""
    expect(page.locator("html")).to_have_attribute("data-heard", alarms, timeout=PATIENCE_MS)
