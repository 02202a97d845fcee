"""A phone that cannot keep a hand: its storage is full, or gives back nothing of what is written."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import record
from tests.browser.test_live_table import second_phone
from tests.browser.test_offline import (
    OpenDevice,
    open_phone,
    shows,
    wait_until_kept,
    waiting,
)
from tests.games.riichi.browser.test_game import Table

#: what is written is read back at once, and is gone before it is looked for again
ABORTING = (
    "() => { const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (item) {"
    " put.call(this, item).onsuccess = () => this.transaction.abort(); }; }"
)
FORGETFUL = """() => {
  const { getAll, put } = IDBObjectStore.prototype;
  let written = 0;
  IDBObjectStore.prototype.put = function (item) {
    written = Date.now();
    return put.call(this, item);
  };
  IDBObjectStore.prototype.getAll = function () {
    return getAll.call(this, ...(written && Date.now() - written > 700 ? [IDBKeyRange.only(-1)] : []));
  };
}"""


def confirm_unkept(table: Table) -> None:
    """Confirm a hand without network on a phone that cannot keep it."""
    wait_until_kept(table.page, table.url)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    expect(table.page.locator("[data-slow]")).to_have_count(0)  # what the server says of the value is there
    table.page.evaluate(ABORTING)
    table.page.context.set_offline(True)
    table.page.get_by_role("button", name="Confirm").click()


def test_a_hand_that_a_full_phone_cannot_keep_stays_on_the_screen_and_goes_by_its_link(
    open_phone: OpenDevice, open_device: OpenDevice
) -> None:
    phone = open_phone()
    table = Table(phone)
    other = second_phone(table, open_device)
    confirm_unkept(table)
    expect(phone.locator("[data-queue-notice]")).to_contain_text("Leave the sheet open")
    expect(phone.get_by_role("button", name="Confirm")).to_be_visible()
    row = phone.locator("#queue li")
    expect(row).to_contain_text("this browser keeps nothing")
    link = row.get_by_role("textbox", name="Link")
    expect(link).to_be_visible()
    expect(row.get_by_role("img", name="Link")).to_be_visible()
    axe_clean(phone)
    row.get_by_role("button", name="Copy the link").focus()
    phone.keyboard.press("Enter")
    expect(link).to_be_focused()

    other.goto(link.input_value())
    other.get_by_role("button", name="Confirm").click()
    shows(other, "25,000", "30,200", "19,800", "25,000")
    phone.context.set_offline(False)
    # the phone that was away confirms it too, and is asked which counts
    phone.get_by_role("button", name="Confirm").click()
    phone.get_by_role("link", name="Drop mine").click()
    shows(phone, "25,000", "30,200", "19,800", "25,000")
    expect(phone.locator("#queue")).to_be_hidden()
    assert len(table.record()["hands"]) == 1


def test_a_hand_that_a_full_phone_cannot_keep_stays_while_the_screen_changes(
    open_phone: OpenDevice, open_device: OpenDevice
) -> None:
    phone = open_phone()
    table = Table(phone)
    other = second_phone(table, open_device)
    confirm_unkept(table)
    row = phone.locator("#queue li")
    expect(row).to_contain_text("this browser keeps nothing")
    phone.context.set_offline(False)
    phone.get_by_role("link", name="Cancel").click()
    expect(phone.locator(".sheet")).to_have_count(0)
    other.locator("#stick-3").click()
    expect(phone.locator("#stick-3")).to_have_attribute("aria-pressed", "true")
    expect(row.get_by_role("textbox", name="Link")).to_be_visible()
    # somebody else has entered it
    record(other, table.url, {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]})
    expect(phone.locator("#queue")).to_be_hidden()


def test_a_hand_that_a_full_phone_cannot_keep_can_be_removed(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    confirm_unkept(table)
    row = phone.locator("#queue li")
    row.get_by_role("button", name="Remove", exact=True).click()
    row.get_by_role("button", name="Keep it").click()
    row.get_by_role("button", name="Remove", exact=True).click()
    row.get_by_role("button", name="Remove for good").click()
    expect(phone.locator("#queue")).to_be_hidden()


def test_a_hand_that_a_full_phone_cannot_keep_is_taken_by_another_phone_without_network(
    open_phone: OpenDevice, open_device: OpenDevice
) -> None:
    phone = open_phone()
    table = Table(phone)
    other = second_phone(table, open_phone)
    for one in (phone, other):
        wait_until_kept(one, table.url)
        one.context.set_offline(True)
    phone.locator("#seat-0").click()
    phone.wait_for_url(re.compile("/type/"))
    phone.locator("[name=end][value=draw]").check(force=True)
    phone.locator("[name=tenpai][value='0']").check(force=True)
    phone.evaluate(FORGETFUL)
    phone.get_by_role("button", name="Save this hand on the phone").click()
    expect(phone.get_by_text("this browser keeps nothing")).to_be_visible()
    expect(phone.locator("[name=tenpai][value='0']")).to_be_checked()
    link = phone.get_by_role("textbox", name="Link").input_value()
    expect(phone.get_by_role("img", name="Link")).to_be_visible()
    axe_clean(phone)

    other.goto(link)
    expect(other.get_by_role("heading", name="A hand that another phone could not save")).to_be_visible()
    expect(other.locator("[data-taken] [data-words]")).to_contain_text("Draw")
    axe_clean(other)
    other.get_by_role("button", name="Restore this hand").click()
    waiting(other, 1)
    other.context.set_offline(False)
    shows(other, "28,000", "24,000", "24,000", "24,000")
    assert len(other.request.get(f"{table.url}record.json").json()["hands"]) == 1


def test_a_hand_that_waited_and_is_lost_is_said_to_be_and_sent_from_the_page(open_phone: OpenDevice) -> None:
    phone = open_phone(language="fr")
    table = Table(phone)
    wait_until_kept(phone, table.url)
    table.seat(1)
    table.seat(2)
    phone.locator(".cell", has_text=re.compile(r"^\s*5.200")).first.click()
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Confirmer").click()
    waiting(phone, 1)
    expect(phone.locator("#queue li")).to_contain_text("points au retour du réseau")
    phone.evaluate(
        "() => { IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError'); }; }"
    )
    phone.evaluate("dispatchEvent(new Event('queue:changed'))")
    expect(phone.locator("#queue li")).to_contain_text("Ce téléphone n’arrive pas à garder cette partie")
    expect(phone.get_by_role("textbox", name="Lien")).to_be_visible()
    axe_clean(phone)
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=15_000)
    assert len(table.record()["hands"]) == 1


def test_a_phone_whose_full_storage_cannot_be_read_says_so(open_phone: OpenDevice) -> None:
    """Hands may wait there: they are read again once there is room."""
    phone = open_phone()
    table = Table(phone)
    phone.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError'); };"
    )
    phone.goto(table.url)
    expect(phone.locator("[data-queue-notice]")).to_contain_text("storage cannot be read")


__all__ = ["open_phone"]
