"""Part of a page does not come, or a form meets a database that is away: words, what was typed, a way on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.chromium import device_options
from tests.faults.outage import database_file
from tests.serving import RunningServer, running_server

NEW_TABLE = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"))}


@pytest.fixture(scope="module")
def short_of_patience(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that waits for its database for a second only, and whose log may tell of it."""
    folder = tmp_path_factory.mktemp("trouble")
    address = f"sqlite:///{folder / 'mahjongclub.sqlite3'}"
    with running_server(folder, DATABASE_URL=address, DATABASE_WAIT_SECONDS="1") as running:
        yield running


@contextmanager
def locked(server: RunningServer) -> Iterator[None]:
    """Somebody else writes to the database and does not end."""
    with closing(sqlite3.connect(database_file(server), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize(
    ("language", "width", "dark"),
    [
        ("fr", 320, True),
        pytest.param("en", 390, False, marks=pytest.mark.nightly),
    ],
)
def test_the_trouble_page_keeps_the_form_and_sends_it_again(
    new_context: Callable[..., BrowserContext],
    short_of_patience: RunningServer,
    language: str,
    width: int,
    dark: bool,
) -> None:
    """Without JavaScript: what was typed is on the page, and one button sends it."""
    device = device_options((width, 640), language=language, dark=dark, javascript=False)
    page = new_context(base_url=short_of_patience.url, **device).new_page()
    page.goto("/new/")
    for name, value in NEW_TABLE.items():
        page.locator(f"input[name={name}]").fill(value)
    with locked(short_of_patience):
        page.locator("main form .start-foot button").click()
        heading = page.get_by_role("heading", name="Un instant" if language == "fr" else "One moment")
        expect(heading).to_be_visible()
        page.wait_for_load_state()  # its style is there
        again = page.get_by_role("button", name="Réessayer" if language == "fr" else "Try again")
        box = again.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        again.click()
        expect(heading).to_be_visible()
    again.click()
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))
    expect(page.locator("main")).to_contain_text("Benoît")
