"""The table's clock without a server: what it shows, when it rings, whose time it keeps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.modules import open_with

from .conftest import Server

#: what the clock tells and asks, in words
LISTENS = """window.told = [];
for (const name of ['clock:ring', 'clock:ask', 'clock:slept']) {
  const tell = ({ detail }) => told.push(detail === null ? name : `${name} ${detail}`);
  document.addEventListener(name, tell, true);
}
addEventListener('clock:alarm', ({ detail: { alarm, last, late } }) => {
  told.push(`alarm ${alarm}${last ? ' last' : ''}${late ? ' late' : ''}`);
});
"""


def strip(**data: Any) -> str:
    """The clock's strip as the server sends it: milliseconds left, to the next alarm, until it asks."""
    given = {"clock": "7", "fired": 0, "alarms": 3, "state": "running", **data}
    told = " ".join(f'data-{name}="{value}"' for name, value in given.items())
    return f'<div id="clock" {told}><b role="timer">1:00</b></div>'


@pytest.fixture
def table(page: Page) -> Page:
    """A page whose time the test moves on."""
    page.clock.install()
    return page


def told(page: Page) -> list[str]:
    """What was told since this was asked last."""
    return list(page.evaluate("told.splice(0)"))


def bring(page: Page, html: str) -> None:
    """The strip as an answer of the server brings it."""
    page.evaluate(
        "(html) => { document.querySelector('#clock').outerHTML = html;"
        " document.querySelector('#clock').dispatchEvent(new Event('htmx:load', { bubbles: true })); }",
        html,
    )


def test_the_time_shown_runs_down_and_is_forgotten_at_the_alarm(table: Page) -> None:
    open_with(
        table, "clock/countdown", body=strip(left=60_000, next=30_000, now=1, ask=600_000), before=LISTENS
    )
    shown = table.get_by_role("timer")
    table.clock.run_for(10_000)
    expect(shown).to_have_text("0:50")
    table.clock.run_for(19_000)
    expect(shown).to_have_text("0:31")
    assert told(table) == []
    table.clock.run_for(1_500)
    expect(shown).to_have_text("–:–")
    assert told(table) == ["clock:ring 1", "clock:ask"]
    assert "left" not in table.evaluate("Object.keys(document.getElementById('clock').dataset)")
    table.clock.run_for(60_000)
    expect(shown).to_have_text("–:–")


def test_a_table_asks_for_its_clock_now_and_then_and_not_while_nobody_looks(table: Page) -> None:
    open_with(table, "clock/countdown", body=strip(left=600_000, now=1, ask=20_000), before=LISTENS)
    table.clock.run_for(19_000)
    assert told(table) == []
    table.clock.run_for(42_000)
    assert told(table) == ["clock:ask"] * 3
    table.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })"
    )
    table.evaluate("window.away = true")
    table.clock.run_for(60_000)
    assert told(table) == []
    table.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert told(table) == ["clock:ask"]


def test_an_alarm_slept_through_does_not_ring_when_the_phone_wakes(table: Page) -> None:
    open_with(
        table, "clock/countdown", body=strip(left=60_000, next=30_000, now=1, ask=600_000), before=LISTENS
    )
    table.clock.run_for(1_000)
    told(table)
    table.clock.fast_forward(50_000)
    assert "clock:ring 1" not in told(table)
    expect(table.get_by_role("timer")).to_have_text("–:–")


def test_the_time_the_answer_was_under_way_is_taken_off(table: Page) -> None:
    """The strip was written at 1,000 of the server's time; by its clock it came 3 s later."""
    open_with(table, "clock/countdown", body=strip(left=60_000, now=1_000, ask=600_000), before=LISTENS)
    table.evaluate(
        "document.dispatchEvent(new CustomEvent('clock:time', { detail: 4_000 - performance.now() }))"
    )
    table.clock.run_for(300)
    expect(table.get_by_role("timer")).to_have_text("0:57")


