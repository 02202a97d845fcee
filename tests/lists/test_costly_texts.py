"""Texts made to cost: they are read in about the time of any text of that length."""

from __future__ import annotations

import time

import pytest

from mahjongclub.lists.columns import columns_of
from mahjongclub.lists.names import names_in
from mahjongclub.lists.tables import LONGEST_CELL, read_table

LENGTH = 100_000
USUAL = "Dupont;Léa;FRA;04010001\n" * (LENGTH // 24)
#: so many times as long a text made to cost may take: what took the square of its length took a thousand
MOST_TIMES = 40
COSTLY = {
    "one long word": "a" * LENGTH,
    "quotes": '"' * LENGTH,
    "quotes never closed": '"a;b\n' * (LENGTH // 5),
    "blanks": "a" + " " * LENGTH,
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
    "minus signs": "−(" * (LENGTH // 2),
}


def seconds(text: str) -> float:
    began = time.perf_counter()
    columns_of(read_table(text))
    names_in(text)
    return time.perf_counter() - began


@pytest.mark.parametrize("name", COSTLY)
def test_a_text_made_to_cost_takes_no_more_than_its_length(name: str) -> None:
    seconds(USUAL)  # what is read once
    usual = max(0.05, seconds(USUAL))
    assert seconds(COSTLY[name]) < MOST_TIMES * usual


def test_a_cell_is_cut_where_no_name_goes_on() -> None:
    (row,) = read_table(f"Léa Dupont;{'x' * (2 * LONGEST_CELL)};FRA").rows
    assert row == ("Léa Dupont", "x" * LONGEST_CELL, "FRA")
