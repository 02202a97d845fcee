"""Every other game without network and server, tables opened there, and what a phone says it cannot do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import gone_back
from tests.browser.phone_alone import (
    ENGINE_MS,
    WISHED,
    code_of,
    come_back,
    download_record,
    go_away,
    hands_of,
    page_of,
    until,
    wait_until_able,
    wait_until_returned,
    waiting,
    with_engine,
)
from tests.games.classical.browser.test_table import TAPS
from tests.games.classical.browser.test_table import Phone as Classical
from tests.games.riichi.browser.test_game import NAMES, Table
from tests.games.six.browser.test_table import AIKO, BENOIT, CHEN, DINA, EMIL, FATOU
from tests.games.six.browser.test_table import Thumb as Six
from tests.games.taiwanese.browser.test_table import Thumb as Taiwanese
from tests.rules.command_line import command_line_result
from tests.serving import RunningServer, running_server

OpenDevice = Callable[..., Page]


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


def all_is_sent(page: Page, server: RunningServer) -> None:
    """The phone's record is what the command line makes of it, and the server has it once it is back."""
    gone_back(page)
    record = download_record(page)
    last = [item["result"]["scores"] for item in waiting(page)][-1]
    assert command_line_result(record)["hands"][-1]["scores"] == last
    come_back(page, server)
    wait_until_returned(page)
    there = page.request.get(f"/t/{code_of(page)}/record.json").json()
    assert hands_of(there) == hands_of(record)
    assert command_line_result(there)["hands"][-1]["scores"] == last


def test_a_classical_hand_of_which_all_four_are_counted(phone: Page, server: RunningServer) -> None:
    table = Classical(phone)
    table.open_table()
    wait_until_able(phone)
    go_away(phone, server)
    phone.locator(".dice-strip a.button").first.click()
    expect(phone.locator("#choice-die-3")).to_be_visible()
    table.tap("#choice-die-3")
    table.tap(".face[value='4']")
    expect(phone.locator(".middle")).to_contain_text("West is dominant")
    table.tap("#seat-1")
    table.tap("#seat-3")
    table.tap("text=Count the hands")
    totals = ("32", "68", "12", "0")
    for seat, name in enumerate(NAMES):
        sheet = phone.locator("#sheet-title")
        if not (sheet.count() and name in sheet.inner_text()):
            table.tap(f"#seat-{seat}")
        expect(sheet).to_contain_text(f"{name}’s hand")
        for tap in chain.from_iterable(TAPS[seat]):
            table.tap(f"#choice-{tap}")
        expect(phone.locator(".total-now b")).to_have_text(totals[seat])
        table.tap("button:has-text('Done')")
    # docs/rules/classical.md: what Dina, Chen and Aiko pay
    expect(phone.locator(".table-strip")).to_contain_text("Benoît wins on Dina’s discard")
    table.tap("button:has-text('Confirm')")
    assert [table.score(seat) for seat in range(4)] == [32, 196, -84, -144]
    all_is_sent(phone, server)
    assert [table.score(seat) for seat in range(4)] == [32, 196, -84, -144]


def test_taiwanese_hands(phone: Page, server: RunningServer) -> None:
    table = Taiwanese(phone)
    wait_until_able(phone)
    go_away(phone, server)
    table.tap(".bar >> text=No winner", "text=Nobody pays")
    table.confirm()
    # E1-1, a self-draw by number: 100 + 20 x 5 from two, 100 + 20 x (5 + 3) from the dealer
    table.win(CHEN, None)
    table.tai(5)
    table.tap(".confirm >> text=Edit", ".sheet")
    expect(phone.locator(".workings")).to_contain_text("Aiko to Chen: 100 + 20 × (5 + 3 dealer) = 260")
    table.confirm()
    assert table.scores() == {"Aiko": -260, "Benoît": -200, "Chen": 660, "Dina": -200}
    # E2, two win on Aiko's discard: 140 and 100
    table.win(CHEN, AIKO)
    table.tai(2)
    table.tap("text=+ Another winner", ".step-winner")
    table.tap(".place.choosable >> text=Dina", ".tai-keys")
    table.tai(0)
    table.confirm()
    assert table.scores() == {"Aiko": -500, "Benoît": -200, "Chen": 800, "Dina": -100}
    all_is_sent(phone, server)


