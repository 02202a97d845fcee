"""All agree, on two phones: one enters the hand, the other says yes, and only then the next is let in."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.opening import record
from tests.browser.test_agreeing import all_agree_table


def test_confirm_counts_where_the_answer_comes_while_it_is_held_down(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table, _other = all_agree_table(phone, open_device)
    record(phone, table.url, {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]})
    expect(phone.get_by_text("have yet to agree")).to_be_visible()
    table.seat(3)
    table.seat(1)
    held: list[Route] = []
    phone.route(re.compile(r"/hand/2/\?draft="), lambda route: held.append(route))
    table.cell("1,000").click()
    expect(phone.locator("#confirm")).to_be_visible()
    confirm = phone.locator("#confirm").bounding_box()
    assert confirm
    phone.mouse.move(confirm["x"] + confirm["width"] / 2, confirm["y"] + confirm["height"] / 2)
    phone.mouse.down()
    with phone.expect_request_finished(lambda one: "/hand/2/?draft=" in one.url):
        held.pop().continue_()
    phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    phone.mouse.up()
    expect(phone.get_by_text("Nothing was recorded yet.")).to_be_visible()


def test_why_nothing_was_recorded_stays_where_the_value_is_answered_after_it(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table, _other = all_agree_table(phone, open_device)
    record(phone, table.url, {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]})
    expect(phone.get_by_text("have yet to agree")).to_be_visible()
    table.seat(3)
    table.seat(1)
    held: list[Route] = []
    phone.route(re.compile(r"/hand/2/\?draft="), lambda route: held.append(route))
    table.cell("1,000").click()
    expect(phone.locator("#confirm")).to_be_visible()
    phone.get_by_role("button", name="Confirm").click()
    told = phone.get_by_text("Nothing was recorded yet.")
    expect(told).to_be_visible()
    with phone.expect_request_finished(lambda one: "/hand/2/?draft=" in one.url):
        held.pop().continue_()
    phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(told).to_be_visible()


def test_what_is_wrong_is_told_and_corrected_and_asked_about_again(
    phone: Page, open_device: Callable[..., Page]
) -> None:
    table, other = all_agree_table(phone, open_device)
    win = {"winner": 2, "from": 1, "han": 3, "fu": 40}
    record(phone, table.url, {"type": "win", "wins": [win]})
    other.get_by_role("button", name="There is a mistake").click()
    expect(phone.get_by_text("Chen reports a mistake.")).to_be_visible()
    phone.get_by_role("link", name="Correct the hand").click()
    expect(phone).to_have_url(re.compile("/hand/1/"))
    phone.goto(
        f'{table.url}hand/1/?correct=1&draft={{"type":"win","wins":[{{"winner":2,"from":3,"han":3,"fu":40}}]}}'
    )
    phone.get_by_role("button", name="Confirm the correction").click()
    expect(other.get_by_text("reports a mistake")).to_have_count(0)
    expect(other.get_by_text("Benoît, Chen and Dina have yet to agree.")).to_be_visible()
    expect(other.get_by_role("button", name="I agree")).to_be_visible()
