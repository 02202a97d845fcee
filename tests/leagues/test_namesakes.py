"""Two people of one full name in one event, told apart by country or number wherever both could be meant."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
import xlrd
from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.events.models import Place, Stint
from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import ClubHouse, Phone, open_club_house

from .test_late_entry import come
from .tournament_hall import TournamentHall

NAME = "Anne-Sophie de La Rochefoucauld"
OTHERS = ["Bo", "Σοφία Παπαδοπούλου", "田中 愛子", "O'Brien", "Łukasz Żółć", "ليلى منصور"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def event(house: ClubHouse, names: list[str]) -> TournamentHall:
    return TournamentHall(house, names, round_count=2, public="on")


def on_list(hall: TournamentHall) -> list[str]:
    return list(Entrant.objects.filter(tournament=hall.tournament).values_list("name", flat=True))


def workbook(hall: TournamentHall) -> Any:
    """The sheet of the federation's workbook."""
    answer = hall.phone.get(hall.url("federation.xls"))
    return xlrd.open_workbook(file_contents=answer.content).sheet_by_index(0)


def with_namesake(house: ClubHouse) -> TournamentHall:
    """An event with two of one name: the first is French, the other Italian."""
    hall = event(house, [])
    hall.post("entrants/new/", name=NAME, country="FRA")
    hall.post("entrants/new/", name=NAME, country="ITA", another="yes")
    for name in OTHERS:
        hall.post("entrants/new/", name=name)
    assert hall.post("entrants/players/").status_code == 302
    return hall


FRENCH, ITALIAN = f"{NAME} (FRA)", f"{NAME} (ITA)"


def test_a_namesake_enters_by_the_public_page_and_keeps_the_country_in_the_name(house: ClubHouse) -> None:
    hall = event(house, [])
    hall.post("entrants/settings/", wanted="on")
    form = {"first_name": "Anne-Sophie", "last_name": "de La Rochefoucauld", "agreed": "on"}
    page = reverse("entries:enter", args=[house.club.slug, hall.tournament.pk])
    assert Phone().post(page, {**form, "country": "FRA"}).status_code == 302
    asked = Phone().post(page, {**form, "country": "ITA"})
    assert asked.status_code == 422
    assert "has entered already" in unescape(asked.content.decode())
    assert Phone().post(page, {**form, "country": "ITA", "another": "yes"}).status_code == 302
    assert on_list(hall) == [NAME, ITALIAN]
    other = Entrant.objects.latest("pk")
    assert (other.first_name, other.last_name) == ("Anne-Sophie", "de La Rochefoucauld")


def test_a_third_namesake_of_one_country_gets_a_number(house: ClubHouse) -> None:
    hall = event(house, [])
    for country in ("FRA", "FRA", "FRA"):
        hall.post("entrants/new/", name=NAME, country=country, another="yes")
    assert on_list(hall) == [NAME, FRENCH, f"{NAME} (2)"]


def test_namesakes_of_a_pasted_list_are_two_entries(house: ClubHouse) -> None:
    hall = event(house, [])
    rows = f"{NAME}\tFRA\n{NAME}\tITA\nBo\tMAR"
    page = unescape(hall.post("entrants/list/", rows=rows).content.decode())
    assert "On the list already, and left out:" not in page, "their countries tell them apart"
    assert ITALIAN in page
    columns = {"column-0": "name", "column-1": "country"}
    assert hall.post("entrants/list/", rows=rows, add="1", **columns).status_code == 302
    assert on_list(hall) == [NAME, ITALIAN, "Bo"]


def test_a_name_twice_in_a_pasted_list_is_one_person_unless_somebody_says_otherwise(house: ClubHouse) -> None:
    hall = event(house, [])
    rows = f"{NAME}\tFRA\n{NAME}\t\nBo\tMAR"
    page = unescape(hall.post("entrants/list/", rows=rows).content.decode())
    assert "On the list already, and left out:" in page
    columns = {"column-0": "name", "column-1": "country"}
    assert hall.post("entrants/list/", rows=rows, add="1", **columns, **{"other-2": "1"}).status_code == 302
    assert on_list(hall) == [NAME, f"{NAME} (2)", "Bo"]


def test_two_of_one_name_are_told_apart_by_the_number_of_one(house: ClubHouse) -> None:
    hall = event(house, [])
    rows = "Wang Wei;CHN;\nWang Wei;NED;05990001"
    columns = {"column-0": "name", "column-1": "country", "column-2": "ema_number"}
    assert hall.post("entrants/list/", rows=rows, add="1", **columns).status_code == 302
    assert on_list(hall) == ["Wang Wei", "Wang Wei (NED)"]
    # the same sheet once more puts nobody on the list
    page = unescape(hall.post("entrants/list/", rows=rows, **columns).content.decode())
    assert page.count("On the list already, left out") == 2
    assert 'name="other-1"' in page
    assert 'name="other-2"' not in page, "of one number it can be nobody else"
    assert hall.post("entrants/players/").status_code == 302
    assert [*Player.objects.order_by("pk").values_list("name", flat=True)] == ["Wang Wei", "Wang Wei (NED)"]


