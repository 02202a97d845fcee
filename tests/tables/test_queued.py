"""Hands kept on a phone without network are sent later: once, in order, never over what others recorded."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone, draw, ron, scores


def now(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def send(phone: Phone, session: Session, outcome: Any, **fields: Any) -> HttpResponse:
    """Send a kept hand as queue/send.js does: from the table as it is unless `fields` say otherwise."""
    at = now(session)
    form = {
        "draft": json.dumps(outcome),
        "version": at.version,
        "played": at.state["hands"],
        "key": str(uuid4()),
        **fields,
    }
    return phone.post(reverse("tables:queued", args=[session.code]), form)


def outcomes(session: Session) -> list[Any]:
    return list(now(session).hands.order_by("number").values_list("outcome__type", flat=True))


def test_a_kept_hand_is_recorded_and_says_what_the_next_one_follows(phone: Phone, table: Session) -> None:
    answer = send(phone, table, ron(1, 2))
    assert answer.status_code == 200
    told = answer.json()
    assert told.pop("result")["scores"] == scores(table)
    assert told == {"state": "recorded", "version": now(table).version, "played": 1}
    assert scores(table)[1] == 25_000 + 5_200  # 3 han 40 fu by a non-dealer (published table)


def test_a_hand_sent_again_is_recorded_once_and_answered_as_before(phone: Phone, table: Session) -> None:
    key, version = str(uuid4()), now(table).version
    first = send(phone, table, ron(1, 2), key=key, version=version, played=0).json()
    phone.confirm(table, draw())  # a later hand does not change what the key is answered
    again = send(phone, table, ron(1, 2), key=key, version=version, played=0)
    assert (again.status_code, again.json()) == (200, first)
    assert outcomes(table) == ["win", "draw"]


def test_two_kept_hands_follow_each_other_by_the_version_of_the_first(phone: Phone, table: Session) -> None:
    first = send(phone, table, ron(1, 2)).json()
    second = send(phone, table, draw(), version=first["version"], played=first["played"])
    assert second.json()["played"] == 2
    assert outcomes(table) == ["win", "draw"]


def test_notes_of_another_phone_are_no_conflict(phone: Phone, table: Session) -> None:
    seen = now(table)
    put_out = {"version": seen.version, "hand": 1, "seat": 3, "out": 1, "key": str(uuid4())}
    phone.post(reverse("tables:notes", args=[table.code]), put_out)
    assert now(table).riichi_out == [3]
    answer = send(phone, table, ron(1, 2), version=seen.version, played=0)
    assert answer.json()["state"] == "recorded"


def test_a_hand_recorded_elsewhere_is_a_conflict_and_nothing_is_written(phone: Phone, table: Session) -> None:
    seen = now(table)
    phone.confirm(table, ron(0, 3))
    answer = send(phone, table, ron(1, 2), version=seen.version, played=0)
    assert answer.status_code == 409
    assert answer.json()["state"] == "conflict"
    assert len(outcomes(table)) == 1


def test_a_repeat_does_not_hide_what_came_after_it(phone: Phone, table: Session) -> None:
    """The next kept hand goes on from the version of this one, not from the newest."""
    seen, key = now(table), str(uuid4())
    send(phone, table, ron(1, 2), key=key)
    phone.confirm(table, draw())
    repeated = send(phone, table, ron(1, 2), key=key, version=seen.version, played=0).json()
    follows = send(phone, table, ron(2, 0), version=repeated["version"], played=repeated["played"])
    assert follows.status_code == 409


@pytest.mark.parametrize("change", ["undo", "swap"])
def test_hands_or_seats_changed_elsewhere_are_a_conflict(phone: Phone, table: Session, change: str) -> None:
    phone.confirm(table, ron(1, 2))
    seen = now(table)
    extra = {"undo": {"number": 1}, "swap": {"one": 0, "other": 1}}[change]
    form = {"version": seen.version, "key": str(uuid4()), **extra}
    assert phone.post(reverse(f"tables:{change}", args=[table.code]), form).status_code == 302
    answer = send(phone, table, draw(), version=seen.version, played=1)
    assert answer.status_code == 409


def test_an_impossible_hand_is_refused_with_the_reason_and_a_way_to_edit_it(
    phone: Phone, table: Session
) -> None:
    answer = send(phone, table, ron(1, 1))
    assert answer.status_code == 422
    told = answer.json()
    assert told["state"] == "refused"
    assert told["why"]
    assert phone.get(told["edit"]).status_code == 200
    assert outcomes(table) == []


def test_a_typed_hand_is_read_from_its_fields(phone: Phone, table: Session) -> None:
    page = phone.get(reverse("tables:typed", args=[table.code]), {"draft": json.dumps(ron(1, 2))})
    fields = dict(typed_fields(page.content.decode()))
    at = now(table)
    form = {**fields, "version": at.version, "played": 0, "key": str(uuid4())}
    answer = phone.post(reverse("tables:queued", args=[table.code]), form)
    assert answer.json()["state"] == "recorded", answer.json()
    assert scores(table) == [25_000, 30_200, 19_800, 25_000]


def test_typed_fields_that_make_no_hand_are_refused(phone: Phone, table: Session) -> None:
    form = {"version": now(table).version, "played": 0, "key": str(uuid4())}
    answer = phone.post(reverse("tables:queued", args=[table.code]), form)
    assert answer.status_code == 422
    assert answer.json()["why"]


@pytest.mark.parametrize(
    "junk",
    [
        {"key": ""},
        {"key": "no key"},
        {"version": "x"},
        {"version": "-1"},
        {"version": "9" * 400},
        {"played": "٣"},
        {"played": "9" * 5000},
        {"draft": "\x00"},
        {"draft": "[]"},
        {"draft": '{"type":"win"}'},
        {"draft": '{"type":"win","wins":"x"}'},
        {"draft": "{" * 7000},
    ],
)
def test_junk_is_refused_in_words(phone: Phone, table: Session, junk: dict[str, str]) -> None:
    answer = send(phone, table, ron(1, 2), **junk)
    assert answer.status_code == 422
    assert answer.json()["why"]
    assert outcomes(table) == []


def test_viewers_and_strangers_send_nothing(phone: Phone, other_phone: Phone, table: Session) -> None:
    assert send(other_phone, table, ron(1, 2)).status_code == 404
    other_phone.get(phone.viewers_link(table))
    assert send(other_phone, table, ron(1, 2)).status_code == 403
    assert outcomes(table) == []
    assert phone.get(reverse("tables:queued", args=[table.code])).status_code == 405


class Conflict:
    """Two entries of one hand: Chen's ron was recorded elsewhere, Benoît's is kept on this phone."""

    def __init__(self, phone: Phone, table: Session, theirs: int = 1) -> None:
        self.phone, self.table, self.key = phone, table, uuid4().hex
        self.seen = now(table)
        for _hand in range(theirs):
            phone.confirm(table, ron(2, 3))
        answer = send(phone, table, ron(1, 2), key=self.key, version=self.seen.version, played=0)
        self.address = answer.json()["decide"]
        self.fields = {name: values[-1] for name, values in parse_qs(urlsplit(self.address).query).items()}

    def page(self) -> HttpResponse:
        return self.phone.get(self.address)

    def choose(self, choice: str, **fields: Any) -> HttpResponse:
        form = {**self.fields, "seen": self.fields["version"], "version": now(self.table).version}
        return self.phone.post(urlsplit(self.address).path, {**form, "choice": choice, **fields})

    def again(self) -> HttpResponse:
        """The phone sends its kept hand again, as it does until it is told."""
        return send(self.phone, self.table, ron(1, 2), key=self.key, version=self.seen.version, played=0)


@pytest.fixture
def conflict(phone: Phone, table: Session) -> Conflict:
    return Conflict(phone, table)


def test_the_decision_shows_both_entries_with_what_each_moves(conflict: Conflict) -> None:
    page = conflict.page().content.decode()
    assert "Chen wins by ron on Dina" in page
    assert "Benoît wins by ron on Chen" in page
    assert page.count("5,200") >= 4  # +5,200 and -5,200 on either side


def test_keeping_theirs_tells_the_phone_to_forget_its_hand(conflict: Conflict) -> None:
    answer = conflict.choose("same")
    told = parse_qs(urlsplit(answer["Location"]).fragment)
    version = str(now(conflict.table).version)
    assert told == {"settled": [conflict.key], "version": [version], "played": ["1"]}
    assert len(outcomes(conflict.table)) == 1


def test_mine_is_right_corrects_theirs(conflict: Conflict) -> None:
    assert conflict.choose("correct").status_code == 302
    assert scores(conflict.table) == [25_000, 30_200, 19_800, 25_000]
    told = conflict.again().json()
    assert told.pop("result")["scores"] == scores(conflict.table)
    assert told == {
        "state": "recorded",
        "version": now(conflict.table).version,
        "played": 1,
    }


def test_two_different_hands_are_both_recorded(conflict: Conflict) -> None:
    assert conflict.choose("record").status_code == 302
    # Benoît deals the second hand: 3 han 40 fu by the dealer is 7700 (published table)
    assert scores(conflict.table) == [25_000, 32_700, 22_500, 19_800]
    assert conflict.again().json()["played"] == 2


def test_dropping_mine_leaves_the_table_as_it_is(conflict: Conflict) -> None:
    told = parse_qs(urlsplit(conflict.choose("drop")["Location"]).fragment)
    assert told["played"] == ["0"]  # the next kept hand meets theirs
    assert len(outcomes(conflict.table)) == 1


def test_the_hand_after_a_decision_meets_the_next_one_recorded_elsewhere(
    phone: Phone, table: Session
) -> None:
    conflict = Conflict(phone, table, theirs=2)
    conflict.choose("correct")
    follows = conflict.again().json()
    second = send(phone, table, draw(), version=follows["version"], played=follows["played"])
    assert second.status_code == 409
    page = phone.get(second.json()["decide"]).content.decode()
    assert "Hand 2 was entered elsewhere too" in page


def test_a_decision_overtaken_is_shown_again(conflict: Conflict) -> None:
    seen = now(conflict.table).version
    conflict.phone.confirm(conflict.table, draw())
    answer = conflict.choose("same", version=seen)
    assert answer.status_code == 409
    assert "Check again" in answer.content.decode()
    assert len(outcomes(conflict.table)) == 2


def test_an_undone_hand_asks_whether_mine_still_belongs_there(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(2, 3))
    seen = now(table)
    undone = {"version": seen.version, "key": str(uuid4()), "number": 1}
    phone.post(reverse("tables:undo", args=[table.code]), undone)
    answer = send(phone, table, ron(1, 2), version=seen.version, played=1)
    page = phone.get(answer.json()["decide"]).content.decode()
    assert "The table has changed meanwhile" in page
    assert "Hand 1: last hand undone" in page
    assert "Record mine" in page


def test_points_adjusted_elsewhere_are_not_taken_for_the_hand_kept_here(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(2, 3))
    seen, key = now(table), str(uuid4())
    fine = {"version": seen.version, "key": str(uuid4()), "seat-0": "-1000", "why": "late"}
    assert phone.post(reverse("tables:adjust", args=[table.code]), fine).status_code == 302
    address = send(phone, table, ron(1, 2), version=seen.version, played=1, key=key).json()["decide"]
    page = phone.get(address).content.decode()
    assert "the table was changed elsewhere" in page
    assert "Points adjusted" in page
    assert "entered elsewhere too" not in page
    assert "Same hand" not in page
    fields = {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
    form = {**fields, "seen": fields["version"], "version": now(table).version, "choice": "record"}
    assert phone.post(urlsplit(address).path, form).status_code == 302
    assert outcomes(table) == ["win", "adjust", "win"]


def test_a_hand_recorded_after_adjusted_points_is_the_one_to_compare(phone: Phone, table: Session) -> None:
    seen = now(table)
    fine = {"version": seen.version, "key": str(uuid4()), "seat-0": "-1000", "why": "late"}
    phone.post(reverse("tables:adjust", args=[table.code]), fine)
    phone.confirm(table, ron(2, 3))
    address = send(phone, table, ron(1, 2), version=seen.version, played=0).json()["decide"]
    page = phone.get(address).content.decode()
    assert "Hand 2 was entered elsewhere too" in page
    assert "Chen wins by ron on Dina" in page
    fields = {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
    form = {**fields, "seen": fields["version"], "version": now(table).version, "choice": "correct"}
    assert phone.post(urlsplit(address).path, form).status_code == 302
    assert outcomes(table) == ["adjust", "win"]
    # 1,000 taken from Aiko; Benoît rons Chen, 3 han 40 fu: 5,200 (published table)
    assert scores(table) == [24_000, 30_200, 19_800, 25_000]


@pytest.mark.parametrize("choice", ["", "x", "correct\x00"])
def test_no_choice_is_asked_for_again(conflict: Conflict, choice: str) -> None:
    assert conflict.choose(choice).status_code == 422


@pytest.mark.parametrize(
    "junk", [{"key": "x"}, {"played": "²"}, {"seen": "x"}, {"draft": "{}"}, {"draft": "x"}]
)
def test_a_mistyped_decision_is_not_found(conflict: Conflict, junk: dict[str, str]) -> None:
    assert conflict.choose("same", **junk).status_code == 404


def test_a_viewer_decides_nothing(conflict: Conflict, other_phone: Phone) -> None:
    assert other_phone.get(conflict.address).status_code == 404


def typed_fields(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the typed form as it stands."""
    from html.parser import HTMLParser

    fields: list[tuple[str, str]] = []

    class Form(HTMLParser):
        select = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            at = dict(attrs)
            name, value = at.get("name") or "", at.get("value") or ""
            if tag == "select":
                self.select = name
            elif tag == "option" and "selected" in at:
                fields.append((self.select, value))
            elif tag == "input" and name:
                chosen = at.get("type") not in ("radio", "checkbox") or "checked" in at
                if chosen and name not in ("csrfmiddlewaretoken", "language", "next"):
                    fields.append((name, value))

    Form().feed(page)
    return fields


