"""Who has a place and who waits for one: the same at an evening and at an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.events.models import Tournament
from mahjongclub.events.registration import changes as registration
from mahjongclub.nights import coming
from mahjongclub.nights.models import Reply
from mahjongclub.rounds.waiting import Places, WantsPlace
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


class OfEvening:
    """People who say that they come to an evening."""

    def __init__(self, house: ClubHouse) -> None:
        self.evening = Evening.objects.create(club=house.club, date=tonight() + timedelta(days=3))

    def set_capacity(self, capacity: int | None) -> None:
        self.evening.capacity = capacity
        self.evening.save()

    def come(self, name: str) -> None:
        self._say(name, "yes")

    def cancel(self, name: str) -> None:
        self._say(name, "no")

    def places(self) -> Places[Reply]:
        return coming.replies_to_evening(self.evening).places

    def _say(self, name: str, answer: str) -> None:
        player = Player.objects.get_or_create(club=self.evening.club, name=name)[0]
        coming.save_replies(self.evening, [player], answer)

    def name(self, one: WantsPlace) -> str:
        assert isinstance(one, Reply)
        return one.player.name


class OfEvent:
    """People who enter an event."""

    def __init__(self, house: ClubHouse) -> None:
        self.tournament: Tournament = TournamentHall(house, []).tournament

    def set_capacity(self, capacity: int | None) -> None:
        settings = registration.get_or_new_registration(self.tournament)
        settings.capacity = capacity
        registration.save_registration_and_move_up(settings)

    def come(self, name: str) -> None:
        known = self.tournament.entrants.filter(name=name).first()
        if known is not None:
            registration.reinstate_entrant(known)
        else:
            registration.add_entrants(self.tournament, [{"name": name}])

    def cancel(self, name: str) -> None:
        registration.withdraw_entrant(self.tournament.entrants.get(name=name))

    def places(self) -> Places[registration.Entrant]:
        return registration.places_and_waiting_line(self.tournament)

    def name(self, one: WantsPlace) -> str:
        assert isinstance(one, registration.Entrant)
        return one.name


@pytest.fixture(params=[OfEvening, OfEvent])
def owner(request: pytest.FixtureRequest, house: ClubHouse) -> OfEvening | OfEvent:
    made: OfEvening | OfEvent = request.param(house)
    return made


def stand(owner: OfEvening | OfEvent) -> tuple[list[str], list[str]]:
    """Who has a place, by name, and the line of those who wait."""
    places = owner.places()
    taken: Sequence[WantsPlace] = places.taken
    line: Sequence[WantsPlace] = places.line
    return sorted(owner.name(one) for one in taken), [owner.name(one) for one in line]


def test_a_free_place_goes_to_whoever_has_waited_longest(owner: OfEvening | OfEvent) -> None:
    owner.set_capacity(2)
    for name in ("Aiko", "Benoît", "Chen", "Dina"):
        owner.come(name)
    assert stand(owner) == (["Aiko", "Benoît"], ["Chen", "Dina"])
    assert [owner.places().place_in_line(one.pk) for one in owner.places().line] == [1, 2]
    owner.cancel("Aiko")
    assert stand(owner) == (["Benoît", "Chen"], ["Dina"])
    owner.come("Aiko")
    assert stand(owner) == (["Benoît", "Chen"], ["Dina", "Aiko"]), "who comes back is the last in the line"
    owner.set_capacity(None)
    assert stand(owner) == (["Aiko", "Benoît", "Chen", "Dina"], [])


def test_whoever_has_a_place_keeps_it_when_there_are_fewer_places(owner: OfEvening | OfEvent) -> None:
    for name in ("Aiko", "Benoît", "Chen"):
        owner.come(name)
    owner.set_capacity(1)
    assert stand(owner) == (["Aiko", "Benoît", "Chen"], [])
    owner.come("Dina")
    owner.cancel("Aiko")
    owner.cancel("Benoît")
    assert stand(owner) == (["Chen"], ["Dina"])
    owner.cancel("Chen")
    assert stand(owner) == (["Dina"], [])


def test_two_who_are_one_person_take_one_place_of_an_evening(house: ClubHouse) -> None:
    owner = OfEvening(house)
    owner.set_capacity(2)
    for name in ("Lea", "Léa", "Chen"):
        owner.come(name)
    assert stand(owner) == (["Lea", "Léa"], ["Chen"])
    merge_player(Player.objects.get(name="Léa"), Player.objects.get(name="Lea"), None)
    assert stand(owner) == (["Chen", "Léa"], [])
