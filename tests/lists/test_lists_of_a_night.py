"""Lists as somebody writes them for a night: answers before names, numbers, gaps, seats, money, titles."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.name_lists import read_names
from mahjongclub.clubs.typed_names import not_a_name_error
from mahjongclub.lists.names import names_in
from mahjongclub.lists.tables import read_table

ANSWERS = {
    "unequal answers": ("Yes: Marguerite, Bo\nNo: Jean-Pierre\nMaybe: Łukasz Żółć", ["Marguerite", "Bo"]),
    "answers of one size": ("Yes: Marguerite, Bo\nNo: Jean-Pierre, O'Brien", ["Marguerite", "Bo"]),
    "French answers": ("Présents : Marguerite, Bo\nAbsents : Jean-Pierre, O'Brien", ["Marguerite", "Bo"]),
    "counted answers": ("Yes (2): Marguerite, Bo\nNo (1): Jean-Pierre", ["Marguerite", "Bo"]),
    "one each": ("Oui : Marguerite\nNon : Jean-Pierre", ["Marguerite"]),
    "a waiting list": (
        "Players: Marguerite, Bo\nWaiting list: Jean-Pierre, O'Brien",
        ["Marguerite", "Bo", "Jean-Pierre", "O'Brien"],
    ),
    "who comes alone": ("Present: Marguerite, Bo, 田中 愛子", ["Marguerite", "Bo", "田中 愛子"]),
    "who does not come first": ("Absent: Bo\nMarguerite\nJean-Pierre", ["Marguerite", "Jean-Pierre"]),
}


@pytest.mark.parametrize(("text", "names"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_before_names_in_a_line_says_who_comes(text: str, names: list[str]) -> None:
    assert names_in(text) == names
    assert read_names(text, {}).is_rewritten


def test_who_said_no_before_names_in_a_line_is_told() -> None:
    assert read_table("Yes: Marguerite, Bo\nNo: Jean-Pierre, O'Brien").titles == (
        "Yes:",
        "No: Jean-Pierre, O'Brien",
    )


def test_teams_with_names_behind_them_are_no_answers() -> None:
    assert names_in("Nomads: Marguerite, Bo\nYes-Men: Jean-Pierre, O'Brien") == [
        "Marguerite",
        "Bo",
        "Jean-Pierre",
        "O'Brien",
    ]


COUNTED = {
    "a dash": "1 - Marguerite\n2 - Bo\n3 - Jean-Pierre",
    "a dash at the number": "1- Marguerite\n2- Bo\n3- Jean-Pierre",
    "a blank": "1 Marguerite\n2 Bo\n3 Jean-Pierre",
    "a slash": "1/ Marguerite\n2/ Bo\n3/ Jean-Pierre",
    "seats": "E: Marguerite\nS: Bo\nW: Jean-Pierre",
    "French seats": "Est : Marguerite\nSud : Bo\nOuest : Jean-Pierre",
    "seats of a table": "Table 1\nE - Marguerite\nS - Bo\nW - Jean-Pierre",
    "gaps in a line": "Marguerite    Bo    Jean-Pierre",
    "money": "Marguerite 5€\nBo 5 € ok\nJean-Pierre - 7.50 EUR",
    "a sign before somebody": "Marguerite +Bo\nJean-Pierre",
    "a title with a word of lists": "Liste des joueurs\nMarguerite\nBo\nJean-Pierre",
    "a title with a year": "Spring 2026\n\nMarguerite\nBo\nJean-Pierre",
    "numbers with a sign": "#1 Marguerite\n#2 Bo\n#3 Jean-Pierre",
    "numbers with a word": "No. 1 Marguerite\nNo. 2 Bo\nNo. 3 Jean-Pierre",
    "hours": "Marguerite 19h\nBo 20:30\nJean-Pierre jusqu'à 22h",
    "who is late": "Marguerite en retard\nBo late\nJean-Pierre (arrive à 20h)",
    "days": "Marguerite 12/11/2026\nBo 2026-11-13\nJean-Pierre",
    "final points": "Marguerite +45.2\nBo -12.1\nJean-Pierre −33.1",
    "tables with letters": "Table A\nMarguerite\nBo\nTable B\nJean-Pierre",
    "people joined": "Marguerite et Bo et Jean-Pierre",
    "somebody brought along": "Marguerite avec Bo\nJean-Pierre",
    "dots to a number": "Marguerite ........ 1\nBo ............. 2\nJean-Pierre …… 3",
    "dots to money": "Marguerite.... 5 €\nBo......... 7 €\nJean-Pierre.... ",
    "dots to a table": "Marguerite ......Table 1\nBo . . . . Table 2\nJean-Pierre ____ Table 3",
    "dots from a number": "1 ....... Marguerite\n2 ....... Bo\n3 ....... Jean-Pierre",
    "a letter as a tick": "x Marguerite\nx Bo\nx Jean-Pierre",
    "a capital as a tick": "X Marguerite\nX Bo\nX Jean-Pierre",
    "how many they are": "Marguerite\nBo\nJean-Pierre\n3 joueurs",
}


@pytest.mark.parametrize("text", COUNTED.values(), ids=COUNTED)
def test_what_stands_about_names_is_no_part_of_them(text: str) -> None:
    read = read_names(text, {})
    assert read.names == ["Marguerite", "Bo", "Jean-Pierre"]
    assert read.is_rewritten  # and looked at before anybody is added


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("ليلى منصور، سامي حداد؛ نور", ["ليلى منصور", "سامي حداد", "نور"]),
        ("１．田中愛子　２．佐藤健　３．林美玲", ["田中愛子", "佐藤健", "林美玲"]),
        ("1．田中愛子 2．佐藤健", ["田中愛子", "佐藤健"]),
    ],
)
def test_names_of_other_scripts_in_a_line_are_told_apart(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jean-Pierre et Anne-Sophie Martin", ["Jean-Pierre Martin", "Anne-Sophie Martin"]),
        ("Ann Lee, Marie Dupont and Anna Berg", ["Ann Lee", "Marie Dupont", "Anna Berg"]),
        (
            "Dupont, Marguerite\nBo Lind\nMartin, Jean-Pierre",
            ["Marguerite Dupont", "Bo Lind", "Jean-Pierre Martin"],
        ),
        ("Anna, Marguerite\nPaul Lind", ["Anna", "Marguerite", "Paul Lind"]),
        ("Ann Lee, Anna and Paul Martin", ["Ann Lee", "Anna Martin", "Paul Martin"]),
    ],
)
def test_two_people_with_whole_names_are_told_apart(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    "name",
    [
        "Bo?",
        "Bo ?",
        "Bo (?)",
        "Bo maybe",
        "Bo perhaps late",
        "Bo peut-être",
        "Bo tbc",
        "Bo and a friend",
        "For Thursday: Bo",
        "x Bo",
        "Bo ....... Lu",
    ],
)
def test_a_name_with_a_doubt_is_asked_about(name: str) -> None:
    assert [bool(not_a_name_error(read)) for read in names_in(f"Marguerite\n{name}\nJean-Pierre")] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "name",
    [
        "3 Fingers Joe",
        "Anne-Sophie de La Rochefoucauld",
        "Agent 007",
        "Maybe",
        "Jo Present",
        "E. Lind",
        "Lista",
    ],
)
def test_a_name_like_what_stands_about_names_stays(name: str) -> None:
    assert name in names_in(f"Marguerite\n{name}\nJean-Pierre\nBo")
    assert not not_a_name_error(name)


def test_a_person_in_the_first_line_is_no_title() -> None:
    assert names_in("Anna List\nMarguerite\nBo") == ["Anna List", "Marguerite", "Bo"]


@pytest.mark.parametrize(
    ("text", "clear", "asked"),
    [
        ("x Bo\no Lu", [], ["x Bo", "o Lu"]),
        ("X Bo\nO Lu\nX Ann", [], ["x Bo", "o Lu", "x Ann"]),
        ("x Bo\nx Lu\nAnn", ["Bo", "Lu"], ["❔Ann"]),
        ("+ Bo\n- Lu", ["Bo"], ["❔Lu"]),
        ("X Lind\nBo\nAnn", ["X Lind", "Bo", "Ann"], []),
    ],
)
def test_a_mark_before_a_name_that_may_say_no_is_asked_about(
    text: str, clear: list[str], asked: list[str]
) -> None:
    names = names_in(text)
    assert [name for name in names if not not_a_name_error(name)] == clear
    assert [name for name in names if not_a_name_error(name)] == asked
