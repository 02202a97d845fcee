"""How a table settled on a phone comes back, without a server: what it is told, in which order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.browser.modules import open_with

from .conftest import Server

MODULES = ("queue/store", "engine/copies", "engine/return", "queue/send")
SEATS = [{"name": name} for name in ("Aiko", "Benoît", "Chen", "Dina")]
LISTENS = """window.told = [];
addEventListener('table:back', ({ detail }) => { told.push(detail); });"""


@pytest.fixture
def phone(page: Page, server: Server) -> Page:
    """A page that knows how tables come back; it hears what is told of them."""
    open_with(page, *MODULES, before=LISTENS)
    page.evaluate(
        "() => { const { keep } = modules['engine/return'];"
        " keep.again = async (address) => { told.push({ again: address }); }; }"
    )
    return page


def copy_of(code: str = "abc", **more: Any) -> str:
    """A table's copy as text: the server had three hands of it at version 7."""
    return json.dumps(
        {
            "code": code,
            "seats": SEATS,
            "session": {"code": code, "version": 9},
            "base": {"version": 7, "hands": 3},
            **more,
        }
    )


def hold(page: Page, **copy: Any) -> None:
    held = {"code": "abc", "copy": copy_of(), "token": "table's", "release": "r1", "ahead": True, **copy}
    page.evaluate("(held) => modules['engine/copies'].tableCopies.put(held)", held)


def held(page: Page, code: str = "abc") -> Any:
    return page.evaluate("(code) => modules['engine/copies'].tableCopies.get(code)", code)


def keep(page: Page, *hands: dict[str, Any]) -> None:
    """Hands that this phone has settled, the first of them first."""
    for hand in hands:
        number = hand["number"]
        item = {
            "code": "abc",
            "url": f"/t/abc/hand/{number}/",
            "fields": [["draft", "{}"]],
            "played": number - 1,
            "version": 7,
            "device": True,
            "at": "2026-11-22T20:00:00Z",
            "result": {"scores": [26000, 24000, 25000, 25000], "label": "Ron"},
            "moves": [],
            **hand,
        }
        page.evaluate("(item) => modules['queue/store'].handQueue.put(item)", item)


def waiting(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("modules['queue/store'].handQueue.all()"))


def news(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("modules['engine/copies'].tableCopies.news.all()"))


def send(page: Page) -> None:
    page.evaluate("modules['queue/send'].sendHands('token')")


def recorded(number: int, **more: Any) -> dict[str, Any]:
    return {"state": "recorded", "version": 10 + number, "played": number, **more}


def test_a_hand_comes_back_and_the_copy_has_it_as_the_servers(phone: Page, server: Server) -> None:
    hold(phone)
    keep(phone, {"key": "a", "number": 4, "earlier": ["x", "y"]}, {"key": "b", "number": 5})
    same = {"label": "Ron", "scores": [26000, 24000, 25000, 25000]}
    server.answers = {
        "/t/abc/queued/": lambda fields: recorded(4 if fields["key"] == "a" else 5, result=same)
    }
    send(phone)
    first, second = server.sent_to("/t/abc/queued/")
    assert (first["key"], first["played"], first["entered"]) == ("a", "3", "2026-11-22T20:00:00Z")
    assert first["earlier"] == "x y"
    assert (second["key"], second["version"], second["played"]) == ("b", "14", "4")
    base = json.loads(held(phone)["copy"])["base"]
    assert base == {"version": 15, "hands": 5, "from": [7, 3]}
    assert waiting(phone) == []
    assert news(phone) == []  # the same result, whatever the order of its parts


