"""A sheet of results that can be read in several ways: the way is asked for, and nothing is kept before."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

import openpyxl
import pytest

from mahjongclub.exchange.importing.cells import MOST_SHEETS
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.spreadsheets import ods_of_sheets

from .test_bringing_in import keep, look, page, upload

HEADS = [
    "Date",
    "Player 1",
    "Points 1",
    "Player 2",
    "Points 2",
    "Player 3",
    "Points 3",
    "Player 4",
    "Points 4",
]
NAMES = ("Marguerite", "Jean-Pierre", "Łukasz Żółć", "O'Brien")
SCORES = (41000, 29000, 20000, 10000)


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def game(day: Any, names: Sequence[str] = NAMES, scores: Sequence[Any] = SCORES) -> list[Any]:
    """A row of a game."""
    return [day, *(cell for pair in zip(names, scores, strict=True) for cell in pair)]


def book(kind: str, sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """A file with these sheets."""
    if kind == "ods":
        return ods_of_sheets(
            {title: [[str(cell) for cell in row] for row in rows] for title, rows in sheets.items()}
        )
    written = openpyxl.Workbook()
    written.remove(written.active)
    for title, rows in sheets.items():
        sheet = written.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    written.save(out)
    return out.getvalue()


def csv_of(*rows: Sequence[Any]) -> bytes:
    return "\n".join(";".join(map(str, row)) for row in (HEADS, *rows)).encode()


def days() -> list[str]:
    return sorted(one.started_at.date().isoformat() for one in Session.objects.all() if one.started_at)


# --- several sheets ---

SHEETS = {
    "Cover": [["League 2026"], ["Results of the autumn"]],
    "September": [HEADS, game("2026-09-03")],
    "Oktober": [HEADS, game("2026-10-01", ("Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور", "Bo"))],
    "Empty": [],
}


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_the_sheet_of_a_file_with_several_is_asked_for_by_its_first_rows(house: ClubHouse, kind: str) -> None:
    address = look(house, (f"league.{kind}", book(kind, SHEETS)))
    shown = unescape(page(house, address))
    assert "Which sheet of the file holds the results?" in shown
    for text in ("Cover", "Results of the autumn", "September", "Oktober", "Σοφία Παπαδοπούλου"):
        assert f"<bdi>{text}" in shown or text in shown
    assert ">Empty<" not in shown
    assert len(re.findall(r'name="worksheet"', shown)) == 3
    assert keep(house, address).status_code == 422
    assert keep(house, address, worksheet="9").status_code == 422
    assert Session.objects.count() == 0
    assert keep(house, address, worksheet="2").status_code == 302
    assert days() == ["2026-10-01"]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_columns_said_of_one_sheet_are_not_taken_for_another(house: ClubHouse, kind: str) -> None:
    noted = [["Note", *HEADS], ["late", *game("2026-09-03")]]
    sheets = {"Cover": [["League 2026"]], "A": SHEETS["September"], "B": noted}
    address = look(house, (f"two.{kind}", book(kind, sheets)))
    first = page(house, address, worksheet="0")
    told = re.findall(r'name="told" value="([^"]+)"', first)[0]
    columns = dict(re.findall(r'<select name="(column-[^"]+)".*?<option value="(\d+)" selected', first, re.S))
    second = page(house, address, worksheet="1", told=told, **columns)
    chosen = dict(re.findall(r'<select name="(column-[^"]+)".*?<option value="(\d+)" selected', second, re.S))
    assert chosen["column-player-0"] == "2"


def test_one_sheet_beside_empty_ones_is_taken_without_a_question(house: ClubHouse) -> None:
    file = book("xlsx", {"Empty": [], "September": SHEETS["September"], "Sheet 3": []})
    assert keep(house, look(house, ("one.xlsx", file))).status_code == 302
    assert days() == ["2026-09-03"]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_file_with_too_many_sheets_is_refused_with_the_reason(house: ClubHouse, kind: str) -> None:
    sheets = {f"Week {week}": SHEETS["September"] for week in range(MOST_SHEETS + 1)}
    answer = upload(house, (f"many.{kind}", book(kind, sheets)))
    assert answer.status_code == 422
    assert f"more than {MOST_SHEETS} sheets" in answer.content.decode()


# --- a row that stands there twice ---


def test_rows_that_are_the_same_are_asked_about(house: ClubHouse) -> None:
    rows = [game("2026-09-03"), game("2026-09-10"), game("2026-09-03", NAMES[::-1], SCORES[::-1])]
    address = look(house, ("twice.csv", csv_of(*rows)))
    assert "Rows 2, 4" in page(house, address)
    asked = keep(house, address)
    assert asked.status_code == 422
    assert "Say whether rows that are the same are one game." in asked.content.decode()
    assert Session.objects.count() == 0
    assert "2 games would be saved" in page(house, address, repeats="one")
    assert keep(house, address, repeats="one").status_code == 302
    assert days() == ["2026-09-03", "2026-09-10"]


def test_each_of_rows_that_are_the_same_may_be_a_game(house: ClubHouse) -> None:
    even = game("2026-09-03", NAMES, (25000,) * 4)
    address = look(house, ("even.csv", csv_of(even, even)))
    assert keep(house, address, repeats="each").status_code == 302
    assert Session.objects.count() == 2


def test_a_row_that_the_club_has_is_asked_about_only_where_the_file_has_it_twice(house: ClubHouse) -> None:
    assert keep(house, look(house, ("a.csv", csv_of(game("2026-09-03"))))).status_code == 302
    both = csv_of(game("2026-09-03"), game("2026-09-10"))
    assert keep(house, look(house, ("b.csv", both))).status_code == 302
    assert Session.objects.count() == 2


# --- days that a spreadsheet counts ---


@pytest.mark.parametrize("day", [46268, "46268", "46268.8125", "46268,5", 46268.75])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_number_of_a_day_is_a_date(house: ClubHouse, day: object, kind: str) -> None:
    file = csv_of(game(day)) if kind == "csv" else book("xlsx", {"A": [HEADS, game(day)]})
    assert keep(house, look(house, (f"numbers.{kind}", file))).status_code == 302
    assert days() == ["2026-09-03"]


def test_numbers_of_days_beside_dates_leave_their_order_to_be_asked_for(house: ClubHouse) -> None:
    address = look(house, ("mixed.csv", csv_of(game(46268), game("03/04/2026"))))
    assert keep(house, address).status_code == 422
    assert keep(house, address, dates="mdy").status_code == 302
    assert days() == ["2026-03-04", "2026-09-03"]


@pytest.mark.parametrize("day", ["12", "99999", "25000", "2026"])
def test_a_number_that_is_no_day_is_a_fault(house: ClubHouse, day: str) -> None:
    address = look(house, ("wrong.csv", csv_of(game(day), game("2026-09-03"))))
    assert "This is not a date" in page(house, address)


# --- who sat where ---


@pytest.mark.parametrize(
    "winds",
    [
        "Nord;Est;Sud;Ouest",
        "North;East;South;West",
        "Nord;Ost;Süd;West",
        "北;東;南;西",
        "Sever;Vychod;Jih;Zapad",
    ],
)
@pytest.mark.parametrize("points", ["Points", "Points {}", ""])
def test_winds_in_headings_say_the_seats_in_whatever_order_they_stand(
    house: ClubHouse, winds: str, points: str
) -> None:
    heads = [head for wind in winds.split(";") for head in (wind, points.format(wind))]
    text = "\n".join([";".join(["Date", *heads]), ";".join(map(str, game("2026-09-03")))])
    assert keep(house, look(house, ("winds.csv", text.encode()))).status_code == 302
    seats = Session.objects.get().seats.order_by("number").values_list("player__name", "score")
    assert list(seats) == [*zip((*NAMES[1:], NAMES[0]), (*SCORES[1:], SCORES[0]), strict=True)]


def test_a_number_in_place_of_a_name_is_asked_about(house: ClubHouse) -> None:
    address = look(house, ("numbers.csv", csv_of(game("2026-09-03", ("12", "7", "3", "Bo")))))
    shown = unescape(page(house, address))
    assert "“12” is a number and no name: type who has it." in shown
    assert keep(house, address).status_code == 422
    typed = dict(zip(re.findall(r'name="(as-\d)" id', shown), NAMES, strict=True))
    assert keep(house, address, **typed).status_code == 302
    assert sorted(house.club.players.values_list("name", flat=True)) == sorted(NAMES)


def test_what_is_no_name_in_a_sheet_of_results_is_asked_about(house: ClubHouse) -> None:
    names = ("anna@example.org", "Bo (no)", "<b>Cy</b>", "O'Brien")
    address = look(house, ("names.csv", csv_of(game("2026-09-03", names))))
    shown = unescape(page(house, address))
    assert shown.count("is not a name.") >= 3
    assert keep(house, address).status_code == 422
    assert not house.club.players.filter(name__in=names[:3]).exists()


def test_points_that_a_spreadsheet_added_up_are_those_that_are_shown_there(house: ClubHouse) -> None:
    scores = (41000.000000000007, 28999.999999999996, 20000, 10000)
    file = book("xlsx", {"A": [HEADS, game("2026-09-03", NAMES, scores)]})
    assert keep(house, look(house, ("sums.xlsx", file))).status_code == 302
    seats = Session.objects.get().seats.order_by("number")
    assert list(seats.values_list("score", flat=True)) == [*SCORES]


# --- results without headings ---


def paste(house: ClubHouse, text: str) -> str:
    """The address of the page that says what would happen with a pasted text."""
    answer = house.phone("organiser").post(house.url("import/"), {"pasted": text})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def results() -> list[list[tuple[str, int]]]:
    """Who had how many points, by game."""
    return [
        [*one.seats.order_by("number").values_list("player__name", "score")]
        for one in Session.objects.order_by("pk")
    ]


RESULT = [*zip(NAMES, SCORES, strict=True)]
BARE = {
    "pairs": "Marguerite: 41000, Jean-Pierre: 29000, Łukasz Żółć: 20000, O'Brien: 10000",
    "thousands": "Marguerite 41; Jean-Pierre 29; Łukasz Żółć 20; O'Brien 10",
    "cells in turn": "Marguerite;41000;Jean-Pierre;29000;Łukasz Żółć;20000;O'Brien;10000",
    "cells of names, then of points": "Marguerite,Jean-Pierre,Łukasz Żółć,O'Brien,41000,29000,20000,10000",
    "a player a line": "Table 1\nMarguerite 41.000\nJean-Pierre 29.000\nŁukasz Żółć 20.000\nO'Brien 10.000",
}


@pytest.mark.parametrize("text", BARE.values(), ids=BARE)
def test_pasted_results_without_headings_are_games(house: ClubHouse, text: str) -> None:
    assert keep(house, paste(house, text), day="2026-09-03").status_code == 302
    assert results() == [RESULT]
    assert days() == ["2026-09-03"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_first_row_of_a_file_without_headings_is_a_game(house: ClubHouse, kind: str) -> None:
    rows = [game("2026-09-03"), game("2026-09-10", NAMES[::-1])]
    text = "\n".join(";".join(map(str, row)) for row in rows).encode()
    file = text if kind == "csv" else book(kind, {"A": rows})
    assert keep(house, look(house, (f"bare.{kind}", file))).status_code == 302
    assert days() == ["2026-09-03", "2026-09-10"]


FINAL_POINTS = "12: 32.5, 7: 21.0, 3: -10, 9: -43.5"


def test_points_that_add_up_to_nothing_are_asked_about_and_numbers_too(house: ClubHouse) -> None:
    address = paste(house, FINAL_POINTS)
    shown = unescape(page(house, address, day="2026-09-03", preset="ema-2025"))
    assert "“12” is a number and no name: type who has it." in shown
    typed = dict(zip(re.findall(r'name="(as-\d)" id', shown), NAMES, strict=True))
    said = {"preset": "ema-2025", "day": "2026-09-03", **typed}
    asked = keep(house, address, **said)
    assert asked.status_code == 422
    assert "Say what the points of the sheet are." in asked.content.decode()
    assert keep(house, address, **{"points-are": "final"}, **said).status_code == 302
    # uma 15/5/-5/-15 about a return of 30,000
    assert results() == [[*zip(NAMES, (47500, 46000, 25000, 1500), strict=True)]]


def test_points_won_and_lost_are_counted_from_the_start(house: ClubHouse) -> None:
    lines = "Marguerite: +11,0; Jean-Pierre: -1,0; Łukasz Żółć: -5,0; O'Brien: -5,0"
    said = {"preset": "ema-2025", "day": "2026-09-03", "points-are": "start"}
    assert keep(house, paste(house, lines), **said).status_code == 302
    assert results() == [[*zip(NAMES, (41000, 29000, 25000, 25000), strict=True)]]


def test_final_points_that_the_rules_cannot_give_are_a_fault(house: ClubHouse) -> None:
    address = paste(house, "Marguerite: 0.05, Jean-Pierre: 0, Łukasz Żółć: 0, O'Brien: -0.05")
    shown = page(house, address, preset="ema-2025", day="2026-09-03", **{"points-are": "final"})
    assert "No game has these final points by the rules chosen here." in shown


def test_what_stands_about_results_is_shown(house: ClubHouse) -> None:
    shown = unescape(page(house, paste(house, f"Thursday at Bo’s\n{BARE['pairs']}\nSee you!")))
    assert "Outside the table and left out:" in shown
    assert "Thursday at Bo’s" in shown
    assert "See you!" in shown


def test_a_line_that_is_no_result_stands_with_the_faults(house: ClubHouse) -> None:
    address = paste(house, f"{BARE['pairs']}\n{BARE['pairs'].replace('41000', '40000')}, O'Neill: 1000\n")
    assert keep(house, address, day="2026-09-03").status_code == 422
    assert Session.objects.count() == 0


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({}, "This field is required."),
        ({"pasted": "Hello\nfriends"}, "There is no result here"),
        ({"pasted": "Bo\0: 3"}, "Null characters are not allowed."),
    ],
)
def test_a_text_without_results_is_refused_and_stands_there_still(
    house: ClubHouse, form: dict[str, str], error: str
) -> None:
    answer = house.phone("organiser").post(house.url("import/"), form)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert error in shown
    assert form.get("pasted", "").replace("\0", "") in shown.replace("\0", "")


def test_the_roster_counts_one_game_as_one(house: ClubHouse) -> None:
    keep(house, paste(house, BARE["pairs"]), day="2026-09-03")
    for language, one in (("en", "1 game"), ("fr", "1 session")):
        phone = house.phone("organiser")
        shown = phone.get(house.url("players/"), headers={"accept-language": language}).content.decode()
        spoken = {
            " ".join(text.split()) for text in re.findall(r'<span class="sr">(.*?)</span>', shown, re.S)
        }
        assert one in spoken
        assert f"{one}s" not in spoken


def test_names_of_results_are_read_as_names_of_lists_are(house: ClubHouse) -> None:
    house.club.players.create(name="Marguerite")
    text = "2026-09-03: O'Brien, Bo 41000; Marguerite (late) 29000; Żółć, Łukasz 20000; 田中 愛子 10000"
    address = paste(house, text)
    assert "3 new players" in unescape(page(house, address))
    assert keep(house, address).status_code == 302
    names = ("Bo O'Brien", "Marguerite", "Łukasz Żółć", "田中 愛子")
    assert results() == [[*zip(names, SCORES, strict=True)]]
