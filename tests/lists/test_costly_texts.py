"""Texts made to cost: what is looked at of them stays within its limits."""

from __future__ import annotations

import pytest

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.lines import LONGEST_CELL
from mahjongclub.lists.names import names_in
from mahjongclub.lists.tables import MOST_COLUMNS, read_table

LENGTH = 100_000
COSTLY = {
    "one long word": "a" * LENGTH,
    "quotes": '"' * LENGTH,
    "quotes never closed": '"a;b\n' * (LENGTH // 5),
    "blanks": "a" + " " * LENGTH,
    "lines of blanks": "\n".join(["a" + " " * (LENGTH // 4)] * 4),
    "ticks": "✅" * LENGTH + "a",
    "addresses": "<a@b " * (LENGTH // 5),
    "half an address": "a" * LENGTH + "@",
    "bullets": "1. " * (LENGTH // 3),
    "brackets": "[x] " * (LENGTH // 4),
    "lines of one letter": "a\n" * (LENGTH // 2),
    "separators": ";" * LENGTH,
    "accents": "a" + "\u0301" * LENGTH,
    "East Asian signs": "田中" * (LENGTH // 2),
    "digits": "1" * LENGTH,
    "beginnings of messages": "[12.11.26, 19:03] " * (LENGTH // 18),
    "lines like messages": "a b c d e f 12/11/2026, 19:03\n" * (LENGTH // 32),
    "messages of signs": "[12.11.26, 19:03] Bo: " + "+1, " * (LENGTH // 4),
    "minus signs": "−(" * (LENGTH // 2),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_text_made_to_cost_is_read_within_its_limits(name: str) -> None:
    table = read_table(COSTLY[name])
    assert table.width <= MOST_COLUMNS
    assert max((len(cell) for row in table.rows for cell in row), default=0) <= LONGEST_CELL
    assert len(recognise_columns(table).kinds) == table.width
    names_in(COSTLY[name])


def test_a_cell_is_cut_where_no_name_goes_on() -> None:
    (row,) = read_table(f"Léa Dupont;{'x' * (2 * LONGEST_CELL)};FRA").rows
    assert row == ("Léa Dupont", "x" * LONGEST_CELL, "FRA")


def test_one_line_of_many_cells_makes_no_row_longer() -> None:
    text = "Bo;FRA\n" * 10_000 + ";" * 20_000 + "x"
    assert read_table(text).width == 2
    assert read_table("Bo;FRA\n" * 50 + "x;" * 20_000).width == MOST_COLUMNS


@pytest.mark.parametrize("first", ['sep="', "sep=a", "sep= ", "sep=", "sep=;;"])
def test_a_declared_separator_that_can_be_none_is_a_line_of_the_text(first: str) -> None:
    assert "Bo" in names_in(f"{first}\nBo\nAiko")


def test_a_tab_is_declared_as_other_separators_are() -> None:
    assert read_table("sep=\t\nBo\tFRA").rows == (("Bo", "FRA"),)
