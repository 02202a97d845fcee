"""Lists that came in wrong without a word: what stands about a name is no part of it, and nobody is lost."""

from __future__ import annotations

import pytest

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.names import names_in, rows_below_headings
from mahjongclub.lists.numbers import read_ema_number
from mahjongclub.lists.people import person_in_row
from mahjongclub.lists.tables import read_table

NAMES = {
    "a country behind a dash": ("Bo Lind - Denmark\nLu Berg – Schweden", ["Bo Lind", "Lu Berg"]),
    "a country behind dots": ("Bo ........ DEN\nLu ........ SWE", ["Bo", "Lu"]),
    "a country in brackets": (
        "Bo Lind (Denmark)\nLu (SWE)\nJordan (Chad)",
        ["Bo Lind", "Lu", "Jordan (Chad)"],
    ),
    "flags": ("🇫🇷 Léa\n🇩🇪 Max\n田中 愛子 🇯🇵", ["Léa", "Max", "田中 愛子"]),
    "a federation's number": ("Bo Lind 04090001\nLu Berg (04090002)", ["Bo Lind", "Lu Berg"]),
    "points with commas": ("Bo 25,000\nLu 35,000\nCy -12,000", ["Bo", "Lu", "Cy"]),
    "points with apostrophes": ("Bo 25'000\nLu 35'000", ["Bo", "Lu"]),
    "ranks": ("1st Bo\n2nd Lu\n3rd O'Brien", ["Bo", "Lu", "O'Brien"]),
    "ranks in Spanish": ("1º Bo\n2º Lu", ["Bo", "Lu"]),
    "letters": ("a) Bo\nb) Lu\nc) Cy", ["Bo", "Lu", "Cy"]),
    "Roman numbers": ("I. Bo\nII. Lu\nIII. Cy\nIV. Ed", ["Bo", "Lu", "Cy", "Ed"]),
    "labels": ("Player: Bo Lind\nJoueur : Lu Berg", ["Bo Lind", "Lu Berg"]),
    "those who do not come": ("✅ Bo\n❌ Lu\n✅ Cy", ["Bo", "Cy"]),
    "a waiting list": ("1. Bo\n2. Lu\n--- waiting list ---\n3. Cy", ["Bo", "Lu", "Cy"]),
    "the waiting list in French": ("Bo\nLu\nListe d’attente\nCy", ["Bo", "Lu", "Cy"]),
    "tables": ("Tisch 1\nBo\nLu\nTisch 2\nCy\nEd", ["Bo", "Lu", "Cy", "Ed"]),
    "a country behind a slash": ("Bo Lind / DEN\nLu Berg / SWE", ["Bo Lind", "Lu Berg"]),
    "pairs": ("Bo / Lu\nCy / Ed", ["Bo", "Lu", "Cy", "Ed"]),
    "a soft hyphen": ("Anne\u00adSophie\nBo", ["AnneSophie", "Bo"]),
    "addresses alone": ("bo@example.org\nlu@example.org", ["bo@example.org", "lu@example.org"]),
}


@pytest.mark.parametrize(("text", "names"), NAMES.values(), ids=NAMES)
def test_what_stands_about_a_name_is_no_part_of_it(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize("name", ["Bo 2", "Agent 007", "V. Popescu", "Anna - Lena", "I. Berg", "2nd Lt. Bo"])
def test_a_name_with_such_signs_stays_as_it_is(name: str) -> None:
    assert names_in(f"Marguerite\n{name}\nJean-Pierre")[1] == name


@pytest.mark.parametrize(
    ("text", "number"),
    [("4.090001E+06", "04090001"), ("4,090001E+06", "04090001"), ("4,09E+06", ""), ("4.09E+06", "")],
)
def test_a_number_in_powers_of_ten_is_read_where_no_digit_is_lost(text: str, number: str) -> None:
    assert read_ema_number(text) == number


@pytest.mark.parametrize("cell", ["#N/A", "#REF!", "#NV", "#VALUE!", "#NAME?"])
def test_the_error_of_a_formula_is_no_number(cell: str) -> None:
    table = read_table(f"Name;EMA;Country\nBo Lind;{cell};DEN\nLu Berg;4090002;SWE")
    (_line, row), *_others = rows_below_headings(table, has_heads=True)
    assert person_in_row(recognise_columns(table).kinds, row)["ema_number"] == ""


def test_a_number_behind_a_name_is_the_federations() -> None:
    assert person_in_row(["name"], ["Bo Lind (4090001)"]) == {"name": "Bo Lind", "ema_number": "04090001"}


def test_headings_below_groups_of_columns_are_known_beside_a_sign() -> None:
    table = read_table("Open 2026;;;\n;Player;;Fee\nNr;First name;Last name;€\n1;Bo;Lind;25\n2;Lu;Berg;25")
    columns = recognise_columns(table)
    assert columns.kinds[1:3] == ["first_name", "last_name"]
    assert len(rows_below_headings(table, has_heads=columns.has_heads)) == 2


def test_a_column_that_puts_people_together_is_that_of_teams() -> None:
    table = read_table("Bo Lind;Dragons\nLu Berg;Dragons\nCy Ode;Winds\nEd Xu;Winds")
    assert recognise_columns(table).kinds == ["name", "team"]
