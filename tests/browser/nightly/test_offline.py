"""Phones without network: what opens, what waits, and how four phones agree once the network is back."""

from __future__ import annotations

import re
import signal
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.chromium import HURRIED, axe_clean
from tests.browser.devices import PATIENCE_MS
from tests.browser.opening import open_table, record, signed_up
from tests.browser.phone_alone import until as says_yes
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.browser.test_offline import (
    KEPT_TEXTS,
    OpenDevice,
    kept,
    open_phone,
    shows,
    type_and_look,
    type_draw,
    until,
    wait_until_kept,
    waiting,
)
from tests.browser.test_people import sign_up
from tests.games.riichi.browser.test_game import Table
from tests.serving import RunningServer, start_server, wait_until_it_answers
from tests.waiting import within

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

#: whether every style sheet of the page has come and applies
APPLIED = """() => [...document.querySelectorAll("link[rel=stylesheet]")].every(
  (link) => link.sheet && matchMedia(link.media || "all").matches
)"""


def test_four_phones_agree_after_one_was_away(open_device: OpenDevice, open_phone: OpenDevice) -> None:
    """One of four keeps pages: that which loses the network."""
    first = open_device()
    table = Table(first)
    others = [second_phone(table, open_phone)]
    others += [second_phone(table, open_device) for _phone in range(2)]
    for page in (first, *others):
        wait_for_sign(page, "live")

    # an entry on one shows on the others within a second, by the pages' own account
    for page in others:
        page.evaluate("addEventListener('htmx:afterSwap', () => { window.shown ??= Date.now(); })")
    first.evaluate("addEventListener('htmx:beforeSend', () => { window.sent = Date.now(); })")
    table.ron(2, 1, "5,200")
    for page in others:
        page.wait_for_function("() => window.shown")
    took = [page.evaluate("window.shown") - first.evaluate("window.sent") for page in others]
    assert max(took) < within(1000), took

    # one phone loses the network, enters two hands, is closed and opened again
    away = others[0]
    wait_until_kept(away, table.url)
    device = away.context
    device.set_offline(True)
    type_draw(away, 0)
    waiting(away, 1)
    type_draw(away, 2, 3)
    waiting(away, 2)
    away.close()
    # meanwhile another phone enters the same deal as the first of them
    win = {"winner": 0, "from": 3, "han": 3, "fu": 40}
    record(first, table.url, {"type": "win", "wins": [win]})
    again = device.new_page()
    again.goto(table.url)
    expect(again.locator("[data-kept-note]")).to_contain_text("Offline. Last updated")
    shows(again, "25,000", "19,800", "30,200", "25,000")
    waiting(again, 2)
    expect(again.locator("#queue li").first).to_contain_text("Hand 2: Draw")
    expect(again.locator("#queue li").first).to_contain_text("points when back online")

    # back again: nothing is recorded over the other's hand, a person decides
    device.set_offline(False)
    again.get_by_role("link", name="Decide").click()
    again.wait_for_url(re.compile("/decide/"))
    there = f"{again.url} {table.record()['hands']}"
    expect(again.get_by_role("heading", level=1), there).to_have_text("Hand 2 was entered elsewhere too")
    expect(again.locator(".sides")).to_contain_text("Aiko wins by ron on Dina")
    expect(again.locator(".sides")).to_contain_text("Draw")
    axe_clean(again)
    again.get_by_role("button", name="These are two hands").click()
    expect(again.locator("#queue")).to_be_hidden(timeout=15_000)
    # 5,200 from Benoît to Chen and from Dina to Aiko; one tenpai takes 1,000 of each, two take 1,500 of each
    for page in (first, again, *others[1:]):
        shows(page, "31,700", "17,300", "30,700", "20,300")
    first.goto(f"{table.url}log/")
    expect(first.locator("article.hand-card")).to_have_count(4)


