"""A server and a browser of its own, for what is run by itself and not by pytest."""

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.browser import LAUNCH_ARGUMENTS, find_chromium
from tests.serving import RunningServer, running_server


@contextlib.contextmanager
def server_and_browser() -> Iterator[tuple[RunningServer, Browser]]:
    """Yield a server with an empty database and the system's Chromium; without one, say so and end."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("No Chromium found: apt-get install chromium")
    data = tempfile.TemporaryDirectory()
    with data as folder, running_server(Path(folder)) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=LAUNCH_ARGUMENTS)
        yield server, browser
        browser.close()
