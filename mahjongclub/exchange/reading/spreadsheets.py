"""The cells of a spreadsheet as texts: CSV, XLSX or ODS, of bounded size, whatever it claims of itself."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from typing import Any

from ..refusing import Refused
from ..unpacking import MOST_UNPACKED, decode, unpack
from .office import ods_rows, xlsx_rows

MOST_ROWS = 5000
MOST_COLUMNS = 60
LONGEST_CELL = 300
MOST_PARTS = 500
#: what an office program never writes, and an attack is made of
DEFINITIONS = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
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
        raise Refused.because(
            f"The sheet is too long: {MOST_ROWS} rows at most.",
            f"La feuille est trop longue : {MOST_ROWS} lignes au plus.",
        )
    width = max((_width(row) for row in rows), default=0)
    rows = rows[titles:]
    if len(rows) < 2 or not any(rows[0]):
        raise Refused.because(
            "A sheet needs a row of headings, and rows below it.",
            "Il faut une ligne d’en-têtes, et des lignes au-dessous.",
        )
    if width > MOST_COLUMNS:
        raise Refused.because(
            f"The sheet is too wide: {MOST_COLUMNS} columns at most.",
            f"La feuille est trop large : {MOST_COLUMNS} colonnes au plus.",
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
    kind = _check_archive(data)
    try:
        return xlsx_rows(data, MOST_ROWS + 2, MOST_COLUMNS + 1) if kind == "xlsx" else _ods(data)
    except Refused:
        raise
    except Exception as fault:  # openpyxl raises whatever the file makes it stumble over
        raise _damaged() from fault


def _ods(data: bytes) -> list[list[str]]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return ods_rows(archive.read("content.xml"), MOST_ROWS + 2, MOST_COLUMNS + 1)


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


def _check_archive(data: bytes) -> str:
    """Whether it is XLSX or ODS; Refused for other archives, for bombs, and for definitions in its XML."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [part.filename for part in archive.infolist()]
            if len(names) > MOST_PARTS or sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                raise Refused.because(
                    "The sheet is far too large once unpacked.",
                    "La feuille est bien trop grosse une fois décompressée.",
                )
            for name in names:
                _check_part(_part(archive, name))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        if isinstance(fault, Refused):
            raise
        raise _damaged() from None
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "content.xml" in names:
        return "ods"
    raise _damaged()


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """One part, never more of it than it may be: what the archive says of its size may be a lie."""
    with archive.open(name) as part:
        content = part.read(MOST_UNPACKED + 1)
    if len(content) > MOST_UNPACKED:
        raise _damaged()
    return content


def _check_part(content: bytes) -> None:
    """No definitions, in whatever width of letters."""
    if DEFINITIONS.search(content.replace(b"\0", b"")):
        raise Refused.because(
            "This sheet brings definitions of its own (DTD, entities), which no sheet needs.",
            "Cette feuille apporte ses propres définitions (DTD, entités), inutiles à une feuille.",
        )


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
        raise Refused.because(
            f"A cell is too long: {LONGEST_CELL} letters at most.",
            f"Une cellule est trop longue : {LONGEST_CELL} caractères au plus.",
        )
    return text.strip()


def _damaged() -> Refused:
    return Refused.because(
        "This is no spreadsheet that can be read: CSV, XLSX or ODS, whole and without a password.",
        "Ce n’est pas une feuille lisible : CSV, XLSX ou ODS, entière et sans mot de passe.",
    )
