"""Everything of an event in a ZIP, as spreadsheets and other programs read it."""

from __future__ import annotations

import csv
import io
import json
from zipfile import ZipFile

import openpyxl
import pytest
import xlrd

from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house
from tests.leagues.test_tournament_desk import TYPED, row
from tests.leagues.test_tournament_roles import ORGANISERS, outcome
from tests.leagues.tournament_hall import TournamentHall

NAMES = ["=Anna", *(f"Player {number}" for number in range(2, 9))]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two tables of two rounds: one result typed, a penalty, a substitute."""
    opened = TournamentHall(house, NAMES, round_count=2)
    opened.draw_and_publish()
    row(opened, *TYPED, penalty_0="20", reason="Chombo")
    opened.post(f"places/{succeeded(opened)}/", name="Successor", points="keep")
    return opened


def succeeded(hall: TournamentHall) -> int:
    """The place that the successor takes over: the highest number at the table that has its result."""
    return max(seat.place.number for seat in hall.tables(1)[0].seats.all())


def files(hall: TournamentHall, language: str = "en") -> ZipFile:
    answer = hall.phone.get(hall.url("event.zip"), headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    return ZipFile(io.BytesIO(answer.content))


def read(packed: ZipFile, name: str, delimiter: str = ",") -> list[dict[str, str]]:
    text = packed.read(name).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_the_zip_holds_every_sheet_and_both_workbooks(hall: TournamentHall) -> None:
    packed = files(hall)
    assert sorted(packed.namelist()) == [
        *("chombos.csv", "event.json", "federation.xls", "penalties.csv", "players.csv", "ranking.csv"),
        *("results.csv", "spring-open.xlsx", "substitutes.csv"),
    ]
    told = json.loads(packed.read("event.json"))
    assert told["rounds"][0]["tables"][0]["seats"][0]["score"] == 45000
    assert [one["In the place of"] for one in read(packed, "substitutes.csv")] == [NAMES[succeeded(hall) - 1]]
    ranked = read(packed, "ranking.csv")
    assert len(ranked) == 8
    # EMA 2025: 45,000 brings 30.0, less the penalty of 20
    drawn = [seat.place.number for seat in hall.tables(1)[0].seats.all()]
    first = next(one for one in ranked if one["Number"] == str(drawn[0]))
    assert (first["Total"], first["Penalties"], first["R1"], first["R2"]) == ("10", "-20", "30", "")
    results = read(packed, "results.csv")
    assert len(results) == 16, "the seating of both rounds"
    own = next(one for one in results if (one["Round"], one["Number"]) == ("1", str(drawn[0])))
    assert (own["Table"], own["Score"], own["Rank"], own["Points"]) == ("1", "45000", "1", "30")
    waiting = next(one for one in results if (one["Round"], one["Table"]) == ("2", "1"))
    assert (waiting["Score"], waiting["Rank"]) == ("", "")
    assert read(packed, "penalties.csv")[0]["Reason"] == "Chombo"
    assert [one["Player"] for one in read(packed, "players.csv") if one["Number"] == str(succeeded(hall))][
        -1
    ] == "Successor"
    book = openpyxl.load_workbook(io.BytesIO(packed.read("spring-open.xlsx")), read_only=True)
    assert book.sheetnames == [
        *("Ranking", "Results", "Penalties", "Players", "Chombos", "Substitutes"),
    ]
    assert xlrd.open_workbook(file_contents=packed.read("federation.xls")).nsheets == 1


def test_no_name_becomes_a_formula(hall: TournamentHall) -> None:
    names = {one["Player"] for one in read(files(hall), "ranking.csv")}
    assert "'=Anna" in names
    assert "=Anna" not in names


def test_a_french_reader_gets_french_sheets(hall: TournamentHall) -> None:
    packed = files(hall, "fr")
    assert "classement.csv" in packed.namelist()
    assert read(packed, "classement.csv", ";")[0]["Joueur"]


def test_the_zip_of_an_event_has_no_round_that_is_not_published(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2, draw="lot")
    hall.post("draw/")
    assert hall.phone.get(hall.url("event.zip")).status_code == 404
    hall.post("publish/")
    row(hall, *TYPED)
    hall.post("draw/")
    assert {one["Round"] for one in read(files(hall), "results.csv")} == {"1"}


def test_organisers_alone_download_it(hall: TournamentHall, house: ClubHouse) -> None:
    assert tuple(outcome(house.phone(who).get(hall.url("event.zip"))) for who in PEOPLE) == ORGANISERS
    assert "Download everything" in hall.read()
    assert "Download everything" not in hall.read(who="member")


@pytest.mark.parametrize(
    ("worth", "kinds"),
    [
        ("points", {"Points": "10"}),
        ("places_points", {"Table points": "10", "Final points": ""}),
        ("points_places", {"Table points": "", "Final points": "10"}),
    ],
)
def test_a_bye_stands_in_the_results_with_what_it_brings(
    house: ClubHouse, worth: str, kinds: dict[str, str]
) -> None:
    hall = TournamentHall(house, [f"Player {number}" for number in range(1, 6)], draw="swiss", worth=worth)
    hall.post("byes/", over="bye", bye_tenths="10", substitute_tenths="", most_substitutes="")
    hall.draw_and_publish()
    row(hall, *TYPED)
    packed = files(hall)
    byes = [one for one in read(packed, "results.csv") if one["Not played"] == "bye"]
    assert [(one["Round"], one["Table"], one["Seat"], one["Rank"]) for one in byes] == [("1", "", "", "")]
    assert byes[0].items() >= kinds.items()
    (told,) = json.loads(packed.read("event.json"))["rounds"][0]["byes"]
    assert (told["why"], told["points"]) == ("bye", 10)
    assert (told["table_points"] == 10, told["final_points"] == 10) == (
        worth == "places_points",
        worth != "places_points",
    )
    assert ("brings" in hall.read()) == (worth != "points"), "the page says which of the two it is"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_carried_is_a_number_in_every_file(house: ClubHouse, language: str) -> None:
    hall = TournamentHall(house, NAMES, round_count=1, draw="lot")
    stage = {"rounds": 1, "places": 4, "rule": "ranking", "carries": "half", "draw": "rank"}
    assert hall.post("stages/", name="Final", bonus_points="", **stage).status_code == 302
    hall.draw_and_publish()
    hall.open(1)
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    assert hall.post("stages/2/cut/", how="lot").status_code == 302
    packed = files(hall, language)
    book = openpyxl.load_workbook(io.BytesIO(packed.read("spring-open.xlsx")), read_only=True)
    heads, *rows = (list(one) for one in book.worksheets[0].iter_rows(values_only=True))
    at = heads.index("Carried" if language == "en" else "Report")
    told = [one[at] for one in rows if one[at] is not None]
    assert told
    assert all(isinstance(one, int | float) for one in told), told
    text = packed.read("ranking.csv" if language == "en" else "classement.csv").decode("utf-8-sig")
    assert "+" not in text.split("\n", 1)[1].replace("'+", "")
