"""The first sheet of an XLSX or ODS file, row by row, never more rows and columns than asked for.

Not by tablib, which writes these files for us: it reads a sheet whole, however large it says it is, and in
ODS it takes neighbouring cells of the same content for one, so that what stands right of them moves left.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse
from openpyxl import load_workbook

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")


def xlsx_rows(data: bytes, most_rows: int, most_columns: int) -> list[list[Any]]:
    """The cells' values; of a formula what it came to when the file was saved."""
    book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        rows = book.worksheets[0].iter_rows(max_row=most_rows, max_col=most_columns, values_only=True)
        return [list(row) for row in rows]
    finally:
        book.close()


def ods_rows(content: bytes, most_rows: int, most_columns: int) -> list[list[str]]:
    """The cells' texts. Rows and cells that the file says are repeated stand as often as it says."""
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
            texts += [_text(cell)] * min(_count(cell, "columns"), most - len(texts))
    return texts


def _count(element: Element, of: str) -> int:
    text = element.get(f"{TABLE}number-{of}-repeated", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1


def _text(cell: Element) -> str:
    """Numbers and days as they are, not as the sheet shows them; else what stands there."""
    kind = cell.get(f"{OFFICE}value-type")
    if kind == "date":
        return cell.get(f"{OFFICE}date-value", "").partition("T")[0]
    if kind in ("float", "currency"):
        return cell.get(f"{OFFICE}value", "").removesuffix(".0")
    return "\n".join("".join(part.itertext()) for part in cell.iter(f"{TEXT}p"))
