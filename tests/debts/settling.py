"""Games that are settled up, by the pages that do it."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.clubs.models import Club
from mahjongclub.debts.models import DebtSheet
from mahjongclub.debts.sheet import MONEY, SheetState, UnitTally
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.clubs.visitors import Visitor
from tests.tables.conftest import Phone, ron

CAST = ("Marguerite", "Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "ليلى منصور")


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


def settle(phone: Phone, session: Session) -> DebtSheet:
    """The sheet of one game, by the button on its end page."""
    answer = phone.post(reverse("debts:table", args=[session.code]))
    assert answer.status_code == 302, answer.content.decode()
    return DebtSheet.objects.get(pk=int(re.findall(r"/debts/(\d+)/", answer["Location"])[0]))


def rate(phone: Phone, sheet: DebtSheet, variant: str = "riichi", worth: str = "1", **more: str) -> Any:
    """Say what a point is worth."""
    form = {f"rate-{variant}": worth, "currency": "€", "coin": "", **more}
    return phone.post(reverse("debts:sheet", args=[sheet.pk]), form)


def tally(sheet: DebtSheet, unit: str = MONEY) -> UnitTally:
    sheet.refresh_from_db()
    return next(one for one in SheetState(sheet).tallies() if one.unit == unit)


def owed(sheet: DebtSheet, unit: str = MONEY) -> list[tuple[str, str, str]]:
    return [(one.payer_name, one.payee_name, one.amount_text) for one in tally(sheet, unit).debts]


def tick(phone: Phone, sheet: DebtSheet, at: int = 0, **changed: Any) -> Any:
    """Tick off a debt of the first tally."""
    sheet.refresh_from_db()
    first = SheetState(sheet).tallies()[0]
    debt = first.debts[at]
    form = {"payer": debt.payer, "payee": debt.payee, "variant": first.unit, "amount": debt.amount}
    return phone.post(reverse("debts:tick", args=[sheet.pk]), {**form, "key": uuid4(), **changed})


def hong_kong(phone: Phone, *names: str) -> Session:
    """A finished game of Hong Kong without a hand but one."""
    session = phone.open_table("hongkong", names=names or CAST)
    phone.confirm(session, {"type": "win", "wins": [{"winner": 0, "from": 1, "faan": 3}]})
    version = Session.objects.get(pk=session.pk).version
    phone.post(reverse("tables:close", args=[session.code]), {"version": version})
    session.refresh_from_db()
    assert session.ended_at is not None
    return session


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house(Club.Visibility.PUBLIC)


def club_game(house: ClubHouse) -> Session:
    """A finished game of the evening, opened by the organiser's phone."""
    phone = house.phone("organiser")
    session = phone.open_table(names=CAST, belongs=f"e{house.evening.pk}")
    phone.confirm(session, ron(0, 1))
    session.refresh_from_db()
    phone.post(reverse("tables:close", args=[session.code]), {"version": session.version})
    session.refresh_from_db()
    assert session.evening_id == house.evening.pk
    return session
