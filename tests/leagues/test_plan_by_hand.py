"""A seating changed by hand: wishes, two places exchanged, plans in and out, rounds taken back."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from openpyxl import Workbook

from mahjongclub.clubs.refusal import Refused
from mahjongclub.events.models import Tournament
from mahjongclub.events.plan_list import plan_columns
from mahjongclub.rounds.models import Bye
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, columns_in

NAMES = [f"Player {number:02}" for number in range(1, 22)]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def heard(answer: HttpResponse) -> str:
    """A page's text on one line."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", answer.content.decode())).split())


def import_file(hall: TournamentHall, file: SimpleUploadedFile) -> HttpResponse:
    """Choose a file with a plan, look at it, and import it as it was read."""
    page = hall.phone.post(hall.url("seating/file/"), {"file": file}).content.decode()
    text = unescape(re.findall(r'<textarea name="plan"[^>]*>\s?(.*?)</textarea>', page, re.S)[0])
    return hall.post("seating/change/", plan=text, keep="1", **columns_in(unescape(page)))


def plan_of(hall: TournamentHall) -> list[list[list[int]]]:
    found: list[list[list[int]]] = json.loads(hall.phone.get(hall.url("seating/plan.json")).content)
    return found


def test_an_organiser_types_wishes_and_is_told_which_are_not_met(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:16], round_count=3)
    form = {
        "apart_rounds": "2",
        "group-1": "Family",
        "group-2": "Family",
        "tables-5": "2 - 3",
        "tables-6": "4",
    }
    for number in range(7, 12):
        form[f"group-{number}"] = "Five at four tables"
    wrong = hall.post("wishes/", **{**form, "tables-9": "near the door"})
    assert wrong.status_code == 422
    assert "Numbers of tables, such as 1 or 1-4." in wrong.content.decode()
    assert hall.post("wishes/", **form).status_code == 302
    assert 'value="2, 3"' in hall.read("wishes/")
    hall.post("draw/")
    for number, one in enumerate(plan_of(hall), start=1):
        at = {place: table for table, places in enumerate(one, start=1) for place in places}
        assert at[5] in (2, 3)
        assert at[6] == 4
        assert number > 2 or at[1] != at[2]
    page = hall.read("seating/")
    told = re.search(r"Unmet wishes</dt>\s*<dd><b>(\d+)</b>", page)
    assert told is not None
    assert int(told[1]) >= 2, "two of five meet in each of the two rounds"
    hall.post("publish/")
    assert "Unmet wishes" not in hall.read("seating/", "member"), "that is between them and the organiser"


def test_two_change_places_once_it_is_seen_what_it_costs(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:17], round_count=3)
    hall.draw_and_publish()
    before = plan_of(hall)
    one, other = before[1][0][0], before[1][1][2]
    page = hall.read(f"rounds/2/swap/?one={one}&other={other}")
    assert "What it costs" in page
    assert plan_of(hall) == before, "nothing changes by looking"
    form = {"one": one, "other": other, "seen": seen(page)}
    assert hall.post("rounds/2/swap/", **form).status_code == 302
    after = plan_of(hall)
    assert (after[1][0][0], after[1][1][2]) == (other, one)
    assert after[0] == before[0]
    assert after[2] == before[2]
    late = hall.post("rounds/2/swap/", **form)
    assert late.status_code == 422
    assert "The seating changed meanwhile." in late.content.decode()
    # somebody at a table and somebody who sits out
    out = Bye.objects.get(round__number=2).place.number
    page = hall.read(f"rounds/2/swap/?one={out}&other={one}")
    hall.post("rounds/2/swap/", one=out, other=one, seen=seen(page))
    assert Bye.objects.get(round__number=2).place.number == one
    assert hall.post("rounds/2/swap/", one=out, other=out, seen="").status_code == 422
    hall.open(1)
    assert hall.phone.get(hall.url("rounds/1/swap/")).status_code == 404, "its tables are open"


