"""The page of a new table under a thumb in a hurry."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.serving import RunningServer


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
