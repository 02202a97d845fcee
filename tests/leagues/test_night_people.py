"""Beside the tables of a club night: who comes late, comes back or leaves, and seats that stay empty."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.cache import cache
from django.http import HttpResponse

from mahjongclub.clubs.models import Player
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.models import Presence
from mahjongclub.tables.models import Seat
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron

from .test_night import NAMES, page, seat


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


def say(house: ClubHouse, **form: object) -> HttpResponse:
    """Send the form of the page of the round."""
    return house.phone("organiser").post(page(house, "seating/people/"), form)


def seating(house: ClubHouse) -> str:
    return unescape(house.phone("organiser").get(page(house, "seating/")).content.decode())


def waiting(house: ClubHouse) -> str:
    return seating(house).partition("<h2>Waiting</h2>")[2].partition("</section>")[0]


def player(house: ClubHouse, name: str) -> Player:
    return house.club.players.get(name=name)


def test_two_come_late_as_a_pair_and_wait_for_the_round(house: ClubHouse) -> None:
    seat(house, 8)
    assert "Somebody comes or leaves" in seating(house)
    answer = say(house, names="Marguerite\nليلى منصور")
    assert answer.status_code == 302
    assert answer["Location"] == page(house, "seating/")
    assert "Marguerite" in waiting(house)
    assert "ليلى منصور" in waiting(house)
    drawn = house.phone("organiser").post(page(house, "seating/next/"), {"after": "1", "elsewhere": "1"})
    assert drawn.status_code == 302
    second = rounds_of(house.evening).get(number=2)
    assert second.seats.count() + second.byes.count() == 10


def test_who_left_comes_back_by_a_tick(house: ClubHouse) -> None:
    seat(house, 9)
    one = player(house, NAMES[0])
    assert say(house, leave=one.pk).status_code == 302
    assert not Presence.objects.get(player=one).here
    assert "Who comes back" in seating(house)
    assert say(house, back=one.pk).status_code == 302
    assert Presence.objects.get(player=one).here
    assert "Who comes back" not in seating(house)


def test_who_left_comes_back_by_the_name_typed_again(house: ClubHouse) -> None:
    seat(house, 8)
    one = player(house, NAMES[0])
    say(house, leave=one.pk)
    say(house, names=NAMES[0])
    assert Presence.objects.get(player=one).here


def test_a_table_that_has_lost_a_player_says_who_can_take_the_seat(house: ClubHouse) -> None:
    round_ = seat(house, 9)
    out = round_.byes.get(table=None).player
    leaver = round_.seats.filter(number=0).first()
    assert leaver is not None
    say(house, leave=leaver.player_id)
    shown = seating(house)
    assert "Who takes the empty seat?" in shown
    assert f"{leaver.player.name} has left table {leaver.table.number}." in shown
    move = {"one": leaver.player_id, "other": out.pk}
    assert house.phone("organiser").post(page(house, "seating/move/"), move).status_code == 302
    session = leaver.table.session
    assert out.pk in Seat.objects.filter(session=session).values_list("player", flat=True)
    assert "Who takes the empty seat?" not in seating(house)


def test_where_nobody_waits_the_round_says_what_to_do(house: ClubHouse) -> None:
    round_ = seat(house, 8)
    say(house, leave=round_.seats.filter(number=0).first().player_id)
    assert "Nobody waits. Add somebody, or undo this round" in seating(house)


def test_a_table_that_plays_on_asks_for_nobody(house: ClubHouse) -> None:
    round_ = seat(house, 8)
    leaver = round_.seats.filter(number=0).first()
    house.phone("organiser").confirm(leaver.table.session, ron(1, 2))
    say(house, leave=leaver.player_id)
    assert "Who takes the empty seat?" not in seating(house)


def test_a_name_that_cannot_be_is_said_at_its_field_and_stays_typed(house: ClubHouse) -> None:
    seat(house, 8)
    one = player(house, NAMES[0])
    answer = say(house, names="O'Brien\n" + "x" * 300, leave=one.pk)
    text = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "is too long for a name." in text
    assert 'id="id_names_error"' in text
    assert "O'Brien" in text
    assert f'value="{one.pk}" checked' in text
    assert Presence.objects.get(player=one).here
    assert say(house).status_code == 422, "nothing said"


def test_nearly_a_name_of_the_roster_is_asked_about(house: ClubHouse) -> None:
    seat(house, 8)
    Player.objects.create(name="Łukasz Żółć", club=house.club)
    answer = say(house, names="Żółć, Łukasz")
    answer = say(house, names="Żółć Łukasz")
    assert answer.status_code == 422
    assert "Who is meant?" in answer.content.decode()


def test_who_keeps_no_score_changes_nobody(house: ClubHouse) -> None:
    seat(house, 8)
    member = house.phone("member")
    assert "Somebody comes or leaves" not in member.get(page(house, "seating/")).content.decode()
    assert member.post(page(house, "seating/people/"), {"names": "Bo"}).status_code in (403, 404)
