"""Dues: paid until when, seen and entered by organisers alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from mahjongclub.clubs.models import Dues, Player
from mahjongclub.tables.people.merging import merge

from .club_house import ClubHouse


@pytest.fixture
def people(house: ClubHouse) -> list[Player]:
    return [Player.objects.create(club=house.club, name=name) for name in ("Aiko", "Benoît", "Chen")]


def test_an_organiser_enters_until_when_somebody_paid_and_sees_who_is_due(
    house: ClubHouse, people: list[Player]
) -> None:
    today = timezone.localdate()
    past, later = (today - timedelta(days=3)).isoformat(), (today + timedelta(days=90)).isoformat()
    organiser = house.phone("organiser")
    form = {f"paid-{people[1].pk}": past, f"paid-{people[2].pk}": later, f"paid-{people[0].pk}": ""}
    for _tap in range(2):
        assert organiser.post(house.url("dues/"), form).status_code == 302
    page = organiser.get(house.url("dues/")).content.decode()
    assert "1 player is due." in page
    assert page.index("Benoît") < page.index("Aiko") < page.index("Chen"), "who is due stands first"
    assert later in organiser.get(house.url("players/sheet/?kind=csv")).content.decode("utf-8-sig")
    cleared = {f"was-{people[1].pk}": past, f"paid-{people[1].pk}": ""}
    organiser.post(house.url("dues/"), cleared)
    assert not Dues.objects.filter(player=people[1]).exists()


def test_what_another_organiser_entered_meanwhile_stays(house: ClubHouse, people: list[Player]) -> None:
    house.phone("owner").post(house.url("dues/"), {f"paid-{people[0].pk}": "2026-12-31"})
    stale = {f"was-{people[0].pk}": "", f"paid-{people[0].pk}": "", f"paid-{people[1].pk}": "2026-06-30"}
    house.phone("organiser").post(house.url("dues/"), stale)
    assert Dues.objects.count() == 2


@pytest.mark.parametrize("typed", ["soon", "2026-13-01", "1066-10-14", "9999-12-31", "\0"])
def test_what_is_no_date_is_said_at_its_field_and_nothing_is_saved(
    house: ClubHouse, people: list[Player], typed: str
) -> None:
    form = {f"paid-{people[0].pk}": typed, f"paid-{people[1].pk}": "2026-06-30"}
    answer = house.phone("organiser").post(house.url("dues/"), form)
    assert answer.status_code == 422
    assert f'id="id_paid_{people[0].pk}_error"' in answer.content.decode()
    assert 'value="2026-06-30"' in answer.content.decode()
    assert not Dues.objects.exists()


def test_nobody_else_sees_dues_nor_changes_those_of_another_club(
    house: ClubHouse, people: list[Player]
) -> None:
    for who in ("scorer", "member"):
        assert house.phone(who).get(house.url("dues/")).status_code == 403
        assert house.phone(who).get(house.url("players/sheet/")).status_code == 403
    assert house.phone("stranger").get(house.url("dues/")).status_code == 404
    elsewhere = Player.objects.create(name="Of no roster")
    house.phone("organiser").post(house.url("dues/"), {f"paid-{elsewhere.pk}": "2026-06-30"})
    assert not Dues.objects.exists()


def test_what_a_second_spelling_paid_counts_for_the_person(house: ClubHouse, people: list[Player]) -> None:
    Dues.objects.create(player=people[1], paid_until=timezone.localdate() + timedelta(days=9))
    merge(people[0], people[1], None)
    until = (timezone.localdate() + timedelta(days=9)).isoformat()
    organiser = house.phone("organiser")
    assert f'value="{until}"' in organiser.get(house.url("dues/")).content.decode()
    organiser.post(house.url("dues/"), {f"was-{people[0].pk}": until, f"paid-{people[0].pk}": ""})
    assert not Dues.objects.exists()
