"""People put on an event's list together: pasted, from a file, from the box of players."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from typing import Any

import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile

from mahjongclub.events.registration.models import Entrant

from .entering import enter, on_list, put_on_list
from .entering import hall as hall
from .entering import house as house
from .spreadsheets import merged_sheet, several_sheets, sheet_with_hidden_rows
from .tournament_hall import TournamentHall, columns_in

SHEET = """Nom\tPrénom\tPays\tN° EMA\tClub
Dupont\tLéa\tFRA\t04010001\tLille
Grüßner\tHans\tGER\t\tBerlin
Lovelace\tAda\tGBR\t08010001\t"""


def test_a_registration_sheet_is_pasted_looked_at_and_put_on_the_list(hall: TournamentHall) -> None:
    hall.house.club.players.create(name="Lea Dupont")
    enter(hall, "Ada")
    page = unescape(hall.post("entrants/list/", rows=SHEET).content.decode())
    for kind in ("last_name", "first_name", "country", "ema_number", "federation"):
        assert re.search(rf'<option value="{kind}" selected>', page), kind
    assert "It is Lea Dupont" in page, "nearly a name of the roster"
    assert "On the list already, and left out:" in page
    assert "Put 2 people on the list" in page
    columns = {
        f"column-{at}": kind for at, kind in enumerate(("last_name", "first_name", "country", "ema_number"))
    }
    told = {"rows": SHEET, "heads": "1", "add": "1", **columns}
    asked = hall.post("entrants/list/", **told)
    assert (asked.status_code, len(on_list(hall))) == (200, 1), "who it is has to be said first"
    near = re.findall(r'name="(same-[^"]+)" value="(\d+)"', page)[0]
    assert hall.post("entrants/list/", **told, **{near[0]: near[1]}).status_code == 302
    assert on_list(hall) == {"Ada Lovelace": "in", "Lea Dupont": "in", "Hans Grüßner": "in"}
    person = Entrant.objects.get(name="Lea Dupont")
    assert (person.first_name, person.last_name, person.ema_number) == ("Léa", "Dupont", "04010001")
    assert person.federation == "", "a column may be left out"


def test_a_spreadsheet_is_read_and_what_is_wrong_with_a_list_is_told_by_line(hall: TournamentHall) -> None:
    file = SimpleUploadedFile("people.csv", "Name,Country\nÉlodie Zhang,France\nBen,Lille\n".encode())
    answer = hall.phone.post(hall.url("entrants/file/"), {"file": file})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Line 3, “Ben”: No country we know" in page
    assert "Élodie Zhang" in page
    assert hall.phone.post(hall.url("entrants/file/")).status_code == 422
    for rows in ("", "\0", "Aiko\nAiko\n" * 600, ";;;\n;;;", "x" * 300):
        assert hall.post("entrants/list/", rows=rows, add="1").status_code in (200, 422), rows[:9]
        assert on_list(hall) == {}
    assert hall.post("entrants/list/", rows="Aiko\nBen\nZhang, Chen", add="1").status_code == 200, (
        "not seen yet"
    )
    assert on_list(hall) == {}
    assert put_on_list(hall, "Aiko\nBen\nZhang, Chen").status_code == 302
    assert [*on_list(hall)] == ["Aiko", "Ben", "Chen Zhang"]
    turned = "Zhang, Élodie\nNguyễn, Hương"
    assert put_on_list(hall, turned).status_code == 302
    assert [*on_list(hall)][3:] == ["Élodie Zhang", "Hương Nguyễn"]


def test_lines_with_errors_are_named_above_a_list_that_scrolls(hall: TournamentHall) -> None:
    rows = [f"Player {letter}{other};France" for letter in "ABCDEFG" for other in "abcdefgh"]
    rows[30], rows[41] = "O'Brien;Lille", "Łukasz Żółć;Nowhere"
    answer = hall.post("entrants/list/", rows="\n".join(["Name;Country", *rows]))
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    above, below = page.split('class="read-list"', 1)
    assert re.findall(r'<a href="#line-(\d+)">', above) == ["32", "43"]
    assert re.findall(r'<td id="line-(\d+)"', below) == ["32", "43"]


def test_a_registration_sheet_in_the_box_of_players_is_shown_and_never_published(
    hall: TournamentHall,
) -> None:
    sheet = "Name;E-mail;Club\nLéa Dupont;lea@example.org;Lille\nMax Vogel;max@example.org;Köln"
    answer = hall.post("players/", players=sheet)
    page = unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "The list as it was read" in page
    assert sheet in page.replace("\r", ""), "nothing is lost"
    assert not hall.tournament.places.exists(), "nobody became a player"
    assert put_on_list(hall, sheet).status_code == 302
    assert [*on_list(hall)] == ["Léa Dupont", "Max Vogel"]
    assert not Entrant.objects.exclude(team="").exists()


@pytest.mark.parametrize(
    "typed", ["Dupont\tLéa\nVogel\tMax", "MÜLLER, Jörg\nVOGEL, Max", "Bo; no nuts, no fish\nLu;"]
)
def test_whatever_is_no_name_with_a_team_is_shown_first(hall: TournamentHall, typed: str) -> None:
    assert "The list as it was read" in hall.post("players/", players=typed).content.decode()


def test_the_roster_stands_in_the_order_a_reader_looks_a_name_up(hall: TournamentHall) -> None:
    for name in ("Zoé", "Élodie", "Łukasz Żółć", "Bo"):
        hall.house.club.players.create(name=name)
    offered = re.findall(r'name="known" value="([^"]+)"', unescape(hall.read("entrants/list/")))
    assert [name for name in offered if name in ("Zoé", "Élodie", "Łukasz Żółć", "Bo")] == [
        "Bo",
        "Élodie",
        "Łukasz Żółć",
        "Zoé",
    ]


def test_people_put_on_the_list_by_hand_are_players_at_once(hall: TournamentHall) -> None:
    hall.house.club.players.create(name="Chen")
    hall.post("entrants/settings/")
    assert 'name="known" value="Chen"' in hall.read("entrants/list/")
    page = unescape(hall.post("entrants/list/", rows="Aiko\nBen", known=["Chen"]).content.decode())
    assert re.search(r'name="players" value="1" checked', page), "nobody enters by a page"
    rows = "Aiko\nBen\nChen"
    done = hall.post("entrants/list/", rows=rows, players="1", add="1", **columns_in(page))
    assert done["Location"] == hall.url()
    assert [*on_list(hall)] == ["Aiko", "Ben", "Chen"]
    assert [place.number for place in hall.tournament.places.all()] == [1, 2, 3]
    hall.post("entrants/settings/", wanted="on")
    assert not re.search(r'name="players" value="1" checked', hall.read("entrants/list/"))


def test_a_file_that_can_be_read_in_two_ways_is_asked_about(hall: TournamentHall) -> None:
    text = "Nume;Prenume\nCreţu;Ionuţ\n"
    file = SimpleUploadedFile("people.csv", text.encode("iso8859_2"))
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Which of these names are right?" in page
    readings = re.findall(r'name="reading-text" value="([^"]*)"', page)
    assert text in [reading.replace("\r", "") for reading in readings]
    right = str([reading.replace("\r", "") for reading in readings].index(text))
    form = {"rows": text, "reading-text": readings, "add": "1", **columns_in(page)}
    assert "Which of these names are right?" in unescape(hall.post("entrants/list/", **form).content.decode())
    assert on_list(hall) == {}, "it has to be said"
    del form["add"]
    page = unescape(hall.post("entrants/list/", reading=right, **form).content.decode())
    assert "Which of these names are right?" not in page
    hall.post("entrants/list/", rows=text, add="1", **columns_in(page))
    assert [*on_list(hall)] == ["Ionuţ Creţu"]


TEAMS_AT_FIRST = "Team;Name\nDragons;Bo\n;Lu\n;ليلى منصور\nWinds;田中 愛子\n;O'Brien\n;Cy"


def teams(hall: TournamentHall) -> dict[str, str]:
    return {entrant.name: entrant.team for entrant in hall.tournament.entrants.order_by("pk")}


@pytest.mark.parametrize("rows", [TEAMS_AT_FIRST, TEAMS_AT_FIRST.partition("\n")[2]])
def test_a_team_at_the_first_of_its_rows_is_asked_about(hall: TournamentHall, rows: str) -> None:
    page = unescape(hall.post("entrants/list/", rows=rows).content.decode())
    assert "Some rows have no team. Who plays in the team above them?" in page
    assert re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page)).count("Dragons – Bo, Lu, ليلى منصور") == 1
    form = {"rows": rows, "gap-columns": "0", **columns_in(page)}
    answer = hall.post("entrants/list/", add="1", **form)
    assert answer.status_code == 422
    assert "Say who plays in the team above them." in answer.content.decode()
    assert on_list(hall) == {}, "nobody gets the team of others without a word"
    page = unescape(hall.post("entrants/list/", gaps="fill", add="1", **form).content.decode())
    assert on_list(hall) == {}, "what was filled is looked at"
    assert "Dragons;Lu" in page
    filled = re.findall(r'<textarea id="id_rows"[^>]*>(.*?)</textarea>', page, re.S)[0].strip()
    assert hall.post("entrants/list/", rows=filled, add="1", **columns_in(page)).status_code == 302
    assert teams(hall) == {
        **dict.fromkeys(["Bo", "Lu", "ليلى منصور"], "Dragons"),
        **dict.fromkeys(["田中 愛子", "O'Brien", "Cy"], "Winds"),
    }


def test_people_without_a_team_are_said_to_have_none(hall: TournamentHall) -> None:
    page = unescape(hall.post("entrants/list/", rows=TEAMS_AT_FIRST).content.decode())
    form = {"rows": TEAMS_AT_FIRST, "gap-columns": "0", "gaps": "leave", **columns_in(page)}
    assert hall.post("entrants/list/", add="1", **form).status_code == 302
    assert {name for name, team in teams(hall).items() if team} == {"Bo", "田中 愛子"}


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_merged_cells_of_a_spreadsheet_stand_for_all_their_rows_and_columns(
    hall: TournamentHall, kind: str
) -> None:
    file = SimpleUploadedFile(f"teams.{kind}", merged_sheet(kind))
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Some rows have no team" not in page
    assert "Open Lyon 2026 · Team Player Player" in re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))
    text = re.findall(r'<textarea id="id_rows"[^>]*>(.*?)</textarea>', page, re.S)[0].strip()
    hall.post("entrants/list/", rows=text, add="1", **columns_in(page))
    assert teams(hall) == {
        **dict.fromkeys(["Bo Lind", "Anne-Sophie de La Rochefoucauld"], "Dragons"),
        **dict.fromkeys(["Ed Xu", "Łukasz Żółć"], "Winds"),
    }


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_hidden_sheet_is_passed_over_and_of_several_one_is_chosen(hall: TournamentHall, kind: str) -> None:
    sheets = {"Old": ["Zed Old", "Yan Old"], "Players": ["Bo Lind", "Lu Berg"], "Helpers": ["Cy Ode"]}
    file = SimpleUploadedFile(f"people.{kind}", several_sheets(kind, sheets, hidden="Old"))
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Which of these names are right?" in page
    readings = re.findall(r'name="reading-text" value="([^"]*)"', page)
    assert [reading.split() for reading in readings] == [["Bo", "Lind", "Lu", "Berg"], ["Cy", "Ode"]]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_hidden_rows_of_a_list_are_asked_about(hall: TournamentHall, kind: str) -> None:
    rows = [["Bo"], ["Łukasz Żółć"], ["Jean-Pierre"], ["Marguerite"], ["田中 愛子"]]
    file = SimpleUploadedFile(f"people.{kind}", sheet_with_hidden_rows(kind, rows, hidden=[1, 4]))
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Which of these names are right?" in page
    readings = re.findall(r'name="reading-text" value="([^"]*)"', page)
    shown, everybody = [reading.strip().split("\n") for reading in readings]
    assert shown == ["Bo", "Jean-Pierre", "Marguerite"]
    assert everybody == ["Bo", "Łukasz Żółć", "Jean-Pierre", "Marguerite", "田中 愛子"]
    words = " ".join(re.sub("<[^>]+>", "", page).split())
    assert "3 names: Bo · Jean-Pierre · Marguerite" in words
    assert "5 names: Łukasz Żółć · 田中 愛子" in words


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_list_of_which_every_row_is_hidden_is_read(hall: TournamentHall, kind: str) -> None:
    file = SimpleUploadedFile(
        f"people.{kind}", sheet_with_hidden_rows(kind, [["Bo"], ["Zed"]], hidden=[0, 1])
    )
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Which of these names are right?" not in page
    assert "Zed" in page


def test_two_people_in_one_quoted_cell_are_asked_about(hall: TournamentHall) -> None:
    rows = 'Name,Paid\n"Vera Kovacs, Sean O\'Neill",yes\n"García López, María José",yes\nBo,no\n'
    page = unescape(hall.post("entrants/list/", rows=rows, add="1").content.decode())
    assert "These are two people" in page
    assert "María José García López" in page
    assert "Sean O'Neill Vera Kovacs" not in page


@pytest.mark.parametrize("typed", ["Léa;Dupont;FRA", "lea@example.org", "Léa Dupont\t04090001"])
def test_a_line_of_a_list_typed_as_one_name_is_refused_at_its_field(hall: TournamentHall, typed: str) -> None:
    answer = hall.post("entrants/new/", name=typed)
    assert answer.status_code == 422 or "\t" in typed
    assert not any(sign in name for name in on_list(hall) for sign in ";@")


def test_a_text_in_the_column_of_names_is_told_beside_its_row(hall: TournamentHall) -> None:
    rows = "Léa Dupont;no nuts, no fish, please\nMax Vogel;vegan"
    columns = {"column-0": "", "column-1": "name"}
    answer = hall.post("entrants/list/", rows=rows, add="1", **columns)
    assert answer.status_code == 422
    assert "This text is not a name" in unescape(answer.content.decode())
    assert on_list(hall) == {}


@pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx", "ods"])
def test_a_list_is_the_same_in_every_kind_of_file(hall: TournamentHall, kind: str) -> None:
    rows: list[list[Any]] = [
        ["Riichi Open, Lyon, 12-13 juin 2026", "", "", ""],
        ["", "", "", ""],
        ["Nom", "Prénom", "Pays", "N° EMA"],
        ["O'Brien", 'Seán "Bo"', "Irlande", 9010001],
        ["Müller, von", "Jörg", "DE", 3010002],
        ["田中", "愛子", "日本", ""],
    ]
    if kind in ("csv", "tsv"):
        out = io.StringIO()
        csv.writer(out, delimiter="\t" if kind == "tsv" else ",").writerows(rows)
        content = out.getvalue().encode("utf-16" if kind == "tsv" else "utf-8-sig")
    else:
        content = tablib.Dataset(*rows).export(kind)
    file = SimpleUploadedFile(f"people.{kind}", content)
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    assert "Riichi Open, Lyon, 12-13 juin 2026" in page
    text = page.partition('<textarea id="id_rows"')[2].partition(">")[2].partition("</textarea>")[0]
    done = hall.post("entrants/list/", rows=text, add="1", skip="1", **columns_in(page))
    assert done.status_code == 302
    told = [*Entrant.objects.order_by("pk").values_list("last_name", "country", "ema_number")]
    assert told == [("O'Brien", "IRL", "09010001"), ("田中", "JPN", "")], "a name with a comma is left out"


def test_a_reading_that_was_never_offered_is_no_fault_of_the_server(hall: TournamentHall) -> None:
    form = {"rows": "Aiko\nBen", "reading-text": ["Aiko\nBen"] * 900}
    for reading in ("9" * 5_000, "-1", "７", "99"):
        page = hall.post("entrants/list/", reading=reading, **form)
        assert page.status_code in (200, 422)
        assert "Aiko" in page.content.decode()


def test_a_wrong_row_of_a_list_is_mended_beside_it_and_nothing_else_of_the_text_changes(
    hall: TournamentHall,
) -> None:
    rows = 'Spring list\n\nName;;Country;Remark\n"Ada";;FRA;vegan\nBen;;Lille;"no nuts; no fish"\n'
    page = unescape(hall.post("entrants/list/", rows=rows).content.decode())
    stamp = re.findall(r'name="was-5" value="(\w+)"', page)[0]
    sent = {"was-5": stamp, "cell-5-0": "Ben", "cell-5-1": "NED", "cell-5-2": "no nuts; no fish"}
    mended = hall.post("entrants/list/", rows=rows, add="1", **sent, **columns_in(page))
    page = unescape(mended.content.decode())
    assert rows.replace("Lille", "NED").strip() in page.replace("\r", "")
    assert not Entrant.objects.filter(name="Ben").exists(), "what was mended is looked at once more"
    rows = rows.replace("Lille", "NED")
    assert hall.post("entrants/list/", rows=rows, add="1", **columns_in(page)).status_code == 302
    assert Entrant.objects.get(name="Ben").country == "NED"


def test_a_list_of_which_every_row_is_wrong_can_be_sent_back(hall: TournamentHall) -> None:
    rows = "\n".join(["Name;Country;Club;EMA", *(f"Player {at};Nowhere;Lyon;{at}" for at in range(400))])
    page = unescape(hall.post("entrants/list/", rows=rows).content.decode())
    fields = dict(re.findall(r'name="((?:was|cell)-[^"]+)" value="([^"]*)"', page))
    assert len(fields) > 100
    again = hall.post("entrants/list/", rows=rows, **fields, **columns_in(page))
    assert again.status_code == 422, "no form has more fields than are taken"


@pytest.mark.parametrize("line", ["Marguerite Bo Jean-Pierre Ann", "x Bo", "Bo?", "Bo ....... Lu"])
@pytest.mark.parametrize("page", ["entrants/list/", "players/"])
def test_a_line_that_may_not_be_one_name_is_asked_about(hall: TournamentHall, page: str, line: str) -> None:
    text = f"Σοφία Παπαδοπούλου\n{line}\nO'Brien"
    answer = hall.post(page, rows=text, players=text, add="1")
    assert answer.status_code in (200, 422)
    asked = "may be 4 people" if "Ann" in line else f"“{line}” "
    assert asked in unescape(answer.content.decode())
    assert not on_list(hall)


def test_a_file_of_people_is_looked_at_among_the_tournaments(hall: TournamentHall) -> None:
    file = SimpleUploadedFile("people.csv", '\ufeffNom;N° EMA\r\nليلى منصور;="04010006"\r\n'.encode())
    page = unescape(hall.phone.post(hall.url("entrants/file/"), {"file": file}).content.decode())
    current = re.findall(r'<a href="([^"]+)"[^>]*aria-current="[a-z]+"', page)
    assert "An EMA number has eight digits" not in page
    assert "04010006" in page
    assert [path.split("/")[3] for path in current] == ["tournaments"]