def test_two_phones_that_confirm_a_hand_differently_see_both(phone: Phone, table: Session) -> None:
    seen = now(table)
    phone.confirm(table, ron(2, 3))
    answer = phone.confirm(table, ron(1, 2), number=1, version=seen.version, played=0)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Chen wins by ron on Dina" in page
    assert "Benoît wins by ron on Chen" in page
    assert "Correct hand 1 with mine" in page
    link = re.search(r'href="([^"]+)">\s*Correct hand 1 with mine', page)
    assert link is not None
    corrected = phone.get(html.unescape(link[1]))
    assert corrected.status_code == 200
    assert "Confirm the correction" in corrected.content.decode()


def test_an_overtaken_entry_of_an_ended_session_is_decided_about(phone: Phone, table: Session) -> None:
    """The last hand was confirmed on two phones: the second entry is not lost behind the ranking."""
    seen = now(table)
    phone.confirm(table, ron(2, 3))
    closed = {"version": now(table).version, "key": str(uuid4())}
    phone.post(reverse("tables:close", args=[table.code]), closed)
    assert now(table).table.ended
    answer = phone.confirm(table, ron(1, 2), number=1, version=seen.version, played=0)
    assert answer.status_code == 302
    page = phone.get(answer["Location"])
    assert page.status_code == 200
    assert "Hand 1 was entered elsewhere too" in page.content.decode()
    assert 'value="record"' not in page.content.decode()  # no hand is dealt after the end


