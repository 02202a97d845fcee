"""No network and no server: the phone settles by itself, and all of it is there once the server is back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import gone_back
from tests.browser.phone_alone import (
    ENGINE_MS,
    code_of,
    come_back,
    download_record,
    go_away,
    hands_of,
    page_of,
    reopened,
    wait_until_able,
    wait_until_returned,
    waiting,
    with_engine,
)
from tests.games.riichi.browser.test_game import Table
from tests.games.ten.browser.alarms import HEARING
from tests.games.ten.browser.test_table import confirm_win
from tests.rules.command_line import command_line_result
from tests.serving import RunningServer, running_server

OpenDevice = Callable[..., Page]
#: a clock's minute in seconds: the alarms at 40 and 44 s, the end at 48 s
MINUTE = 0.8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, offline_dir: Path) -> Iterator[RunningServer]:
    """A server of our own with the phone's engine, as it is stopped in the middle."""
    data = tmp_path_factory.mktemp("device")
    with running_server(data, OFFLINE_DIR=str(offline_dir), CLOCK_SECONDS_PER_MINUTE=str(MINUTE)) as running:
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


def hears(page: Page, alarms: str | re.Pattern[str]) -> None:
    """Wait until the page has told these alarms, and no others."""
    expect(page.locator("html")).to_have_attribute("data-heard", alarms)


def line(page: Page, words: str) -> None:
    expect(page.locator("[data-device-line] [data-notice]")).to_have_text(words)


def test_an_east_round_without_network(phone: Page, server: RunningServer) -> None:
    table = Table(phone)
    # E1: Benoît rons Chen, 3 han 40 fu: 5200 (published han-fu table), still with the server
    table.ron(1, 2, "5,200")
    wait_until_able(phone)
    go_away(phone, server)

    # opened anew the page has no screens of its own: the first tap waits for the engine, neither lost nor
    # answered by the typed page
    phone.goto(table.url)
    phone.locator("#seat-0").click()
    expect(phone.locator("[data-queue-notice]")).to_contain_text("One moment")
    expect(phone.locator(".middle.self")).to_be_visible(timeout=ENGINE_MS)
    expect(phone.locator("[data-queue-notice]")).to_be_empty()
    line(phone, "No network: this phone works out the points itself.")
    box = phone.locator("[data-device-line]").bounding_box()
    assert box
    assert box["height"] <= 60, "one line of text, as high as a finger"
    phone.get_by_role("link", name="Cancel").click()
    expect(phone.locator(".middle.self")).to_have_count(0)

    # E2: Chen and Aiko in riichi; Chen draws 1000/2000 and takes both sticks
    table.stick(2)
    table.stick(0)
    table.tsumo(2, "1,000/2,000")
    assert table.scores() == [23000, 28200, 24800, 24000]
    line(phone, "No network: this phone works out the points itself. 1 hand waits to be sent.")
    # E3: a draw, Chen (dealer) and Dina tenpai: +1500 each, Chen stays
    table.draw(2, 3)
    assert table.label == "E3-1"
    assert table.scores() == [21500, 26700, 26300, 25500]
    axe_clean(phone)

    # hand 2 was Dina's, not Chen's: it is with this phone alone, and corrected
    phone.locator("[data-device-line] summary").click()
    expect(phone.locator("[data-device-line] li")).to_have_count(2)
    expect(phone.locator("[data-device-line] li").first).to_contain_text("Hand 2: E2 · Chen wins")
    phone.locator("[data-device-line]").get_by_role("link", name="Log").click()
    phone.locator("#line-2").click()
    phone.locator('a[href*="/hand/2/?seen"]').click()
    phone.get_by_role("link", name="Change the winner").click()
    table.tap("#seat-3", ".middle.self")
    table.tap(".middle.self", ".values")
    table.value("1,000/2,000")
    phone.get_by_role("button", name="Confirm the correction").click()
    phone.wait_for_url(re.compile("/t/[a-z0-9]+/(log/)?$"))
    gone_back(phone)
    phone.goto(table.url)
    # Dina draws 1000/2000 of dealer Benoît; the sticks of Aiko and Chen are hers; E3 as before
    corrected = [25000 - 2000 - 1500, 30200 - 2000 - 1500, 19800 - 2000 + 1500, 25000 + 4000 + 2000 + 1500]
    assert table.scores() == corrected

    # the phone is closed and opened: all is there at once
    phone = table.page = reopened(phone)
    assert table.scores() == corrected
    line(phone, "No network: this phone works out the points itself. 2 hands wait to be sent.")

    # E3-1: a hand entered by mistake and undone, then the right one; the engine begins anew first
    phone.locator("#seat-3").click()
    expect(phone.locator(".middle.self")).to_be_visible(timeout=ENGINE_MS)
    table.seat(0)
    table.value("2,300")
    table.confirm()
    phone.locator(".bar").get_by_role("link", name="Undo").click()
    phone.locator("form[method=post] button.danger, form[method=post] button.primary").first.click()
    phone.wait_for_url(table.url)
    expect(phone.locator(".middle .hand")).to_have_text("E3-1")
    assert table.scores() == corrected
    table.ron(0, 3, "1,600")
    # E4: passes, and the round ends
    expect(phone.locator(".middle .hand")).to_have_text("E4")
    table.ron(1, 0, "1,000")
    assert table.label == "S1"

    # hand 1 is with the server: the screen stays and says so
    gone_back(phone)
    phone.goto(f"{table.url}log/")
    phone.locator("#line-1").click()
    phone.locator('a[href*="/hand/1/?seen"]').first.click()
    expect(phone.locator("[data-queue-notice]")).to_contain_text("Hand 1 is on the server already")
    expect(phone).to_have_url(f"{table.url}log/#hand-1")
    phone.goto(table.url)

    scores, record = table.scores(), download_record(phone)
    assert len(record["hands"]) == 5
    assert command_line_result(record)["hands"][-1]["scores"] == scores
    assert [item["result"]["scores"] for item in waiting(phone)][-1] == scores

    come_back(phone, server)
    wait_until_returned(phone)
    assert table.scores() == scores
    assert hands_of(table.record()) == hands_of(record)
    other = phone.context.new_page()
    other.goto(f"{table.url}log/")
    expect(other.locator("article.hand-card")).to_have_count(5)
    expect(other.locator("html[data-device]")).to_have_count(0)


