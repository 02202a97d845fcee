"""Settling up: what people owe follows from the games, and what they paid stays."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.debts.models import DebtSheet, Repayment
from mahjongclub.debts.sheet import MONEY, SheetState
from mahjongclub.tables.models import Session
from tests.clubs.visitors import Visitor
from tests.tables.conftest import ron

from .settling import CAST, hong_kong, owed, rate, settle, tally, tick
from .settling import visitor as visitor


def test_a_game_without_a_rate_is_settled_in_points(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    page = visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    assert "points" in page
    assert "€" not in page.partition('<details class="card fold"')[0]
    assert "<details open" not in page.replace('class="card fold" ', "")
    points = tally(sheet, "riichi")
    assert sum(one.amount for one in points.debts) > 0
    assert not SheetState(sheet).has_money


def test_money_is_what_the_points_of_the_final_result_are_worth(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    assert rate(visitor, sheet, worth="0,50").status_code == 302
    state = SheetState(DebtSheet.objects.get(pk=sheet.pk))
    points = {state.name_of(one): value for one, value in state.points_by_variant["riichi"].items()}
    won = {total.name: total.amount_text for total in tally(sheet).totals}
    first = max(points, key=lambda name: points[name])
    assert won[first] == f"+{float(points[first]) / 2:.2f}\u00a0€"
    assert len(owed(sheet)) <= 3
    assert "0.5" in visitor.read(reverse("debts:sheet", args=[sheet.pk]))


def test_what_was_paid_stays_in_its_currency(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet)
    tick(visitor, sheet)
    answer = rate(visitor, sheet, currency="¥")
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    assert "Something on this list was paid in another currency (€)" in page
    assert 'value="¥"' in page  # nothing that was typed is lost
    assert tally(sheet).paid[0].amount_text.endswith("€")
    visitor.post(reverse("debts:untick", args=[sheet.pk, tally(sheet).paid[0].number]))
    assert rate(visitor, sheet, currency="¥").status_code == 302


def test_rounding_is_shown_and_loses_nothing(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet, worth="0.333", coin="1")
    money = tally(sheet)
    assert all(one.amount == one.amount.to_integral() for one in money.debts)
    assert any("rounded by" in total.rounding for total in money.totals)
    signs = {"+": 1, "\u2212": -1}
    total = sum(
        signs.get(one.amount_text[0], 0) * Decimal(re.sub(r"[^\d.]", "", one.amount_text))
        for one in money.totals
    )
    assert total == 0


def test_points_of_two_games_are_settled_apart_until_both_have_a_rate(visitor: Visitor) -> None:
    riichi, hong = visitor.played_table(*CAST), hong_kong(visitor)
    page = visitor.read(reverse("debts:choose"))
    assert riichi.code in page
    answer = visitor.post(reverse("debts:choose"), {"game": [riichi.code, hong.code]})
    sheet = DebtSheet.objects.get(pk=int(re.findall(r"/debts/(\d+)/", answer["Location"])[0]))
    assert [one.unit for one in SheetState(sheet).tallies()] == ["riichi", "hongkong"]
    rate(visitor, sheet)
    sheet.refresh_from_db()
    assert [one.unit for one in SheetState(sheet).tallies()] == [MONEY, "hongkong"]
    rate(visitor, sheet, **{"rate-hongkong": "0.1"})
    sheet.refresh_from_db()
    assert [one.unit for one in SheetState(sheet).tallies()] == [MONEY]
    assert "Riichi" in tally(sheet).totals[0].detail


def test_what_is_paid_is_ticked_off_and_taken_back(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet)
    before = owed(sheet)
    assert tick(visitor, sheet).status_code == 302
    assert owed(sheet) == before[1:]
    page = visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    assert "has paid" in page
    repayment = Repayment.objects.get()
    undo = reverse("debts:untick", args=[sheet.pk, repayment.pk])
    assert visitor.post(undo).status_code == visitor.post(undo).status_code == 302
    assert owed(sheet) == before


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_paid_button_ticks_off_cents_in_every_language(visitor: Visitor, language: str) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet, worth="0.5")
    page = visitor.get(reverse("debts:sheet", args=[sheet.pk]), headers={"accept-language": language})
    button = (
        page.content.decode().partition(reverse("debts:tick", args=[sheet.pk]))[2].partition("</form>")[0]
    )
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', button))
    assert visitor.post(reverse("debts:tick", args=[sheet.pk]), form).status_code == 302
    assert Repayment.objects.count() == 1


def test_two_taps_on_paid_tick_off_once(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet)
    sheet.refresh_from_db()
    key, debt = uuid4(), SheetState(sheet).tallies()[0].debts[0]
    form = {"payer": debt.payer, "payee": debt.payee, "variant": "", "amount": debt.amount, "key": key}
    for _tap in range(2):
        assert visitor.post(reverse("debts:tick", args=[sheet.pk]), form).status_code == 302
    assert Repayment.objects.count() == 1
    later = visitor.post(reverse("debts:tick", args=[sheet.pk]), {**form, "key": uuid4()})
    assert later.status_code == 422, "it is owed no more"
    assert "have changed since" in later.content.decode()
    assert Repayment.objects.count() == 1


def test_a_corrected_hand_changes_what_is_still_owed_after_paying(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    rate(visitor, sheet)
    for _debt in owed(sheet):
        assert tick(visitor, sheet).status_code == 302
    assert "Everything is paid." in visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    paid = {one.pk: one.amount for one in Repayment.objects.all()}
    visitor.confirm(session, ron(0, 1, 4, 40), number=1)
    session.refresh_from_db()
    assert {one.pk: one.amount for one in Repayment.objects.all()} == paid
    assert owed(sheet), "the difference is still owed"
    state = SheetState(DebtSheet.objects.get(pk=sheet.pk))
    balance = dict.fromkeys(state.people, Decimal(0))
    paid_and_owed = [(one.payer_id, one.payee_id, one.amount) for one in Repayment.objects.all()]
    paid_and_owed += [(one.payer, one.payee, one.amount) for one in tally(sheet).debts]
    for payer, payee, amount in paid_and_owed:
        assert payer is not None
        assert payee is not None
        balance[payer] -= amount
        balance[payee] += amount
    assert balance == {
        person: Decimal(float(points)) for person, points in state.points_by_variant["riichi"].items()
    }


def test_chips_count_and_must_add_up(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    first, second, *_others = SheetState(sheet).people
    chips = {f"chips-{first}": "3", f"chips-{second}": "-2"}
    refused = rate(visitor, sheet, chip_rate="2", **chips)
    assert refused.status_code == 422
    page = unescape(refused.content.decode())
    assert "The chips add up to +1" in page
    assert 'value="3"' in page, "what was typed stays"
    assert rate(visitor, sheet, chip_rate="2", **{**chips, f"chips-{second}": "\u22123"}).status_code == 302
    assert "chips +3" in "".join(one.detail for one in tally(sheet).totals)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"payer": "x", "payee": "1", "amount": "NaN", "key": "1"},
        {"payer": "9" * 40, "payee": "1", "amount": "1", "key": str(uuid4())},
        {"payer": "1", "payee": "2", "amount": "Infinity", "key": str(uuid4())},
        {"payer": "0", "payee": "0", "amount": "-5", "key": str(uuid4())},
    ],
)
def test_a_tick_of_nothing_that_is_owed_is_refused(visitor: Visitor, form: dict[str, str]) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    assert visitor.post(reverse("debts:tick", args=[sheet.pk]), form).status_code == 422
    assert not Repayment.objects.exists()


def test_the_list_to_share_names_amounts_and_how_to_pay(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet, pay_by="cash, or 06 12 34 56 78")
    text = visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    shared = text.partition('id="debts-text"')[2].partition("</textarea>")[0]
    for payer, payee, words in owed(sheet):
        assert f"{payer} pays {payee} {words}" in shared
    assert "Pay by: cash, or 06 12 34 56 78" in shared


def test_a_running_table_is_not_settled(visitor: Visitor) -> None:
    session = visitor.open_table(names=CAST)
    assert visitor.post(reverse("debts:table", args=[session.code])).status_code == 404


def test_no_chosen_game_is_told_at_the_list(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    refused = visitor.post(reverse("debts:choose"))
    assert refused.status_code == 422
    assert "Choose at least one game." in refused.content.decode()
    assert session.code in refused.content.decode()
    assert visitor.post(reverse("debts:choose"), {"game": "nonsense"}).status_code == 422
    assert visitor.get(reverse("debts:choose"), {"evening": "x" * 300}).status_code == 404


def test_the_same_games_have_one_sheet_and_the_rates_of_last_time(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    rate(visitor, sheet, worth="2")
    assert settle(visitor, session) == sheet
    other = hong_kong(visitor)
    answer = visitor.post(reverse("debts:choose"), {"game": [session.code, other.code]})
    both = DebtSheet.objects.get(pk=int(re.findall(r"/debts/(\d+)/", answer["Location"])[0]))
    assert both != sheet
    assert both.rates == {"riichi": "2"}
    visitor.post(reverse("debts:delete", args=[both.pk]))
    assert [*DebtSheet.objects.all()] == [sheet]
    assert Session.objects.filter(pk=session.pk).exists()


def test_a_person_merged_since_owes_under_the_name_of_today(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    rate(visitor, sheet)
    tick(visitor, sheet)
    paid = Repayment.objects.select_related("payer").get()
    assert paid.payer is not None
    before = owed(sheet)
    twin = type(paid.payer).objects.create(name="Margot")
    Session.objects.get(pk=session.pk).seats.filter(player=paid.payer).update(player=twin)
    type(paid.payer).objects.filter(pk=paid.payer.pk).update(merged_into=twin)
    assert [amount for *_names, amount in owed(sheet)] == [amount for *_names, amount in before]
    assert "Margot" in [one.payer_name for one in tally(sheet).paid]


def test_everybody_without_a_name_is_called_by_their_seat(visitor: Visitor) -> None:
    session = visitor.played_table("", "", "", "")
    page = visitor.read(reverse("debts:sheet", args=[settle(visitor, session).pk]))
    assert "pays" in page
    assert "<bdi></bdi>" not in page


def test_the_list_of_sheets_takes_as_many_queries_for_one_as_for_four(visitor: Visitor) -> None:
    counts = []
    for number in range(4):
        settle(visitor, hong_kong(visitor, *(f"{name} {number}" for name in CAST)))
        with CaptureQueriesContext(connection) as queries:
            page = visitor.read(reverse("debts:choose"))
        counts.append(len(queries))
    assert page.count('href="/debts/') == 4
    assert counts[0] == counts[-1]


def test_whoever_has_chips_keeps_a_name_when_their_game_is_deleted(visitor: Visitor) -> None:
    riichi, hong = visitor.played_table(*CAST), hong_kong(visitor, "Ann", "Bo", "Cy", "Di")
    visitor.post(reverse("debts:choose"), {"game": [riichi.code, hong.code]})
    sheet = DebtSheet.objects.get()
    people = {player.name: person for person, player in SheetState(sheet).people.items()}
    chips = {f"chips-{people['Ann']}": "2", f"chips-{people[CAST[0]]}": "-2"}
    rate(visitor, sheet, chip_rate="1", **chips)
    hong.delete()
    page = visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    assert "<bdi></bdi>" not in page
    assert f'name="chips-{people["Ann"]}" value="2"' in page
    assert rate(visitor, sheet, chip_rate="1", **chips).status_code == 302
    assert "chips +2" in "".join(one.detail for one in tally(sheet).totals)
