"""Hands settled without network come back: all once, in order, as they were put right meanwhile."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Revision, Session
from tests.offline.carrying import Carrier
from tests.offline.device import Engine
from tests.tables.conftest import Phone, draw, ron, scores
from tests.tables.conftest import other_phone as other_phone
from tests.tables.conftest import phone as phone
from tests.tables.conftest import table as table

ONE, TWO, THREE = ron(1, 2), ron(0, 3, han=2, fu=30), ron(2, 0, han=1, fu=30)


@pytest.fixture
def away(engine: Engine, phone: Phone, table: Session) -> Carrier:
    """A phone that took the table along and has no network any more."""
    return Carrier(engine, phone).take(table)


def now(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def outcomes(session: Session) -> list[Any]:
    """The hands by who won, "draw" for nobody."""
    stored = session.hands.order_by("number").values_list("outcome", flat=True)
    return [one["wins"][0]["winner"] if one["type"] == "win" else one["type"] for one in stored]


def test_every_hand_comes_back_once_with_equal_scores(away: Carrier, table: Session) -> None:
    for outcome in (ONE, TWO, draw(0)):
        away.hand(outcome)
    mine = away.scores
    assert away.send_all() == []
    assert outcomes(table) == [1, 0, "draw"]
    assert scores(table) == mine
    assert mine[1] >= 25_000 + 5_200 - 3_000  # 3 han 40 fu (published table), less what a draw costs


def test_the_record_says_when_a_hand_was_entered_not_when_it_was_sent(away: Carrier, table: Session) -> None:
    away.hand(ONE)
    entered = away.queue[0]["at"]
    away.send_all()
    assert abs(table.hands.get().entered_at.timestamp() - _seconds(entered)) < 0.01


def test_sending_goes_on_where_the_network_was_lost(away: Carrier, table: Session) -> None:
    for outcome in (ONE, TWO, THREE):
        away.hand(outcome)
    away.send_one()
    assert away.base["hands"] == 1
    away.hand(draw(0))  # played on without network: the first hand is not sent again
    assert [item["number"] for item in away.queue] == [2, 3, 4]
    away.send_all()
    assert outcomes(table) == [1, 0, 2, "draw"]
    assert table.revisions.filter(action=Revision.Action.RECORD).count() == 4


def test_a_hand_on_the_server_is_not_changed_here(away: Carrier) -> None:
    away.hand(ONE)
    away.hand(TWO)
    away.send_one()
    told = away.hand(THREE, 1)
    assert (told["status"], told.get("why")) == (504, "past")
    assert away.hand(THREE, 2)["status"] < 400


def test_an_answer_that_was_lost_is_asked_for_again(away: Carrier, table: Session) -> None:
    away.hand(ONE)
    away.hand(TWO)
    away.send_one(lost=True)
    away.send_all()
    assert outcomes(table) == [1, 0]


def test_a_hand_whose_answer_was_lost_may_be_corrected_here(away: Carrier, table: Session) -> None:
    away.hand(ONE)
    away.hand(TWO)
    away.send_one(lost=True)
    away.hand(THREE, 1)
    assert [item["number"] for item in away.queue] == [1, 2]
    mine = away.scores
    away.send_all()
    assert outcomes(table) == [2, 0]
    assert scores(table) == mine
    assert table.revisions.filter(action=Revision.Action.CORRECT).count() == 1  # the log tells of both


def test_a_hand_others_went_on_from_is_not_overwritten(
    away: Carrier, table: Session, other_phone: Phone, phone: Phone
) -> None:
    away.hand(ONE)
    away.send_one(lost=True)
    phone.confirm(table, TWO)  # somebody online goes on from it
    away.hand(THREE, 1)
    told = away.send_one()
    assert told["state"] == "conflict"
    assert outcomes(table) == [1, 0]
    assert away.client.get(told["decide"]).status_code == 200


@pytest.mark.parametrize("then", [None, THREE])
def test_a_hand_whose_answer_was_lost_may_be_undone_here(away: Carrier, table: Session, then: Any) -> None:
    away.hand(ONE)
    away.send_one(lost=True)
    assert away.change("undo/", number=1)["status"] == 302
    if then:
        away.hand(then)
    mine = away.scores
    assert away.send_all() == []
    assert outcomes(table) == ([2] if then else [])
    assert scores(table) == mine


def test_a_hand_put_in_before_one_whose_answer_was_lost(away: Carrier, table: Session) -> None:
    away.hand(ONE)
    away.send_one(lost=True)
    away.hand(TWO, 1, insert="1")
    mine = away.scores
    away.send_all()
    assert outcomes(table) == [0, 1]
    assert scores(table) == mine


def test_a_hand_taken_out_whose_answer_was_lost(away: Carrier, table: Session) -> None:
    away.hand(ONE)
    away.hand(TWO)
    away.send_one(lost=True)
    assert away.change("hand/1/delete/")["status"] == 302
    mine = away.scores
    away.send_all()
    assert outcomes(table) == [0]
    assert scores(table) == mine


# Two phones at one table, both without network.


@pytest.fixture
def both(engine: Engine, phone: Phone, other_phone: Phone, table: Session) -> tuple[Carrier, Carrier]:
    token = access_token(table.code, "scorer", 1)
    other_phone.get(reverse("tables:follow_link", args=[table.code, token]))
    return Carrier(engine, phone).take(table), Carrier(engine, other_phone).take(table)


def play(phone: Carrier, *hands: Any) -> None:
    for outcome in hands:
        assert phone.hand(outcome)["status"] < 400


def test_two_phones_with_the_same_hands_are_one_game(both: tuple[Carrier, Carrier], table: Session) -> None:
    one, other = both
    for each in both:
        play(each, ONE, TWO, THREE)
        assert each.send_all() == []
    assert outcomes(table) == [1, 0, 2]
    assert scores(table) == one.scores == other.scores


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1), (2, 3)])
def test_two_phones_of_which_one_has_more_hands(
    both: tuple[Carrier, Carrier], table: Session, first: int, second: int
) -> None:
    for each, count in zip(both, (first, second), strict=True):
        play(each, *(ONE, TWO, THREE)[:count])
        each.send_all()
    assert outcomes(table) == [1, 0, 2]


def test_two_phones_that_send_by_turns(both: tuple[Carrier, Carrier], table: Session) -> None:
    for each in both:
        play(each, ONE, TWO, THREE)
    for _turn in range(3):
        for each in both:
            assert each.send_one()["state"] == "recorded"
    assert outcomes(table) == [1, 0, 2]


@pytest.mark.parametrize("choice", ["same", "correct"])
def test_only_the_hand_that_differs_is_decided(
    both: tuple[Carrier, Carrier], table: Session, choice: str
) -> None:
    one, other = both
    play(one, ONE, TWO, THREE)
    one.send_all()
    play(other, ONE, draw(0), THREE)
    assert other.send_one()["state"] == "recorded"
    told = other.send_one()
    assert told["state"] == "conflict"
    decided(other, told["decide"], choice)
    while other.queue:
        assert other.send_one()["state"] == "recorded"
    assert outcomes(table) == [1, 0 if choice == "same" else "draw", 2]


def decided(phone: Carrier, address: str, choice: str) -> None:
    """Choose on the page of a conflict, as queue.js hears of it."""
    asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    page = phone.client.get(address)
    form = {
        "key": asked["key"],
        "seen": asked["version"],
        "version": int(re.findall(r'name="version" value="(\d+)"', page.content.decode())[-1]),
        "played": asked["played"],
        "draft": asked["draft"],
        "choice": choice,
    }
    answer = phone.client.post(address.partition("?")[0], form)
    assert answer.status_code == 302
    told = parse_qs(urlsplit(answer["Location"]).fragment)
    if told:
        phone.settled({"version": int(told["version"][0]), "played": int(told["played"][0])})
    else:
        assert phone.send_one()["state"] == "recorded"


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
