"""The system's Chromium in tests: where it is, the devices it plays, and what axe says of a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from mahjongclub.bench.chromium import LAUNCH_ARGUMENTS, PHONE, device_options, find_chromium

__all__ = ["LAUNCH_ARGUMENTS", "PHONE", "axe_clean", "device_options", "find_chromium"]


def axe_clean(page: Page) -> None:
    """Assert that axe finds nothing to complain about on the page as it stands."""
    results = Axe().run(page)
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"