def test_hands_wait_while_the_server_is_away(open_phone: OpenDevice, server: RunningServer) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    table.seat(2)
    table.seat(1)
    table.value("5,200")
    server.interrupt(signal.SIGTERM)
    try:
        phone.get_by_role("button", name="Confirm").click()
        waiting(phone, 1)
        expect(phone.locator(".sheet")).to_have_count(0)
        type_draw(phone, 0, 1)
        waiting(phone, 2)
        device = phone.context
        phone.close()
        phone = device.new_page()
        phone.goto(table.url)
        waiting(phone, 2)
        second = device.new_page()
        second.goto("/")
        expect(second.get_by_role("link", name=re.compile("Riichi"))).to_be_visible()
        expect(second.locator("[data-kept-note]")).to_be_visible()
    finally:
        server.process = start_server(server.port, server.log, server.environment)
        wait_until_it_answers(server)
    # two tabs of one browser hear of it, and each hand is recorded once
    expect(phone.locator("#queue")).to_be_hidden(timeout=20_000)
    shows(phone, "26,500", "21,300", "28,700", "23,500")
    expect(phone.locator("[data-kept-note]")).to_be_hidden()
    phone.goto(f"{table.url}log/")
    expect(phone.locator("article.hand-card")).to_have_count(2)


def test_a_table_opened_without_network_has_the_hand_just_confirmed(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    table.ron(1, 2, "5,200")
    table.stick(0)
    expect(phone.locator("#table")).to_have_attribute("data-version", "2")
    path = urlsplit(table.url).path
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not any(at == path and 'data-version="2"' in text for at, _, text in phone.evaluate(KEPT_TEXTS)):
        assert time.monotonic() < deadline, "the table is kept as it was before"
        phone.wait_for_timeout(100)
    phone.context.set_offline(True)
    phone.goto(table.url)
    expect(phone.locator("html[data-kept]")).to_be_attached()
    assert table.label == "E2"
    shows(phone, "24,000", "30,200", "19,800", "25,000")


def test_a_hand_that_a_full_phone_cannot_keep_stays_on_the_screen_and_goes_by_its_link(
    open_phone: OpenDevice, open_device: OpenDevice
) -> None:
    phone = open_phone()
    table = Table(phone)
    other = second_phone(table, open_device)
    wait_until_kept(phone, table.url)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    expect(phone.locator("[data-slow]")).to_have_count(0)  # what the server says of the value is there
    phone.evaluate(ABORTING)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Confirm").click()
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
    wait_until_kept(phone, table.url)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    expect(phone.locator("[data-slow]")).to_have_count(0)
    phone.evaluate(ABORTING)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Confirm").click()
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
    wait_until_kept(phone, table.url)
    table.seat(1)
    table.seat(2)
    table.value("5,200")
    expect(phone.locator("[data-slow]")).to_have_count(0)
    phone.evaluate(ABORTING)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Confirm").click()
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


def test_fu_that_no_such_hand_has_are_refused_without_network(open_phone: OpenDevice) -> None:
    """Seven pairs, 25 fu, are 2 han, and 3 when self-drawn."""
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    phone.locator("#seat-0").click()
    phone.wait_for_url(re.compile("/type/"))
    phone.locator("[name=end][value=win]").check(force=True)
    phone.locator("[name=won][value='0']").check(force=True)
    phone.locator("[name=from][value=self]").check(force=True)
    phone.locator("[name='value-0']").select_option("2")
    phone.locator("[name='fu-0']").select_option("25")
    save = phone.get_by_role("button", name="Save this hand on the phone")
    save.click()
    expect(phone.locator("[name='fu-0']")).to_have_attribute("aria-invalid", "true")
    expect(phone.get_by_text("25 fu: at least 3 han.")).to_be_visible()
    axe_clean(phone)
    phone.locator("[name='value-0']").select_option("3")
    expect(phone.get_by_text("25 fu: at least 3 han.")).to_have_count(0)
    save.click()
    phone.wait_for_url(re.compile(r"/t/\w+/$"))
    waiting(phone, 1)


def test_a_refused_hand_says_why_and_waits_to_be_edited(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    phone.locator("#seat-0").click()
    phone.wait_for_url(re.compile("/type/"))
    phone.locator("[name=end][value=win]").check(force=True)
    phone.get_by_role("button", name="Save this hand on the phone").click()
    waiting(phone, 1)
    phone.context.set_offline(False)
    row = phone.locator("#queue li.stopped")
    expect(row).to_be_visible(timeout=15_000)
    expect(row.locator("[data-state]")).not_to_have_text("")
    expect(row.get_by_role("link", name="Edit")).to_be_visible()
    row.get_by_role("button", name="Remove").click()
    row.get_by_role("button", name="Remove for good").click()
    expect(phone.locator("#queue")).to_be_hidden()


def test_without_a_service_worker_the_open_page_still_keeps_hands(open_device: OpenDevice) -> None:
    """Plain http on a local network has none: whatever is entered waits in the page that stays open."""
    phone = open_device()
    phone.add_init_script("delete Navigator.prototype.serviceWorker")
    table = Table(phone)
    with phone.expect_response(lambda answer: "/type/" in answer.url):
        phone.reload()
    phone.wait_for_timeout(500)
    table.seat(2)
    table.seat(1)
    table.value("5,200")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Confirm").click()
    waiting(phone, 1)
    phone.locator("#seat-0").click()
    dialog = phone.locator("[data-queue-dialog]")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading", name="Type the hand")).to_be_visible()
    assert phone.evaluate(APPLIED), "the form looks as it does on its own page"
    axe_clean(phone)
    dialog.locator("[name=end][value=draw]").check(force=True)
    dialog.get_by_role("button", name="Save this hand on the phone").click()
    expect(dialog).to_be_hidden()
    waiting(phone, 2)
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=15_000)
    shows(phone, "25,000", "19,800", "30,200", "25,000")


def test_a_copy_of_the_typed_hand_leaves_the_table_as_it_looked(
    open_device: OpenDevice, server: RunningServer
) -> None:
    """Plain http: the copy's style sheets wait until it is opened. Its `.count` is not that of the felt."""
    phone = open_device()
    phone.add_init_script("delete Navigator.prototype.serviceWorker")
    open_table(phone, "classical", ("Marguerite", "Jean-Pierre", "Bo", "O'Brien"), server.url)
    with phone.expect_response(lambda answer: "/type/" in answer.url):
        phone.locator("#seat-2").click()
        phone.locator("#seat-0").click()
    for die in ("one", "two"):
        phone.locator(f"label:has([name={die}][value='3'])").click()
    phone.get_by_role("button", name="Count the hands").click()
    slot = phone.locator(".slot.count").first
    expect(slot).to_be_visible()
    phone.wait_for_function("() => document.querySelector('link[href*=typed]')?.sheet")
    box = slot.bounding_box()
    assert box is not None
    assert box["height"] <= 40


@pytest.mark.parametrize("arrives", [False, True])
def test_a_typed_hand_whose_answer_does_not_come_is_sent_by_the_next_page(
    open_device: OpenDevice, *, arrives: bool
) -> None:
    """The network goes as the form is sent, before the server has it or before the answer is back."""
    phone = open_device()
    phone.context.add_init_script(HURRIED)
    table = Table(phone)
    type_and_look(phone, table, 0)

    def lose(route: Route) -> None:
        if arrives:
            route.fetch(max_redirects=0)
        route.abort()

    phone.context.route(re.compile("/type/"), lose)
    phone.get_by_role("button", name="Confirm").click(no_wait_after=True)
    says_yes(phone, "() => location.protocol === 'chrome-error:'")
    phone.goto(table.url)
    shows(phone, "28,000", "24,000", "24,000", "24,000")
    says_yes(phone, "async () => !(await joined['queue/store'].handQueue.all()).length")
    assert len(table.record()["hands"]) == 1


def test_a_typed_hand_that_the_server_gives_back_is_on_the_screen_alone(open_device: OpenDevice) -> None:
    """Somebody has recorded a hand meanwhile: the form comes back, and the hand waits nowhere."""
    phone = open_device()
    table = Table(phone)
    type_and_look(phone, table, 0)
    record(phone, table.url, {"type": "draw", "tenpai": [1], "riichi": []})
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.locator("div.note.warning[role=alert]")).to_be_visible()
    says_yes(phone, "async () => !(await joined['queue/store'].handQueue.all()).length")
    expect(phone.locator("form[data-queue]")).to_be_visible()


