"""What the federation gets: the workbook read back, the weight of the event, players typed and pasted."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
import xlrd

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.references import delete_player_traces
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house

from .test_tournament_desk import TYPED, row
from .test_tournament_roles import ORGANISERS, outcome
from .tournament_hall import TournamentHall, columns_in

NAMES = [f"Player {letter}" for letter in "ABCDEFGH"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two tables of one round, played."""
    opened = TournamentHall(house, NAMES, round_count=1)
    opened.draw_and_publish()

    def type_both() -> None:
        row(opened, *TYPED)
        row(opened, *TYPED, table=2)

    type_both()
    return opened


def drawn(hall: TournamentHall) -> list[str]:
    """The four of the first table."""
    return [NAMES[seat.place.number - 1] for seat in hall.tables(1)[0].seats.all()]


def sheet(hall: TournamentHall) -> Any:
    answer = hall.phone.get(hall.url("federation.xls"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/vnd.ms-excel"
    assert ".xls" in answer["Content-Disposition"]
    return xlrd.open_workbook(file_contents=answer.content).sheet_by_index(0)


def weight(hall: TournamentHall) -> str:
    found = re.search(r"MERS weight: ([\d.]+)", hall.read("federation/"))
    assert found
    return found[1]


def test_the_workbook_has_the_event_and_its_players_where_they_are_looked_for(hall: TournamentHall) -> None:
    first = drawn(hall)[0]
    pasted = f"Name\tFirst\tLast\tCountry\tEMA\n{first}\tÉlodie\tDupont-Łuk\tFRA\t04010001"
    assert hall.post_list("federation/", "fill", rows=pasted).status_code == 302
    assert hall.post("federation/", event="1", country="fra", days="2", qualification="on").status_code == 302
    book = sheet(hall)
    event = book.row_values(2)
    assert event[0:2] == ["Spring open", 8]
    assert event[11:14] == ["FRA", "Rue de Gand", 3.0]
    assert event[15:18] == ["riichi", "11-12 April 2026", 2]
    rows = {(values[3], values[4]): values for values in (book.row_values(1 + n) for n in range(8))}
    # EMA 2025: 45,000 is 15 over 30,000, and the uma of the first is 15: 30.0 thousand points
    assert rows["Élodie", "Dupont-Łuk"][2:10] == [1, "Élodie", "Dupont-Łuk", "04010001", 0, 30000, 1, "FRA"]
    other = drawn(hall)[3]
    assert rows["Player", other[-1]][2:10] == [7, "Player", other[-1], 0, 0, -30000, 0, ""]
    assert book.nrows == 9
    # as a program that takes it reads it (github.com/Jesterboxboy/ema_scraper, get_results.py)
    for values in rows.values():
        assert isinstance(int(values[5]), int)
        assert isinstance(int(values[7]), int)


def test_points_for_places_are_the_table_points(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1, worth="places")
    hall.draw_and_publish()
    row(hall, *TYPED)
    assert sheet(hall).row_values(1)[6:8] == [4, 30000]


def test_a_name_nobody_told_apart_keeps_particles_with_the_family_name(house: ClubHouse) -> None:
    names = ["Anne-Sophie de La Rochefoucauld", "田中 愛子", "José Ñíguez", "Bo"]
    hall = TournamentHall(house, names, round_count=1)
    hall.draw_and_publish()
    row(hall, *TYPED)
    told = {tuple(sheet(hall).row_values(line)[3:5]) for line in range(1, 5)}
    assert told == {("Anne-Sophie", "de La Rochefoucauld"), ("愛子", "田中"), ("José", "Ñíguez"), ("", "Bo")}


def test_who_is_out_of_the_ranking_is_not_in_the_workbook(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=2)
    hall.draw_and_publish()
    hall.post("places/1/", name="Stand-in", points="out")
    hall.post("places/2/", name="Successor", points="keep")
    book = sheet(hall)
    assert book.row_values(2)[1] == 7
    names = {" ".join(book.row_values(n)[3:5]).strip() for n in range(1, 8)}
    assert "Stand-in" not in names
    assert "Successor" in names
    assert NAMES[0] not in names
    assert NAMES[1] not in names


def test_the_event_says_what_it_weighs_and_what_would_raise_it(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    page = hall.read("federation/")
    assert "MERS weight: 1.0" in page
    assert "2.0 with one more day" in page
    assert "1.5 with 33 more players" in page
    assert "1.5 with players from 6 more countries" in page
    assert "2.0 as a qualification event" in page
    codes = ("FRA", "GER", "NED", "DEN", "ITA", "POL")
    lines = [f"{name}; {code}" for name, code in zip(NAMES, codes, strict=False)]
    hall.post_list("federation/", "fill", rows="\n".join(lines))
    assert weight(hall) == "1.5"
    assert "2.0 with players from 5 more countries" in hall.read("federation/")
    hall.post("federation/", event="1", country="FRA", days="3", qualification="on")
    assert weight(hall) == "4.5"
    assert "with one more day" not in hall.read("federation/")
    assert "as a qualification event" not in hall.read("federation/")
    assert "MERS weight: 4.5" in hall.read(), "the event's own page has it too"
    hall.draw_and_publish()
    Tournament.objects.update(public=True)
    assert "MERS weight: 4.5" in house.phone("nobody").get(hall.url("event/")).content.decode()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Player A\tFRA\t04010001", ("", "", "FRA", "04010001")),
        ("04010001;FRA;player a", ("", "", "FRA", "04010001")),
        ("Player A\tAda\tLovelace\tGBR", ("Ada", "Lovelace", "GBR", "")),
        ("Player\tA\tFRA", ("Player", "A", "FRA", "")),
        ("EMA number\tName\n04010001\tPlayer A", ("", "", "", "04010001")),
    ],
)
def test_columns_are_known_by_what_stands_in_them(
    hall: TournamentHall, typed: str, kept: tuple[str, ...]
) -> None:
    assert hall.post_list("federation/", "fill", rows=typed).status_code == 302
    stint = Stint.objects.get(place__number=1)
    assert (stint.first_name, stint.last_name, stint.country, stint.ema_number) == kept


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "required"),
        ("Name\tCountry", "Nobody of this name plays here."),
        ("Nobody\tFRA", "Nobody of this name plays here."),
        ("Player A\t0401", "An EMA number has eight digits."),
        ("Player A\tFRA\nPlayer A\tGER", "This player is there twice."),
        ("Player A\t04010001\nPlayer B\t04010001", "Another player here has this EMA number."),
        ("FRA\t04010001", "Say which column holds the names."),
        ("Player A\0\tFRA", "Null characters"),
        (";;;;", "Nobody of this name plays here."),
    ],
)
def test_a_paste_with_a_fault_is_kept_as_typed_and_nothing_of_it_stored(
    hall: TournamentHall, typed: str, told: str
) -> None:
    answer = hall.post_list("federation/", "fill", rows=typed)
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    assert told in page
    assert "0 countries" in page
    assert not Stint.objects.exclude(country="", ema_number="").exists()


