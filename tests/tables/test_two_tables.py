"""Nobody sits at two running tables of a club unsaid."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.tournament_hall import TournamentHall

PEOPLE = ["Aiko", "Benoît", "Chen", "Dina"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    house = open_club_house()
    for name in (*PEOPLE, "Emil"):
        Player.objects.create(club=house.club, name=name)
    return house


def opened(house: ClubHouse, names: list[str], **more: Any) -> Any:
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}", **more}
    form |= {f"name-{number}": name for number, name in enumerate(names)}
    return house.phone("organiser").post(reverse("tables:new"), form)


def test_a_club_table_asks_about_who_plays_already(house: ClubHouse) -> None:
    assert opened(house, PEOPLE).status_code == 302
    names = ["Emil", "New one", "Aiko", "Another"]
    asked = opened(house, names)
    assert asked.status_code == 422
    page = unescape(asked.content.decode())
    assert "sits at the table opened at" in page.split("<bdi>Aiko</bdi>")[1]
    assert "Benoît" in page.split("which is still running")[1].split("</li>")[0]
    assert 'value="New one"' in page, "nothing typed is lost"
    assert Session.objects.count() == 1
    assert opened(house, names, elsewhere="1").status_code == 302
    assert Session.objects.count() == 2


def test_a_table_that_has_ended_or_is_forgotten_asks_nothing(house: ClubHouse) -> None:
    opened(house, PEOPLE)
    Session.objects.update(created_at="2020-01-01T12:00:00Z")
    assert opened(house, PEOPLE).status_code == 302


def test_a_round_asks_before_its_tables_are_opened(house: ClubHouse) -> None:
    hall = TournamentHall(house, [*PEOPLE, *(f"Guest {number}" for number in range(4))], round_count=2)
    hall.draw_and_publish()
    opened(house, ["Emil", "New one", "Aiko", "Another"])
    asked = hall.post("rounds/1/open/")
    assert asked.status_code == 422
    assert "sits at the table opened at" in unescape(asked.content.decode()).split("<bdi>Aiko</bdi>")[1]
    assert all(table.session is None for table in hall.tables(1))
    assert hall.post("rounds/1/open/", elsewhere="1").status_code == 302
    assert all(table.session is not None for table in hall.tables(1))
    told = unescape(opened(house, ["Guest 1", "Guest 2", "Emil", "Benoît"]).content.decode())
    assert "sits at table" in told.split("<bdi>Benoît</bdi>")[1]


def test_the_same_players_again_asks_who_plays_already(house: ClubHouse) -> None:
    code = opened(house, PEOPLE)["Location"].split("/")[2]
    organiser = house.phone("organiser")
    again = reverse("tables:again", args=[code])
    assert organiser.post(again).status_code == 302, "the table they come from does not count"
    asked = organiser.post(again)
    assert asked.status_code == 422
    page = unescape(asked.content.decode())
    assert all(f"<bdi>{name}</bdi>" in page for name in PEOPLE)
    assert "sit at the table opened at" in page
    assert "Open this table anyway" in page
    assert Session.objects.count() == 2
    assert organiser.post(again, {"elsewhere": "1"}).status_code == 302
    assert Session.objects.count() == 3


def test_a_table_brought_to_the_club_later_is_kept_and_said(house: ClubHouse) -> None:
    opened(house, PEOPLE)
    code = opened(house, ["Emil", "New one", "Aiko", "Another"], belongs="")["Location"].split("/")[2]
    attach = reverse("tables:attach", args=[code])
    answer = house.phone("organiser").post(attach, {"belongs": f"c{house.club.pk}"}, follow=True)
    told = unescape(answer.content.decode()).split("At two running tables now:")[1]
    assert "Aiko" in told[:20]
    assert Session.objects.get(code=code).club == house.club
    for who in ("organiser", "member"):
        page = unescape(house.phone(who).get(house.url()).content.decode())
        assert "<bdi>Aiko</bdi>." in page.split("At two running tables now:")[1].split("</p>")[0]
    now = timezone.now()
    Session.objects.filter(code=code).update(started_at=now, ended_at=now)
    assert "At two running tables" not in house.phone("member").get(house.url()).content.decode()
