"""What a phone settled without network comes back to the server, and the page goes on from there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.phone_alone import (
    ENGINE_MS,
    come_back,
    go_away,
    page_of,
    reopened,
    wait_until_able,
    wait_until_returned,
    waiting,
    with_engine,
)
from tests.games.riichi.browser.test_game import NAMES, Table
from tests.serving import RunningServer, running_server

OpenDevice = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, offline_dir: Path) -> Iterator[RunningServer]:
    """A server of our own with the phone's engine, as it is stopped in the middle."""
    with running_server(tmp_path_factory.mktemp("return"), OFFLINE_DIR=str(offline_dir)) as running:
        yield running


@pytest.fixture(scope="module")
def engine_phone(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    yield from with_engine(browser, server)


@pytest.fixture
def phone(engine_phone: BrowserContext, server: RunningServer) -> Iterator[Page]:
    yield from page_of(engine_phone, server)


def first_tap(page: Page) -> None:
    """The tap that waits for the engine, taken back."""
    page.locator("#seat-0").click()
    expect(page.locator(".middle.self")).to_be_visible(timeout=ENGINE_MS)
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator(".middle.self")).to_have_count(0)


def test_the_page_goes_on_from_the_server(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    wait_until_able(phone)
    go_away(phone, server)
    first_tap(phone)
    # Benoît rons Chen, 3 han 40 fu: 5200 (published han-fu table)
    table.ron(1, 2, "5,200")
    table.stick(3)
    table.stick(3)
    table.stick(0)  # notes raise this phone's version above the server's
    higher = int(phone.locator("#table").get_attribute("data-version") or 0)
    mine = table.scores()

    come_back(phone, server)
    wait_until_returned(phone)
    assert table.scores() == mine
    expect(phone.locator("#stick-0")).to_have_attribute("aria-pressed", "true")
    assert int(phone.locator("#table").get_attribute("data-version") or 0) < higher
    expect(phone.locator("[data-back-news]")).to_be_hidden()

    # news of the server are shown though their versions are lower than the phone's were
    other = phone.context.new_page()
    other.goto(table.url)
    other.locator("#stick-2").click()
    expect(phone.locator("#stick-2")).to_have_attribute("aria-pressed", "true")
    other.close()
    # and the next time without network begins from there
    wait_until_able(phone)
    go_away(phone, server)
    first_tap(phone)
    table.ron(3, 1, "1,000")
    come_back(phone, server)
    wait_until_returned(phone)
    phone.goto(f"{table.url}log/")
    expect(phone.locator("html:not([data-device]) article.hand-card")).to_have_count(2)


def test_a_result_that_differs_is_shown_until_it_was_seen(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    wait_until_able(phone)
    go_away(phone, server)
    first_tap(phone)
    table.ron(1, 2, "5,200")
    # as if this phone's engine had counted otherwise
    phone.evaluate(
        "async () => { const { handQueue } = joined['queue/store']; const [item] = await handQueue.all();"
        " item.result.scores = [25000, 30000, 20000, 25000]; await handQueue.put(item); }"
    )
    come_back(phone, server)
    wait_until_returned(phone)
    news = phone.locator("[data-back-news]")
    expect(news).to_contain_text("Hand 1 scores differently on the server.")
    expect(news).to_contain_text("30,000")
    expect(news).to_contain_text("30,200")
    axe_clean(phone)
    phone.reload()
    expect(news).to_be_visible()
    news.get_by_role("button", name="Seen").click()
    expect(news).to_be_hidden()
    phone.reload()
    expect(phone.locator(".board")).to_be_visible()
    expect(news).to_be_hidden()
    assert "settled" in server.log.read_text()


def test_a_clock_started_without_network_runs_on_the_server(phone: Page, server: RunningServer) -> None:
    phone.goto("/new/?variant=ten")
    for number, name in enumerate(NAMES[:2]):
        phone.locator(f"[name=name-{number}]").fill(name)
    phone.get_by_role("button", name=re.compile("^Start")).click()
    expect(phone.locator(".board")).to_be_visible()
    wait_until_able(phone)
    go_away(phone, server)
    phone.locator("#clock").get_by_role("button").first.click()
    expect(phone.locator("#clock")).to_contain_text("59:", timeout=ENGINE_MS)
    assert waiting(phone) == []  # no hand: the clock alone comes back
    come_back(phone, server)
    wait_until_returned(phone)
    expect(phone.locator("#clock")).to_contain_text("59:")


def test_a_table_opened_without_network_gets_the_servers_address(phone: Page, server: RunningServer) -> None:
    wait_until_able(Table(phone).page)  # the engine came with an earlier table
    phone.goto("/new/?variant=riichi")
    go_away(phone, server)
    table = Table.__new__(Table)
    table.page, table.taps = phone, 0
    for number, name in enumerate(NAMES):
        phone.locator(f"[name=name-{number}]").fill(name)
    phone.get_by_role("button", name=re.compile("^Start")).click(timeout=ENGINE_MS)
    expect(phone.locator(".board")).to_be_visible()
    table.url = old = phone.url
    first_tap(phone)
    table.ron(1, 2, "5,200")
    mine = table.scores()
    come_back(phone, server)
    phone.wait_for_url(lambda url: url != old, timeout=60_000)
    wait_until_returned(phone)
    new = phone.url
    assert new != old
    assert table.scores() == mine
    phone.goto(old)
    expect(phone).to_have_url(new)
    page = reopened(phone)
    expect(page.locator(".board")).to_be_visible()