def test_a_phone_whose_own_clock_is_set_looks_again_and_shows_the_same_time(table: Page) -> None:
    open_with(table, "clock/countdown", body=strip(left=60_000, now=1, ask=600_000), before=LISTENS)
    table.clock.run_for(10_000)
    told(table)
    table.evaluate("(() => { const real = Date.now; Date.now = () => real() + 3_600_000; })()")
    table.clock.run_for(300)
    assert told(table) == ["clock:slept", "clock:ask"]
    expect(table.get_by_role("timer")).to_have_text("0:50")


def test_every_alarm_is_told_once_also_over_a_reload(table: Page) -> None:
    open_with(table, "clock/alarms", body=strip(fired=1), before=LISTENS)
    assert told(table) == []  # who comes just now has missed nothing
    bring(table, strip(fired=2))
    assert told(table) == ["alarm 2"]
    bring(table, strip(fired=2))
    assert told(table) == []
    table.evaluate("document.dispatchEvent(new CustomEvent('clock:ring', { detail: 3 }))")
    assert told(table) == ["clock:ring 3", "alarm 3 last"]
    bring(table, strip(fired=3, late=""))
    assert told(table) == []
    table.reload()
    table.locator("html[data-loaded]").wait_for(state="attached")
    assert told(table) == []


def test_an_alarm_is_told_once_where_the_strip_of_before_it_comes_after_it(table: Page) -> None:
    """A hidden clock's strip has no time in it: it was written before the alarm that the stream told."""
    open_with(table, "clock/alarms", body=strip(fired=1), before=LISTENS)
    table.evaluate("document.dispatchEvent(new CustomEvent('clock:ring', { detail: 2 }))")
    assert told(table) == ["clock:ring 2", "alarm 2"]
    bring(table, strip(fired=1))
    bring(table, strip(fired=2))
    assert told(table) == []
    # a clock paused in the moment before its alarm rings when it runs again
    bring(table, strip(fired=1, state="paused"))
    bring(table, strip(fired=2))
    assert told(table) == ["alarm 2"]


def test_a_phone_that_was_away_is_told_what_it_missed_as_late(table: Page) -> None:
    open_with(table, "clock/alarms", body=strip(fired=0), before=LISTENS)
    bring(table, strip(fired=2, late=""))
    assert told(table) == ["alarm 1 late", "alarm 2 late"]


def test_a_private_window_hears_every_alarm_once(table: Page) -> None:
    refuses = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } });"
    open_with(table, "clock/alarms", body=strip(fired=0), before=LISTENS + refuses)
    bring(table, strip(fired=1))
    bring(table, strip(fired=1))
    assert told(table) == ["alarm 1"]


def test_the_servers_time_is_taken_from_the_shortest_way(page: Page, server: Server) -> None:
    """Five answers of 900, 40, 500, 700 and 60 ms, each written in the middle of its way."""
    ways = """const ways = [900, 40, 500, 700, 60];
    let now = 1000;
    performance.now = () => now;
    window.fetch = async () => {
      const way = ways.shift();
      const skew = way === 40 ? 5 : 400; // a long way is longer one way than back
      now += way;
      return { json: async () => ({ now: now - way / 2 + 1_000_000 + skew }) };
    };
    document.addEventListener('clock:time', ({ detail }) => { window.offset = detail; });"""
    open_with(page, "clock/offset", body=strip(), before=ways)
    page.wait_for_function("() => window.offset !== undefined")
    assert page.evaluate("window.offset") == 1_000_005


def test_without_network_the_known_time_stays(page: Page, server: Server) -> None:
    before = "window.offsets = 0; document.addEventListener('clock:time', () => { offsets += 1; });"
    server.answers = {"/live/time": None}
    open_with(page, "clock/offset", body=strip(), before=before)
    page.wait_for_timeout(300)
    assert len(server.sent_to("/live/time")) == 5
    assert page.evaluate("offsets") == 0


@pytest.mark.parametrize("body", ["", strip(state="over")])
def test_nobody_asks_the_time_without_a_running_clock(page: Page, server: Server, body: str) -> None:
    open_with(page, "clock/offset", body=body)
    page.wait_for_timeout(200)
    assert server.sent_to("/live/time") == []
