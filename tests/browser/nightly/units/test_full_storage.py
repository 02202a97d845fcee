"""A browser near its quota: it refuses a hand, takes it and has it no more, or gives nothing at all.

Chromium on a full disk takes a hand, fails the next commit with QuotaExceededError and then opens no
database, until there is room again.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page

from tests.browser.phone_alone import until

from .conftest import Server
from .test_queue import RECORDED, keep, phone, send, waiting

__all__ = ["phone"]

OPENS_NOTHING = "() => { IDBFactory.prototype.open = () => { throw new DOMException('', 'UnknownError'); }; }"
#: a hand is gone from the disk, and no script has taken it away
LOSE = """(key) => new Promise((resolve) => {
  indexedDB.open("mahjongclub").onsuccess = ({ target: { result: base } }) => {
    const transaction = base.transaction("queue", "readwrite");
    const store = transaction.objectStore("queue");
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (cursor.value.key === key) cursor.delete();
      cursor.continue();
    };
    transaction.oncomplete = () => { base.close(); resolve(); };
  };
})"""
ITEM = "(await modules['queue/store'].handQueue.all()).find((item) => item.key === key)"
PUT = "const was = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (item) {"
REFUSALS = {
    "at once": "IDBDatabase.prototype.transaction = () => { throw new DOMException(''); };",
    "at the commit": PUT
    + " const put = was.call(this, item); put.onsuccess = () => this.transaction.abort(); };",
    "without a word": PUT + " const put = was.call(this, item); put.onsuccess = () => this.clear(); };",
}


def until_loose(page: Page, key: str) -> None:
    until(page, f"async (key) => {ITEM}?.loose", key)


@pytest.mark.parametrize("how", REFUSALS)
def test_a_hand_that_the_browser_does_not_keep_is_not_said_to_be_kept(
    phone: Page, server: Server, how: str
) -> None:
    phone.evaluate(f"() => {{ {REFUSALS[how]} }}")
    with pytest.raises(Error):
        keep(phone, {"key": "a", "code": "abc"})
    if how != "at once":
        assert waiting(phone) == []


def test_a_hand_is_new_until_it_was_read_again_a_moment_later(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    assert [hand.get("new") for hand in waiting(phone)] == [True]
    until(phone, f"async (key) => !{ITEM}.new", "a")


def test_a_hand_that_a_full_disk_gives_no_more_is_shown_as_such_and_sent(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"})
    phone.evaluate(OPENS_NOTHING)
    [hand] = waiting(phone)
    assert (hand["key"], hand["loose"]) == ("a", True)
    server.answers = {"/t/abc/queued/": RECORDED}
    send(phone)
    assert [hand["key"] for hand in server.sent_to("/t/abc/queued/")] == ["a"]
    assert waiting(phone) == []


def test_a_hand_gone_from_the_disk_is_kept_again_once_there_is_room(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"})
    phone.evaluate(LOSE, "a")
    until_loose(phone, "a")
    assert [hand["key"] for hand in waiting(phone)] == ["a", "b"]
    phone.evaluate(
        "async () => { const { handQueue } = modules['queue/store'];"
        " await handQueue.put((await handQueue.all())[0]); }"
    )
    assert [(hand["key"], hand.get("loose")) for hand in waiting(phone)] == [("a", None), ("b", None)]


def test_hands_that_survive_follow_one_that_only_the_page_still_has(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"})
    phone.evaluate(LOSE, "a")
    until_loose(phone, "a")
    server.answers = {"/t/abc/queued/": RECORDED}
    send(phone)
    sent = [(hand["key"], hand["version"], hand["played"]) for hand in server.sent_to("/t/abc/queued/")]
    assert sent == [("a", "7", "3"), ("b", "8", "4")]
    assert waiting(phone) == []


def test_a_hand_whose_sibling_was_lost_takes_no_others_place(phone: Page, server: Server) -> None:
    """It would be recorded as the hand before it; and nobody else has changed the table."""
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"}, {"key": "c", "code": "xyz"})
    phone.evaluate(LOSE, "a")
    phone.reload()
    phone.locator("html[data-loaded]").wait_for(state="attached")
    server.answers = {"/t/abc/queued/": RECORDED, "/t/xyz/queued/": RECORDED}
    send(phone)
    assert server.sent_to("/t/abc/queued/") == []
    assert [(hand["key"], hand["state"]) for hand in waiting(phone)] == [("b", "orphan")]


def test_a_hand_behind_one_that_was_removed_or_edited_is_no_orphan(phone: Page, server: Server) -> None:
    keep(phone, {"key": "a", "code": "abc"}, {"key": "b", "code": "abc"}, {"key": "c", "code": "abc"})
    phone.evaluate(
        "async () => { const { handQueue } = modules['queue/store'];"
        " const [a, b] = await handQueue.all();"
        " await handQueue.remove(a.id); await handQueue.put({ ...b, key: 'edited' }); }"
    )
    server.answers = {"/t/abc/queued/": RECORDED}
    send(phone)
    assert [hand["key"] for hand in server.sent_to("/t/abc/queued/")] == ["edited", "c"]
    assert waiting(phone) == []
