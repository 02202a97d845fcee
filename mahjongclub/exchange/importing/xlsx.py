"""The sheets of an XLSX file that are not hidden, row by row. Of styles is read which of them show days.

Of shared texts only those are kept that a cell of the first rows and columns names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zipfile import ZipFile

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

from ..unpacking import parse_xml_into
from .cells import (
    LONGEST_CELL,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_MERGED,
    MOST_ROWS,
    MergedCells,
    SheetBuilder,
    TitledRows,
    check_cell_count,
    check_sheet_count,
    fill_merged_cells,
    sheet_too_long_error,
    titled_rows_unhidden_if_all_hidden,
)

RELATION = re.compile(r"/(worksheet|sharedStrings|styles)$")
COLUMN = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
MERGED = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
NUMBER_FORMAT = re.compile(rb'<(?:\w+:)?numFmt\b[^>]*?numFmtId="(\d{1,6})"[^>]*?formatCode="([^"]{0,255})"')
CELL_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b[^>]*>(.*?)</(?:\w+:)?cellXfs>", re.DOTALL)
CELL_STYLE = re.compile(rb"<(?:\w+:)?xf\b[^>]*")
FORMAT_OF_STYLE = re.compile(rb'\bnumFmtId="(\d{1,6})"')
MOST_STYLES = 65_000


class _Enough(Exception):
    """Nothing that comes later is wanted."""


def read_xlsx(archive: ZipFile) -> list[TitledRows]:
    """Return the sheets with their titles and their values as texts; of a formula what it came to when it
    was saved. Refused for too many.
    """
    book, relations = _Book(), _Relations()
    _read(archive, "xl/workbook.xml", book)
    _read(archive, "xl/_rels/workbook.xml.rels", relations)
    sheets: list[TitledRows] = []
    for title, sheet in check_sheet_count(book.shown or book.hidden):
        path = relations.path(sheet)
        sheets.append(_read_sheet(archive, title, path, relations, since_1904=book.since_1904))
        check_cell_count(sheets)
    return sheets


def _read_sheet(
    archive: ZipFile, title: str, path_of_sheet: str, relations: _Relations, *, since_1904: bool
) -> TitledRows:
    cells = _Cells()
    _read(archive, path_of_sheet, cells)
    names = set(archive.namelist())
    shared: dict[int, str] = {}
    if cells.shared and (path := relations.of_kind.get("sharedStrings")) in names:
        assert path is not None
        texts = _SharedTexts(cells.shared)
        _read(archive, path, texts)
        shared = texts.texts
    days: dict[int, bool] = {}
    if any(cells.styles) and (path := relations.of_kind.get("styles")) in names:
        assert path is not None
        days = _day_styles(archive.read(path), cells.styles)
    epoch = MAC_EPOCH if since_1904 else WINDOWS_EPOCH
    sheet = SheetBuilder()
    for row in cells.rows:
        sheet.add_row(_text(cell, shared, days, epoch) for cell in row)
    return titled_rows_unhidden_if_all_hidden(
        title, fill_merged_cells(sheet.rows, cells.merged), cells.hidden
    )


def _read(archive: ZipFile, name: str, target: Any) -> None:
    with archive.open(name) as file, suppress(_Enough):
        parse_xml_into(file, target)


def _local(name: str) -> str:
    return name.rpartition("}")[2]


class _Target:
    """Hears the tags of a part."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """A tag begins."""

    def data(self, text: str) -> None:
        """Text within a tag."""

    def end(self, tag: str) -> None:
        """A tag ends."""

    def close(self) -> None:
        """All of it is read."""


class _Book(_Target):
    """Which sheets there are by title and key, those that are hidden apart, and from when days count."""

    since_1904 = False

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.hidden: list[tuple[str, str]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if name == "workbookPr":
            self.since_1904 = attributes.get("date1904", "0") in ("1", "true")
        elif name == "sheet":
            sheets = self.shown if attributes.get("state", "visible") == "visible" else self.hidden
            key = next((value for key, value in attributes.items() if _local(key) == "id"), "")
            sheets.append((attributes.get("name", "")[:LONGEST_CELL], key))

    def end(self, tag: str) -> None:
        if _local(tag) == "sheets":
            raise _Enough


class _Relations(_Target):
    """Where the parts of a book lie."""

    def __init__(self) -> None:
        self.of_kind: dict[str, str] = {}
        self._of_sheet: dict[str, str] = {}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if _local(tag) != "Relationship" or not (kind := RELATION.search(attributes.get("Type", ""))):
            return
        path = posixpath.normpath(posixpath.join("/xl", attributes["Target"])).lstrip("/")
        if kind[1] == "worksheet":
            self._of_sheet[attributes["Id"]] = path
        else:
            self.of_kind[kind[1]] = path

    def path(self, sheet: str) -> str:
        """Where a sheet lies; KeyError where the book does not say."""
        return self._of_sheet[sheet]


@dataclass(slots=True)
class _Cell:
    """A cell as the sheet has it."""

    kind: str
    style: int
    text: str = ""


@dataclass
class _Cells(_Target):
    """The rows of a sheet, bounded, which are hidden, and the shared texts and styles that cells name."""

    rows: list[list[_Cell | None]] = field(default_factory=list)
    shared: set[int] = field(default_factory=set)
    styles: set[int] = field(default_factory=set)
    merged: list[MergedCells] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    _place: int = 0
    _cell: _Cell | None = None
    _column: int = 0
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _in_text: bool = False
    _filled: int = 0
    _spoken: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if name == "row":
            row_number = attributes.get("r", "")
            self._place = (
                int(row_number) if row_number.isdecimal() and len(row_number) < 9 else self._place + 1
            )
            self._column = 0
            if attributes.get("hidden") in ("1", "true") and self._place <= MOST_ROWS + 2:
                self.hidden.add(self._place - 1)
        elif name == "c":
            column_match = COLUMN.fullmatch(attributes.get("r", ""))
            self._column = _number_of(column_match[1]) if column_match else self._column + 1
            style = attributes.get("s", "0")
            self._cell = _Cell(attributes.get("t", "n"), int(style) if style.isdecimal() else 0)
            self._parts, self._length = [], 0
        elif name == "mergeCell":
            self._note_merged(attributes.get("ref", ""))
        elif name == "rPh":  # how a text is spoken, which is no part of it
            self._spoken += 1
        elif name in ("v", "t"):
            self._in_text = self._cell is not None and not self._spoken

    def data(self, text: str) -> None:
        if self._in_text and self._length <= LONGEST_CELL:
            self._parts.append(text)
            self._length += len(text)

    def end(self, tag: str) -> None:
        name = _local(tag)
        if name in ("v", "t"):
            self._in_text = False
        elif name == "rPh":
            self._spoken -= 1
        elif name == "c" and self._cell is not None:
            if self._parts:
                self._keep(self._cell)
            self._cell = None
        elif name == "mergeCells":  # which stand behind all rows
            raise _Enough

    def _note_merged(self, area: str) -> None:
        if (match := MERGED.fullmatch(area)) is None or len(self.merged) >= MOST_MERGED:
            return
        column, row = _number_of(match[1]) - 1, int(match[2]) - 1
        row_count, column_count = int(match[4]) - row, _number_of(match[3]) - column
        if min(row, column) >= 0 and min(row_count, column_count) > 0 and column < MOST_COLUMNS:
            self.merged.append(MergedCells(row, column, row_count, column_count))

    def _keep(self, cell: _Cell) -> None:
        if self._place > MOST_ROWS + 2:
            raise sheet_too_long_error()
        if self._column > MOST_COLUMNS + 1 or self._place < 1:
            return
        self._filled += 1
        if self._filled > MOST_CELLS + MOST_COLUMNS:  # SheetBuilder says so
            raise _Enough
        cell.text = "".join(self._parts)
        if cell.kind == "s" and cell.text.isdecimal() and len(cell.text) < 9:
            self.shared.add(int(cell.text))
        if cell.kind == "n" and cell.style:
            self.styles.add(cell.style)
        while len(self.rows) < self._place:
            self.rows.append([])
        row = self.rows[self._place - 1]
        row += [None] * (self._column - len(row))
        row[self._column - 1] = cell


class _SharedTexts(_Target):
    """The shared texts that are wanted, by their number, which counts from 0."""

    def __init__(self, numbers: set[int]) -> None:
        self.texts: dict[int, str] = {}
        self._wanted, self._last = numbers, max(numbers)
        self._number = -1
        self._parts: list[str] = []
        self._length = 0
        self._in_text = False
        self._spoken = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if name == "si":
            self._number += 1
            self._parts, self._length = [], 0
        elif name == "rPh":
            self._spoken += 1
        elif name == "t":
            self._in_text = not self._spoken and self._number in self._wanted

    def data(self, text: str) -> None:
        if self._in_text and self._length <= LONGEST_CELL:
            self._parts.append(text)
            self._length += len(text)

    def end(self, tag: str) -> None:
        name = _local(tag)
        if name == "t":
            self._in_text = False
        elif name == "rPh":
            self._spoken -= 1
        elif name == "si":
            if self._number in self._wanted:
                self.texts[self._number] = "".join(self._parts)
            if self._number >= self._last:
                raise _Enough


def _number_of(letters: str) -> int:
    """The number of a column.

    >>> _number_of("A"), _number_of("Z"), _number_of("AA")
    (1, 26, 27)
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _day_styles(styles: bytes, styles_used: Iterable[int]) -> dict[int, bool]:
    """Which of the wanted styles show a number as a day. Nothing is parsed but the formats of numbers."""
    formats: dict[int, str] = dict(BUILTIN_FORMATS)
    for match, _times in zip(NUMBER_FORMAT.finditer(styles), range(MOST_STYLES), strict=False):
        formats[int(match[1])] = match[2].decode("utf-8", "replace")
    if (block := CELL_STYLES.search(styles)) is None:
        return {}
    numbers_left, last, days = set(styles_used), max(styles_used, default=0), {}
    for number, style in enumerate(CELL_STYLE.finditer(block[1])):
        if number > min(last, MOST_STYLES):
            break
        if number in numbers_left and (format_of := FORMAT_OF_STYLE.search(style[0])):
            format_code = formats.get(int(format_of[1]), "General")
            days[number] = is_date_format(format_code) and not is_timedelta_format(format_code)
    return days


def _text(cell: _Cell | None, shared: Mapping[int, str], days: Mapping[int, bool], epoch: datetime) -> str:
    """A cell as somebody would type it: whole numbers without a point, days as 2026-11-21."""
    if cell is None:
        return ""
    match cell.kind:
        case "s":
            return shared.get(int(cell.text), "") if cell.text.isdecimal() and len(cell.text) < 9 else ""
        case "b":
            return "False" if cell.text in ("0", "false") else "True"
        case "d":
            return cell.text.partition("T")[0]
        case "n":
            return _number(cell.text, days.get(cell.style, False), epoch)
    return cell.text


def _number(text: str, is_day: bool, epoch: datetime) -> str:
    try:
        value = float(f"{float(text):.15g}")  # a spreadsheet keeps 17 digits of a sum and shows 15
    except ValueError:
        return text
    if is_day:
        with suppress(OverflowError, ValueError):
            day = from_excel(value, epoch)
            return day.date().isoformat() if isinstance(day, datetime) else str(day)
    whole = value.is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else str(value)
