"""Phones without network: what opens, what waits, and how four phones agree once the network is back."""

from __future__ import annotations

import re
import signal
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.chromium import HURRIED, axe_clean
from tests.browser.devices import PATIENCE_MS, close_without_network
from tests.browser.opening import gone_back, open_table, record
from tests.browser.phone_alone import until as says_yes
from tests.browser.test_live_table import second_phone, wait_for_sign
from tests.browser.test_offline import (
    KEPT_TEXTS,
    OpenDevice,
    open_phone,
    shows,
    type_and_look,
    type_draw,
    wait_until_kept,
    waiting,
)
from tests.games.riichi.browser.test_game import Table
from tests.serving import RunningServer, start_server, wait_until_it_answers
from tests.waiting import within

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
    close_without_network(away)
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
    gone_back(phone)
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


@pytest.mark.parametrize("game", ["classical", "six", "ten"])
def test_a_game_with_its_own_lines_in_the_strip_tells_of_a_kept_hand(
    open_phone: OpenDevice, server: RunningServer, game: str
) -> None:
    """Dice, events or a declaration stand there too."""
    phone = open_phone()
    players = ("Marguerite", "Jean-Pierre", "Bo", "O'Brien", "Chen", "Dina")[
        : {"six": 6, "ten": 2}.get(game, 4)
    ]
    table = open_table(phone, game, players, server.url)
    wait_until_kept(phone, table)
    phone.context.set_offline(True)
    phone.goto(phone.locator("#table").get_attribute("data-typed") or "")
    if game != "six":
        phone.locator("[name=end]").nth(1).check(force=True)
    phone.get_by_role("button", name="Save this hand on the phone").click()
    phone.wait_for_url(table)
    line = phone.locator(".table-strip [data-waits-here]")
    expect(line).to_have_text("Offline. Saved on this phone.")
    expect(line).to_be_in_viewport(ratio=1)
    bar = phone.locator(".bar").bounding_box()
    for part in phone.locator(".table-strip .ask > :visible").all():
        box = part.bounding_box()
        assert box is not None
        assert bar is not None
        assert box["y"] + box["height"] <= bar["y"] + 1, part.inner_text()


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


def test_a_form_sent_without_network_leads_to_a_page_of_ours(open_phone: OpenDevice) -> None:
    phone = open_phone()
    table = Table(phone)
    wait_until_kept(phone, table.url)
    phone.goto(f"{table.url}rules/")
    phone.context.set_offline(True)
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("No network")
    # what was sent is not sent again by itself
    expect(phone.locator("html")).to_have_attribute("data-sent", "")
    phone.context.set_offline(False)
    phone.go_back()
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone).to_have_url(f"{table.url}rules/")


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


def test_a_hand_that_was_entered_elsewhere_is_let_go(open_device: OpenDevice, open_phone: OpenDevice) -> None:
    first = open_device()
    table = Table(first)
    away = second_phone(table, open_phone)
    wait_until_kept(away, table.url)
    boxes = [seat.bounding_box() for seat in away.locator(".board .seat").all()]
    away.context.set_offline(True)
    type_draw(away, 0)
    type_draw(away, 1)
    # how old the board is stands in place of the title, where it lies over nothing
    expect(away.locator(".table-title [data-kept-note]")).to_contain_text("Offline")
    note, felt = (away.locator(part).bounding_box() for part in ("[data-kept-note]", ".board"))
    assert note is not None
    assert felt is not None
    assert note["y"] + note["height"] <= felt["y"] + 1
    # the strip says so, and the board stands as it stood
    expect(away.locator(".table-strip .last:visible")).to_have_text("Offline. Saved on this phone.")
    assert [seat.bounding_box() for seat in away.locator(".board .seat").all()] == boxes
    table.ron(2, 1, "5,200")
    away.context.set_offline(False)
    expect(away.get_by_role("link", name="Decide")).to_be_visible(timeout=15_000)
    # behind what is to be paid
    expect(away.locator("[data-waits-here]")).to_have_text("Hands wait on this phone.")
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
