"""Ten on two phones, its hour shortened: one tap declares, both alarms heard, the server started again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Response, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered
from tests.games.ten.browser.alarms import ALL, hears
from tests.serving import RunningServer


def confirm_win(page: Page) -> None:
    """From phase B to the recorded hand: wins, 2 han 30 fu, confirm."""
    page.get_by_role("link", name="Wins").click()
    page.get_by_role("link", name=re.compile("2 han 30 fu")).click()
    answered(page)
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
