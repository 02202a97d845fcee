"""The tables of an ODS file that are not hidden, row by row. Settings and comments are passed over."""

from __future__ import annotations

from zipfile import ZipFile

from mahjongclub.rules.reading import whole_number

from ..unpacking import parse_xml_into
from .cells import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_MERGED,
    MergedCells,
    SheetBuilder,
    TitledRows,
    check_cell_count,
    check_sheet_count,
    fill_merged_cells,
    sheet_too_long_error,
    stripped_cell,
    titled_rows_unhidden_if_all_hidden,
)

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
COMMENT = f"{OFFICE}annotation"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
ROW, SHEET, PARAGRAPH = f"{TABLE}table-row", f"{TABLE}table", f"{TEXT}p"
ROW_GROUP = f"{TABLE}table-row-group"


def read_ods(archive: ZipFile) -> list[TitledRows]:
    """Return the tables with their titles and their cells' texts. Rows and cells stand as often as the file
    repeats them. Refused for too many.
    """
    tables = _Tables()
    with archive.open("content.xml") as file:
        parse_xml_into(file, tables)
    return tables.shown or tables.hidden


class _Tables:
    """Hears the tags of content.xml, and keeps the row and the cell it is in."""

    def __init__(self) -> None:
        self.shown: list[TitledRows] = []
        self.hidden: list[TitledRows] = []
        self._title = ""
        self._style = ""
        self._hidden_styles: set[str] = set()
        self._is_hidden = False
        self._begin_table()

    def _begin_table(self) -> None:
        self.sheet = SheetBuilder()
        self.merged: list[MergedCells] = []
        self.hidden_rows: set[int] = set()
        #: whether each group of rows that has begun is folded
        self._folded_groups: list[bool] = []
        self._is_row_hidden = False
        self._row: list[str] | None = None
        self._repeats = 1
        self._cell: dict[str, str] | None = None
        self._texts: list[str] = []
        self._length = self._comments = 0
        self._in_paragraph = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """A tag begins."""
        if tag == COMMENT:
            self._comments += 1
        elif self._comments:
            return
        elif tag == f"{STYLE}style":
            self._style = attributes.get(f"{STYLE}name", "")
        elif tag == f"{STYLE}table-properties":
            if attributes.get(f"{TABLE}display") == "false" and len(self._hidden_styles) < MOST_MERGED:
                self._hidden_styles.add(self._style)
        elif tag == SHEET:
            self._begin_table()
            self._title = attributes.get(f"{TABLE}name", "")[:LONGEST_CELL]
            self._is_hidden = attributes.get(f"{TABLE}style-name", "") in self._hidden_styles
        elif tag == ROW:
            self._row, self._repeats = [], _count(attributes, "rows")
            is_shown = attributes.get(f"{TABLE}visibility", "visible") == "visible"
            self._is_row_hidden = not is_shown or any(self._folded_groups)
        elif tag == ROW_GROUP:
            self._folded_groups.append(attributes.get(f"{TABLE}display") == "false")
        elif tag in CELLS and self._row is not None:
            self._cell, self._texts, self._length = attributes, [], 0
        elif tag == PARAGRAPH and self._cell is not None:
            self._texts.append("\n" if self._texts else "")
            self._in_paragraph = True

    def data(self, text: str) -> None:
        """Text within a tag: of a cell no more than makes it too long."""
        if self._in_paragraph and not self._comments and self._length <= LONGEST_CELL:
            self._texts.append(text)
            self._length += len(text)

    def end(self, tag: str) -> None:
        """A tag ends."""
        if tag == COMMENT:
            self._comments -= 1
        elif self._comments:
            return
        elif tag == PARAGRAPH:
            self._in_paragraph = False
        elif tag in CELLS and self._cell is not None and self._row is not None:
            self._note_merged(self._cell, len(self.sheet.rows), len(self._row))
            room = MOST_COLUMNS + 1 - len(self._row)
            if room:
                self._row += [stripped_cell(self._text())] * min(_count(self._cell, "columns"), room)
            self._cell = None
        elif tag == ROW and self._row is not None:
            if self.sheet.is_full and any(self._row):
                raise sheet_too_long_error()
            first = len(self.sheet.rows)
            self.sheet.add_row(self._row, self._repeats)
            if self._is_row_hidden:
                self.hidden_rows.update(range(first, len(self.sheet.rows)))
            self._row = None
        elif tag == ROW_GROUP and self._folded_groups:
            self._folded_groups.pop()
        elif tag == SHEET:
            tables = self.hidden if self._is_hidden else self.shown
            rows = fill_merged_cells(self.sheet.rows, self.merged)
            tables.append(titled_rows_unhidden_if_all_hidden(self._title, rows, self.hidden_rows))
            check_sheet_count(tables)
            check_cell_count(tables)

    def close(self) -> None:
        """All of it is read."""

    def _note_merged(self, cell: dict[str, str], row: int, column: int) -> None:
        rows, columns = (
            whole_number(cell.get(f"{TABLE}number-{of}-spanned", "1"), 9) or 1 for of in ("rows", "columns")
        )
        if (rows > 1 or columns > 1) and len(self.merged) < MOST_MERGED:
            self.merged.append(MergedCells(row, column, rows, columns))

    def _text(self) -> str:
        """Numbers and days as they are, not as the sheet shows them; else what stands there."""
        assert self._cell is not None
        kind = self._cell.get(f"{OFFICE}value-type")
        if kind == "date":
            return self._cell.get(f"{OFFICE}date-value", "").partition("T")[0]
        if kind in ("float", "currency"):
            return self._cell.get(f"{OFFICE}value", "").removesuffix(".0")
        return "".join(self._texts)


def _count(attributes: dict[str, str], of: str) -> int:
    number = whole_number(attributes.get(f"{TABLE}number-{of}-repeated", "1"), 9)
    return 1 if number is None else number