def test_a_browser_that_keeps_nothing_still_sends_typed_hands(open_device: OpenDevice) -> None:
    phone = open_device()
    phone.add_init_script(
        "for (const name of ['indexedDB', 'localStorage']) Object.defineProperty(self, name,"
        " { get() { throw new DOMException('refused', 'SecurityError'); } });"
    )
    table = Table(phone)
    phone.goto(f"{table.url}type/")
    phone.locator("[name=end][value=draw]").check(force=True)
    phone.locator("[name=tenpai][value='0']").check(force=True)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="See who pays whom").click()
    expect(phone.get_by_text("this browser keeps nothing")).to_be_visible()
    phone.context.set_offline(False)
    phone.get_by_role("button", name="See who pays whom").click()
    phone.get_by_role("button", name="Confirm").click()
    shows(phone, "28,000", "24,000", "24,000", "24,000")


def test_pages_are_kept_in_the_readers_language(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.goto("/")
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while {language for _path, language, _text in phone.evaluate(KEPT_TEXTS)} != {"fr"}:
        assert time.monotonic() < deadline
        phone.wait_for_timeout(100)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    for path in ("/", "/help/riichi/", table.url, f"{table.url}log/"):
        phone.goto(path)
        expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Pas de réseau")
    phone.get_by_role("link", name="Retour à la table").click()
    expect(phone.locator("[data-kept-note]")).to_contain_text("Hors ligne")
    phone.locator("#seat-0").click()
    expect(phone.get_by_role("button", name="Enregistrer sur le téléphone")).to_be_visible()


def test_a_form_sent_without_network_leads_to_a_page_of_ours(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.goto(f"{table.url}rules/")
    phone.context.set_offline(True)
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network")
    phone.context.set_offline(False)
    phone.go_back()
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone).to_have_url(f"{table.url}rules/")


def test_what_is_no_longer_for_this_phone_is_not_kept(
    open_device: OpenDevice, open_phone: OpenDevice
) -> None:
    first = open_device()
    table = Table(first)
    other = second_phone(table, open_phone)
    wait_until_kept(other, table.url)
    first.goto(f"{table.url}share/")
    first.get_by_role("button", name="Stop others from scoring").click()
    other.reload()
    expect(other.get_by_role("navigation", name="This table")).to_be_visible()
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while any("/type/" in path for path, _language, _text in other.evaluate(KEPT_TEXTS)):
        assert time.monotonic() < deadline
        other.wait_for_timeout(100)
    other.context.clear_cookies()
    other.goto(table.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    other.context.set_offline(True)
    other.goto(table.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("No network")


#: the worker holds the answer to the next navigation until `release()`; `arrived` counts those done with
HOLD = """() => {
  const { keptPages } = joined['worker/pages'];
  const { arrived } = keptPages;
  self.arrived = 0;
  keptPages.arrived = (...news) => arrived(...news).finally(() => { self.arrived += 1; });
  const real = self.fetch;
  const held = new Promise((resolve) => { self.release = resolve; });
  self.fetch = async (request, ...more) => {
    const answer = await real(request, ...more);
    if (request.mode === "navigate") {
      self.fetch = real;
      self.holding = true;
      await held;
    }
    return answer;
  };
}"""


@pytest.mark.parametrize("signing", ["out", "in"])
def test_an_answer_under_way_while_somebody_signs_in_or_out_is_not_kept(
    open_phone: OpenDevice, signing: str
) -> None:
    """Its page is of the reader before: with their name, and with a form that is refused."""
    phone = open_phone()
    if signing == "out":
        sign_up(phone, f"Ondine Slow {signing}")
        phone.goto("/help/riichi/")
    table = Table(phone)
    wait_until_kept(phone, table.url)
    late = phone.context.new_page()
    late.goto("/help/")
    (worker,) = phone.context.service_workers
    worker.evaluate(HOLD)
    late.evaluate("(url) => { location.href = url; }", table.url)
    until(phone, lambda: worker.evaluate("self.holding === true"), "the table was not asked for")
    if signing == "out":
        phone.goto("/me/")
        phone.get_by_role("button", name="Sign out", exact=True).click()
        phone.wait_for_url(re.compile(r"/$"))
    else:
        sign_up(phone, f"Ondine Slow {signing}")
    path = urlsplit(table.url).path
    until(phone, lambda: path in kept(phone), "the table was not kept anew")
    before = worker.evaluate("self.arrived")
    worker.evaluate("self.release()")
    until(phone, lambda: worker.evaluate("self.arrived") > before, "the late answer did not come")
    reader = phone.locator("meta[name=reader]").get_attribute("content")
    for address, text in kept(phone).items():
        assert f'<meta name="reader" content="{reader}">' in text, address
        assert signing == "in" or "Ondine" not in text, address


def test_a_form_from_before_a_sign_in_says_why_and_goes_on(open_phone: OpenDevice) -> None:
    """Two tabs of one phone: in the second somebody signs in, in the first somebody goes on."""
    phone = open_phone()
    table = Table(phone)
    phone.goto("/new/")
    for number, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"), 1):
        phone.locator(f"[name=name-{number - 1}]").fill(name)
    tapped = phone.context.new_page()
    # the look that its stream begins with would bring it a fresh secret later
    with tapped.expect_response(lambda one: one.url == table.url and "hx-request" in one.request.headers):
        tapped.goto(table.url)
    expect(tapped.locator("html[data-ready]")).to_be_attached()
    wait_for_sign(tapped, "live")
    other = phone.context.new_page()
    signed_up(other, "Ondine Tabs")

    # a form of fields: a page of ours has them, and sends them once more
    phone.get_by_role("button", name=re.compile("^Start")).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Please send your entry again")
    expect(phone.locator("main")).to_contain_text("Ondine Tabs")
    axe_clean(phone)
    phone.get_by_role("button", name="Send once more").click()
    phone.wait_for_url(re.compile(r"/t/\w+/$"))
    expect(phone.locator("main")).to_contain_text("Benoît")

    # a tap at the table: told in a line, and the next one is taken
    stick = tapped.locator("#stick-0")
    stick.click()
    expect(tapped.locator("[data-queue-notice]")).to_contain_text("Nothing was recorded")
    expect(stick).to_have_attribute("aria-pressed", "false")
    stick.click()
    expect(stick).to_have_attribute("aria-pressed", "true")


def test_a_page_brought_back_to_life_is_of_who_is_there_now(open_phone: OpenDevice) -> None:
    """As the back button does where a browser keeps pages alive, which it does not under a test."""
    phone = open_phone()
    signed_up(phone, "Ondine Revived")
    phone.goto("/me/")
    other = phone.context.new_page()
    other.goto("/me/")
    other.get_by_role("button", name="Sign out", exact=True).click()
    other.wait_for_url(re.compile(r"/$"))
    with phone.expect_navigation():
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(phone.locator("body")).not_to_contain_text("Ondine")


def test_a_hand_kept_from_before_the_forms_had_another_secret_is_sent(open_phone: OpenDevice) -> None:
    """As after a sign-in, or where the browser has dropped its cookie."""
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.context.set_offline(True)
    type_draw(phone, 0)
    waiting(phone, 1)
    phone.context.clear_cookies(name="csrftoken")
    phone.context.set_offline(False)
    expect(phone.locator("#queue")).to_be_hidden(timeout=20_000)
    shows(phone, "28,000", "24,000", "24,000", "24,000")


def test_no_time_of_a_clock_is_kept(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    phone.goto(f"{table.url}clock/")
    phone.get_by_role("button", name=re.compile("clock", re.IGNORECASE)).first.click()
    phone.get_by_role("button", name=re.compile("Start the clock")).click()
    expect(phone.get_by_role("timer")).to_be_visible()
    wait_until_kept(phone, table.url)
    table.ron(2, 1, "5,200")  # the newest state comes with a fragment, which has the clock too
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not any("30,200" in text for _path, _language, text in phone.evaluate(KEPT_TEXTS)):
        assert time.monotonic() < deadline
        phone.wait_for_timeout(100)
    for path, _language, text in phone.evaluate(KEPT_TEXTS):
        for trace in ('role="timer"', "data-left", "data-next="):
            assert trace not in text, path
    phone.context.set_offline(True)
    phone.reload()
    shows(phone, "25,000", "19,800", "30,200", "25,000")
    expect(phone.locator("#clock")).to_have_count(0)
    phone.context.set_offline(False)
    expect(phone.get_by_role("timer")).to_be_visible(timeout=15_000)
    expect(phone.locator("[data-kept-note]")).to_be_hidden()


def test_a_hand_that_was_entered_elsewhere_is_let_go(open_device: OpenDevice, open_phone: OpenDevice) -> None:
    first = open_device()
    table = Table(first)
    away = second_phone(table, open_phone)
    wait_until_kept(away, table.url)
    away.context.set_offline(True)
    type_draw(away, 0)
    type_draw(away, 1)
    table.ron(2, 1, "5,200")
    away.context.set_offline(False)
    expect(away.get_by_role("link", name="Decide")).to_be_visible(timeout=15_000)
    # the number under which it was entered
    expect(away.locator("#queue li").first).to_contain_text("Hand 1: Draw")
    away.get_by_role("link", name="Decide").click()
    away.get_by_role("button", name="Same hand: keep the other entry").click()
    # the next one follows theirs: Benoît alone in tenpai takes 1,000 of each
    expect(away.locator("#queue")).to_be_hidden(timeout=15_000)
    for page in (first, away):
        shows(page, "24,000", "22,800", "29,200", "24,000")
    expect(away).to_have_url(table.url)


__all__ = ["open_phone"]
