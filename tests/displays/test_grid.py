"""The grid of the wall: how large the letters are, and who takes turns."""

from __future__ import annotations

import pytest

from mahjongclub.displays.grid import (
    MOST_AT_ONCE,
    Grid,
    best_grid,
    max_tables_per_page,
    split_into_pages,
    width_in_letters,
)

CLUB = ["Aiko", "Benoît", "Chen", "Dina"]


@pytest.mark.parametrize(
    ("tables", "pages"),
    [(0, [0]), (1, [1]), (12, [12]), (13, [7, 6]), (24, [12, 12]), (25, [9, 9, 7]), (48, [12] * 4)],
)
def test_more_than_twelve_tables_take_turns_in_pages_of_about_as_many(tables: int, pages: list[int]) -> None:
    numbers = list(range(tables))
    built = split_into_pages(numbers)
    assert [len(page) for page in built] == pages
    assert [number for page in built for number in page] == numbers


@pytest.mark.parametrize(
    "name", ["Marie-Antoinette Desrousseaux", "山本五十六太郎左衛門", "محمد عبد الرحمن بن عبد العزيز"]
)
def test_names_of_two_lines_have_three_rows_of_tables_at_most(name: str) -> None:
    names = [*CLUB, name]
    pages = split_into_pages(list(range(21)), max_tables_per_page(names))
    assert [len(page) for page in pages] == [7, 7, 7]
    assert best_grid(7, 4, names).rows <= 3
    assert max_tables_per_page([*CLUB, "Marguerite-Marie"]) == MOST_AT_ONCE


@pytest.mark.parametrize("lines", [3, 4, 6])
@pytest.mark.parametrize("longest", ["Chen", "Marguerite-Marie", "Bartholomäus-Maximilian von und zu"])
def test_the_grid_has_room_for_every_table(lines: int, longest: str) -> None:
    for count in range(1, MOST_AT_ONCE + 1):
        grid = best_grid(count, lines, [*CLUB, longest])
        assert grid.columns * grid.rows >= count, (count, grid)
        assert grid.columns * (grid.rows - 1) < count, (count, grid)  # no empty row
        assert max(grid.columns, grid.rows) <= 6, (count, grid)  # what the style sheet has classes for


def test_short_names_have_four_columns_and_long_ones_three() -> None:
    assert best_grid(12, 4, CLUB) == Grid(columns=4, rows=3, letters=6, two_line_names=False)
    assert best_grid(12, 4, [*CLUB, "Marguerite-Marie"]).columns == 3


def test_a_long_name_takes_two_lines_where_all_else_becomes_larger() -> None:
    assert best_grid(6, 4, [*CLUB, "Marguerite-Marie"]).two_line_names
    assert not best_grid(1, 4, [*CLUB, "Marguerite-Marie"]).two_line_names


def test_a_name_in_characters_takes_twice_the_room() -> None:
    assert width_in_letters("田中") == width_in_letters("Chen") == 4
