"""Cells of a list typed again beside a wrong row: what of the text changes, and what stays."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.mended_rows import (
    MOST_FIELDS,
    MOST_ROWS,
    RowsOnPage,
    cells_stamp,
    text_with_mended_rows,
)
from mahjongclub.clubs.name_lists import NameRow
from mahjongclub.lists.tables import read_table


def answers_of(text: str, line: int, **cells: str) -> dict[str, str]:
    """What a form sends of the row of a line, with other cells: `at1="DEN"`."""
    table = read_table(text)
    row = table.rows[table.lines.index(line)]
    sent = {f"cell-{line}-{at}": cells.get(f"at{at}", cell) for at, cell in enumerate(row)}
    return {f"was-{line}": cells_stamp(row), **sent}


@pytest.mark.parametrize(
    ("text", "line", "cells", "mended"),
    [
        ("Name;Land\nBo;XX\nLu;DE", 2, {"at1": "DEN"}, "Name;Land\nBo;DEN\nLu;DE"),
        ("Name;;Land\r\nBo;;XX\r\nLu;;DE\r\n", 2, {"at1": "DEN"}, "Name;;Land\r\nBo;;DEN\r\nLu;;DE\r\n"),
        ("Name\tLand\nBo\tXX\nLu\tDE", 2, {"at0": "Bo Jensen"}, "Name\tLand\nBo Jensen\tXX\nLu\tDE"),
        ("Name;Land\nBo;XX\nLu;DE", 2, {"at0": 'Bo; "B"'}, 'Name;Land\n"Bo; ""B""";XX\nLu;DE'),
        ('Name;Land\n"Bo\nJensen";XX\nLu;DE', 2, {"at1": "DEN"}, "Name;Land\nBo Jensen;DEN\nLu;DE"),
        ("sep=;\nName;Land\nBo;XX\nLu;DE", 3, {"at1": "DEN"}, "sep=;\nName;Land\nBo;DEN\nLu;DE"),
        ("Open, Lyon\n\nName;Land\nBo;XX", 4, {"at1": "DEN"}, "Open, Lyon\n\nName;Land\nBo;DEN"),
        ("Name,Land\nBo,XX\nLu,DE", 2, {"at1": "DEN"}, "Name,Land\nBo,DEN\nLu,DE"),
        ("Name    Land\nBo    XX\nLu    DE", 2, {"at1": "DEN"}, "Name\tLand\nBo\tDEN\nLu\tDE"),
        ("1. Bo@x\n2. Lu", 1, {"at0": "Bo"}, "1. Bo\n2. Lu"),
        ("- Bo? ✅\n- Lu", 1, {"at0": "Bo"}, "- Bo ✅\n- Lu"),
        ("| Name | Land |\n|---|---|\n| Bo | XX |\n| Lu | DE |", 3, {"at1": "DEN"},
         "| Name | Land |\n|---|---|\n|Bo|DEN|\n| Lu | DE |"),
    ],
)  # fmt: skip
def test_a_mended_cell_changes_its_row_in_the_text_alone(
    text: str, line: int, cells: dict[str, str], mended: str
) -> None:
    before = read_table(text)
    after = text_with_mended_rows(text, answers_of(text, line, **cells))
    if "|" in text:
        assert [part.strip() for part in after.split("|")] == [part.strip() for part in mended.split("|")]
    else:
        assert after == mended
    changed = [list(row) for row in before.rows]
    row = changed[before.lines.index(line)]
    for name, cell in cells.items():
        row[int(name[2:])] = cell
    assert [list(row) for row in read_table(after).rows] == changed


def test_a_list_that_nobody_mended_stays_as_it_is() -> None:
    text = "Name;Land\n Bo ;XX\nLu;DE"
    assert text_with_mended_rows(text, answers_of(text, 2)) == text
    assert (
        text_with_mended_rows(text, {"was-2": "x", "was-x": "", "cell-2-0": "Bo", "was-9999999": ""}) == text
    )


def test_a_row_is_found_where_lines_were_added_above_and_left_where_the_text_was_changed_too() -> None:
    sent = answers_of("Name;Land\nBo;XX\nLu;DE", 2, at1="DEN")
    assert (
        text_with_mended_rows("Name;Land\nAda;FR\nBo;XX\nLu;DE", sent) == "Name;Land\nAda;FR\nBo;DEN\nLu;DE"
    )
    assert text_with_mended_rows("Name;Land\nBo;SE\nLu;DE", sent) == "Name;Land\nBo;SE\nLu;DE"


def test_one_of_several_names_in_a_line_is_mended() -> None:
    sent = {"was-2": cells_stamp(["Ben1"]), "cell-2-0": "Ben"}
    assert text_with_mended_rows("Aiko, Ben1、Chen", sent) == "Aiko\nBen\nChen"


class ManyRows(RowsOnPage):
    def __init__(self, faulty: range, count: int) -> None:
        self.rows = [
            NameRow(line, ["Bo", "XX", "", ""], "Bo", "No country" if line in faulty else "")
            for line in range(1, count + 1)
        ]


def test_a_long_list_shows_a_thousand_rows_and_every_fault_below_them() -> None:
    page = ManyRows(range(1200, 1203), 1500)
    assert [one.row.line for one in page.shown_rows] == [*range(1, MOST_ROWS + 1), 1200, 1201, 1202]
    assert page.hidden_count == 497
    assert ManyRows(range(0), 3).hidden_count == 0


def test_a_form_of_many_faulty_rows_keeps_within_what_django_takes() -> None:
    rows = ManyRows(range(1, 900), 900).shown_rows
    assert sum(5 for one in rows if one.stamp) <= MOST_FIELDS
    assert rows[0].stamp
    assert not rows[-1].stamp
