"""A seat speaks with one voice: another phone takes it over with a word from there, or from the opener."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Access, Session
from tests.clubs.visitors import Visitor, account, player

from .conftest import Phone, draw, ron
from .test_agreeing import join, now, page, say, sit

AT_BENOIT = 1


@pytest.fixture
def table(phone: Phone) -> Session:
    """A table where all agree, opened on a phone that sits nowhere."""
    return phone.open_table(agreeing="on")


@pytest.fixture
def benoit(phone: Phone, table: Session) -> Phone:
    """A phone at Benoît's seat."""
    found = Phone()
    join(phone, found, table)
    sit(found, table, AT_BENOIT)
    return found


@pytest.fixture
def stranger(phone: Phone, table: Session) -> Phone:
    """A phone that was let in to keep the score, at no seat."""
    found = Phone()
    join(phone, found, table)
    return found


def seats(session: Session) -> list[int | None]:
    """The seats of the phones, in the order in which they came."""
    return list(session.accesses.order_by("pk").values_list("seat", flat=True))


def asks(session: Session) -> Any:
    return now(session).seat_requests


def answer(phone: Phone, session: Session, do: str, who: int | None = None) -> int:
    asker = who if who is not None else next(iter(asks(session)), 0)
    url = reverse("tables:answer_seat", args=[session.code])
    return int(phone.post(url, {"who": asker, "do": do}).status_code)


def test_a_seat_that_has_a_phone_is_asked_for_and_not_taken(
    table: Session, benoit: Phone, stranger: Phone
) -> None:
    sit(stranger, table, AT_BENOIT)
    assert seats(table) == [None, AT_BENOIT, None]
    assert "Another phone has Benoît’s seat" in page(stranger, table)
    assert "Another phone claims to be Benoît’s" in page(benoit, table)
    assert answer(benoit, table, "keep") == 302
    assert seats(table) == [None, AT_BENOIT, None]
    assert not asks(table)
    sit(stranger, table, AT_BENOIT)
    assert answer(benoit, table, "give") == 302
    assert seats(table) == [None, None, AT_BENOIT]
    assert "Which seat is yours?" in page(benoit, table)


@pytest.mark.parametrize("along", ["", "1"])
def test_phones_go_with_players_who_change_places(
    phone: Phone, table: Session, benoit: Phone, stranger: Phone, along: str
) -> None:
    """Else Benoît's phone would speak for Dina, and claim her games for his account."""
    sit(stranger, table, AT_BENOIT)
    form = {"one": AT_BENOIT, "other": 3, "along": along, "version": now(table).version, "key": str(uuid4())}
    assert phone.post(reverse("tables:swap", args=[table.code]), form).status_code == 302
    assert now(table).seat_names == ["Aiko", "Dina", "Chen", "Benoît"]
    assert seats(table) == [None, 3, None]
    assert "Another phone claims to be Benoît’s" in page(benoit, table)
    assert answer(benoit, table, "give") == 302
    assert seats(table) == [None, None, 3]


def test_who_opened_the_table_gives_a_seat_away_and_takes_one(
    phone: Phone, table: Session, benoit: Phone, stranger: Phone
) -> None:
    sit(stranger, table, AT_BENOIT)
    assert "A second phone claims to be Benoît’s" in page(phone, table)
    answer(phone, table, "give")
    assert seats(table) == [None, None, AT_BENOIT]
    sit(phone, table, AT_BENOIT)
    assert seats(table) == [AT_BENOIT, None, None]


def test_no_third_phone_answers_and_nobody_answers_for_themselves(
    phone: Phone, table: Session, benoit: Phone, stranger: Phone
) -> None:
    third, viewer = Phone(), Phone()
    join(phone, third, table)
    join(phone, viewer, table, "viewer")
    sit(stranger, table, AT_BENOIT)
    for other in (third, stranger):
        answer(other, table, "give")
        assert "claims to be Benoît’s" not in page(other, table)
    assert answer(viewer, table, "give") == 403
    assert seats(table) == [None, AT_BENOIT, None, None, None]
    assert asks(table)


@pytest.mark.parametrize(
    "form", [{}, {"who": "x", "do": "give"}, {"who": "9" * 30, "do": "give"}, {"who": 1}]
)
def test_junk_gives_no_seat_away(
    table: Session, benoit: Phone, stranger: Phone, form: dict[str, Any]
) -> None:
    sit(stranger, table, AT_BENOIT)
    assert benoit.post(reverse("tables:answer_seat", args=[table.code]), form).status_code == 302
    assert seats(table) == [None, AT_BENOIT, None]


def test_a_phone_that_has_left_its_seat_is_not_asked(table: Session, benoit: Phone, stranger: Phone) -> None:
    benoit.post(reverse("tables:sit", args=[table.code]), {"seat": "none"})
    sit(stranger, table, AT_BENOIT)
    assert seats(table) == [None, None, AT_BENOIT]


def test_the_account_of_the_player_needs_nobodys_word(phone: Phone, table: Session, benoit: Phone) -> None:
    owner = Visitor()
    owner.sign_up("Benoît")
    them = player("Benoît")
    them.account = account("Benoît")
    them.save()
    join(phone, owner, table)
    sit(owner, table, AT_BENOIT)
    assert seats(table) == [None, None, AT_BENOIT]
    sit(benoit, table, AT_BENOIT)
    assert seats(table) == [None, None, AT_BENOIT]


def test_one_phone_agrees_for_one_seat(phone: Phone, table: Session) -> None:
    """It may have sat down at the wrong one first: its last word counts."""
    guest = Phone()
    join(phone, guest, table)
    phone.confirm(table, ron(1, 2))
    for seat in (0, 1, 2, 3):
        sit(guest, table, seat)
        assert say(guest, table).status_code == 302
    assert "Aiko, Benoît and Chen have yet to agree." in page(phone, table)
    assert phone.confirm(table, draw(0)).status_code == 409


def test_who_enters_a_hand_at_one_seat_does_not_agree_for_the_next(table: Session, benoit: Phone) -> None:
    benoit.confirm(table, ron(1, 2))
    sit(benoit, table, 2)
    say(benoit, table)
    assert "Aiko, Benoît and Dina have yet to agree." in page(benoit, table)


def test_the_opener_who_takes_scoring_back_takes_the_seats_too(
    phone: Phone, table: Session, benoit: Phone, stranger: Phone
) -> None:
    sit(stranger, table, AT_BENOIT)
    phone.post(reverse("tables:take_back", args=[table.code]))
    assert seats(table) == [None, None, None]
    answer(phone, table, "give")
    assert seats(table) == [None, None, None]
    assert not Access.objects.filter(session=table, role=Access.Role.VIEWER).exclude(seat=None).exists()


def test_a_hand_goes_on_while_somebody_asks_for_a_seat(
    phone: Phone, table: Session, benoit: Phone, stranger: Phone
) -> None:
    seen = now(table).version
    sit(stranger, table, AT_BENOIT)
    assert phone.confirm(table, ron(1, 2), version=seen).status_code == 302


def test_the_names_are_whole_in_the_question(phone: Phone) -> None:
    names = ("Anne-Sophie de La Rochefoucauld", "ليلى منصور", "O'Brien", "田中 愛子")
    session = phone.open_table(names=names)
    holder, other = Phone(), Phone()
    for one in (holder, other):
        join(phone, one, session)
        sit(one, session, 1)
    assert "ليلى منصور" in html.unescape(page(holder, session))
