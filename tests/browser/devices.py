"""A real browser on the real server. These tests never touch the ORM: they see what a phone sees."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, WebError, expect

from tests.browser.chromium import LAUNCH_ARGUMENTS, device_options, find_chromium
from tests.serving import RunningServer, running_server

#: how long a page may take on a machine that does much else; what is there at once is not waited for
PATIENCE_MS = 45_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium; without one skip, or fail where CI is set."""
    path = find_chromium()
    if path is None:
        message = "NO BROWSER TEST RAN: install Chromium (on Debian: apt install chromium)."
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(message)
        pytest.skip(message)
    return {**browser_type_launch_args, "executable_path": path, "args": LAUNCH_ARGUMENTS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server with an empty database, one for all browser tests of a run."""
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def open_device(
    server: RunningServer, new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a device (the arguments of `device_options`) and gives its page.

    After the test no page may have met a script error or tripped over the content security policy,
    and the server may not have logged an error.
    """
    contexts: list[BrowserContext] = []
    with without_faults(server) as watch:

        def open_page(*arguments: Any, **options: Any) -> Page:
            context = new_context(base_url=server.url, **device_options(*arguments, **options))
            contexts.append(context)
            context.set_default_timeout(PATIENCE_MS)
            watch(context)
            return context.new_page()

        yield open_page
        for page in [page for context in contexts for page in context.pages]:
            leave(page)


@contextlib.contextmanager
def without_faults(server: RunningServer) -> Iterator[Callable[[BrowserContext], None]]:
    """Give a function that watches a device; nothing may go wrong there or on the server meanwhile."""
    faults: list[str] = []
    watched: list[BrowserContext] = []
    log_start = server.log.stat().st_size

    def on_error(error: WebError) -> None:
        faults.append(str(error.error))

    def on_console(message: ConsoleMessage) -> None:
        if refused(message.text):
            faults.append(message.text)

    def watch(context: BrowserContext) -> None:
        watched.append(context)
        context.on("weberror", on_error)
        context.on("console", on_console)

    yield watch
    for context in watched:
        context.remove_listener("weberror", on_error)
        context.remove_listener("console", on_console)
    assert faults == []
    with server.log.open(errors="replace") as log:
        log.seek(log_start)
        # a server that a test stops ends what is still under way: how much that is, the machine decides
        logged = "".join(line for line in log if "timeout graceful shutdown exceeded" not in line)
    assert "ERROR" not in logged, logged
    assert "Traceback" not in logged, logged


def leave(page: Page) -> None:
    """Go to an empty page: Chromium never finishes closing a context whose page is on its way elsewhere."""
    try:
        page.goto("about:blank")
    except Error:  # it was on its way, and that came first
        page.goto("about:blank")


def close_without_network(page: Page) -> None:
    """Close a page that is to reach no network, empty: Chromium gives the network back to a page that closes,
    and what it asks for in that moment arrives."""
    leave(page)
    page.close()


def refused(text: str) -> bool:
    """Tell whether a line of the console is the browser enforcing our policies, or not understanding them."""
    return "Content Security Policy" in text or "Permissions-Policy" in text


@pytest.fixture
def phone(open_device: Callable[..., Page]) -> Page:
    """A page on a phone of 390 by 844, in English, in daylight."""
    return open_device()
