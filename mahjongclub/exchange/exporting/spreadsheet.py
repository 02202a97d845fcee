"""Sheets as files that every spreadsheet reads: CSV, XLSX, ODS. No cell of ours becomes a formula there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

import tablib
from django.utils.formats import get_format
from django.utils.translation import get_language

Cell = str | int | float | date | None

#: what a spreadsheet may take for the beginning of a formula (OWASP, "CSV Injection"), wide forms too
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
LONGEST_TITLE = 31
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
}


@dataclass(frozen=True, slots=True)
class ExportSheet:
    """A table with a title and a heading a column; numbers and dates are given as what they are."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def spreadsheet_file(sheets: Sequence[ExportSheet], kind: str) -> bytes:
    """Return the sheets as one file; of CSV, which has room for one, the first.

    CSV begins with a byte order mark, else spreadsheets guess another encoding. Where numbers have a decimal
    comma (French), semicolons stand between the columns: spreadsheets of such a country expect both.
    """
    if kind != "csv":
        book: bytes = tablib.Databook(_dataset(sheet, _cell) for sheet in sheets).export(kind)
        return book
    comma = get_format("DECIMAL_SEPARATOR", get_language()) == ","
    text: str = _dataset(sheets[0], _with_comma if comma else _as_text).export(
        "csv", delimiter=";" if comma else ","
    )
    return text.encode("utf-8-sig")


def without_formula(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: with an apostrophe before it, as they write it.

    >>> without_formula("=HYPERLINK(1)"), without_formula("Aiko")
    ("'=HYPERLINK(1)", 'Aiko')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def _dataset(sheet: ExportSheet, to_cell: Callable[[Cell], Cell]) -> tablib.Dataset:
    rows = [[to_cell(value) for value in row] for row in sheet.rows]
    title = "".join(letter for letter in sheet.title if letter not in r"[]:*?/\'")[:LONGEST_TITLE]
    return tablib.Dataset(
        *rows, headers=[without_formula(heading) for heading in sheet.headings], title=title
    )


def _cell(value: Cell) -> Cell:
    return without_formula(value) if isinstance(value, str) else "" if value is None else value


def _as_text(value: Cell) -> Cell:
    return value.isoformat() if isinstance(value, date) else _cell(value)


def _with_comma(value: Cell) -> Cell:
    return str(value).replace(".", ",") if isinstance(value, float) else _as_text(value)
