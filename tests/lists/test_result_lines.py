"""Results typed without headings: a line for each table, or for each player."""

from __future__ import annotations

import pytest

from mahjongclub.lists.results import read_result_lines

NUMBERS = ("12", "32.5", "7", "21.0", "3", "-10", "9", "-43.5")
LINES = {
    "colons and commas": "12: 32.5, 7: 21.0, 3: -10, 9: -43.5",
    "no blanks": "12:32.5,7:21.0,3:-10,9:-43.5",
    "equals signs and semicolons": "12=32.5; 7=21.0; 3=-10; 9=-43.5",
    "dashes": "12 - 32.5, 7 - 21.0, 3 - -10, 9 - -43.5",
    "blanks and tabs": "12 32.5\t7 21.0\t3 -10\t9 -43.5",
    "tabs alone": "12\t32.5\t7\t21.0\t3\t-10\t9\t-43.5",
    "blanks alone": "12 32.5 7 21.0 3 -10 9 -43.5",
    "slashes": "12: 32.5 / 7: 21.0 / 3: -10 / 9: -43.5",
    "bars": "12: 32.5 | 7: 21.0 | 3: -10 | 9: -43.5",
    "a table before them": "Table 4: 12: 32.5, 7: 21.0, 3: -10, 9: -43.5",
    "a number before them": "1) 12: 32.5, 7: 21.0, 3: -10, 9: -43.5",
    "full-width digits": "１２：３２.５，７：２１.０，３：-１０，９：-４３.５",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_of_numbers_and_points_is_a_table(line: str) -> None:
    read = read_result_lines(line)
    assert read is not None
    assert read.rows == ((1, ("", *NUMBERS)),)


@pytest.mark.parametrize("line", ["12: 32,5, 7: 21,0, 3: -10, 9: -43,5", "12:32,5,7:21,0,3:-10,9:-43,5"])
def test_a_decimal_comma_is_no_comma_between_players(line: str) -> None:
    read = read_result_lines(line)
    assert read is not None
    assert read.rows[0][1] == ("", "12", "32,5", "7", "21,0", "3", "-10", "9", "-43,5")


def test_names_stay_whole_and_points_keep_their_thousands() -> None:
    text = "Anne-Sophie de La Rochefoucauld 32 500, Łukasz Żółć 25 500, 田中 愛子 22 000, ليلى منصور 20 000"
    read = read_result_lines(text)
    assert read is not None
    assert read.rows[0][1][1::2] == (
        "Anne-Sophie de La Rochefoucauld",
        "Łukasz Żółć",
        "田中 愛子",
        "ليلى منصور",
    )
    assert read.rows[0][1][2::2] == ("32 500", "25 500", "22 000", "20 000")


def test_a_dash_before_some_points_is_a_minus() -> None:
    read = read_result_lines("Bo 32.5, Lu 21, Cy - 10, Di - 43.5")
    assert read is not None
    assert read.rows[0][1][2::2] == ("32.5", "21", "-10", "-43.5")


@pytest.mark.parametrize("between", ["\n\n", "\nTable 2\n", "\nT2\n", "\n\nTable 2:\n"])
def test_a_line_for_each_player_makes_a_table_of_each_block(between: str) -> None:
    read = read_result_lines(f"Bo: 30\nLu: -30{between}Cy = 5\nDi = -5")
    assert read is not None
    assert [row[1:] for _line, row in read.rows] == [("Bo", "30", "Lu", "-30"), ("Cy", "5", "Di", "-5")]


def test_what_stands_about_the_tables_is_told_and_a_day_counts_for_the_lines_below() -> None:
    text = (
        "Results of Thursday!\n12.11.2026\nBo 41000, Lu 9000\nCy 26000, Di 24000\nBest hand: 13 han\nThanks"
    )
    read = read_result_lines(text)
    assert read is not None
    assert read.left_out == ("Results of Thursday!", "Thanks")
    assert [row[0] for _line, row in read.rows] == ["12.11.2026", "12.11.2026", ""]
    assert read.rows[2] == (5, ("", "Best hand: 13 han", "", "", ""))


@pytest.mark.parametrize(
    "text", ["Bo\nLu", "Name,Points\nBo,32\nLu,21", "", "Bo\n\nLu", "Hello, we are 12 tonight"]
)
def test_a_text_without_points_beside_names_is_no_result(text: str) -> None:
    assert read_result_lines(text) is None


def test_a_table_of_seven_is_read_as_any_other() -> None:
    names = ["Marguerite", "Bo", "O’Brien", "Łukasz Żółć", "Σοφία Παπαδοπούλου", "田中 愛子", "Jean-Pierre"]
    points = ["24", "-4", "-4", "8", "-12", "-4", "-8"]
    pairs = [f"{name}: {value}" for name, value in zip(names, points, strict=True)]
    line = ", ".join(pairs)
    read = read_result_lines(f"{line}\n{line}")
    assert read is not None
    assert [[*row[1::2]] for _number, row in read.rows] == [names, names]
    assert [[*row[2::2]] for _number, row in read.rows] == [points, points]
    block = read_result_lines("\n".join(pairs))
    assert block is not None
    assert len(block.rows[0][1]) == 1 + 2 * 7


def test_each_line_may_have_separators_of_its_own() -> None:
    text = "Anna 35, Bo 28, Cy 22, Di 15\nAnna 350 Bo 280 Cy 220 Di 150\nAnna 30 / Bo 30 / Cy 20 / Di 20"
    lines = read_result_lines(f"{text}\nAnna 40, Bo 30, Cy 20, Di 10")
    assert lines is not None
    assert [row[2::2] for _line, row in lines.rows][1:3] == [
        ("350", "280", "220", "150"),
        ("30", "30", "20", "20"),
    ]


def test_a_line_with_a_day_and_no_readable_result_is_shown_and_not_taken_for_a_day() -> None:
    first = "01/03/2026: Anna 35, Bo 28, Cy 22, Di 15"
    lines = read_result_lines(f"{first}\n08/03/2026: Anna 25 Bo 25 Cy 40 Di\n{first}")
    assert lines is not None
    assert [row[1] for _line, row in lines.rows] == ["Anna", "08/03/2026: Anna 25 Bo 25 Cy 40 Di", "Anna"]
    assert lines.rows[2][1][0] == "01/03/2026"
