"""Ten on two phones, its hour shortened: one tap declares, both alarms heard, the server started again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.chromium import axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import open_table
from tests.serving import RunningServer, running_server

#: a clock's minute in seconds: the first alarm after five seconds, the end after six
MINUTE = 0.1
#: all three, half a second apart: a busy machine may tell them late (promptness: test_clock_alarms.py)
ALL = re.compile(r"^1(?: \(late\))?, 2(?: \(late\))?, 3 \(end\)(?: \(late\))?$")

#: what the page hears is written where the test can read it: "1 2 3 (end)", "(late)" where it says so; and
#: so is the time that it showed first, which is soon another
HEARING = """addEventListener('clock:alarm', ({ detail: { alarm, last, late } }) => {
  const words = `${alarm}${last ? ' (end)' : ''}${late ? ' (late)' : ''}`;
  const heard = document.documentElement.dataset.heard;
  document.documentElement.dataset.heard = heard ? `${heard}, ${words}` : words;
});
addEventListener('htmx:afterSwap', () => {
  const time = document.querySelector('[role=timer]');
  if (time) document.documentElement.dataset.began ??= time.textContent;
});"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of its own, on which an hour of the clock passes in six seconds."""
    data = tmp_path_factory.mktemp("ten")
    with running_server(data, CLOCK_SECONDS_PER_MINUTE=str(MINUTE)) as running:
        yield running


@pytest.fixture
def table(phone: Page) -> Page:
    """A table of Ten on the phone that keeps the score, its first dealer thrown, its clock not started."""
    phone.add_init_script(HEARING)
    open_table(phone, "ten", ("Aiko", "Benoît"))
    phone.get_by_text("Enter our throw").click()
    for die in ("First die", "Second die"):
        phone.get_by_role("group", name=die).get_by_text("4", exact=True).click()
    phone.get_by_role("button", name="This is our throw").click()
    expect(phone.get_by_role("heading", name="Phase A: turn 1 of 18")).to_be_visible()
    phone.wait_for_load_state()  # a tap before the scripts are there starts the clock without its sound
    return phone


def hears(page: Page, alarms: str | re.Pattern[str]) -> None:
    """Wait until the page has told these alarms, and no others."""
    expect(page.locator("html")).to_have_attribute("data-heard", alarms, timeout=PATIENCE_MS)


def confirm_win(page: Page) -> None:
    """From phase B to the recorded hand: wins, 2 han 30 fu, confirm."""
    page.get_by_role("link", name="Wins").click()
    page.get_by_role("link", name=re.compile("2 han 30 fu")).click()
    page.get_by_role("button", name="Confirm").click()


def test_an_hour_of_ten_with_both_alarms_and_a_server_started_again(
    table: Page, open_device: Callable[..., Page], server: RunningServer
) -> None:
    axe_clean(table)
    answers: list[Response] = []
    table.get_by_role("button", name="Start the clock: 60 minutes").click()
    expect(table.locator("html")).to_have_attribute("data-began", re.compile(r"^0:0[56]$"))
    expect(table.get_by_text("Did you hear it?")).to_be_visible()
    table.get_by_role("button", name="Yes").click()
    expect(table.get_by_text("Did you hear it?")).to_be_hidden()

    # a declaration is one tap
    table.get_by_role("button", name="Aiko riichi").click()
    expect(table.get_by_text("Aiko attacks, in riichi; Benoît defends.")).to_be_visible()
    table.get_by_role("button", name="Wrong guess").click()
    expect(table.get_by_text("5 of 5 draws left.")).to_be_visible()
    server.restart()

    # the first alarm comes on time although the server was away, and takes the time with it
    hears(table, re.compile("^1"))
    table.on("response", lambda answer: answers.append(answer))
    expect(table.get_by_role("timer")).to_have_count(0)
    shows_no_time(table.content())
    hears(table, ALL)
    expect(table.locator("#clock.ringing")).to_contain_text("Time is up. Finish this hand.")
    axe_clean(table)
    for answer in answers:
        if answer.status == 200 and "/t/" in answer.url:
            shows_no_time("\n".join([*(f"{k}: {v}" for k, v in answer.headers.items()), answer.text()]))

    # the hand in play is finished; it ends the session, and the ranking comes by itself
    confirm_win(table)
    table.wait_for_url("**/end/")
    expect(table.get_by_text("Time is up after 1 hand.")).to_be_visible()
    # dealer riichi 2 han 30 fu: 3 × 1,000 from the bank
    expect(table.get_by_role("main")).to_contain_text("13,000")
    axe_clean(table)


def shows_no_time(text: str) -> None:
    """Assert that a page or an answer carries neither the time left nor the moment of the end."""
    body = text.split('id="clock"')[1].split("</section>")[0] if 'id="clock"' in text else ""
    assert "data-left" not in text
    assert "data-next" not in text
    assert not re.search(r"\b\d?\d:\d\d\b", body), body
