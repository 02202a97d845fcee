"""What a list leaves out is shown beside what was read of it, at every door: nobody is lost."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Player
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.teams.models import Team
from mahjongclub.seasons.models import League, Season
from tests.clubs.club_house import ClubHouse, open_club_house

from .test_entry import on_list
from .test_night import page
from .tournament_hall import TournamentHall

NAMES = "Marguerite\nJean-Pierre\nNot coming:\nBo\n"


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def typed_in(body: str, field: str) -> str:
    """What stands in a text area of a page."""
    return body.partition(f'name="{field}"')[2].partition(">")[2].partition("</textarea>")[0].strip()


def post(house: ClubHouse, address: str, **form: Any) -> tuple[int, str]:
    answer = house.phone("organiser").post(address, form)
    return answer.status_code, unescape(answer.content.decode())


def test_a_team_shows_who_of_its_list_is_left_out_before_it_is_created(house: ClubHouse) -> None:
    league = League.objects.create(club=house.club, name="Thursdays")
    days = {"starts": tonight(), "scoring": read_scoring({}).to_json()}
    season = Season.objects.create(league=league, name="Autumn", variant="riichi", **days)
    address = house.url(f"seasons/{season.pk}/teams/")
    status, body = post(house, address, name="Dragons", names=NAMES, captain="")
    assert status == 422
    assert "No part of the list, left out: Not coming: · Bo" in body
    assert typed_in(body, "names") == "Marguerite\nJean-Pierre"
    assert not Team.objects.exists()
    assert post(house, address, name="Dragons", names=typed_in(body, "names"), captain="")[0] == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Jean-Pierre", "Marguerite"]


def test_reserves_of_a_team_show_who_is_left_out(house: ClubHouse) -> None:
    lines = [
        f"{team} {number}; {team}" for team in ("Reds", "Blues", "Greens", "Whites") for number in (1, 2)
    ]
    hall = TournamentHall(house, lines, round_count=1)
    address = hall.url(f"squads/{Team.objects.get(name='Reds').number}/captain/")
    status, body = post(house, address, names=NAMES, captain="")
    assert status == 422
    assert "No part of the list, left out: Not coming: · Bo" in body
    assert post(house, address, names=typed_in(body, "names"), captain="")[0] == 302
    assert not Player.objects.filter(name="Bo").exists()


@pytest.mark.parametrize(
    "line", ["Waiting list:\nBo", "Table 3\nBo", "~Bo~", "1. Bo", "Bo, Łukasz", "Bo & Lu"]
)
def test_players_of_an_event_that_are_no_plain_names_are_looked_at_first(house: ClubHouse, line: str) -> None:
    hall = TournamentHall(house, [], round_count=1)
    answer = hall.post("players/", players=f"Marguerite\nJean-Pierre\n{line}")
    body = unescape(answer.content.decode())
    assert "Name as read" in body
    assert not hall.tournament.places.exists()


def test_a_strange_name_that_plays_already_is_saved_again_without_a_question(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    names = ["Marguerite", "Jean-Pierre", "Bo & Lu", "田中 愛子"]
    for name in names:
        Player.objects.create(club=house.club, name=name)
    assert hall.post("players/", players="", known=names).status_code == 302
    assert hall.post("players/", players="\n".join([*names, "Łukasz Żółć"])).status_code == 302
    assert hall.tournament.places.count() == 5


UNSEEN = "Mar\u200bguerite\nSo\u202efía\n"
REMARK = "Invisible characters were removed from the list."


def test_invisible_characters_in_a_list_are_remarked_on_where_it_is_shown(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    doors = [
        (house.url("players/"), "name"),
        (page(house, "here/"), "names"),
        (hall.url("entrants/list/"), "rows"),
    ]
    for address, field in doors:
        for text in (UNSEEN, "Name;Country\n" + UNSEEN.replace("\n", ";SWE\n")):
            _status, body = post(house, address, **{field: text})
            assert REMARK in body, (address, text)
            assert "Marguerite" in body
    assert REMARK not in post(house, house.url("players/"), name="Marguerite\nSofía")[1]
    assert on_list(hall) == {}


def test_a_list_that_is_too_long_is_refused_and_not_cut(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Bo")
    text = "\n".join(f"Marguerite Number {number} of the long list" for number in range(2_000))
    for address, field in ((house.url("players/"), "name"), (house.url("dues/"), "list")):
        status, body = post(house, address, add="1", **{field: text})
        assert status == 422
        assert "This list is too long." in body, address
    assert Player.objects.count() == 1


# --- lists of organisers at the doors ---


def test_a_couple_in_a_cell_is_asked_about_at_every_door(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    text = "Name;Country\nJean & Marie Dupont;FRA\nMarguerite;FRA\n"
    for address, field in (
        (house.url("players/"), "name"),
        (page(house, "here/"), "names"),
        (hall.url("entrants/list/"), "rows"),
    ):
        status, body = post(house, address, **{field: text})
        assert status == 422
        assert "These are two people" in body
    assert not Player.objects.exists()


def test_several_people_in_a_line_are_several_entrants(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    text = "Table 1\nMarguerite - Jean-Pierre - Łukasz Żółć - O'Brien\n"
    put = hall.post_list("entrants/list/", "add", rows=text)
    assert put.status_code == 302
    assert sorted(on_list(hall)) == ["Jean-Pierre", "Marguerite", "O'Brien", "Łukasz Żółć"]


def test_contacts_of_a_phone_come_onto_the_roster(house: ClubHouse) -> None:
    text = "BEGIN:VCARD\nFN:Σοφία Παπαδοπούλου\nEND:VCARD\nBEGIN:VCARD\nFN:田中 愛子\nEND:VCARD"
    assert "2 new players" in post(house, house.url("players/"), name=text)[1]
    assert post(house, house.url("players/"), name=text, add="1")[0] == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Σοφία Παπαδοπούλου", "田中 愛子"]


def test_a_piece_of_a_page_is_refused_as_a_name(house: ClubHouse) -> None:
    for address, field in ((house.url("players/"), "name"), (page(house, "here/"), "names")):
        status, body = post(house, address, **{field: "<table><tr><td>Bo</td></tr></table>", "add": "1"})
        assert status == 422
        assert "is not a name." in body
    assert not Player.objects.exists()


PLANS = {
    "tables below their round": (
        "Round 1\nTable 1: 1, 2, 3, 4\nTable 2: 5, 6, 7, 8\n"
        "Round 2\nTable 1: 1, 3, 5, 7\nTable 2: 2, 4, 6, 8\n"
    ),
    "round and table in a line": "R1 T1 1-2-3-4\nR1 T2 5-6-7-8\nR2 T1 1-3-5-7\nR2 T2 2-4-6-8\n",
    "German": "Runde 1:\nTisch 1: 1 2 3 4\nTisch 2: 5 6 7 8\nRunde 2:\nTisch 1: 1 3 5 7\nTisch 2: 2 4 6 8\n",
}


@pytest.mark.parametrize("text", PLANS.values(), ids=PLANS)
def test_a_plan_of_lines_is_read(house: ClubHouse, text: str) -> None:
    hall = TournamentHall(house, [f"Player {number}" for number in range(1, 9)], round_count=2)
    put = hall.post_list("seating/change/", "keep", plan=text)
    assert put.status_code == 302, put.content.decode()
    tables = [[seat.place.number for seat in table.seats.order_by("number")] for table in hall.tables(2)]
    assert sorted(tables) == [[1, 3, 5, 7], [2, 4, 6, 8]]


def test_dues_behind_names_in_lines_are_read(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Bo")
    Player.objects.create(club=house.club, name="Σοφία Παπαδοπούλου")
    body = post(house, house.url("dues/"), list="Bo: 31.12.2026\nΣοφία Παπαδοπούλου - 30.06.2026")[1]
    assert 'value="2026-12-31"' in body
    assert 'value="2026-06-30"' in body


def test_numbers_alone_are_asked_about_in_a_list_of_names(house: ClubHouse) -> None:
    text = "1\nMarguerite\n82.5\n2\nJean-Pierre\n12.5\n"
    for address, field in ((house.url("players/"), "name"), (page(house, "here/"), "names")):
        status, body = post(house, address, **{field: text, "add": "1"})
        assert status == 422
        assert "is a number and no name" in body
    assert not Player.objects.exists()