def test_a_round_of_six(phone: Page, server: RunningServer) -> None:
    table = Six(phone)
    wait_until_able(phone)
    go_away(phone, server)
    # docs/rules/six.md, round 1 of "Five winners, twice"
    table.kong(CHEN, "concealed")
    table.win(DINA, BENOIT, "pure")
    table.kong(FATOU, "exposed")
    table.kong(AIKO, "claimed", EMIL)
    assert table.scores() == [-1, -7, 9, 2, -5, 2]
    table.win(AIKO, None, "all_pungs", "rare-1-0")
    table.win(CHEN, FATOU, "chows", "usual-1-0")
    table.win(BENOIT, None, "pungs_258")
    table.win(EMIL, None, "four_pairs", "usual-0-1")
    table.confirm()
    assert table.scores() == [31, 1, 3, 2, -13, -24]
    all_is_sent(phone, server)


def test_the_pages_beside_the_table(phone: Page, server: RunningServer) -> None:
    """Tiles to points, the typed hand, the sticks, what is needed, the rules, a seat, the ranking."""
    table = Table(phone)
    wait_until_able(phone)
    go_away(phone, server)
    table.seat(1)
    table.seat(2)
    phone.get_by_role("link", name=re.compile("tiles", re.IGNORECASE)).first.click()
    phone.wait_for_url(re.compile("/tiles/"))
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.locator("html[data-device]")).to_be_attached()
    axe_clean(phone)
    for page in ("rules/", "sit/", "sticks/", "clock/", "type/", "log/", "need/"):
        phone.goto(f"{table.url}{page}")
        expect(phone.get_by_role("heading", level=1)).not_to_have_text("No network")
        expect(phone.locator("html[data-device], html[data-kept]")).to_be_attached()
    expect(phone.get_by_text("Tsumo").first).to_be_visible()
    axe_clean(phone)
    phone.goto(table.url)
    table.ron(1, 2, "5,200")
    gone_back(phone)
    phone.goto(f"{table.url}close/")
    phone.get_by_role("button", name="End the game").click()
    phone.wait_for_url("**/end/")
    expect(phone.locator(".end-head h1")).to_have_text("Benoît wins")
    axe_clean(phone)
    come_back(phone, server)
    until(phone, "async () => !(await joined['queue/store'].handQueue.all()).length")
    expect(phone.locator("html[data-device]")).to_have_count(0)  # loaded anew, as the table came back
    phone.goto("/")
    until(
        phone,
        "async (code) => !(await joined['engine/copies'].tableCopies.get(code))?.ahead",
        code_of_url(table.url),
    )
    phone.goto(f"{table.url}end/")
    expect(phone.locator(".end-head h1")).to_have_text("Benoît wins")
    expect(phone.locator("html[data-device]")).to_have_count(0)


def code_of_url(url: str) -> str:
    return url.rstrip("/").rpartition("/")[2]


def test_a_table_is_opened_without_network(phone: Page, server: RunningServer) -> None:
    Table(phone)
    wait_until_able(phone)
    phone.goto("/")
    expect(phone.locator("html[data-engine-able]")).to_be_attached()
    go_away(phone, server)
    phone.get_by_role("link", name="New table").click()
    expect(phone.get_by_role("heading", name="New table")).to_be_visible()
    expect(phone.locator("[data-pick]")).to_contain_text("Benoît")
    for number, name in enumerate(("Yuki", "Benoît", "Zoé", "Dina")):
        phone.locator(f"[name=name-{number}]").fill(name)
    phone.get_by_role("button", name=re.compile("^Start")).click()
    expect(phone.locator("#seat-0")).to_contain_text("Yuki")
    url = phone.url
    table = Table.__new__(Table)
    table.page, table.taps, table.url = phone, 0, url
    table.ron(1, 2, "5,200")
    gone_back(phone)
    expect(phone).to_have_url(url)
    phone.goto("/")
    place = phone.locator("[data-device-tables]")
    expect(place).to_contain_text("Opened on this phone, not sent yet")
    expect(place).to_contain_text("Zoé 19,800")
    axe_clean(phone)
    place.get_by_role("link").click()
    phone.wait_for_url(url)
    expect(phone.locator("#seat-1 .score")).to_have_text("30,200")
    come_back(phone, server)
    wait_until_returned(phone)
    record = phone.request.get(f"/t/{code_of(phone)}/record.json")
    assert record.ok
    assert len(record.json()["hands"]) == 1
    phone.goto("/")
    expect(phone.locator("[data-device-tables]")).to_be_hidden()
    expect(phone.get_by_text("Zoé")).to_be_visible()


