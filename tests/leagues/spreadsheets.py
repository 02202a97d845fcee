"""Spreadsheets as offices write them: merged cells, several sheets, one of them hidden."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

import openpyxl

NAMESPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style")
)
TEAM_ROWS = (
    ("Open Lyon 2026", None, None),
    ("Team", "Player", None),
    (None, "First name", "Last name"),
    ("Dragons", "Bo", "Lind"),
    (None, "Anne-Sophie", "de La Rochefoucauld"),
    ("Winds", "Ed", "Xu"),
    (None, "Łukasz", "Żółć"),
)
#: the first cells of merged ones by row and column, with how many rows and columns they stand for
MERGED = {(0, 0): (1, 3), (1, 0): (2, 1), (1, 1): (1, 2), (3, 0): (2, 1), (5, 0): (2, 1)}


def merged_sheet(kind: str) -> bytes:
    """Return a sheet with a title across, headings over two columns, and teams over two rows."""
    if kind == "ods":
        return _ods([("", "", _ods_rows(TEAM_ROWS, MERGED))])
    book = openpyxl.Workbook()
    sheet = book.active
    for row in TEAM_ROWS:
        sheet.append(row)
    for (row, column), (rows, columns) in MERGED.items():
        sheet.merge_cells(
            start_row=row + 1, end_row=row + rows, start_column=column + 1, end_column=column + columns
        )
    return _saved(book)


def several_sheets(kind: str, sheets: Mapping[str, Sequence[str]], hidden: str) -> bytes:
    """Return a file whose sheets have names in one column; the one called `hidden` is not shown."""
    if kind == "ods":
        return _ods(
            [
                (title, "ta2" if title == hidden else "ta1", _ods_rows([(name,) for name in names], {}))
                for title, names in sheets.items()
            ]
        )
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, names in sheets.items():
        sheet = book.create_sheet(title)
        sheet.sheet_state = "hidden" if title == hidden else "visible"
        for name in names:
            sheet.append([name])
    return _saved(book)


def sheet_with_hidden_rows(kind: str, rows: Sequence[Sequence[str]], hidden: Sequence[int]) -> bytes:
    """Return a file with these rows; those at the indexes `hidden` are hidden, as a filter does it."""
    if kind == "ods":
        lines = _ods_rows(rows, {}).split("</table:table-row>")
        for at in hidden:
            lines[at] = lines[at].replace("<table:table-row>", '<table:table-row table:visibility="filter">')
        return _ods([("", "", "</table:table-row>".join(lines))])
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for at in hidden:
        sheet.row_dimensions[at + 1].hidden = True
    return _saved(book)


def ods_of_sheets(sheets: Mapping[str, Sequence[Sequence[str]]]) -> bytes:
    """Return an ODS file with these rows of texts, by the titles of its sheets."""
    return _ods([(title, "ta1", _ods_rows(rows, {})) for title, rows in sheets.items()])


def _saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _ods_rows(rows: Sequence[Sequence[str | None]], merged: Mapping[tuple[int, int], tuple[int, int]]) -> str:
    covered = {
        (row + below, column + beside)
        for (row, column), (row_count, column_count) in merged.items()
        for below in range(row_count)
        for beside in range(column_count)
    } - {*merged}
    written = ""
    for at, row in enumerate(rows):
        cells = ""
        for column, text in enumerate(row):
            spans = merged.get((at, column))
            told = (
                f' table:number-rows-spanned="{spans[0]}" table:number-columns-spanned="{spans[1]}"'
                if spans
                else ""
            )
            tag = "covered-table-cell" if (at, column) in covered else "table-cell"
            cells += f"<table:{tag}{told}><text:p>{escape(text or '')}</text:p></table:{tag}>"
        written += f"<table:table-row>{cells}</table:table-row>"
    return written


def _ods(tables: Sequence[tuple[str, str, str]]) -> bytes:
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table">'
        f'<style:table-properties table:display="{shown}"/></style:style>'
        for name, shown in (("ta1", "true"), ("ta2", "false"))
    )
    body = "".join(
        f'<table:table table:name="{title}" table:style-name="{style}">{rows}</table:table>'
        for title, style, rows in tables
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{NAMESPACES}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>{body}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return out.getvalue()
