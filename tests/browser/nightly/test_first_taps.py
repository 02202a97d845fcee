"""A page on a bad line: taps before its scripts are there, and the address of a page that answers a form."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.opening import open_table
from tests.browser.test_first_taps import FOUR


def test_a_pattern_ticked_before_the_scripts_counts_once_they_are_there(phone: Page) -> None:
    table = open_table(phone, "hongkong", FOUR)
    draft = json.dumps({"type": "win", "wins": [{"winner": 2, "from": 0}]})
    phone.route("**/js/*.js", lambda route: None)
    phone.goto(f"{table}hand/1/patterns/?draft={draft}", wait_until="commit")
    phone.locator("label.choice", has_text="Half flush").click(no_wait_after=True)
    expect(phone.locator("#faan-count")).to_contain_text("this one has 0")
    phone.unroute("**/js/*.js")
    expect(phone.locator("#faan-count")).not_to_contain_text("this one has 0")
    expect(phone.locator("#faan-count")).to_contain_text("3 faan")


def test_rules_chosen_before_the_scripts_are_what_the_table_plays(phone: Page) -> None:
    phone.route("**/js/page*.js", lambda route: None)
    phone.goto("/new/", wait_until="commit")
    phone.locator(".rules-card", has_text="EMA 2025").click(no_wait_after=True)
    expect(phone.locator("[name=preset]:checked")).to_have_value("ema-2025")
    expect(phone.locator("[name=option-starting_points]")).to_have_value(re.compile("25.?000"))
    phone.locator(".start-foot button").click(no_wait_after=True)
    phone.unroute("**/js/page*.js")
    expect(phone.locator("#seat-0")).to_contain_text("30,000")


def test_a_tap_whose_scripts_never_come_opens_its_page(phone: Page) -> None:
    table = open_table(phone, "riichi", FOUR)
    phone.route("**/js/table.*.js", lambda route: None)
    phone.goto(table, wait_until="commit")
    phone.locator("#seat-1").tap(no_wait_after=True)
    expect(phone.locator(".step-from")).to_be_visible()


def test_a_table_is_opened_in_three_pages_and_reloading_opens_no_second(phone: Page) -> None:
    asked: list[str] = []
    phone.on("request", lambda one: asked.append(one.method) if one.is_navigation_request() else None)
    phone.goto("/")
    phone.get_by_role("link", name=re.compile("^(Start a table|New table)$")).click()
    for seat, name in enumerate(FOUR):
        phone.locator(f"[name=name-{seat}]").fill(name)
    phone.get_by_role("button", name=f"Start: {FOUR[0]} deals").click()
    expect(phone.locator(".step-idle")).to_be_visible()
    table = phone.url
    assert asked == ["GET", "GET", "POST"]
    phone.reload()
    expect(phone.locator(".step-idle")).to_be_visible()
    assert phone.url == table


def test_start_held_down_by_a_slow_hand_right_after_a_name_opens_the_table(phone: Page) -> None:
    phone.goto("/new/")
    phone.locator("[name=name-3]").fill("Anne-Sophie de La Rochefoucauld")
    phone.locator("[name=name-0]").fill("Łukasz Żółć")
    # the field is left as the mouse goes down: until it goes up, all that waits for that is done
    phone.get_by_role("button", name="Start: Łukasz Żółć deals").click(delay=250)
    expect(phone.locator(".step-idle")).to_be_visible()


def test_a_hand_tapped_without_network_on_a_phone_that_keeps_none_yet_counts_once_it_is_back(
    phone: Page,
) -> None:
    held: list[Route] = []
    phone.route(re.compile(r"/js/(shared|queue|engine)\."), lambda route: held.append(route))
    with phone.expect_request_finished(lambda one: "/steps/" in one.url):
        open_table(phone, "riichi", FOUR)
    phone.wait_for_timeout(100)
    phone.context.set_offline(True)
    phone.locator("#seat-1").tap()
    phone.locator("#seat-2").tap()
    phone.locator(".cell", has_text="2,600").first.tap()
    told = phone.get_by_text("Leave this page open")
    edit = phone.get_by_role("link", name="Edit")
    expect(phone.locator("#confirm")).to_be_visible()  # a value asks nobody
    expect(told).to_have_count(0)
    edit.tap()
    expect(told).to_be_visible()
    edit.tap()
    phone.context.set_offline(False)
    expect(told).to_be_hidden()
    expect(phone.get_by_text("Edit this hand")).to_be_visible()
    expect(phone.locator("#confirm")).to_be_visible()
    phone.context.set_offline(True)
    phone.locator("#confirm").tap()
    expect(told).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".step-idle")).to_be_visible()
    expect(phone.locator("#seat-1 .score")).to_have_text("27,600")