def seen(page: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found is not None
    return found[1]


def test_a_plan_goes_out_and_comes_in_as_json_and_as_rows(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:9], round_count=3)
    hall.post("draw/")
    drawn = plan_of(hall)
    rows = hall.phone.get(hall.url("seating/plan.csv")).content.decode("utf-8-sig")
    french = hall.phone.get(hall.url("seating/plan.csv"), headers={"accept-language": "fr"}).content.decode()
    assert french.startswith("\ufeffRonde;Table;E;S;O;N\r\n1;1;")
    assert french.count(";") == rows.count(",")
    hall.post("seating/discard/")
    assert plan_of(hall) == []
    file = SimpleUploadedFile("plan.csv", rows.encode())
    assert import_file(hall, file).status_code == 302
    assert plan_of(hall) == drawn
    for encoded, separator in (("utf-16", "\t"), ("utf-8-sig", "|"), ("cp1252", ";")):
        hall.post("seating/discard/")
        title = "Plan préparé à Lyon\r\n"
        file = SimpleUploadedFile("plan.txt", (title + rows.replace(",", separator)).encode(encoded))
        assert import_file(hall, file).status_code == 302
        assert plan_of(hall) == drawn
    hall.post("seating/discard/")
    book = Workbook()
    assert book.active is not None
    for row in rows.splitlines():
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row.split(",")])
    book.save(out := BytesIO())
    file = SimpleUploadedFile("plan.xlsx", out.getvalue())
    assert import_file(hall, file).status_code == 302
    assert plan_of(hall) == drawn
    for bad in ({}, {"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04no sheet")}):
        assert hall.phone.post(hall.url("seating/file/"), bad).status_code == 422
    assert Bye.objects.count() == 3
    hall.post("publish/")
    hall.open(1)
    names = "\n".join(
        f"1;{table};" + ";".join(NAMES[place - 1] for place in places)
        for table, places in enumerate(drawn[0], 1)
    )
    own = "2;1;1;2;3;4\n2;2;5;6;7;8"
    refused = hall.post_list("seating/change/", "keep", plan=f"{names}\n{own}")
    assert "Round 2 is published with another seating: unpublish it first." in refused.content.decode()
    assert hall.post("seating/unpublish/").status_code == 302
    assert hall.post_list("seating/change/", "keep", plan=f"{names}\n{own}").status_code == 302
    assert plan_of(hall) == [drawn[0], [[1, 2, 3, 4], [5, 6, 7, 8]]]
    assert "9" in hall.read("seating/").rpartition("Sits out:")[2].partition("</p>")[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Paste a plan, or choose a file."),
        ("hello\nworld", "Line 2, “world”: Round, table and players are needed."),
        ("[[[1, 2, 3, 4], [5, 6, 7, true]]]", "This text is not a plan"),
        ("[[1, 2, 3]]", "This text is not a plan"),
        ("[" * 50_000, "This text is not a plan"),
        ("[[[1, 2, 3]]]", "Line 1, “Round 1, table 1”: A table has 4 players."),
        ("[[[1, 2, 3, 99]]]", "Line 1, “Round 1, table 1”: “99” plays nowhere here."),
        ("[[[1, 2, 3, 3]]]", "Round 1: number 3 sits there twice."),
        ("[[]]", "Round 1 has no table."),
        (
            "[[[1,2,3,4]],[[1,2,3,4]],[[1,2,3,4]],[[1,2,3,4]]]",
            "The plan has 4 rounds; the tournament has 3.",
        ),
        ("1,1,1,2,3,4\n1,1,5,6,7,8", "Line 2, “Round 1, table 1”: This table is already in the plan."),
        ("2,1,1,2,3,4", "A plan lists its rounds from the first, without a gap."),
    ],
)
def test_what_is_no_plan_is_said_and_nothing_changes(house: ClubHouse, text: str, told: str) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=3)
    hall.post("draw/")
    drawn = plan_of(hall)
    answer = hall.post_list("seating/change/", "keep", plan=text)
    assert answer.status_code == 422
    assert told in heard(answer)
    assert plan_of(hall) == drawn


