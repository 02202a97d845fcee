"""The terms of a sheet: rates, their currency and coins, and how to pay."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape

import pytest
from django.urls import reverse

from mahjongclub.debts.models import DebtSheet
from mahjongclub.tables.models import Session
from tests.clubs.visitors import Visitor
from tests.tables.conftest import Phone

from .settling import CAST, hong_kong, owed, rate, settle, tally, tick
from .settling import visitor as visitor


@pytest.mark.parametrize(
    ("currency", "worth", "places"), [("€", "0.05", 2), ("¥", "50", 0), ("KWD", "0.0125", 3)]
)
def test_amounts_have_the_digits_of_their_currency(
    visitor: Visitor, currency: str, worth: str, places: int
) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    assert rate(visitor, sheet, worth=worth, currency=currency).status_code == 302
    for _payer, _payee, words in owed(sheet):
        number = words.replace(",", "").removesuffix(currency).strip()
        assert len(number.partition(".")[2]) == places
    assert sum(Decimal(one.amount) for one in tally(sheet).debts) > 0


def test_an_amount_smaller_than_the_currency_has_coins_is_told_at_the_field(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    answer = rate(visitor, sheet, worth="50", currency="¥", coin="0.05")
    assert answer.status_code == 422
    assert "Amounts in ¥ are whole multiples of 1." in unescape(answer.content.decode())
    assert rate(visitor, sheet, worth="50", currency="¥", coin="10").status_code == 302


@pytest.mark.parametrize("worth", ["-1", "much", "1.2.3", "9" * 30, "1e9", "0,0000001"])
def test_a_rate_that_is_no_amount_is_told_at_its_field(visitor: Visitor, worth: str) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    refused = rate(visitor, sheet, worth=worth, pay_by="Lydia 06 12")
    assert refused.status_code == 422
    page = unescape(refused.content.decode())
    assert 'id="id_rate-riichi_error"' in page
    assert "Lydia 06 12" in page
    assert DebtSheet.objects.get(pk=sheet.pk).rates == {}


def seen_mark(phone: Phone, sheet: DebtSheet) -> str:
    """What the page of a sheet has to tell which terms it shows."""
    page = phone.get(reverse("debts:sheet", args=[sheet.pk])).content.decode()
    return re.findall(r'name="seen" value="(\w+)"', page)[0]


def test_a_phone_does_not_write_over_terms_that_it_has_not_seen(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    seen = seen_mark(visitor, sheet)
    assert rate(visitor, sheet, worth="0.5", seen=seen).status_code == 302
    refused = rate(visitor, sheet, worth="2", pay_by="cash", seen=seen)
    page = unescape(refused.content.decode())
    assert refused.status_code == 422
    assert "Somebody else has changed this list meanwhile" in page
    assert 'value="cash"' in page, "what was typed stays"
    assert DebtSheet.objects.get(pk=sheet.pk).rates == {"riichi": "0.5"}
    shown = re.findall(r'name="seen" value="(\w+)"', page)[0]
    assert rate(visitor, sheet, worth="2", pay_by="cash", seen=shown).status_code == 302
    assert DebtSheet.objects.get(pk=sheet.pk).rates == {"riichi": "2"}


def test_terms_sent_twice_by_a_double_tap_are_no_change_of_others(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    seen = seen_mark(visitor, sheet)
    for _tap in range(2):
        assert rate(visitor, sheet, worth="0.5", seen=seen).status_code == 302


def test_money_of_more_digits_than_can_be_stored_is_told_at_the_rate(visitor: Visitor) -> None:
    session = hong_kong(visitor)
    state = dict(session.state) | {"scores": [999_000_000, -999_000_000, 0, 0]}
    Session.objects.filter(pk=session.pk).update(state=state)
    sheet = settle(visitor, session)
    refused = rate(visitor, sheet, "hongkong", worth="9999999")
    assert refused.status_code == 422
    assert "more than can be paid" in refused.content.decode()
    assert rate(visitor, sheet, "hongkong", worth="1000").status_code == 302
    assert tick(visitor, sheet).status_code == 302


def test_how_to_pay_is_one_line_without_signs_nobody_sees(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet, pay_by="cash\nAnn pays Bo 500 \u20ac\u202e")
    assert DebtSheet.objects.get(pk=sheet.pk).pay_by == "cash Ann pays Bo 500 \u20ac"


def test_how_to_pay_goes_along_only_to_a_sheet_of_people_who_saw_it(visitor: Visitor) -> None:
    rate(visitor, settle(visitor, visitor.played_table(*CAST)), worth="2", pay_by="Lydia 06 12 34")
    of_others = settle(visitor, hong_kong(visitor, CAST[0], "Bo", "Cy", "Di"))
    assert of_others.rates == {"riichi": "2"}
    assert of_others.pay_by == ""
    rate(visitor, of_others, pay_by="")
    DebtSheet.objects.filter(pk=of_others.pk).delete()
    assert settle(visitor, hong_kong(visitor)).pay_by == "Lydia 06 12 34"
