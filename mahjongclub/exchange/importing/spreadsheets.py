"""The cells of a spreadsheet as texts: CSV, XLSX or ODS, of bounded size, whatever it claims of itself.

Not read by tablib, which writes these files for us: it reads a sheet whole, however large it says it is, and
in ODS it takes neighbouring cells of the same content for one, so that what stands right of them moves left.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse
from openpyxl import load_workbook

from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.words import Text

from ..unpacking import MOST_UNPACKED, Refused, decode, unpack

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
MOST_ROWS = 5000
MOST_COLUMNS = 60
LONGEST_CELL = 300
MOST_PARTS = 500
#: what an office program never writes, and an attack is made of
DEFINITIONS = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
DEFINED = Text("This sheet brings definitions of its own (DTD, entities), which no sheet needs.")
SIGN = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The head of each column, and the rows below with their number in the file, which counts from 1."""

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheet(data: bytes) -> Sheet:
    """The first sheet of a file; Refused for what is none, is too large, or is made to do harm."""
    data = unpack(data)
    rows = [tuple(_text(cell) for cell in row) for row in _rows(data)]
    while rows and not any(rows[-1]):
        rows.pop()
    titles = _titles(rows)
    if len(rows) > MOST_ROWS + 1:
        raise Refused(Text("The sheet is too long: {most_rows} rows at most.", most_rows=MOST_ROWS))
    width = max((_width(row) for row in rows), default=0)
    rows = rows[titles:]
    if len(rows) < 2 or not any(rows[0]):
        raise Refused(Text("A sheet needs a row of headings, and rows below it."))
    if width > MOST_COLUMNS:
        raise Refused(
            Text("The sheet is too wide: {most_columns} columns at most.", most_columns=MOST_COLUMNS)
        )
    even = [(*row, *[""] * width)[:width] for row in rows]
    below = ((number, row) for number, row in enumerate(even[1:], start=titles + 2) if any(row))
    return Sheet(even[0], tuple(below))


def _titles(rows: list[tuple[str, ...]]) -> int:
    """How many rows stand above the headings: empty ones, and titles of one cell above several columns."""
    width = max((_width(row) for row in rows), default=0)
    above = (place for place, row in enumerate(rows) if sum(map(bool, row)) >= min(width, 2))
    return next(above, 0)


def _width(row: tuple[str, ...]) -> int:
    return max((place for place, cell in enumerate(row, start=1) if cell), default=0)


def _rows(data: bytes) -> Iterable[Iterable[Any]]:
    """All rows, and at most one more than is taken, so that a longer sheet is known for one."""
    if not data.startswith(SIGN):
        return _csv_rows(decode(data, fallback="cp1252"))
    rows_of = _reader_of(data)
    try:
        return rows_of(data, MOST_ROWS + 2, MOST_COLUMNS + 1)
    except Exception as fault:  # openpyxl raises whatever the file makes it stumble over
        raise _damaged() from fault


def _csv_rows(text: str) -> list[list[str]]:
    """Separated by commas, semicolons or tabs, whichever the first line has most of."""
    first = text.partition("\n")[0]
    mark = max(",;\t", key=first.count)
    if "\0" in text:
        raise _damaged()
    try:
        return list(csv.reader(text.splitlines(), delimiter=mark, strict=True))
    except csv.Error:
        raise _damaged() from None


def _reader_of(data: bytes) -> Callable[[bytes, int, int], Iterable[Iterable[Any]]]:
    """What reads it, XLSX or ODS; Refused for other archives, for bombs, and for definitions in its XML."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [part.filename for part in archive.infolist()]
            if len(names) > MOST_PARTS or sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                raise Refused(Text("The sheet is far too large once unpacked."))
            for name in names:
                with archive.open(name) as part:  # what the archive says of its size may be a lie
                    content = part.read(MOST_UNPACKED + 1)
                if len(content) > MOST_UNPACKED:
                    raise _damaged()
                if DEFINITIONS.search(content.replace(b"\0", b"")):  # in whatever width of letters
                    raise Refused(DEFINED)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        if isinstance(fault, Refused):
            raise
        raise _damaged() from None
    if "xl/workbook.xml" in names:
        return xlsx_rows
    if "content.xml" in names:
        return ods_rows
    raise _damaged()


def xlsx_rows(data: bytes, most_rows: int, most_columns: int) -> list[list[Any]]:
    """The cells' values; of a formula what it came to when the file was saved."""
    book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        rows = book.worksheets[0].iter_rows(max_row=most_rows, max_col=most_columns, values_only=True)
        return [list(row) for row in rows]
    finally:
        book.close()


def ods_rows(data: bytes, most_rows: int, most_columns: int) -> list[list[str]]:
    """The cells' texts. Rows and cells that the file says are repeated stand as often as it says."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        content = archive.read("content.xml")
    rows: list[list[str]] = []
    for _event, element in iterparse(BytesIO(content), forbid_dtd=True):
        if element.tag == f"{TABLE}table-row":
            row = _cells(element, most_columns)
            rows += [row] * min(_count(element, "rows"), most_rows - len(rows))
            element.clear()
        if element.tag == f"{TABLE}table" or len(rows) >= most_rows:
            break
    return rows


def _cells(row: Element, most: int) -> list[str]:
    texts: list[str] = []
    for cell in row:
        if cell.tag in CELLS and len(texts) < most:
            texts += [_ods_text(cell)] * min(_count(cell, "columns"), most - len(texts))
    return texts


def _count(element: Element, of: str) -> int:
    number = whole_number(element.get(f"{TABLE}number-{of}-repeated", "1"), 9)
    return 1 if number is None else number


def _ods_text(cell: Element) -> str:
    """Numbers and days as they are, not as the sheet shows them; else what stands there."""
    kind = cell.get(f"{OFFICE}value-type")
    if kind == "date":
        return cell.get(f"{OFFICE}date-value", "").partition("T")[0]
    if kind in ("float", "currency"):
        return cell.get(f"{OFFICE}value", "").removesuffix(".0")
    return "\n".join("".join(part.itertext()) for part in cell.iter(f"{TEXT}p"))


def _text(cell: Any) -> str:
    """A cell as somebody would type it: whole numbers without a point, days as 2026-11-21."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if isinstance(cell, datetime):
        cell = cell.date()
    text = cell.isoformat() if isinstance(cell, date) else str(cell)
    if len(text) > LONGEST_CELL:
        raise Refused(Text("A cell is too long: {longest_cell} letters at most.", longest_cell=LONGEST_CELL))
    return text.strip()


def _damaged() -> Refused:
    return Refused(
        Text("This is no spreadsheet that can be read: CSV, XLSX or ODS, whole and without a password.")
    )
