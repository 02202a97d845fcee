"""Whoever opens tables without end is told to wait, whichever page they open them by."""

from __future__ import annotations

from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.clubs.club_house import open_club_house

from .conftest import NAMES, Phone
from .test_end import submit
from .test_sheet_entry import send, sheet

MOST = 30


def use_up(phone: Phone, session: Session) -> None:
    """As many tables as one browser may open, `session` among them."""
    for _table in range(MOST - 1):
        assert phone.post(reverse("tables:again", args=[session.code])).status_code == 302


def refused(answer: Any) -> str:
    assert answer.status_code == 429
    page = unescape(answer.content.decode())
    assert "Too many tables were opened from here" in page
    return page


@pytest.fixture
def busy(phone: Phone, table: Session) -> Session:
    """A table of a phone that may open no more."""
    phone.post(reverse("tables:again", args=[table.code]))  # the very first made this browser known
    use_up(phone, table)
    return table


def test_play_again_is_refused_beside_its_button(phone: Phone, busy: Session) -> None:
    submit(phone, "close", busy)
    before = Session.objects.count()
    page = refused(phone.post(reverse("tables:again", args=[busy.code])))
    assert "Play again" in page
    assert Session.objects.count() == before


def test_play_again_of_a_table_that_goes_on_is_refused_too(phone: Phone, busy: Session) -> None:
    before = Session.objects.count()
    answer = phone.post(reverse("tables:again", args=[busy.code]))
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()
    assert Session.objects.count() == before


def test_a_sheet_is_refused_and_stays_as_it_was_typed(phone: Phone, busy: Session) -> None:
    before = Session.objects.count()
    page = refused(send(phone, "riichi", "340|x|||"))
    assert 'value="340"' in page
    assert 'value="Aiko"' in page
    assert Session.objects.count() == before
    checked = phone.post("/sheet/riichi/", sheet("riichi", "340|x|||", step="check"))
    assert checked.status_code == 200, "looking at a sheet opens nothing"


def test_sheets_and_tables_are_counted_together(phone: Phone, other_phone: Phone, table: Session) -> None:
    for _sheet in range(MOST):
        assert send(phone, "riichi", "340|x|||", key=str(uuid4())).status_code == 302
    form = {"variant": "riichi", "method": "order", **{f"name-{n}": name for n, name in enumerate(NAMES)}}
    refused(phone.post(reverse("tables:new"), form))
    assert other_phone.post(reverse("tables:new"), form).status_code == 302, "others go on"


def test_a_result_from_paper_is_refused_and_keeps_its_points(db: None) -> None:
    house = open_club_house()
    phone = house.phone("scorer")
    form = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    form |= {f"score-{seat}": points for seat, points in enumerate(("40000", "30000", "20000", "10000"))}
    answers = [
        phone.post(house.url("results/new/"), {"variant": "riichi", **form}) for _time in range(MOST + 2)
    ]
    assert {answer.status_code for answer in answers[:MOST]} == {302}
    page = refused(answers[-1])
    assert 'value="40000"' in page
