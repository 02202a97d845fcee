"""The cells of a spreadsheet as texts: CSV, XLSX or ODS, of bounded size, whatever a file claims of itself.

A file is read row by row; rows and cells are counted before anything is built of them (`SheetBuilder`). Of an
office file only the parts that hold cells are opened, and no tree is made of them.

Not read by tablib, which writes these files for us, nor by openpyxl: both build the whole of a file,
styles and comments too, however large it says it is.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import islice

from defusedxml.common import DefusedXmlException

from mahjongclub.lists.dates import read_day
from mahjongclub.lists.encodings import Reading, UnreadableLetters, read_bytes
from mahjongclub.lists.headings import heading_kind
from mahjongclub.lists.numbers import read_number
from mahjongclub.lists.results import read_result_lines
from mahjongclub.lists.tables import SEP_LINE, separator_of
from mahjongclub.rules.words import Text

from ..unpacking import FileRefused, gunzip_if_packed, unpacked_limit, unpacked_too_large_error
from .cells import (
    MOST_COLUMNS,
    MOST_ROWS,
    SheetBuilder,
    TitledRows,
    sheet_too_long_error,
    sheet_too_wide_error,
)
from .ods import read_ods
from .xlsx import read_xlsx

MOST_PARTS = 500
#: sheets of a file with lists: each is sent along with the form until one is chosen
MOST_LISTS = 6
#: rows shown of each of several sheets with results, and letters of a row
ROWS_SHOWN, LONGEST_ROW_SHOWN = 3, 120
#: of a text with a list, so many bytes are read: more than any list may have
LONGEST_TEXT = 400_000
#: separators in a line, far more than columns are taken
MOST_MARKS = 4000
#: of a long text so many letters say what separates its cells
LONGEST_SAMPLE = 60_000
#: words that are shown of each way to read a file
WORDS_SHOWN = 3
FOREIGN_WORD = re.compile(r"[^\W\d_]*[^\x00-\x7f][^\W\d_]*")
LINE_END = re.compile(r"\r\n|\r|\n")
DEFINED = Text("This sheet brings definitions of its own (DTD, entities), which no sheet needs.")
SIGN, ENTRY = b"PK\x03\x04", b"PK\x01\x02"
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """The head of each column, and the rows below with their number in the file, which counts from 1.

    Heads are empty where the file has none. `left_out` is what stands about the rows, `hidden` the rows that
    the file hides, which are left out too.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    left_out: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Worksheet:
    """One of several sheets of a file: its title and its first rows, to choose it by."""

    title: str
    first_rows: tuple[str, ...]


def worksheet_choices(data: bytes) -> tuple[Worksheet, ...]:
    """Return the sheets of an office file that may hold results, where there are several."""
    data = gunzip_if_packed(data)
    sheets = _tables(data) if data.startswith(SIGN) else []
    worksheets = []
    for sheet in sheets if len(sheets) > 1 else ():
        filled = (row for row in _shown_rows(sheet) if any(row))
        first_rows = tuple(" · ".join(filter(None, row)) for row in islice(filled, ROWS_SHOWN))
        worksheets.append(Worksheet(sheet.title, tuple(row[:LONGEST_ROW_SHOWN] for row in first_rows)))
    return tuple(worksheets)


def read_spreadsheet(data: bytes, encoding: str = "", worksheet: int = 0) -> ImportSheet:
    """A sheet of a file, a text in the `encoding` that somebody chose, else in the likeliest.

    `worksheet` says which of those that may hold results; its hidden rows are left out. Refused for what is
    none, is too large, or is made to do harm.
    """
    data = gunzip_if_packed(data)
    text = "" if data.startswith(SIGN) else _text(data, encoding)
    if text and (lines := _read_lines_of_results(text)) is not None:
        return lines
    sheet = TitledRows("", _csv_rows(text)) if text else _office_sheet(data, worksheet)
    rows = _shown_rows(sheet)
    while rows and not any(rows[-1]):
        rows.pop()
    titles = _titles(rows)
    left_out = tuple(" · ".join(filter(None, row)) for row in rows[:titles] if any(row))
    hidden = tuple(" · ".join(filter(None, sheet.rows[at])) for at in sorted(sheet.hidden))
    if len(rows) > MOST_ROWS + 1:
        raise sheet_too_long_error()
    width = max((_width(row) for row in rows), default=0)
    rows = rows[titles:]
    if width > MOST_COLUMNS:
        raise sheet_too_wide_error()
    if text and width < 2 and len(rows) > 1:
        raise FileRefused(Text("There is no result here: names and points beside them are needed."))
    even = [(*row, *[""] * width)[:width] for row in rows]
    if _is_result(even):
        even, titles = [("",) * width, *even], titles - 1
    if len(even) < 2:
        raise FileRefused(Text("A sheet needs a row of headings, and rows below it."))
    below = ((number, row) for number, row in enumerate(even[1:], start=titles + 2) if any(row))
    return ImportSheet(even[0], tuple(below), left_out, hidden)


