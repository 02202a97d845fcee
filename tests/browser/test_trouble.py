"""Part of a page does not come, or a form meets a database that is away: words, what was typed, a way on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.chromium import axe_clean, device_options
from tests.faults.outage import database_file
from tests.searching import few, thorough
from tests.serving import RunningServer, running_server

TROUBLE = {
    "network": "No network",
    "429": "Too many requests",
    "500": "the fault is the server’s",
    "503": "cannot be reached",
    "507": "disk is full",
}
NEW_TABLE = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"))}


def answer(route: Route, trouble: str) -> None:
    if trouble == "network":
        route.abort("internetdisconnected")
    else:
        route.fulfill(status=int(trouble), body="<h1>Trouble</h1>", content_type="text/html")


@pytest.mark.parametrize("trouble", few(TROUBLE, "network"))
def test_a_preview_that_does_not_come_is_said_and_asked_again(phone: Page, trouble: str) -> None:
    phone.goto("/sheets/blank/riichi/")
    phone.get_by_text("Fill in the names").click()
    answered: list[Route] = []

    def answer_and_count(route: Route) -> None:
        answer(route, trouble)
        answered.append(route)

    phone.route("**/sheets/blank/riichi/?*", answer_and_count)
    phone.get_by_label("Player 1").fill("Aiko on paper")
    phone.get_by_text("US Letter").click()
    alert = phone.get_by_role("alert").filter(has_text=TROUBLE[trouble])
    # the last thing chosen has its answer too: what comes after it is the second try
    while not any("letter" in route.request.url for route in answered):
        phone.wait_for_timeout(50)
    expect(alert).to_be_visible()
    expect(phone.get_by_label("Player 1")).to_have_value("Aiko on paper")
    axe_clean(phone)
    again = phone.get_by_role("button", name="Try again")
    before = len(answered)
    again.click()
    while len(answered) == before:  # the second try has its answer, which is none
        phone.wait_for_timeout(50)
    phone.unroute_all(behavior="wait")
    expect(alert).to_be_visible()
    again.click()
    expect(phone.locator("img.paper")).to_have_class("paper letter")
    expect(alert).to_be_hidden()
    expect(phone.get_by_label("Player 1")).to_have_value("Aiko on paper")


def test_a_sheet_typed_without_network_stays_and_says_so(open_device: Callable[..., Page]) -> None:
    page = open_device((320, 640), language="fr", dark=True)
    page.goto("/sheet/riichi/")
    page.route("**/sheet/riichi/", lambda route: answer(route, "network"))
    page.locator("input[name=hand-1-0]").fill("340")
    page.locator("input[name=hand-1-1]").fill("x")
    page.locator("input[name=hand-2-0]").focus()
    expect(page.get_by_role("alert").filter(has_text="Pas de réseau")).to_be_in_viewport()
    expect(page.locator("input[name=hand-1-0]")).to_have_value("340")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.unroute_all()
    page.get_by_role("button", name="Réessayer").click()
    expect(page.get_by_role("alert").filter(has_text="Pas de réseau")).to_be_hidden()
    expect(page.locator("input[name=hand-1-0]")).to_have_value("340")


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
        pytest.param("en", 390, False, marks=thorough),
        ("fr", 320, True),
        pytest.param("en", 320, True, marks=thorough),
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
