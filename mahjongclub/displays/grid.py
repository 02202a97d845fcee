"""The pages that the tables of a wall take turns on, and the grid in which letters become largest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import TypeVar
from unicodedata import east_asian_width

Table = TypeVar("Table")

#: beyond so many tables at once the letters would be too small: pages take turns
MOST_AT_ONCE = 12
#: three rows, where a name of two lines is whole
FEWER_AT_ONCE = 9
#: names of more letters than this are written smaller, so that one name does not make every table small
LONGEST = 14
#: names are measured in steps of two letters, and never as fewer than these
SHORTEST = 6
#: letters that the stick of a riichi takes the room of
STICK_LETTERS = 4
#: what the grid divides: the screen of 16:9 without the head and the gaps, in hundredths of its height
HEIGHT, WIDTH = 86.0, 175.0
#: what a Greek or Cyrillic letter takes beyond a Latin one
WIDER = 0.1
#: sizes of a table in its own em; wall_display.css divides by the same
LINE, DOUBLE_LINE, HEAD, SCORE, LETTER = 1.15, 1.45, 1.65, 6.6, 0.6
#: how much smaller a name in two lines is written, and how much larger all the rest must become for it
SMALLER, WORTH_IT = 0.7, 1.05
#: nothing is written smaller, in hundredths of the height: 24 px of 720
LEAST = 3.34


@dataclass(frozen=True)
class Grid:
    """Columns and rows of a page, and the letters a line has room for.

    Names of more letters are written smaller, where `two_line_names` in two lines.
    """

    columns: int
    rows: int
    letters: int
    two_line_names: bool

    @property
    def letters_when_smaller(self) -> int:
        """What a line has room for in smaller letters: where the rows are high, longer names take two."""
        return self.letters + STICK_LETTERS

    @property
    def css_classes(self) -> str:
        """What wall_display.css goes by."""
        class_names = f"columns-{self.columns} rows-{self.rows} letters-{self.letters}"
        return f"{class_names} double" if self.two_line_names else class_names


def max_tables_per_page(names: Iterable[str]) -> int:
    """How many tables share a page: fewer where a name takes two lines, for which the rows must be higher."""
    fits = LONGEST + STICK_LETTERS
    return FEWER_AT_ONCE if any(width_in_letters(name) > fits for name in names) else MOST_AT_ONCE


def split_into_pages(tables: list[Table], most: int = MOST_AT_ONCE) -> list[list[Table]]:
    """The tables in pages of about as many each, at most `most`; no table is one empty page."""
    pages = max(1, -(-len(tables) // most))
    size = max(1, -(-len(tables) // pages))
    return [tables[first : first + size] for first in range(0, max(1, len(tables)), size)]


def best_grid(tables: int, lines: int, names: list[str]) -> Grid:
    """The grid that gives so many tables, of at most `lines` lines, the largest letters."""
    single = _letters_of(width_in_letters(name) for name in names)
    double = _letters_of(SMALLER * _in_two_lines(name) for name in names)
    columns, size = _columns(tables, lines * LINE + HEAD, single)
    wider, larger = _columns(tables, lines * DOUBLE_LINE + HEAD, double)
    if larger > WORTH_IT * size and SMALLER * _wide(wider, double) >= LEAST:
        return Grid(wider, _rows(tables, wider), double, two_line_names=True)
    return Grid(columns, _rows(tables, columns), single, two_line_names=False)


def _columns(tables: int, height: float, letters: int) -> tuple[int, float]:
    """The columns that make an em largest, and that em, in hundredths of the screen's height."""

    def size(columns: int) -> float:
        return min(HEIGHT / _rows(tables, columns) / height, _wide(columns, letters))

    columns = max(
        range(1, max(1, tables) + 1),
        key=lambda columns: (round(size(columns), 1), -columns * _rows(tables, columns)),
    )
    return columns, size(columns)


def _wide(columns: int, letters: int) -> float:
    return WIDTH / columns / (SCORE + letters * LETTER)


def _rows(tables: int, columns: int) -> int:
    return max(1, -(-tables // columns))


def _letters_of(lengths: Iterable[float]) -> int:
    longest = ceil(max(lengths, default=0))
    return min(LONGEST, max(SHORTEST, longest + longest % 2))


def _in_two_lines(name: str) -> int:
    """The letters of the longer line of a name that is broken at its best space or hyphen."""
    breaks = [place + 1 for place, letter in enumerate(name) if letter in " -"] + [len(name)]
    return min(
        max(width_in_letters(name[:place].rstrip()), width_in_letters(name[place:])) for place in breaks
    )


def width_in_letters(name: str) -> int:
    """The room of a name in letters: Greek and Cyrillic ones are wider, Chinese and Japanese ones are two."""
    wider = sum("\u0370" <= letter <= "\u052f" for letter in name)
    return ceil(WIDER * wider) + sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