def test_an_entry_under_a_members_name_can_be_somebody_elses(house: ClubHouse) -> None:
    Player.objects.create(name=NAME, club=house.club)
    hall = event(house, [])
    hall.post("entrants/settings/", wanted="on")
    form = {"first_name": "Anne-Sophie", "last_name": "de La Rochefoucauld", "country": "ITA", "agreed": "on"}
    Phone().post(reverse("entries:enter", args=[house.club.slug, hall.tournament.pk]), form)
    entrant = Entrant.objects.get()
    assert entrant.doubt == "member"
    assert "Somebody else of this name" in hall.read(f"entrants/{entrant.pk}/")
    hall.post(f"entrants/{entrant.pk}/", do="another")
    entrant.refresh_from_db()
    assert (entrant.name, entrant.doubt) == (ITALIAN, "")
    hall.post("entrants/players/")
    assert Player.objects.filter(club=house.club, guest=True).get().name == ITALIAN


def test_names_of_the_typed_list_may_be_two_peoples(house: ClubHouse) -> None:
    hall = event(house, [])
    typed = "\n".join(["Bo", "Bo", *OTHERS[1:]])
    refused = hall.post("players/", players=typed)
    assert refused.status_code == 422
    assert 'name="others"' in refused.content.decode()
    assert hall.post("players/", players=typed, others="on").status_code == 302
    page = hall.read("players/")
    assert "Bo (1)\nBo (2)\n" in page, "each has a number where both are listed"
    # the list as it stands, sent again, changes nobody
    before = set(Player.objects.values_list("pk", flat=True))
    listed = page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].strip()
    assert hall.post("players/", players=listed).status_code == 302
    assert set(Player.objects.values_list("pk", flat=True)) == before


def test_both_namesakes_are_told_apart_in_places_draw_desk_and_ranking(house: ClubHouse) -> None:
    hall = with_namesake(house)
    hall.draw_and_publish()
    for page in ("places/", "seating/", "rounds/1/", "rounds/1/desk/", "penalties/", "event/"):
        text = hall.read(page)
        assert FRENCH in text, page
        assert ITALIAN in text, page
    hall.open(1)
    hall.play(1)
    totals = hall.totals()
    assert {FRENCH, ITALIAN} <= set(totals)
    assert NAME not in totals


def test_both_namesakes_sit_at_one_table(house: ClubHouse) -> None:
    hall = with_namesake(house)
    hall.draw_and_publish()
    hall.open(1)
    names = [
        seat.player.name
        for table in hall.tables(1)
        if table.session is not None
        for seat in table.session.seats.select_related("player")
    ]
    assert len(set(names)) == 8
    assert {NAME, ITALIAN} <= set(names)


def test_the_name_an_event_shows_finds_its_player_there(house: ClubHouse) -> None:
    hall = with_namesake(house)
    hall.draw_and_publish()
    hall.post("places/1/", name="", points="usual")
    assert hall.post("places/1/back/").status_code == 302
    hall.post("places/3/", name="", points="usual")
    refused = hall.post("places/3/", name=FRENCH, points="keep")
    assert refused.status_code == 422
    assert "plays already, as number 1." in unescape(refused.content.decode())
    assert not Player.objects.filter(name=FRENCH).exists()


def test_a_namesake_can_come_late(house: ClubHouse) -> None:
    hall = event(house, [NAME, *OTHERS, "Marguerite"])
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    refused = come(hall, NAME, **{"late-1-country": "ITA"})
    assert refused.status_code == 422
    assert "It is somebody else of this name" in refused.content.decode()
    late = {"late-1-country": "ITA", "late-1-another": "on", "late-seating": "fit"}
    assert come(hall, NAME, **late).status_code == 302
    assert Place.objects.get(number=9).stints.get().player.name == ITALIAN
    assert f"{NAME} (1)" in hall.totals(), "of whom no country is known a number is said"


def test_namesakes_stand_in_the_federations_workbook_by_name_and_country(house: ClubHouse) -> None:
    hall = with_namesake(house)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    sheet = workbook(hall)
    rows = [tuple(sheet.cell_value(row, column) for column in (3, 4, 9)) for row in range(1, 9)]
    assert ("Anne-Sophie", "de La Rochefoucauld", "FRA") in rows
    assert ("Anne-Sophie", "de La Rochefoucauld", "ITA") in rows
    assert not any("(" in last for _first, last, _country in rows)


def test_columns_for_the_federation_find_namesakes_by_country(house: ClubHouse) -> None:
    hall = with_namesake(house)
    rows = f"{NAME}; ITA; 04010001"
    assert hall.post_list("federation/", "fill", rows=rows).status_code == 302
    numbers = dict(Stint.objects.exclude(country="").values_list("country", "ema_number"))
    assert numbers == {"FRA": "", "ITA": "04010001"}
    refused = hall.post_list("federation/", "fill", rows=f"{NAME}; 04010002")
    assert "Two players have this name" in unescape(refused.content.decode())


def test_a_plan_by_names_asks_for_the_number_of_a_namesake(house: ClubHouse) -> None:
    hall = with_namesake(house)
    table = [NAME, *OTHERS[:3]]
    answer = hall.post("seating/change/", plan=f"1;1;{';'.join(table)}\n1;2;2;6;7;8")
    assert "write the number, 1, 2." in unescape(answer.content.decode())
