"""The queue without a server: hands leave in their order, each once, and none is lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.browser.modules import open_with

from .conftest import Server

MODULES = ("queue/store", "queue/send")
RECORDED = {"state": "recorded", "version": 8, "played": 4}
FORM = '<form><input type="hidden" name="csrfmiddlewaretoken" value="old"></form>'


@pytest.fixture
def phone(page: Page, server: Server) -> Page:
    """A page that can keep hands and send them."""
    open_with(page, *MODULES, "page/refused", body=FORM)
    return page


def keep(page: Page, *hands: dict[str, Any]) -> None:
    """Keep these hands, the first of them first."""
    for hand in hands:
        item = {"fields": [["draft", "{}"]], "played": 3, "version": 7, "words": "", **hand}
        page.evaluate("(item) => modules['queue/store'].handQueue.put(item)", item)


def waiting(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("modules['queue/store'].handQueue.all()"))


def send(page: Page, token: str = "token") -> None:
    page.evaluate("(token) => modules['queue/send'].sendHands(token)", token)


def test_hands_leave_in_their_order_and_each_follows_what_the_server_said(
    phone: Page, server: Server
) -> None:
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"}, {"key": "c", "code": "xyz"})
    server.answers = {
        "/t/abc/queued/": lambda fields: {**RECORDED, "version": 9 if fields["key"] == "b" else 8},
        "/t/xyz/queued/": RECORDED,
    }
    send(phone)
    first, second = server.sent_to("/t/abc/queued/")
    assert (first["key"], first["version"], first["played"]) == ("a", "7", "3")
    assert (second["key"], second["version"], second["played"]) == ("b", "8", "4")
    assert first["csrfmiddlewaretoken"] == "token"
    assert [hand["key"] for hand in server.sent_to("/t/xyz/queued/")] == ["c"]
    assert waiting(phone) == []


def test_a_hand_that_somebody_must_decide_holds_its_own_table_alone(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"}, {"key": "c", "code": "xyz"})
    conflict = {"state": "conflict", "why": "Two entries", "decide": "/t/abc/decide/"}
    server.answers = {"/t/abc/queued/": conflict, "/t/xyz/queued/": RECORDED}
    send(phone)
    assert [hand["key"] for hand in server.sent_to("/t/abc/queued/")] == ["a"]
    held, behind = waiting(phone)
    assert (held["key"], held["state"], held["why"]) == ("a", "conflict", "Two entries")
    assert (behind["key"], behind.get("state")) == ("b", None)


@pytest.mark.parametrize(("status", "state"), [(403, "forbidden"), (404, "gone")])
def test_a_phone_that_is_no_longer_at_the_table_says_so(
    phone: Page, server: Server, status: int, state: str
) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    server.answers = {"/t/abc/queued/": status}
    send(phone)
    assert [hand["state"] for hand in waiting(phone)] == [state]


@pytest.mark.parametrize("answer", [500, 502, None])
def test_a_hand_the_server_did_not_take_is_still_there_and_goes_again_under_its_key(
    phone: Page, server: Server, answer: int | None
) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    server.answers = {"/t/abc/queued/": answer}
    with pytest.raises(Error):
        send(phone)
    assert [hand["key"] for hand in waiting(phone)] == ["a"]
    server.answers = {"/t/abc/queued/": RECORDED}
    send(phone)
    assert [hand["key"] for hand in server.sent_to("/t/abc/queued/")] == ["a", "a"]
    assert waiting(phone) == []


def test_a_hand_sent_with_a_token_from_before_a_sign_in_goes_again_with_the_fresh_one(
    phone: Page, server: Server
) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    server.answers = {
        "/t/abc/queued/": lambda fields: (
            RECORDED
            if fields["csrfmiddlewaretoken"] == "fresh"
            else (403, {"token": "fresh", "why": "Somebody signed in."})
        )
    }
    send(phone, "old")
    assert [hand["csrfmiddlewaretoken"] for hand in server.sent_to("/t/abc/queued/")] == ["old", "fresh"]
    assert waiting(phone) == []
    assert phone.locator("[name=csrfmiddlewaretoken]").input_value() == "fresh"  # for the page's own forms


def test_a_hand_that_is_being_edited_waits_and_those_behind_it(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc", "state": "editing"}, {"key": "b", "code": "abc"})
    send(phone)
    assert server.sent_to("/t/abc/queued/") == []
    assert [hand["key"] for hand in waiting(phone)] == ["a", "b"]


def test_of_two_tabs_one_sends(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    other = phone.context.new_page()
    open_with(other, *MODULES)
    server.answers = {"/t/abc/queued/": RECORDED}
    told = phone.evaluate(
        """async () => {
          let done;
          const until = () => new Promise((resolve) => { done = resolve; });
          const held = navigator.locks.request("hand-queue", until);
          await new Promise((resolve) => { setTimeout(resolve, 50); });
          window.done = () => { done(); return held; };
          return (await navigator.locks.query()).held.length;
        }"""
    )
    assert told == 1
    send(other)  # gives way at once
    assert server.sent_to("/t/abc/queued/") == []
    phone.evaluate("window.done()")
    send(other)
    assert waiting(phone) == []


def test_another_tab_hears_that_a_hand_was_kept(phone: Page, server: Server) -> None:
    other = phone.context.new_page()
    open_with(other, *MODULES, before="window.heard = 0; addEventListener('queue:changed', () => heard++);")
    keep(phone, {"key": "a", "code": "abc"})
    other.wait_for_function("() => window.heard === 1")


def test_what_the_server_said_of_a_hand_stays_when_the_phone_settles_anew(
    phone: Page, server: Server
) -> None:
    keep(
        phone,
        {"key": "a", "code": "abc", "device": True, "state": "refused", "why": "No"},
        {"key": "typed", "code": "abc"},
        {"key": "other", "code": "xyz", "device": True},
    )
    phone.evaluate(
        "modules['queue/store'].handQueue.mirror('abc', ["
        "{ key: 'a', code: 'abc', device: true }, { key: 'b', code: 'abc', device: true }])"
    )
    kept = {hand["key"]: hand for hand in waiting(phone)}
    assert set(kept) == {"a", "b", "typed", "other"}
    assert (kept["a"]["state"], kept["a"]["why"]) == ("refused", "No")
    assert "state" not in kept["b"]


def test_hands_that_wait_are_tried_every_ten_seconds_and_when_the_network_is_back(
    page: Page, server: Server
) -> None:
    page.clock.install()
    open_with(page, "queue/store", body=FORM)
    keep(page, {"key": "a", "code": "abc"})
    open_with(page, "queue/store", "queue/sending", body=FORM, path="/t/abc/")
    tries = "/t/abc/queued/"
    until_tried(page, server, tries, 1)  # as the page opens
    page.clock.run_for(10_500)
    until_tried(page, server, tries, 2)
    page.evaluate("dispatchEvent(new Event('online'))")
    until_tried(page, server, tries, 3)
    server.answers = {tries: RECORDED}
    page.clock.run_for(10_500)
    until_tried(page, server, tries, 4)
    page.wait_for_function("async () => !(await modules['queue/store'].handQueue.all()).length", polling=100)
    assert server.sent_to(tries)[-1]["csrfmiddlewaretoken"] == "old"


def until_tried(page: Page, server: Server, path: str, times: int) -> None:
    for _wait in range(100):
        if len(server.sent_to(path)) >= times:
            page.wait_for_timeout(100)  # what else would have been sent is there too
            break
        page.wait_for_timeout(50)
    assert len(server.sent_to(path)) == times


def test_a_decision_taken_elsewhere_lets_the_next_hand_follow_it(page: Page, server: Server) -> None:
    open_with(page, "queue/store", body=FORM)
    keep(page, {"key": "a", "code": "abc", "state": "conflict"}, {"key": "b", "code": "abc"})
    server.answers = {"/t/abc/queued/": RECORDED}
    page.evaluate("location.hash = '#settled=a&version=12&played=5'")
    page.evaluate("import('/js/queue/sending.js')")
    until_tried(page, server, "/t/abc/queued/", 1)
    [sent] = server.sent_to("/t/abc/queued/")
    assert (sent["key"], sent["version"], sent["played"]) == ("b", "12", "5")
    assert "#" not in page.url


def test_a_hand_whose_answer_comes_while_it_is_read_back_is_not_missed(phone: Page) -> None:
    phone.clock.install()
    left = """async () => {
      const { handQueue } = modules["queue/store"];
      const item = { key: "one", code: "a", fields: [], played: 3, version: 7, words: "", state: "sent" };
      await Promise.allSettled([handQueue.put(item), handQueue.answered("one")]);
      return handQueue.all();
    }"""
    assert phone.evaluate(left) == []
    phone.clock.run_for(2000)
    assert waiting(phone) == [], "nothing is given back as lost"
    phone.clock.run_for(2000)
    assert waiting(phone) == []
