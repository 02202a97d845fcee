"""The start page and the page of a new table, with hard names on phones of every shape."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.serving import RunningServer

HARD = (
    "Anne-Sophie de La Rochefoucauld",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "Marguerite",
    "ليلى منصور",
    "Łukasz Żółć",
)


def test_two_taps_and_back_open_one_table(phone: Page, server: RunningServer) -> None:
    phone.goto("/new/")
    phone.locator("[name=name-0]").fill("Bo")
    phone.locator("[data-start-button]").dblclick(no_wait_after=True)
    expect(phone.locator("#table")).to_be_visible()
    table = phone.url
    phone.go_back()
    if phone.locator("[data-start-button]").count():
        phone.locator("[data-start-button]").click()
        expect(phone.locator("#table")).to_be_visible()
    phone.goto("/")
    assert phone.locator(".running").count() <= 2
    expect(phone.locator(f".running a[href='{table.removeprefix(server.url)}']")).to_have_count(1)


def test_without_scripts_a_table_is_drawn_named_and_started(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    page = open_device((390, 844), javascript=False)
    page.goto(f"{server.url}/new/")
    for chair, name in enumerate(HARD[:4]):
        page.locator(f"[name=name-{chair}]").fill(name)
    page.get_by_role("button", name="Draw lots instead").click()
    expect(page.locator(".drawn-note")).to_contain_text("Drawn.")
    assert sorted(page.locator(f"[name=name-{chair}]").input_value() for chair in range(4)) == sorted(
        HARD[:4]
    )
    page.locator("label[for=east-1]").click()
    east = page.locator("[name=name-1]").input_value()
    page.locator(".rules-card", has_text="EMA 2025").click()
    page.locator("[data-start-button]").click()
    expect(page.locator("#seat-0")).to_contain_text(east)
    expect(page.locator("#seat-0")).to_contain_text("30,000")
