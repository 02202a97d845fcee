"""Cells of a list mended in its text: the rows they stand in are written again, everything else stays."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

from .lines import LINE_ENDS, tidy_cell, without_marks_and_addresses
from .names import names_in
from .tables import ALIGNED, Table, read_table, separator_of, table_from_rows

#: what stands between cells where nothing in a text says it
USUAL = ";"


def table_of_names(text: str) -> Table:
    """Return the names of a text that is no table as rows, one a row.

    >>> table_of_names("Aiko, Ben、Chen").rows
    (('Aiko',), ('Ben',), ('Chen',))
    """
    return table_from_rows([[name] for name in names_in(text)])


def table_as_text(table: Table) -> str:
    """Return a table as a text in which each row is a line.

    >>> table_as_text(read_table("[12.11.26, 19:03] Bo: me"))
    'Bo\\tBo\\tme'
    """
    return "\n".join(_written(row, "\t") for row in table.rows)


def replace_rows(text: str, table: Table, rows_by_line: Mapping[int, Sequence[str]]) -> str:
    """Return the text with other cells in the rows that begin at these lines, from 1.

    `table` is the text as it was read: by `read_table`, or by `table_of_names`, whose names then stand one a
    line. Columns aligned by spaces are set apart by tabs, for a cell may be empty now.

    >>> text = 'Name;;Land\\n"Bo;Jensen";;XX\\nLu;;DE'
    >>> replace_rows(text, read_table(text), {2: ["Bo; Jensen", "DK"]})
    'Name;;Land\\n"Bo; Jensen";;DK\\nLu;;DE'
    >>> replace_rows("1. Bo@ ✅\\n2. Lu", read_table("1. Bo@ ✅\\n2. Lu"), {1: ["Bo"]})
    '1. Bo ✅\\n2. Lu'
    """
    in_one_line = len(table.rows) > len(LINE_ENDS.split(text))
    if table.width == 1 and (in_one_line or table.rows != read_table(text).rows):
        text = "\n".join(row[0] for row in table.rows)
    if table.is_rearranged:  # rows are no lines
        text = table_as_text(table)
    separator = "\t" if table.is_rearranged else separator_of(text)
    parts = re.split(f"({LINE_ENDS.pattern})", text)
    if separator == "  ":
        parts[::2] = ["\t".join(ALIGNED.split(line.strip())) for line in parts[::2]]
        separator = "\t"
    for line in sorted(rows_by_line, reverse=True):
        at = 2 * (line - 1)
        if at >= len(parts):
            continue
        cells = [tidy_cell(cell) for cell in rows_by_line[line]]
        if not separator:
            parts[at] = _line_of(parts[at], cells)
            continue
        raw, count = _row_at(parts[at::2], separator)
        raw += [""] * (max(table.places, default=-1) + 1 - len(raw))
        for place, cell in zip(table.places, cells, strict=False):
            raw[place] = cell
        end = at + 2 * count - 1
        parts[at:end] = [_written(raw, separator)]
    return "".join(parts)


def _line_of(line: str, cells: Sequence[str]) -> str:
    """Return a line of a text without columns with another name in it; its number, bullet and ticks stay."""
    if len(cells) > 1:
        return _written(cells, USUAL)
    bare = without_marks_and_addresses(line)
    return line.replace(bare, cells[0], 1) if bare and bare in line else cells[0]


def _row_at(lines: Sequence[str], separator: str) -> tuple[list[str], int]:
    """Return the cells of the row that begins with the first line, and how many lines it has."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, skipinitialspace=True)
    try:
        row = next(reader, [])
    except csv.Error:
        row = []
    if not row or (any("\n" in cell.rstrip("\n") for cell in row) and reader.line_num == len(lines)):
        return [cell.strip().strip('"') for cell in lines[0].split(separator)], 1  # a quote of the text
    return row, reader.line_num


def _written(cells: Sequence[str], separator: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator="").writerow(cells)
    return written.getvalue()