def test_moves_made_before_a_hand_go_first_and_the_hand_follows_them(phone: Page, server: Server) -> None:
    hold(phone)
    keep(phone, {"key": "a", "number": 4, "moves": [{"type": "stick"}]})
    server.answers = {
        "/t/abc/copy/back/": {"version": 8, "told": ["A correction was made elsewhere."]},
        "/t/abc/queued/": recorded(4),
    }
    send(phone)
    assert [path for path, _fields in server.heard if path.startswith("/t/")] == [
        "/t/abc/copy/back/",
        "/t/abc/queued/",
    ]
    [back] = server.sent_to("/t/abc/copy/back/")
    assert json.loads(back["coming"]) == {"version": 7, "played": 3, "moves": [{"type": "stick"}]}
    [sent] = server.sent_to("/t/abc/queued/")
    assert sent["version"] == "8"
    assert [one["told"] for one in news(phone)] == ["A correction was made elsewhere."]


def test_a_result_that_differs_is_shown_here_and_reported_once(phone: Page, server: Server) -> None:
    hold(phone)
    keep(phone, {"key": "a", "number": 4})
    server.answers = {
        "/t/abc/queued/": recorded(4, result={"scores": [27000, 23000, 25000, 25000], "label": "Ron"}),
        "/t/abc/copy/differs/": {},
    }
    send(phone)
    [one] = news(phone)
    assert (one["mine"], one["theirs"]) == ([26000, 24000, 25000, 25000], [27000, 23000, 25000, 25000])
    assert one["names"] == ["Aiko", "Benoît", "Chen", "Dina"]
    [report] = server.sent_to("/t/abc/copy/differs/")
    assert (report["number"], report["release"]) == ("4", "r1")
    assert {"news": "abc"} in phone.evaluate("told")
    keep(phone, {"key": "b", "number": 5, "code": "xyz", "device": False})
    server.answers["/t/xyz/queued/"] = recorded(5)
    send(phone)
    assert len(server.sent_to("/t/abc/copy/differs/")) == 1


def test_where_somebody_must_decide_the_hands_stand_for_themselves(phone: Page, server: Server) -> None:
    hold(phone, rest={"hands": 5, "moves": []})
    keep(phone, {"key": "a", "number": 4, "moves": []}, {"key": "b", "number": 5})
    server.answers = {
        "/t/abc/queued/": {"state": "conflict", "why": "Two entries", "decide": "/t/abc/decide/"}
    }
    send(phone)
    assert [(hand["key"], hand["device"]) for hand in waiting(phone)] == [("a", False), ("b", False)]
    assert waiting(phone)[0]["state"] == "conflict"
    there = held(phone)
    assert "copy" not in there
    assert (there["ahead"], there["rest"]["hands"], there["base"]) == (False, 5, {"version": 7, "hands": 3})


def test_a_hand_that_became_another_number_there_parts_the_table_too(phone: Page, server: Server) -> None:
    hold(phone)
    keep(phone, {"key": "a", "number": 4}, {"key": "b", "number": 5})
    server.answers = {
        "/t/abc/queued/": lambda fields: recorded(5) if fields["key"] == "a" else {"state": "refused"}
    }
    send(phone)
    assert [(hand["key"], hand["device"]) for hand in waiting(phone)] == [("b", False)]
    assert not held(phone)["ahead"]


def test_a_table_opened_here_gets_the_servers_code_and_its_hands_go_there(
    phone: Page, server: Server
) -> None:
    hold(
        phone,
        code="local",
        copy=copy_of("local", local=True, base={"version": 1, "hands": 0}),
        opened={"variant": "riichi"},
    )
    keep(phone, {"key": "a", "number": 1, "code": "local", "url": "/t/local/hand/1/"})
    server.answers = {"/offline/open/": {"state": "opened", "code": "abc"}, "/t/abc/queued/": recorded(1)}
    send(phone)
    [asked] = server.sent_to("/offline/open/")
    assert json.loads(asked["opened"]) == {"variant": "riichi"}
    assert len(asked["key"]) == 36
    assert [hand["key"] for hand in server.sent_to("/t/abc/queued/")] == ["a"]
    assert held(phone, "local") == {"code": "local", "moved": "abc"}
    assert json.loads(held(phone)["copy"])["session"]["code"] == "abc"
    assert phone.evaluate("told")[0] == {"moved": "local", "to": "abc"}