def _read_lines_of_results(text: str) -> ImportSheet | None:
    """Return results in lines without headings; None for a table with headings, or something else."""
    try:
        first = next((row for row in _csv_rows(text) if sum(map(bool, row)) > 1), ())
    except FileRefused:  # a line may have a quote in it
        first = ()
    if sum(bool(heading_kind(re.sub(r"[\d_]+", " ", cell))) for cell in first if cell) > 1:
        return None
    lines = read_result_lines(text)
    if lines is None:
        return None
    if len(lines.rows) > MOST_ROWS:
        raise sheet_too_long_error()
    return ImportSheet(("",) * len(lines.rows[0][1]), lines.rows, lines.left_out)


def _is_result(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first row is a result rather than headings: as many points as names stand in it.

    >>> _is_result([("Bo", "32500", "Lu", "17500")]), _is_result([("Name", "2025")])
    (True, False)
    """
    cells = [cell for cell in rows[0] if cell and read_day(cell) is None] if rows else []
    numbers = sum(read_number(cell) is not None for cell in cells)
    below = [sum(read_number(cell) is not None for cell in row) for row in rows[1:]]
    return numbers > 1 and 2 * numbers >= len(cells) and all(count <= numbers + 1 for count in below)


def possible_decodings(data: bytes) -> list[str]:
    """Return a file with a list as text, the likeliest first where its letters can be read in several ways.

    Of an office file each sheet with cells is one of them, its rows separated by tabs, and again with those
    rows that are hidden, if any are. Refused for what is none, is too large, or is made to do harm.
    """
    data = gunzip_if_packed(data)
    if data.startswith(SIGN):
        sheets = [_as_texts(sheet) for sheet in _filled_sheets(data)]
        if len(set(map(tuple, sheets))) > MOST_LISTS:
            raise FileRefused(
                Text(
                    "The file has more than {most} sheets: save the one that is meant as a file of its own.",
                    most=MOST_LISTS,
                )
            )
        return list(dict.fromkeys(text for texts in sheets for text in texts)) or [""]
    texts = [reading.text for reading in _readings(data[:LONGEST_TEXT])]
    if not any(line.strip() for line in texts[0].splitlines()) or "\0" in texts[0]:
        raise _damaged()
    return texts


def _as_texts(sheet: TitledRows) -> list[str]:
    shown = [row for at, row in enumerate(sheet.rows) if at not in sheet.hidden]
    return [_as_text(shown), _as_text(sheet.rows)]


def _shown_rows(sheet: TitledRows) -> list[tuple[str, ...]]:
    """Return the rows of a sheet in their places, those that are hidden without cells."""
    return [() if at in sheet.hidden else row for at, row in enumerate(sheet.rows)]


def _as_text(rows: list[tuple[str, ...]]) -> str:
    out = StringIO()
    tidy = ([" ".join(cell.split()) for cell in row] for row in rows)
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(tidy)
    return out.getvalue()


def _titles(rows: list[tuple[str, ...]]) -> int:
    """How many rows stand above the headings: empty ones, and titles of one cell above several columns."""
    width = max((_width(row) for row in rows), default=0)
    above = (place for place, row in enumerate(rows) if sum(map(bool, row)) >= min(width, 2))
    return next(above, 0)


def _width(row: tuple[str, ...]) -> int:
    return max((place for place, cell in enumerate(row, start=1) if cell), default=0)


def encoding_choices(data: bytes) -> list[tuple[str, tuple[str, ...]]]:
    """Return the encodings in which a sheet can be read where there are several, each with texts that it
    shows.
    """
    data = gunzip_if_packed(data)
    if data.startswith(SIGN):
        return []
    readings = _readings(data)
    if len(readings) < 2:
        return []
    words = [list(dict.fromkeys(FOREIGN_WORD.findall(reading.text[:LONGEST_TEXT]))) for reading in readings]
    return [
        (reading.encoding, tuple(words_shown[:WORDS_SHOWN]))
        for reading, words_shown in zip(readings, words, strict=True)
    ]


def _readings(data: bytes) -> list[Reading]:
    try:
        return read_bytes(data)
    except UnreadableLetters:
        raise _damaged() from None


def _text(data: bytes, encoding: str = "") -> str:
    readings = _readings(data)
    return next((reading for reading in readings if reading.encoding == encoding), readings[0]).text


def _office_sheet(data: bytes, worksheet: int = 0) -> TitledRows:
    """All rows, and at most one more than is taken, so that a longer sheet is known for one."""
    sheets = _tables(data)
    return sheets[worksheet if worksheet < len(sheets) else 0] if sheets else TitledRows("", [])


def _tables(data: bytes) -> list[TitledRows]:
    """Return the sheets of an office file with headings and rows; those with anything where none has."""
    filled = _filled_sheets(data)
    return [sheet for sheet in filled if sum(map(any, sheet.rows)) > 1] or filled


def _filled_sheets(data: bytes) -> list[TitledRows]:
    """Return the sheets of an office file in which something stands."""
    return [sheet for sheet in _office_sheets(data) if any(map(any, sheet.rows))]


def _office_sheets(data: bytes) -> list[TitledRows]:
    """Return the sheets of an office file; Refused for what is none, and for bombs."""
    try:
        return _read_office(data)
    except FileRefused:
        raise
    except DefusedXmlException:
        raise FileRefused(DEFINED) from None
    except MemoryError:
        raise unpacked_too_large_error() from None
    except Exception as fault:  # zip and XML raise whatever the file makes them stumble over
        raise _damaged() from fault


def _separator(text: str) -> str:
    """What stands between the cells, by the first lines of a long text; a comma in a text of one column."""
    start = text[: text.find("\n", LONGEST_SAMPLE) + 1 or LONGEST_SAMPLE]
    longest = max(map(len, LINE_END.split(start)))
    separator = separator_of(start) if longest < LONGEST_SAMPLE else max(",;\t", key=start.count)
    return separator if len(separator) == 1 else ","


class _Lines:
    """The lines of a text without their ends; `marks` counts separators until somebody sets it to 0."""

    def __init__(self, text: str, mark: str) -> None:
        self.text, self.mark, self.marks, self.place = text, mark, 0, 0

    def __iter__(self) -> Iterator[str]:
        for end in LINE_END.finditer(self.text, self.place):
            line = self.text[self.place : end.start()]
            self.place = end.end()
            self.marks += line.count(self.mark)
            if self.marks > MOST_MARKS:
                raise sheet_too_wide_error()
            yield line
        line, self.place = self.text[self.place :], len(self.text)
        if line.count(self.mark) > MOST_MARKS:
            raise sheet_too_wide_error()
        if line:
            yield line


def _csv_rows(text: str) -> list[tuple[str, ...]]:
    """The rows of a text, separated by what makes a table of it."""
    if "\0" in text:
        raise _damaged()
    lines = _Lines(text.removeprefix("\ufeff"), _separator(text))
    if SEP_LINE.match(text.partition("\n")[0]):
        lines.place = text.find("\n") + 1 or len(text)
    sheet = SheetBuilder()
    try:
        for row in csv.reader(lines, delimiter=lines.mark, strict=True):
            if sheet.is_full:
                if any(cell.strip() for cell in row) or text[lines.place :].strip():
                    raise sheet_too_long_error()
                break
            lines.marks = 0
            sheet.add_row(row)
    except csv.Error:
        raise _damaged() from None
    return sheet.rows


def _read_office(data: bytes) -> list[TitledRows]:
    if data.count(ENTRY) > MOST_PARTS:
        raise unpacked_too_large_error()
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        # what a part says of its size is no lie: it is read no further
        if len(parts) > MOST_PARTS or sum(member.file_size for member in parts) > unpacked_limit(len(data)):
            raise unpacked_too_large_error()
        if any(member.compress_type not in PACKINGS for member in parts):
            raise _damaged()
        readers: dict[str, Callable[[zipfile.ZipFile], list[TitledRows]]]
        readers = {"xl/workbook.xml": read_xlsx, "content.xml": read_ods}
        names = {member.filename for member in parts}
        reader = next((reader for name, reader in readers.items() if name in names), None)
        if reader is None:
            raise _damaged()
        return reader(archive)


def _damaged() -> FileRefused:
    return FileRefused(
        Text("This spreadsheet cannot be read: it must be CSV, XLSX or ODS, whole and without a password.")
    )
