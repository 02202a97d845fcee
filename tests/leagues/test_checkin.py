"""Checked in, out, and in again after having left: the same at an evening and at an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from mahjongclub.clubs.models import Device, Player
from mahjongclub.events.registration.changes import add_entrants
from mahjongclub.events.registration.models import Entrant
from mahjongclub.nights.models import Presence
from mahjongclub.rounds.checkin import HERE, check_in, check_out
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def of_evening(house: ClubHouse) -> QuerySet[Any]:
    for name in ("Aiko", "Benoît"):
        player = Player.objects.create(club=house.club, name=name)
        Presence.objects.create(evening=house.evening, player=player, here_at=None)
    return Presence.objects.all()


def of_event(house: ClubHouse) -> QuerySet[Any]:
    add_entrants(TournamentHall(house, []).tournament, [{"name": "Aiko"}, {"name": "Benoît"}])
    return Entrant.objects.all()


@pytest.fixture(params=[of_evening, of_event])
def people(request: pytest.FixtureRequest, house: ClubHouse) -> QuerySet[Any]:
    found: QuerySet[Any] = request.param(house)
    return found


def test_whoever_has_left_and_comes_back_is_here_again(people: QuerySet[Any]) -> None:
    aiko = people[:1].get()
    own = people.filter(pk=aiko.pk)
    check_in(own)
    assert list(people.filter(HERE)) == [aiko]
    check_out(own)
    assert not people.filter(HERE)
    check_in(own)
    assert list(people.filter(HERE)) == [aiko]
    assert own.get().here


def test_a_second_check_in_keeps_since_when_and_takes_the_phone(people: QuerySet[Any]) -> None:
    since = timezone.now() - timedelta(hours=1)
    people.update(here_at=since)
    phone = Device.objects.create()
    check_in(people, phone)
    check_in(people)
    assert {(one.here_at, one.device) for one in people} == {(since, phone)}


def test_an_entrant_found_missing_who_comes_after_all_is_missing_no_more(house: ClubHouse) -> None:
    entrants = of_event(house)
    entrants.update(no_show=True)
    check_in(entrants)
    assert not entrants.filter(no_show=True)