def test_what_only_the_server_can_do_leaves_the_screen_as_it_is(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    table.ron(1, 2, "5,200")
    wait_until_able(phone)
    go_away(phone, server)
    said = phone.locator("[data-queue-notice]")
    phone.get_by_role("link", name="Invite others").click()
    expect(said).to_contain_text("No network: try again when the network is back.")
    expect(phone).to_have_url(table.url)
    phone.locator(".bar").get_by_role("link", name="Undo").click()
    expect(said).to_contain_text("Hand 1 is on the server already")
    expect(phone.locator("#seat-1 .score")).to_have_text("30,200")
    axe_clean(phone)


def test_an_engine_that_fails_leaves_the_old_way(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    wait_until_able(phone)
    go_away(phone, server)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    phone.evaluate("joined['engine/boot'].phoneEngine.send = () => Promise.reject(new Error('broken')), 0")
    # until the engine begins anew, by itself
    phone.evaluate(
        """() => {
            const line = document.querySelector("[data-device-line] [data-notice]");
            const unable = "cannot work out points just now";
            const note = () => { window.told ||= line.textContent.includes(unable); };
            new MutationObserver(note).observe(line, { childList: true });
        }"""
    )
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.locator("#queue li")).to_have_count(1)
    expect(phone.locator("#queue li")).to_contain_text("points when back online")
    phone.wait_for_function("() => window.told")
    come_back(phone, server)
    expect(phone.locator("#queue")).to_be_hidden()
    expect(phone.locator("#seat-1 .score")).to_have_text("30,200")


def test_two_tabs_of_one_table_lose_no_hand(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    wait_until_able(phone)
    other = phone.context.new_page()
    other.goto(table.url)
    second = Table.__new__(Table)
    second.page, second.taps, second.url = other, 0, table.url
    wait_until_able(other)
    go_away(phone, server)
    table.ron(1, 2, "5,200")
    other.reload()
    second.ron(0, 3, "1,000")
    phone.reload()
    table.draw(0)
    assert len(waiting(phone)) == 3
    all_is_sent(phone, server)


def test_a_page_of_a_table_opened_by_its_address(phone: Page, server: RunningServer) -> None:
    """Nobody answers it at first: the page that says so begins the engine, and loads it again."""
    table = Table(phone)
    table.ron(1, 2, "5,200")
    wait_until_able(phone)
    go_away(phone, server)
    context = phone.context
    phone.close()
    again = context.new_page()
    again.goto(f"{table.url}log/")
    expect(again.get_by_role("heading", level=1)).to_have_text("Log")
    expect(again.locator("article.hand-card")).to_have_count(1)


def test_the_line_in_french_and_narrow(open_device: OpenDevice, server: RunningServer) -> None:
    phone = open_device((320, 568), workers=True, language="fr")
    phone.context.add_init_script(WISHED)
    try:
        table_in_french(phone, server)
    finally:
        come_back(phone, server)


def table_in_french(phone: Page, server: RunningServer) -> None:
    phone.goto("/new/?variant=riichi")
    for number, name in enumerate(NAMES):
        phone.locator(f"[name=name-{number}]").fill(name)
    phone.locator("[data-start-button]").click()
    expect(phone.locator(".board")).to_be_visible()
    wait_until_able(phone)
    go_away(phone, server)
    words = phone.locator("[data-device-line] [data-notice]")
    expect(words).to_have_text("Pas de réseau : ce téléphone compte lui-même les points.")
    wide = phone.evaluate("() => document.documentElement.scrollWidth - screen.width")
    assert wide <= 0
    assert json.loads(phone.evaluate("() => JSON.stringify(scrollY)")) == 0
