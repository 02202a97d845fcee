"""Two players who hold places of one tournament at the same time are two people; one after the other, one."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.merging import TwoPeople, merge_player
from mahjongclub.events.changes import give_penalty
from mahjongclub.events.ranking import people_ranking
from mahjongclub.events.state import TournamentState
from mahjongclub.pairing.scoring import TENTH
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.clubs.visitors import errors

from .tournament_hall import TournamentHall

NAMES = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def called(name: str) -> Player:
    return Player.objects.get(name=name)


@pytest.mark.parametrize("published", [False, True])
def test_two_who_hold_places_at_once_are_not_merged(house: ClubHouse, published: bool) -> None:
    hall = TournamentHall(house, NAMES, round_count=3)
    if published:
        hall.draw_and_publish()
    address = reverse("people:merge", args=[called("Player 1").pk])
    told = "Both hold a place of “Spring open” in round 1, so they are two people."
    look = hall.phone.get(address, {"other": called("Player 2").pk}).content.decode()
    assert told in look
    assert "Merge: it is one person" not in look
    answer = hall.phone.post(address, {"other": called("Player 2").pk})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert errors(answer) != []
    assert called("Player 2").merged_into is None


def test_a_second_spelling_counts_as_its_person(house: ClubHouse) -> None:
    TournamentHall(house, NAMES, round_count=3)
    other = Player.objects.create(club=house.club, name="Other")
    merge_player(other, called("Player 2"), None)
    with pytest.raises(TwoPeople):
        merge_player(called("Player 1"), other, None)


def test_one_who_came_back_under_another_name_is_merged(house: ClubHouse) -> None:
    """Player 1 leaves after round 1 and fills in for Player 8 from round 2, under a second spelling."""
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    hall.post("places/1/", name="", points="out")
    hall.post("places/8/", name="Player One", points="keep")
    before = hall.totals()
    merge_player(called("Player 1"), called("Player One"), None)
    course = TournamentState(hall.tournament)
    held = {place.number: course.player(place.pk, 2) for place in course.places}
    assert held[8] == called("Player 1")
    assert held[1] is None
    page = hall.read()
    assert "Player One" not in page
    rows = [row for row in page.split("<tr") if "<bdi>Player 1</bdi>" in row]
    totals = [found[1] for row in rows if (found := re.search(r'"total-cell">([^<]*)<', row))]
    # the own place, left, and the one filled in for
    assert sorted(totals) == sorted(str(before[name][1]) for name in ("Player 1", "Player One"))


def test_a_penalty_takes_points_in_the_ranking_of_people_and_a_bonus_gives_them(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    before = people_totals(hall)
    first, second = hall.tournament.places.order_by("number")[:2]
    give_penalty(first, -250, "late")
    give_penalty(second, 100, "found a lost tile", 1)
    changed = {name: total - before[name] for name, total in people_totals(hall).items()}
    assert {name: change / TENTH for name, change in changed.items() if change} == {
        "Player 1": -250,
        "Player 2": 100,
    }


def people_totals(hall: TournamentHall) -> dict[str, Fraction]:
    """Each person's points in the ranking of people."""
    return {line.name: Fraction(line.value) for line in people_ranking(TournamentState(hall.tournament))}
