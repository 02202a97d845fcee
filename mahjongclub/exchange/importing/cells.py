"""Rows and cells of a sheet as they are read, counted before they are kept."""

from __future__ import annotations

from collections.abc import Iterable

from mahjongclub.rules.words import Text

from ..unpacking import Refused

MOST_ROWS = 5000
MOST_COLUMNS = 60
#: filled cells of a whole sheet
MOST_CELLS = 150_000
LONGEST_CELL = 300


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
        row = tuple(map(checked_cell, cells))[: MOST_COLUMNS + 1]
        times = min(times, MOST_ROWS + 2 - len(self.rows))
        self._cells += times * sum(map(bool, row))
        if self._cells > MOST_CELLS:
            raise Refused(Text("The sheet has too many cells: {most} at most.", most=MOST_CELLS))
        self.rows += [row] * times


def checked_cell(text: str) -> str:
    """A cell without blanks around it; Refused where it is too long."""
    if len(text) > LONGEST_CELL:
        raise Refused(Text("A cell is too long: {longest_cell} letters at most.", longest_cell=LONGEST_CELL))
    return text.strip()


def sheet_too_long() -> Refused:
    """The refusal of a sheet with too many rows."""
    return Refused(Text("The sheet is too long: {most_rows} rows at most.", most_rows=MOST_ROWS))


def sheet_too_wide() -> Refused:
    """The refusal of a sheet with too many columns."""
    return Refused(Text("The sheet is too wide: {most_columns} columns at most.", most_columns=MOST_COLUMNS))
