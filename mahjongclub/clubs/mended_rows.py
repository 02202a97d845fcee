"""Rows of a list on a page: how many of them are shown, and wrong ones with their cells to type again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from mahjongclub.lists.columns import fill_down_rows
from mahjongclub.lists.mending import replace_rows, table_of_names
from mahjongclub.lists.tables import Table, read_table

#: rows shown at most, and rows with faults below them
MOST_ROWS, MOST_FAULTS_BELOW = 1000, 100
#: fields of cells in a form: Django takes a thousand fields in all
MOST_FIELDS = 500
#: letters of a list in which rows are mended
LONGEST_TEXT = 200_000
#: digits of a line's number
LONGEST_LINE = 6


class ReadRow(Protocol):
    """A row as it was read of a list."""

    @property
    def line(self) -> int: ...
    @property
    def cells(self) -> Sequence[str]: ...
    @property
    def fault(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row on a page. `stamp` says which cells it had; "" where they cannot be typed again beside it."""

    row: ReadRow
    stamp: str = ""


class RowsOnPage:
    """What a page shows of the rows of a list."""

    rows: Sequence[ReadRow]

    @property
    def shown_rows(self) -> list[ShownRow]:
        """The first rows and those with faults below them; the first faulty ones with fields for their
        cells.
        """
        below = [row for row in self.rows[MOST_ROWS:] if row.fault]
        shown: list[ShownRow] = []
        fields = 0
        for row in [*self.rows[:MOST_ROWS], *below[:MOST_FAULTS_BELOW]]:
            if row.fault:
                fields += len(row.cells) + 1
            shown.append(ShownRow(row, cells_stamp(row.cells) if row.fault and fields <= MOST_FIELDS else ""))
        return shown

    @property
    def faulty_lines(self) -> list[int]:
        """The lines of the faulty rows that are shown: among many rows nobody finds them otherwise."""
        return [shown.row.line for shown in self.shown_rows if shown.row.fault]

    @property
    def hidden_count(self) -> int:
        """How many rows are not shown."""
        below = sum(bool(row.fault) for row in self.rows[MOST_ROWS:])
        return max(0, len(self.rows) - MOST_ROWS - min(below, MOST_FAULTS_BELOW))


def cells_stamp(cells: Sequence[str]) -> str:
    """Return what a form sends along to say which cells a row had."""
    return blake2b(repr(tuple(cells)).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def text_with_mended_rows(text: str, answers: Mapping[str, str], *tables: Table) -> str:
    """Return the text of a list with the cells that somebody typed beside its rows.

    `tables` are the ways in which its rows may have been read; of none those of a list of people.

    A row is found by its line and what stood in it, and by the latter alone where lines were added above.
    A row that was changed in the text as well stays as it is there.
    """
    mended = _mended_cells(answers)
    if not mended or len(text) > LONGEST_TEXT:
        return text
    for table in tables or (read_table(text), table_of_names(text)):
        rows = {
            line: cells
            for (number, stamp), cells in mended.items()
            if (line := _line_of(table, number, stamp)) is not None
        }
        if rows:
            return replace_rows(text, table, rows)
    return text


#: what a form says of empty cells below one with a team
FILL_GAPS, LEAVE_GAPS = "fill", "leave"


def text_with_filled_gaps(text: str, answers: Mapping[str, str]) -> str:
    """Return the text of a list with empty cells filled from above, where a form says so ("gaps": "fill").

    "gap-columns" are the places of the columns in the table, "heads" says that its first row are headings.
    """
    if answers.get("gaps") != FILL_GAPS or len(text) > LONGEST_TEXT:
        return text
    table = read_table(text)
    places = [int(place) for place in re.findall(r"\b[0-9]{1,2}\b", answers.get("gap-columns", "")[:200])]
    rows = fill_down_rows(table.rows, [at for at in places if at < table.width], has_heads="heads" in answers)
    return replace_rows(text, table, {table.lines[at]: row for at, row in rows.items()})


def _mended_cells(answers: Mapping[str, str]) -> dict[tuple[int, str], list[str]]:
    """Return the cells typed beside rows that differ from those that stood there, by line and stamp."""
    mended: dict[tuple[int, str], list[str]] = {}
    for name in [*answers][: MOST_FIELDS * 2]:
        if (line_match := re.fullmatch(rf"was-([0-9]{{1,{LONGEST_LINE}}})", name)) is None:
            continue
        cells: list[str] = []
        while (cell := answers.get(f"cell-{line_match[1]}-{len(cells)}")) is not None:
            cells.append(cell)
        if cells and cells_stamp(cells) != answers[name]:
            mended[int(line_match[1]), answers[name]] = cells
    return mended


def _line_of(table: Table, line: int, stamp: str) -> int | None:
    """Return the line of the row that has these cells; of several alike the one nearest to `line`."""
    lines = [at for at, row in zip(table.lines, table.rows, strict=True) if cells_stamp(row) == stamp]
    return min(lines, key=lambda at: abs(at - line), default=None)
