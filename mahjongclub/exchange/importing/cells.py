"""Rows and cells of a sheet as they are read, counted before they are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from mahjongclub.rules.words import Text

from ..unpacking import FileRefused

MOST_ROWS = 5000
MOST_COLUMNS = 60
#: filled cells of a whole sheet
MOST_CELLS = 150_000
LONGEST_CELL = 300
#: sheets of one file that are read
MOST_SHEETS = 24
MOST_MERGED = 5000

Sheets = TypeVar("Sheets", bound=Sequence[object])


class TitledRows(NamedTuple):
    """The title of a sheet, its rows, and the indexes of those that are hidden: by hand, or by a filter."""

    title: str
    rows: list[tuple[str, ...]]
    hidden: frozenset[int] = frozenset()


def titled_rows_unhidden_if_all_hidden(
    title: str, rows: list[tuple[str, ...]], hidden: Iterable[int]
) -> TitledRows:
    """Return a sheet; none of its rows is hidden where nothing stands in the others."""
    filled = {at for at, row in enumerate(rows) if any(row)}
    hidden_filled = filled.intersection(hidden)
    return TitledRows(title, rows, frozenset(hidden_filled if hidden_filled != filled else ()))


@dataclass(frozen=True, slots=True)
class MergedCells:
    """Cells shown as one; the text stands in the first of them, `row` and `column`, which count from 0."""

    row: int
    column: int
    row_count: int
    column_count: int


class SheetBuilder:
    """The rows of a sheet so far, each a tuple of texts: at most MOST_ROWS, their heading and one more."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self._cells = 0

    @property
    def is_full(self) -> bool:
        """Whether no further row is taken."""
        return len(self.rows) >= MOST_ROWS + 2

    def add_row(self, cells: Iterable[str], times: int = 1) -> None:
        """Add a row, so many times; Refused for too many cells, and for a cell that is too long."""
        row = tuple(map(stripped_cell, cells))[: MOST_COLUMNS + 1]
        times = min(times, MOST_ROWS + 2 - len(self.rows))
        self._cells += times * sum(map(bool, row))
        if self._cells > MOST_CELLS:
            raise FileRefused(Text("The sheet has too many cells: {most} at most.", most=MOST_CELLS))
        self.rows += [row] * times


def fill_merged_cells(rows: list[tuple[str, ...]], merged: Iterable[MergedCells]) -> list[tuple[str, ...]]:
    """Return the rows with the text of merged cells in each row, and each heading, that it stands for.

    A title across the table stays where it is: beside it nothing stands in its rows.
    """
    filled: dict[int, list[str]] = {}
    for cells in merged:
        text = _cell_at(rows, cells.row, cells.column)
        if not text:
            continue
        for at in range(cells.row, min(cells.row + cells.row_count, len(rows))):
            beside = (*rows[at][: cells.column], *rows[at][cells.column + cells.column_count :])
            if any(beside):
                last = cells.column + (cells.column_count if at == cells.row else 1)
                row = filled.setdefault(at, list(rows[at]))
                row += [""] * (min(last, MOST_COLUMNS) - len(row))
                row[cells.column : last] = [text] * len(row[cells.column : last])
    return [tuple(filled.get(at, row)) for at, row in enumerate(rows)]


def _cell_at(rows: list[tuple[str, ...]], row: int, column: int) -> str:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def stripped_cell(text: str) -> str:
    """Return a cell without blanks around it; Refused where it is too long."""
    if len(text) > LONGEST_CELL:
        raise FileRefused(
            Text("A cell is too long: {longest_cell} letters at most.", longest_cell=LONGEST_CELL)
        )
    return text.strip()


def check_sheet_count(sheets: Sheets) -> Sheets:
    """Return the sheets of a file; Refused for more than are read: none of them is left out unseen."""
    if len(sheets) > MOST_SHEETS:
        raise FileRefused(
            Text(
                "The file has more than {most} sheets: save the one that is meant as a file of its own.",
                most=MOST_SHEETS,
            )
        )
    return sheets


def check_cell_count(sheets: Iterable[TitledRows]) -> None:
    """Raise FileRefused where the sheets of a file have together more filled cells than one may have."""
    if sum(sum(map(bool, row)) for sheet in sheets for row in sheet.rows) > MOST_CELLS:
        raise FileRefused(Text("The sheets have too many cells: {most} at most.", most=MOST_CELLS))


def sheet_too_long_error() -> FileRefused:
    """Return the error for a sheet with too many rows."""
    return FileRefused(Text("The sheet is too long: {most_rows} rows at most.", most_rows=MOST_ROWS))


def sheet_too_wide_error() -> FileRefused:
    """Return the error for a sheet with too many columns."""
    return FileRefused(
        Text("The sheet is too wide: {most_columns} columns at most.", most_columns=MOST_COLUMNS)
    )