def close(phone: Phone, table: Session) -> None:
    closed = {"version": now(table).version, "key": str(uuid4())}
    assert phone.post(reverse("tables:close", args=[table.code]), closed).status_code == 302


def test_a_hand_kept_before_the_table_was_closed_is_recorded_before_the_end(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    seen, key = now(table), uuid4().hex
    close(phone, table)
    address = send(phone, table, ron(2, 3), version=seen.version, played=1, key=key).json()["decide"]
    page = phone.get(address).content.decode()
    assert "Your hand becomes hand 2." in page
    fields = {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
    form = {**fields, "seen": fields["version"], "version": now(table).version, "choice": "record"}
    assert phone.post(urlsplit(address).path, form).status_code == 302
    assert len(outcomes(table)) == 2
    assert now(table).closed
    again = send(phone, table, ron(2, 3), version=seen.version, played=1, key=key)
    assert (again.json()["state"], again.json()["played"]) == ("recorded", 2)


def test_no_hand_is_recorded_after_a_game_that_its_own_hands_ended(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    seen = now(table)
    bust = {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]}
    number = {"number": 1, "version": seen.version, "played": 1}
    phone.confirm(table, bust, **number)
    assert now(table).table.ended == "bust"
    address = send(phone, table, ron(2, 3), version=seen.version, played=1).json()["decide"]
    page = html.unescape(phone.get(address).content.decode())
    assert "The game had ended before hand 2." in page
    assert 'value="record"' not in page


@pytest.mark.parametrize("draft", ["{}", '{"type":"win"}', '{"type":"win","wins":[{"winner":1}]}'])
def test_an_overtaken_half_entry_breaks_nothing(phone: Phone, table: Session, draft: str) -> None:
    seen = now(table)
    phone.confirm(table, ron(2, 3))
    answer = phone.confirm(table, ron(1, 2), number=1, version=seen.version, played=0, draft=draft)
    assert answer.status_code in (404, 409)