def test_a_table_the_server_cannot_open_is_asked_for_again_under_one_key(phone: Page, server: Server) -> None:
    hold(phone, code="local", copy=copy_of("local", local=True), opened={"variant": "riichi"})
    keep(phone, {"key": "a", "number": 4, "code": "local"})
    server.answers = {"/offline/open/": 503}
    send(phone)
    server.answers = {"/offline/open/": {"why": "There is a table of that name."}}
    send(phone)
    keys = {asked["key"] for asked in server.sent_to("/offline/open/")}
    assert len(server.sent_to("/offline/open/")) == 2
    assert len(keys) == 1
    assert [hand["key"] for hand in waiting(phone)] == ["a"]  # sent nowhere meanwhile
    assert server.sent_to("/t/local/queued/") == []
    send(phone)
    assert [one["told"] for one in news(phone)] == ["There is a table of that name."]  # said once


def test_the_rest_goes_once_no_hand_waits_and_the_table_is_the_servers_again(
    phone: Page, server: Server
) -> None:
    hold(phone, rest={"hands": 4, "ended": True, "moves": [{"type": "finish"}]})
    keep(phone, {"key": "a", "number": 4})
    server.answers = {"/t/abc/queued/": None, "/t/abc/copy/back/": {"version": 15}}
    with pytest.raises(Error):
        send(phone)
    assert server.sent_to("/t/abc/copy/back/") == []
    fresh = {"copy": copy_of(base={"version": 15, "hands": 4}), "token": "new", "release": "r1", "now": 0}
    server.answers |= {"/t/abc/queued/": recorded(4), "/t/abc/copy/": fresh}
    send(phone)
    [back] = server.sent_to("/t/abc/copy/back/")
    assert json.loads(back["coming"]) == {
        "version": 14,
        "played": 4,
        "moves": [{"type": "finish"}],
        "last": {"hands": 4, "ended": True},
    }
    there = held(phone)
    assert (there["ahead"], there["token"], there.get("rest")) == (False, "new", None)
    assert phone.evaluate("told") == [{"again": "/t/abc/"}, {"returned": "abc"}]
    assert not phone.evaluate("modules['engine/return'].tableReturn.due()")


@pytest.mark.parametrize("answer", [500, 429, None])
def test_what_the_server_could_not_take_back_stays_due(
    phone: Page, server: Server, answer: int | None
) -> None:
    hold(phone, rest={"hands": 3, "moves": [{"type": "finish"}]})
    server.answers = {"/t/abc/copy/back/": answer}
    with pytest.raises(Error):
        send(phone)
    assert held(phone)["rest"]["moves"] == [{"type": "finish"}]
    assert phone.evaluate("modules['engine/return'].tableReturn.due()")


def test_a_table_that_is_no_longer_this_phones_is_let_go_and_says_so(phone: Page, server: Server) -> None:
    hold(phone, rest={"hands": 3, "moves": []})
    server.answers = {"/t/abc/copy/back/": (404, {}), "/t/abc/copy/": 404}
    send(phone)
    assert held(phone) is None
    assert [(one["code"], one["word"]) for one in news(phone)] == [("abc", "lost")]


def test_a_table_played_on_while_its_rest_was_sent_keeps_what_is_new(phone: Page, server: Server) -> None:
    hold(phone, rest={"hands": 3, "moves": []})
    server.answers = {
        "/t/abc/copy/back/": {"version": 8},
        "/t/abc/copy/": lambda _fields: {"copy": copy_of(), "token": "new", "now": 0},
    }
    phone.evaluate(
        """() => {
          const { tableCopies } = modules['engine/copies'];
          const real = fetch;
          window.fetch = async (address, ...more) => {
            const held = await tableCopies.get('abc');
            if (String(address) === '/t/abc/copy/') await tableCopies.put({ ...held, copy: `${held.copy} ` });
            return real(address, ...more);
          };
        }"""
    )
    send(phone)
    assert held(phone)["rest"] == {"hands": 3, "moves": []}
    assert held(phone)["ahead"]
    assert phone.evaluate("told") == []