def test_a_settled_hand_that_the_disk_gives_no_more_is_sent_from_the_page(
    phone: Page, server: RunningServer
) -> None:
    """Chromium opens no database on a disk that is full."""
    table = Table(phone)
    wait_until_able(phone)
    go_away(phone, server)
    table.ron(1, 2, "5,200")
    line(phone, "No network: this phone works out the points itself. 1 hand waits to be sent.")
    phone.evaluate(
        "() => { IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError'); }; }"
    )
    phone.evaluate("dispatchEvent(new Event('queue:changed'))")
    expect(phone.locator("#queue li")).to_contain_text("This phone cannot keep this hand")
    expect(phone.locator("#queue li")).to_contain_text("Hand 1: E1 · Benoît wins")
    line(phone, "No network: this phone works out the points itself.")
    come_back(phone, server)
    expect(phone.locator("#queue")).to_be_hidden(timeout=30_000)
    assert table.record()["hands"][0]["wins"] == [{"winner": 1, "from": 2, "han": 3, "fu": 40}]


def test_a_ten_session_without_network_its_clock_and_alarms(phone: Page, server: RunningServer) -> None:
    phone.context.add_init_script(HEARING)
    phone.goto("/new/?variant=ten")
    phone.locator("[name=name-0]").fill("Aiko")
    phone.locator("[name=name-1]").fill("Benoît")
    phone.get_by_role("button", name=re.compile("^Start")).click()
    phone.get_by_text("Enter our throw").click()
    for die in ("First die", "Second die"):
        phone.get_by_role("group", name=die).get_by_text("4", exact=True).click()
    phone.get_by_role("button", name="This is our throw").click()
    expect(phone.get_by_role("heading", name="Phase A: turn 1 of 18")).to_be_visible()
    wait_until_able(phone)
    phone.get_by_role("button", name="Start the clock: 60 minutes").click()
    expect(phone.get_by_role("timer")).to_be_visible()
    wait_until_able(phone)
    go_away(phone, server)

    phone.get_by_role("button", name="Aiko riichi").click()
    expect(phone.get_by_text("Aiko attacks, in riichi; Benoît defends.")).to_be_visible(timeout=ENGINE_MS)
    phone.get_by_role("button", name="Wrong guess").click()
    expect(phone.get_by_text("5 of 5 draws left.")).to_be_visible()
    confirm_win(phone)
    # dealer riichi 2 han 30 fu: 3 × 1,000 from the bank
    expect(phone.locator("#seat-0 .score")).to_have_text("13,000")

    # closed and opened before the first alarm, which comes on time and hides the time
    phone = reopened(phone)
    expect(phone.get_by_role("timer")).to_be_visible(timeout=ENGINE_MS)
    hears(phone, re.compile("^1"))
    expect(phone.get_by_role("timer")).to_have_count(0)
    hears(phone, "1, 2, 3 (end)")
    expect(phone.locator("#clock")).to_contain_text("Time is up. Finish this hand.")

    # the hand in play ends the session, and the ranking comes by itself
    phone.get_by_role("link", name="Dismiss").click()
    phone.get_by_role("button", name="Benoît riichi").click()
    phone.get_by_role("button", name="Wrong guess").click()
    confirm_win(phone)
    phone.wait_for_url("**/end/")
    expect(phone.get_by_text("Time is up after 2 hands.")).to_be_visible()
    record = download_record(phone)
    alone = command_line_result(record)
    assert len(record["hands"]) == 2

    come_back(phone, server)
    wait_until_returned(phone)
    there = dict(phone.request.get(f"/t/{code_of(phone)}/record.json").json())
    assert hands_of(there) == hands_of(record)
    assert command_line_result(there)["hands"] == alone["hands"]
    phone.goto(f"/t/{code_of(phone)}/end/")
    expect(phone.locator("html:not([data-device])").get_by_text("Time is up after 2 hands.")).to_be_visible()