def test_a_player_is_typed_and_a_wrong_one_refused_at_its_field(hall: TournamentHall) -> None:
    page = "places/1/details/"
    good = {"first_name": "Ada", "last_name": "Lovelace", "country": "gbr", "ema_number": "08010001"}
    for field, value, told in (
        ("country", "Lille", "three letters"),
        ("country", "123", "three letters"),
        ("ema_number", "123456", "eight digits"),
        ("ema_number", "１２３４５６７８９", "eight digits"),
        ("first_name", "x" * 101, "at most 100"),
        ("last_name", "A\0", "Null characters"),
    ):
        refused = hall.post(page, **{**good, field: value})
        assert refused.status_code == 422, (field, value)
        assert told in unescape(refused.content.decode())
        assert 'value="08010001"' in refused.content.decode() or field == "ema_number"
    assert hall.post(page, **good).status_code == 302
    told = hall.read("federation/")
    assert "Ada Lovelace" in told
    assert "GBR" in told
    again = hall.post("places/2/details/", **good)
    assert again.status_code == 422
    assert "Another player here has this EMA number." in again.content.decode()
    assert hall.phone.get(hall.url("places/99/details/")).status_code == 404


def test_wrong_facts_of_the_event_are_refused(hall: TournamentHall) -> None:
    for fields in ({"days": "0"}, {"days": "31"}, {"days": "9" * 30}, {"days": "1", "country": "Lille"}):
        answer = hall.post("federation/", event="1", **fields)
        assert answer.status_code == 422, fields
    assert Tournament.objects.get().days == 1


