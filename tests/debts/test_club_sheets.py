"""Who settles up and sees what is owed: who sat there, organisers, and only where the club wants it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club, Evening, Membership
from mahjongclub.debts.models import DebtSheet
from mahjongclub.debts.sheet import SheetState
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse
from tests.clubs.visitors import Visitor
from tests.tables.conftest import Phone, ron

from .settling import CAST, club_game, hong_kong, owed, rate, settle, tick
from .settling import house as house
from .settling import visitor as visitor


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


def test_evenings_of_other_clubs_are_not_found(house: ClubHouse) -> None:
    owner = Account.objects.get(username="other_owner")
    club = create_club_with_owner(owner, "Hidden", Club.Visibility.PRIVATE)
    Club.objects.filter(pk=club.pk).update(settles_up=True)
    evening = Evening.objects.create(club=club, date=tonight())
    answer = house.phone("organiser").get(reverse("debts:choose"), {"evening": evening.pk})
    assert answer.status_code == 404
    Membership.objects.create(club=club, account=house.accounts["organiser"], role=Role.ORGANISER)
    assert house.phone("organiser").get(reverse("debts:choose"), {"evening": evening.pk}).status_code == 200


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
