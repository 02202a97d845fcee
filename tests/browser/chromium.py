"""The system's Chromium in tests: where it is, the devices it plays, and what axe says of a page."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page

from benchmarks import browser
from benchmarks.browser import PHONE, SCREEN, find_chromium

__all__ = ["LAUNCH_ARGUMENTS", "axe_clean", "device_options", "find_chromium", "led_to"]

#: A page of a test lives for seconds: nothing is compiled a second time, no process starts in advance, none
#: draws or fetches apart from the browser. That saves a seventh of its work. Of two switches that name
#: features the last one counts: the first of these is Playwright's own.
LAUNCH_ARGUMENTS = [
    *browser.LAUNCH_ARGUMENTS,
    "--js-flags=--no-opt --no-maglev",
    "--renderer-process-limit=1",
    "--in-process-gpu",
    "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
]

#: What comes into view is looked at once it is there: a sheet that fades in has no contrast yet.
#: Nobody waits for the end of a countdown.
#: axe fetches every style sheet and sound anew unless told not to: for two rules that our pages cannot break.
FIND_VIOLATIONS = """async () => {
  const ends = (one) => one.effect?.getComputedTiming().endTime < 10_000;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false });
  return { violations };
}"""

#: A phone that has kept nothing yet waits four seconds before it fetches for later, and looks every
#: ten seconds. In tests a twentieth and a tenth of that.
HURRIED = """(() => {
  const [later, often] = [setTimeout, setInterval];
  globalThis.setTimeout = (what, ms, ...more) => later(what, ms === 4000 ? 200 : ms, ...more);
  globalThis.setInterval = (what, ms, ...more) => often(what, ms === 10000 ? 1000 : ms, ...more);
})()"""


def device_options(
    size: tuple[int, int] = (SCREEN["width"], SCREEN["height"]),
    *,
    language: str = "en",
    dark: bool = False,
    javascript: bool = True,
    touch: bool = True,
    workers: bool = False,
    zone: str = "",
) -> dict[str, Any]:
    """Return the browser context options of a device: width and height in CSS pixels, and its wishes.

    `workers` lets it keep pages for when there is no network; their requests would blur what others measure.
    """
    screen = dict(zip(("width", "height"), size, strict=True))
    return {
        **PHONE,
        "viewport": screen,
        "screen": screen,
        "is_mobile": touch,
        "has_touch": touch,
        "locale": language,
        **({"timezone_id": zone} if zone else {}),
        "color_scheme": "dark" if dark else "light",
        "java_script_enabled": javascript,
        "service_workers": "allow" if workers else "block",
    }


def led_to(button: Locator) -> str:
    """Tap what leads to another page; its address, once the browser is there."""
    with button.page.expect_navigation():
        button.click()
    return button.page.url


def axe_clean(page: Page) -> None:
    """Assert that axe finds nothing to complain about on the page as it stands."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(FIND_VIOLATIONS))
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


#: the words of shown names that stand on two lines: a word has one box
BROKEN_WORDS = """(names) => [...document.querySelectorAll(names)].flatMap((name) => {
    const text = name.firstChild, range = document.createRange();
    const seen = name.offsetParent && getComputedStyle(name).position !== "absolute";
    if (!seen || !(text instanceof Text)) return [];
    return [...text.data.matchAll(/[^\\s-]+-?/gu)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


def broken_words(page: Page, names: str = "main bdi") -> list[str]:
    """Return the words of names on this page that are broken over two lines."""
    words: list[str] = page.evaluate(BROKEN_WORDS, names)
    return words
