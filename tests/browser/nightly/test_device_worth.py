"""A hand's worth without network and server: valued, its tiles tapped, guessed; and without an engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import HURRIED, axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.nightly.test_worth import FIRST_LOAD, WEIGHT
from tests.browser.opening import worth_page
from tests.browser.phone_alone import ENGINE_MS, go_away, page_of, until, with_engine
from tests.browser.screens import TILES
from tests.serving import RunningServer, running_server

OpenDevice = Callable[..., Page]
KEPT = """async (path) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const find = async (name) => (await caches.open(name)).match(path, { ignoreVary: true });
  const pages = await Promise.all(names.map(find));
  return pages.some(Boolean);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, offline_dir: Path) -> Iterator[RunningServer]:
    """A server of our own with the phone's engine, as it is stopped in the middle."""
    with running_server(tmp_path_factory.mktemp("device"), OFFLINE_DIR=str(offline_dir)) as running:
        yield running


@pytest.fixture(scope="module")
def engine_phone(browser: Browser, server: RunningServer) -> Iterator[BrowserContext]:
    yield from with_engine(browser, server)


@pytest.fixture
def phone(engine_phone: BrowserContext, server: RunningServer) -> Iterator[Page]:
    yield from page_of(engine_phone, server)


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    """Every page has an engine of its own, which begins with the first tap: in seconds, or more."""
    expect.set_options(timeout=ENGINE_MS)
    yield
    expect.set_options(timeout=PATIENCE_MS)


def open_worth(page: Page) -> None:
    """Open /value/ once with network, as long as it takes to be kept."""
    page.goto("/value/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    until(page, KEPT, "/value/")


def test_a_hand_is_valued_tap_by_tap_without_network(phone: Page, server: RunningServer) -> None:
    open_worth(phone)
    go_away(phone, server)
    phone.goto("/value/")
    phone.get_by_role("link", name="Riichi").click()
    for name in ("South", "Tsumo", "3 han 40 fu"):
        phone.get_by_role("link", name=name, exact=name != "3 han 40 fu").click()
    expect(phone.get_by_role("heading", name="South wins by tsumo, 3 han 40 fu")).to_be_visible()
    expect(phone.locator("html[data-device]")).to_be_attached()
    link = phone.get_by_label("Link", exact=True).input_value()
    assert link.startswith(f"{server.url}/value/riichi/?")
    axe_clean(phone)
    phone.go_back()
    expect(phone.get_by_role("link", name="3 han 40 fu")).to_be_visible()
    phone.get_by_text("Rules and table").click()
    phone.get_by_label("Honba").fill("2")
    phone.get_by_role("button", name="Use these rules").click()
    phone.get_by_role("link", name="3 han 40 fu").click()
    expect(phone.get_by_role("main")).to_contain_text("2 honba")


def test_tiles_are_tapped_and_a_hand_guessed_without_network(phone: Page, server: RunningServer) -> None:
    open_worth(phone)
    go_away(phone, server)
    phone.goto(worth_page("riichi", TILES, "tiles/"))
    phone.get_by_role("link", name="Use this value").click()
    expect(phone.get_by_role("table", name="South", exact=True)).to_contain_text("Ippatsu")
    phone.goto("/practice/")
    phone.get_by_role("link", name=re.compile("Choose what the winner gains")).first.click()
    phone.locator("input[name=guess]").first.check(force=True)
    phone.get_by_role("button", name="See the answer").click()
    expect(phone.get_by_role("heading", name="What is paid here")).to_be_visible()


def test_a_link_is_opened_without_network_on_a_phone_just_switched_on(
    engine_phone: BrowserContext, phone: Page, server: RunningServer
) -> None:
    open_worth(phone)
    go_away(phone, server)
    phone.close()
    page = engine_phone.new_page()
    page.goto(worth_page("riichi", TILES))
    expect(page.get_by_role("table", name="South", exact=True)).to_contain_text("Ippatsu")


def test_a_phone_without_an_engine_says_what_it_lacks(open_device: OpenDevice, server: RunningServer) -> None:
    page = open_device((320, 640), workers=True, language="fr")
    page.context.add_init_script(HURRIED)
    open_worth(page)
    page.context.set_offline(True)
    page.goto("/value/")
    page.get_by_role("link", name="Riichi").click()
    expect(page.get_by_text("ce téléphone a besoin du réseau")).to_be_visible()
    axe_clean(page)
    page.get_by_role("link", name="Ce téléphone").first.click()
    expect(page.get_by_role("heading", name="Sur ce téléphone", exact=True)).to_be_visible()
    page.context.set_offline(False)


@pytest.mark.parametrize("address", ["/value/", worth_page("riichi", TILES)])
def test_the_first_load_is_light_where_the_server_has_an_engine(
    open_device: OpenDevice, address: str
) -> None:
    page = open_device()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert 5_000 < page.evaluate(WEIGHT) <= FIRST_LOAD