def test_details_stay_as_the_list_of_players_changes_and_go_with_the_name(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.post_list("federation/", "fill", rows="Player A\tFRA\t04010001")
    hall.post("players/", players="\n".join(["New one", *NAMES[:4]]))
    place = Place.objects.get(number=2)
    assert place.stints.get().ema_number == "04010001"
    player = Player.objects.get(name="Player A")
    delete_player_traces([player.pk])
    assert place.stints.get().ema_number == ""


def test_a_substitute_begins_without_the_details_of_the_other(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2)
    hall.post_list("federation/", "fill", rows="Player A\tFRA\t04010001")
    hall.draw_and_publish()
    hall.post("places/1/", name="Successor", points="keep")
    page = hall.read("federation/")
    assert "Successor" in page
    assert "04010001" not in page


def test_organisers_alone_see_what_the_federation_gets(hall: TournamentHall, house: ClubHouse) -> None:
    for page in ("federation/", "federation.xls", "places/1/details/"):
        assert tuple(outcome(house.phone(who).get(hall.url(page))) for who in PEOPLE) == ORGANISERS, page
    posts = tuple(
        outcome(house.phone(who).post(hall.url("federation/"), {"event": "1", "days": "1"})) for who in PEOPLE
    )
    assert posts == ORGANISERS


def test_games_that_the_federation_does_not_rank_have_no_workbook(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1, variant="classical", preset="international")
    assert hall.tournament.variant == "classical"
    assert "For the federation" not in hall.read()
    for page in ("federation/", "federation.xls", "places/1/details/"):
        assert hall.phone.get(hall.url(page)).status_code == 404


def test_the_page_says_at_the_top_what_is_missing(hall: TournamentHall) -> None:
    shown = hall.read("federation/")
    assert "Not complete yet: 8 without country, 8 without number, 8 without first and last name" in shown
    assert "no country of the event" in shown
    lines = [f"{name}; Ada {name[-1]}; Lovelace; FRA" for name in NAMES[:7]]
    hall.post_list("federation/", "fill", rows="\n".join(lines))
    hall.post_list("federation/", "fill", rows=f"{NAMES[0]}; 04010001\n{NAMES[1]}; 4010002")
    shown = hall.read("federation/")
    assert "Not complete yet: 1 without country, 6 without number, 1 without first and last name" in shown
    assert shown.index("Not complete yet") < shown.index("MERS weight")


@pytest.mark.parametrize("typed", ["4010002", "04010002", "4 010 002", "'04010002", "0401-0002"])
def test_a_number_without_the_zero_that_a_spreadsheet_ate_is_padded(hall: TournamentHall, typed: str) -> None:
    number = Place.objects.get(number=1).number
    assert hall.post(f"places/{number}/details/", ema_number=typed).status_code == 302
    assert Stint.objects.get(place__number=1).ema_number == "04010002"
    assert [sheet(hall).row_values(n)[5] for n in range(1, 9)].count("04010002") == 1


@pytest.mark.parametrize("typed", ["401000", "040100021", "O4010002", "4010002a"])
def test_what_is_no_number_is_refused_at_its_field(hall: TournamentHall, typed: str) -> None:
    answer = hall.post("places/1/details/", ema_number=typed)
    assert answer.status_code == 422
    assert "An EMA number has eight digits." in answer.content.decode()
    assert typed in answer.content.decode()


def test_two_spellings_of_one_number_are_one_number(hall: TournamentHall) -> None:
    assert hall.post_list("federation/", "fill", rows=f"{NAMES[0]}; 04010002").status_code == 302
    answer = hall.post_list("federation/", "fill", rows=f"{NAMES[1]}; 4010002")
    assert answer.status_code == 422
    assert "Another player here has this EMA number." in unescape(answer.content.decode())


def test_a_column_of_running_numbers_is_no_federation_number(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    answer = hall.post_list("federation/", "fill", rows="No;Name;Country\n1;Player A;FRA\n2;Player B;GER")
    assert answer.status_code == 302
    assert [one.country for one in Stint.objects.order_by("place__number")[:2]] == ["FRA", "GER"]


def test_a_sheet_is_shown_with_its_columns_before_anybody_is_filled_in(hall: TournamentHall) -> None:
    sheet = "Lyon\tPlayer A\tFRA\nLyon\tPlayer B\tGER"
    looked = hall.post("federation/", rows=sheet, fill="1")
    assert looked.status_code == 200
    assert not Stint.objects.exclude(country="").exists(), "looking stores nothing"
    page = unescape(looked.content.decode())
    assert columns_in(page) == {
        **{"column-0": "", "column-1": "name", "column-2": "country"},
        "seen": columns_in(page)["seen"],
    }, "a city is no part of a name"
    assert sheet in page
    assert "Fill in 2 players" in page
    assert hall.post("federation/", rows=sheet, fill="1", **columns_in(page)).status_code == 302
    assert [one.country for one in Stint.objects.order_by("place__number")[:2]] == ["FRA", "GER"]


def test_rows_of_people_who_do_not_play_are_said_all_and_can_be_left_out(hall: TournamentHall) -> None:
    sheet = "Nobody\tFRA\nPlayer A\tGER\nNobody else\tITA\nPlayer A\tNED"
    looked = hall.post("federation/", rows=sheet)
    assert looked.status_code == 422
    page = unescape(looked.content.decode())
    for line, what in ((1, "Nobody of this name"), (3, "Nobody of this name"), (4, "is there twice")):
        assert re.search(rf"Line {line}, “[^”]+”: [^<]*{what}", page), line
    columns = columns_in(page)
    assert hall.post("federation/", rows=sheet, fill="1", **columns).status_code == 422
    assert not Stint.objects.exclude(country="").exists()
    assert hall.post("federation/", rows=sheet, fill="1", skip="1", **columns).status_code == 302
    assert Stint.objects.get(place__number=1).country == "GER", "the row that was left out changes nothing"
    assert Stint.objects.exclude(country="").count() == 1


def test_a_wrong_country_is_mended_beside_the_row(hall: TournamentHall) -> None:
    sheet = "Name\tCountry\nPlayer A\tFRA\nPlayer B\tLille"
    page = unescape(hall.post("federation/", rows=sheet).content.decode())
    stamp = re.findall(r'name="was-3" value="(\w+)"', page)[0]
    sent = {"was-3": stamp, "cell-3-0": "Player B", "cell-3-1": "FRA"}
    mended = hall.post("federation/", rows=sheet, **sent, **columns_in(page))
    assert mended.status_code == 200
    page = unescape(mended.content.decode())
    assert "Player A\tFRA\nPlayer B\tFRA" in page
    assert "Fill in 2 players" in page


def test_a_number_corrected_after_a_player_came_back_is_the_one_the_federation_gets(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=3)
    hall.post_list("federation/", "fill", rows="Player A\tFRA\t04010001")
    hall.post("entrants/players/", adopt="1")
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    hall.post("places/1/", name="", points="usual")
    assert hall.post("places/1/back/").status_code == 302
    assert Stint.objects.filter(place__number=1).count() == 2, "who played, and who is back"
    entrant = Entrant.objects.get(name="Player A")
    corrected = {"do": "save", "name": "Player A", "country": "GER", "ema_number": "04010002"}
    assert hall.post(f"entrants/{entrant.pk}/", **corrected).status_code == 302
    assert "04010002" in hall.read("federation/")
    assert "04010001" not in hall.read("federation/")
    assert hall.post("places/1/details/", country="ITA", ema_number="04010003").status_code == 302
    stints = Stint.objects.filter(place__number=1, player__isnull=False)
    assert {(stint.country, stint.ema_number) for stint in stints} == {("ITA", "04010003")}