def test_what_has_no_result_is_taken_back_and_what_has_one_stays(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=3)
    hall.draw_and_publish()
    hall.open(1)
    assert "Shut the tables of round 1" in hall.read("seating/change/")
    hall.post("seating/shut/")
    assert not Session.objects.exists()
    # nothing is published: it is in preparation, and players may be entered anew
    hall.post("seating/unpublish/")
    assert Tournament.objects.get().is_draft
    assert hall.post("players/", players="\n".join(NAMES[:9])).status_code == 302
    hall.draw_and_publish()
    hall.open(1)
    hall.play_table(hall.tables(1)[0])
    told = "Round 1 has 1 result and cannot be changed."
    assert told in hall.read("seating/change/")
    assert told in hall.phone.post(hall.url("seating/shut/"), follow=True).content.decode()
    assert told in hall.read("delete/")
    hall.post("delete/")
    assert Tournament.objects.exists()
    # the rest of a plan is drawn anew around what is played
    before = plan_of(hall)
    hall.post("seating/unpublish/")
    hall.post("draw/")
    after = plan_of(hall)
    assert after[0] == before[0]
    assert len(after) == 3
    assert Tournament.objects.get().state == "running"


def test_a_tournament_without_a_result_is_deleted_after_a_warning(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    page = hall.read("delete/")
    assert "These things are deleted with the tournament" in page
    assert hall.post("delete/").status_code == 302
    assert not Tournament.objects.exists()
    assert not Session.objects.exists()


def test_a_plan_that_is_too_long_is_refused_before_it_is_read(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    answer = hall.post("seating/change/", plan="1;1;1;2;3;4\n" * 20_000)
    assert answer.status_code == 422
    with pytest.raises(Refused, match="too long"):
        plan_columns(hall.tournament, "[" * 300_000, {})


def test_a_plan_is_shown_with_its_columns_before_anything_of_it_is_stored(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    plan = "Table;Round;East;South;West;North\n1;1;4;3;2;1\n2;1;5;6;7;8"
    looked = hall.post("seating/change/", plan=plan)
    assert looked.status_code == 200
    assert plan_of(hall) == [], "looking stores nothing"
    page = unescape(looked.content.decode())
    assert columns_in(page)["column-0"] == "table", "the heading says which column is which"
    assert "Round 1, table 1 4 Player 04 · 3 Player 03 · 2 Player 02 · 1 Player 01" in heard(looked)
    assert plan in page
    swapped = {**columns_in(page), "column-2": "seat-3", "column-5": "seat-0"}
    again = hall.post("seating/change/", plan=plan, keep="1", **swapped)
    assert "Round 1, table 1 1 Player 01 · 3 Player 03 · 2 Player 02 · 4 Player 04" in heard(again)
    assert plan_of(hall) == [], "other columns are looked at once more"
    swapped = columns_in(unescape(again.content.decode()))
    assert hall.post("seating/change/", plan=plan, keep="1", **swapped).status_code == 302
    assert plan_of(hall) == [[[1, 3, 2, 4], [8, 6, 7, 5]]]


WINDS = [
    *("Round;Table;North;East;South;West", "R;T;N;E;S;W", "Tour;Table;Nord;Est;Sud;Ouest", "R;T;N;E;S;O"),
    *("Runde;Tisch;Nord;Ost;Süd;West", "R;T;N;O;S;W", "回戦;卓;北;東;南;西", "Runde;Bord;Nord;Øst;Syd;Vest"),
    "Round;Table;North (4);East (1);South (2);West (3)",
]


@pytest.mark.parametrize("heads", WINDS)
def test_winds_in_the_headings_of_a_plan_say_who_sits_where(house: ClubHouse, heads: str) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    page = unescape(hall.post("seating/change/", plan=f"{heads}\n1;1;4;1;2;3\n1;2;8;5;6;7").content.decode())
    assert [columns_in(page)[f"column-{at}"] for at in range(2, 6)] == [
        "seat-3",
        "seat-0",
        "seat-1",
        "seat-2",
    ]


def test_the_columns_of_a_plan_are_told_by_their_headings(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    plan = "Time;Table;East;South;West;North;Round;Hall\n10:00;1;1;2;3;4;1;A\n10:00;2;5;6;7;8;1;B"
    page = unescape(hall.post("seating/change/", plan=plan).content.decode())
    assert hall.post("seating/change/", plan=plan, keep="1", **columns_in(page)).status_code == 302
    assert plan_of(hall) == [[[1, 2, 3, 4], [5, 6, 7, 8]]]


def test_every_table_of_a_plan_with_a_fault_says_so_beside_its_row(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    answer = hall.post("seating/change/", plan="1;1;1;2;3;99\n1;2;5;6;7;Nobody")
    assert answer.status_code == 422
    assert "Line 1, “Round 1, table 1”: “99” plays nowhere here." in heard(answer)
    assert "Line 2, “Round 1, table 2”: “Nobody” plays nowhere here." in heard(answer)
    assert "Import 1 round" not in heard(answer)


def test_a_fifth_player_at_a_table_of_a_plan_is_no_column_left_out(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    answer = hall.post("seating/change/", plan="1;1;1;2;3;4;5\n1;2;5;6;7;8;")
    assert answer.status_code == 422
    assert "Line 1, “Round 1, table 1”: A table has 4 players." in heard(answer)
    columns = {
        f"column-{at}": kind for at, kind in enumerate(["round", "table", "seat-0", "seat-1", "seat-2"])
    }
    chosen = {**columns, "column-5": "seat-3", "column-6": ""}
    assert hall.post("seating/change/", plan="1;1;1;2;3;4;5\n1;2;5;6;7;8;", **chosen).status_code == 200
    twice = {**columns, "column-5": "seat-0", "column-6": ""}
    answer = hall.post("seating/change/", plan="1;1;1;2;3;4;5\n1;2;5;6;7;8;", **twice)
    assert answer.status_code == 422
    assert "each of them once" in heard(answer)


@pytest.mark.parametrize("plan", ["1;1;1;2;3;99\n1;2;5;6;7;8", "[[[1, 2, 3, 99], [5, 6, 7, 8]]]"])
def test_a_wrong_player_of_a_plan_is_mended_beside_the_row(house: ClubHouse, plan: str) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    page = unescape(hall.post("seating/change/", plan=plan).content.decode())
    stamp = re.findall(r'name="was-1" value="(\w+)"', page)[0]
    cells = {f"cell-1-{at}": cell for at, cell in enumerate(["1", "1", "1", "2", "3", NAMES[3]])}
    mended = hall.post("seating/change/", plan=plan, **{"was-1": stamp}, **cells, **columns_in(page))
    assert mended.status_code == 200
    page = unescape(mended.content.decode())
    text = f"1;1;1;2;3;{NAMES[3]}\n1;2;5;6;7;8"
    assert text in page, "the text follows"
    assert hall.post("seating/change/", plan=text, keep="1", **columns_in(page)).status_code == 302
    assert plan_of(hall) == [[[1, 2, 3, 4], [5, 6, 7, 8]]]


def test_hidden_rows_of_a_plan_are_asked_about(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2)
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [[1, 1, 1, 2, 3, 4], [1, 2, 5, 6, 7, 8], [2, 1, 1, 2, 5, 6], [2, 2, 3, 4, 7, 8]]
    for row in (["Round", "Table", "A", "B", "C", "D"], *rows):
        sheet.append(row)
    sheet.row_dimensions[4].hidden = sheet.row_dimensions[5].hidden = True
    book.create_sheet("Players").append(["1", "Marguerite"])
    data = BytesIO()
    book.save(data)
    page = hall.phone.post(
        hall.url("seating/file/"), {"file": SimpleUploadedFile("plan.xlsx", data.getvalue())}
    ).content.decode()
    assert "Which of these is the plan?" in page
    assert 'name="keep"' not in page, "nothing is imported before that is answered"
    texts = [unescape(text) for text in re.findall(r'name="reading-text" value="([^"]*)"', page)]
    assert [text.count("\n") for text in texts] == [3, 5], "the sheet of players holds no plan"
    asked = hall.post("seating/change/", plan=texts[0], keep="1", **{"reading-text": texts})
    assert b"Which of these is the plan?" in asked.content
    assert not hall.tournament.rounds.exists()
    answer = {"reading": "1", "reading-text": texts}
    looked = hall.post("seating/change/", plan=texts[0], **answer).content.decode()
    assert "Import 2 rounds" in looked
    text = unescape(re.findall(r'<textarea name="plan"[^>]*>\s?(.*?)</textarea>', looked, re.S)[0])
    hall.post("seating/change/", plan=text, keep="1", **columns_in(unescape(looked)))
    assert plan_of(hall)[1] == [[1, 2, 5, 6], [3, 4, 7, 8]]
