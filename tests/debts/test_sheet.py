"""Settling up: what people owe follows from the games, what they paid stays, and nobody else sees it."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.founding import found_club
from mahjongclub.clubs.models import Account, Club, Evening, Membership
from mahjongclub.debts.models import DebtSheet, Repayment
from mahjongclub.debts.sheet import MONEY, SheetState, Tally
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


def tally(sheet: DebtSheet, unit: str = MONEY) -> Tally:
    sheet.refresh_from_db()
    return next(one for one in SheetState(sheet).tallies() if one.variant == unit)


def owed(sheet: DebtSheet, unit: str = MONEY) -> list[tuple[str, str, str]]:
    return [(one.payer_name, one.payee_name, one.words) for one in tally(sheet, unit).debts]


def tick(phone: Phone, sheet: DebtSheet, at: int = 0, **changed: Any) -> Any:
    """Tick off a debt of the first tally."""
    sheet.refresh_from_db()
    first = SheetState(sheet).tallies()[0]
    debt = first.debts[at]
    form = {"payer": debt.payer, "payee": debt.payee, "variant": first.variant, "amount": debt.amount}
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
    points = {state.name_of(one): value for one, value in state.points["riichi"].items()}
    won = {total.name: total.words for total in tally(sheet).totals}
    first = max(points, key=lambda name: points[name])
    assert won[first] == f"+{float(points[first]) / 2:.2f}\u00a0€"
    assert len(owed(sheet)) <= 3
    assert "0.5" in visitor.read(reverse("debts:sheet", args=[sheet.pk]))


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


def test_what_was_paid_stays_in_its_currency(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    rate(visitor, sheet)
    tick(visitor, sheet)
    answer = rate(visitor, sheet, currency="¥")
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    assert "Something on this list was paid in another currency (€)" in page
    assert 'value="¥"' in page  # nothing that was typed is lost
    assert tally(sheet).paid[0].words.endswith("€")
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
        signs.get(one.words[0], 0) * Decimal(re.sub(r"[^\d.]", "", one.words)) for one in money.totals
    )
    assert total == 0


def test_points_of_two_games_are_settled_apart_until_both_have_a_rate(visitor: Visitor) -> None:
    riichi, hong = visitor.played_table(*CAST), hong_kong(visitor)
    page = visitor.read(reverse("debts:choose"))
    assert riichi.code in page
    answer = visitor.post(reverse("debts:choose"), {"game": [riichi.code, hong.code]})
    sheet = DebtSheet.objects.get(pk=int(re.findall(r"/debts/(\d+)/", answer["Location"])[0]))
    assert [one.variant for one in SheetState(sheet).tallies()] == ["riichi", "hongkong"]
    rate(visitor, sheet)
    sheet.refresh_from_db()
    assert [one.variant for one in SheetState(sheet).tallies()] == [MONEY, "hongkong"]
    rate(visitor, sheet, **{"rate-hongkong": "0.1"})
    sheet.refresh_from_db()
    assert [one.variant for one in SheetState(sheet).tallies()] == [MONEY]
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
    assert balance == {person: Decimal(float(points)) for person, points in state.points["riichi"].items()}


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


@pytest.mark.parametrize("worth", ["-1", "much", "1.2.3", "9" * 30, "1e9", "0,0000001"])
def test_a_rate_that_is_no_amount_is_told_at_its_field(visitor: Visitor, worth: str) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    refused = rate(visitor, sheet, worth=worth, pay_by="Lydia 06 12")
    assert refused.status_code == 422
    page = unescape(refused.content.decode())
    assert 'id="id_rate-riichi_error"' in page
    assert "Lydia 06 12" in page
    assert DebtSheet.objects.get(pk=sheet.pk).rates == {}


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


def test_a_watcher_and_a_stranger_see_nothing(visitor: Visitor) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    watcher, joined, stranger = Phone(), Phone(), Phone()
    watcher.get(visitor.viewers_link(session))
    joined.join(session)
    for phone in (watcher, joined, stranger):
        assert phone.get(reverse("debts:sheet", args=[sheet.pk])).status_code == 404
        assert phone.post(reverse("debts:table", args=[session.code])).status_code == 404
        assert rate(phone, sheet).status_code == 404
        assert phone.post(reverse("debts:delete", args=[sheet.pk])).status_code == 404
        assert session.code not in phone.get(reverse("debts:choose")).content.decode()
    assert DebtSheet.objects.filter(pk=sheet.pk).exists()


def test_a_phone_that_said_its_seat_sees_what_is_owed(visitor: Visitor) -> None:
    session = visitor.open_table(names=CAST)
    other = Visitor()
    other.join(session)
    other.sit(session, 2)
    visitor.confirm(session, ron(0, 1))
    session.refresh_from_db()
    visitor.post(reverse("tables:close", args=[session.code]), {"version": session.version})
    sheet = settle(visitor, session)
    assert other.get(reverse("debts:sheet", args=[sheet.pk])).status_code == 200
    assert "Settle up" in other.read(reverse("tables:end", args=[session.code]))


def test_a_running_table_is_not_settled(visitor: Visitor) -> None:
    session = visitor.open_table(names=CAST)
    assert visitor.post(reverse("debts:table", args=[session.code])).status_code == 404


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


def test_a_club_settles_nothing_until_it_says_so(house: ClubHouse) -> None:
    session, organiser = club_game(house), house.phone("organiser")
    address = f"{reverse('debts:choose')}?evening={house.evening.pk}"
    assert organiser.post(reverse("debts:table", args=[session.code])).status_code == 404
    assert organiser.get(address).status_code == 404
    assert "Settle up" not in organiser.get(house.url(f"evenings/{house.evening.pk}/")).content.decode()
    Club.objects.filter(pk=house.club.pk).update(settles_up=True)
    assert "Settle up" in organiser.get(house.url(f"evenings/{house.evening.pk}/")).content.decode()
    sheet = settle(organiser, session)
    assert sheet.club == house.club
    assert organiser.get(address).status_code == 200
    Club.objects.filter(pk=house.club.pk).update(settles_up=False)
    assert organiser.get(reverse("debts:sheet", args=[sheet.pk])).status_code == 404


def test_only_who_sat_there_and_organisers_see_an_evenings_debts(house: ClubHouse) -> None:
    session = club_game(house)
    Club.objects.filter(pk=house.club.pk).update(settles_up=True)
    address = f"{reverse('debts:choose')}?evening={house.evening.pk}"
    answer = house.phone("owner").post(address, {"game": session.code})
    assert answer.status_code == 302
    sheet = DebtSheet.objects.get()
    page = reverse("debts:sheet", args=[sheet.pk])
    for who, status in (
        ("owner", 200),
        ("organiser", 200),
        ("scorer", 404),
        ("member", 404),
        ("nobody", 404),
    ):
        assert house.phone(who).get(page).status_code == status, who
    member = house.phone("member").get(address)
    assert session.code not in member.content.decode()
    player = session.seats.get(number=2).player
    player.account = house.accounts["member"]
    player.save()
    assert house.phone("member").get(page).status_code == 200


def test_the_settings_of_a_club_say_whether_it_settles_up(house: ClubHouse) -> None:
    form = {"name": house.club.name, "visibility": "public", "time_zone": "UTC", "counts_for": "began"}
    house.phone("owner").post(house.url("settings/"), {**form, "settles_up": "on"})
    house.club.refresh_from_db()
    assert house.club.settles_up


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


def test_evenings_of_other_clubs_are_not_found(house: ClubHouse) -> None:
    owner = Account.objects.get(username="other_owner")
    club = found_club(owner, "Hidden", Club.Visibility.PRIVATE)
    Club.objects.filter(pk=club.pk).update(settles_up=True)
    evening = Evening.objects.create(club=club, date=tonight())
    answer = house.phone("organiser").get(reverse("debts:choose"), {"evening": evening.pk})
    assert answer.status_code == 404
    Membership.objects.create(club=club, account=house.accounts["organiser"], role=Role.ORGANISER)
    assert house.phone("organiser").get(reverse("debts:choose"), {"evening": evening.pk}).status_code == 200


def test_the_list_of_sheets_takes_as_many_queries_for_one_as_for_four(visitor: Visitor) -> None:
    counts = []
    for number in range(4):
        settle(visitor, hong_kong(visitor, *(f"{name} {number}" for name in CAST)))
        with CaptureQueriesContext(connection) as queries:
            page = visitor.read(reverse("debts:choose"))
        counts.append(len(queries))
    assert page.count('href="/debts/') == 4
    assert counts[0] == counts[-1]


def test_an_organiser_finds_the_sheets_of_an_evening_again(house: ClubHouse) -> None:
    session = club_game(house)
    Club.objects.filter(pk=house.club.pk).update(settles_up=True)
    address = f"{reverse('debts:choose')}?evening={house.evening.pk}"
    house.phone("owner").post(address, {"game": session.code})
    page = reverse("debts:sheet", args=[DebtSheet.objects.get().pk])
    assert page in house.phone("owner").get(address).content.decode()
    assert page not in house.phone("member").get(address).content.decode()


@pytest.mark.parametrize("change", [{"ended_at": None}, {"embargoed": True}])
def test_while_a_game_has_no_result_nobody_is_told_to_pay_back(
    visitor: Visitor, change: dict[str, Any]
) -> None:
    session = visitor.played_table(*CAST)
    sheet = settle(visitor, session)
    first, second, *_others = SheetState(sheet).people
    rate(visitor, sheet, chip_rate="2", **{f"chips-{first}": "3", f"chips-{second}": "-3"})
    tick(visitor, sheet)
    before, ended_at = owed(sheet), session.ended_at
    Session.objects.filter(pk=session.pk).update(**change)
    page = visitor.read(reverse("debts:sheet", args=[sheet.pk]))
    assert "One of the games has no result now" in page
    assert "has paid" in page
    assert "> pays <" not in page
    assert "Nobody owes anything." not in page
    assert "<bdi></bdi>" not in page
    assert (
        rate(visitor, sheet, chip_rate="2", **{f"chips-{first}": "3", f"chips-{second}": "-3"}).status_code
        == 302
    )
    Session.objects.filter(pk=session.pk).update(ended_at=ended_at, embargoed=False)
    assert owed(sheet) == before, "the rate was kept meanwhile"


def test_games_of_a_club_that_settles_nothing_any_more_leave_mixed_sheets(house: ClubHouse) -> None:
    Club.objects.filter(pk=house.club.pk).update(settles_up=True)
    session, organiser = club_game(house), house.phone("organiser")
    other = hong_kong(organiser, "Ann", "Bo", "Cy", "Di")
    Session.objects.filter(pk=other.pk).update(club=None, evening=None)
    organiser.post(reverse("debts:choose"), {"game": [session.code, other.code]})
    sheet = DebtSheet.objects.get()
    assert len(SheetState(sheet).sessions) == 2
    Club.objects.filter(pk=house.club.pk).update(settles_up=False)
    page = organiser.get(reverse("debts:sheet", args=[sheet.pk])).content.decode()
    assert CAST[0] not in page
    assert "Ann" in page


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


def test_organisers_see_no_games_that_went_to_another_club(house: ClubHouse) -> None:
    session = club_game(house)
    Club.objects.filter(pk=house.club.pk).update(settles_up=True)
    address = f"{reverse('debts:choose')}?evening={house.evening.pk}"
    house.phone("owner").post(address, {"game": session.code})
    sheet = DebtSheet.objects.get()
    page = reverse("debts:sheet", args=[sheet.pk])
    assert house.phone("owner").get(page).status_code == 200
    other = Club.objects.exclude(pk=house.club.pk).filter(memberships__isnull=False).first()
    assert other is not None
    Club.objects.filter(pk=other.pk).update(settles_up=True)
    Session.objects.filter(pk=session.pk).update(club=other, evening=None)
    assert house.phone("owner").get(page).status_code == 404
    assert page not in house.phone("owner").get(address).content.decode()
    assert house.phone("organiser").get(page).status_code == 200, "who sat there"
