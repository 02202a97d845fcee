"""Files read row by row and in a process of their own: what comes of them, and what they may cost."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.utils.datetime import MAC_EPOCH

from mahjongclub.exchange.importing.cells import MOST_CELLS, MOST_ROWS
from mahjongclub.exchange.importing.spreadsheets import ImportSheet, possible_decodings, read_spreadsheet
from mahjongclub.exchange.unpacking import (
    MOST_DEPTH,
    MOST_RATIO,
    MOST_VALUES,
    SMALL,
    FileRefused,
    gunzip_if_packed,
    parse_json,
)

HEADS = ["date", "Marguerite", "Σοφία Παπαδοπούλου", "田中 愛子", "ليلى منصور"]


def book_of(*rows: list[Any], epoch: datetime | None = None) -> bytes:
    """An XLSX file as an office program saves it, with a comment and another sheet behind."""
    book = Workbook()
    if epoch is not None:
        book.epoch = epoch
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    sheet["A1"].comment = Comment("not a cell", "Bo")
    book.create_sheet("behind").append(["another sheet"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed_part(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as file, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy:
        for part in file.namelist():
            content = file.read(part)
            if part == name:
                assert old in content
                content = content.replace(old, new)
            copy.writestr(part, content)
    return out.getvalue()


@pytest.mark.parametrize("epoch", [None, MAC_EPOCH])
def test_an_office_book_gives_what_its_cells_show(epoch: datetime | None) -> None:
    rows = [
        HEADS,
        [date(2026, 11, 21), 41000, 2.5, -300, True],
        [datetime(2026, 11, 22, 20, 30), 0, None, "O'Brien"],
    ]
    assert read_spreadsheet(book_of(*rows, epoch=epoch)) == ImportSheet(
        tuple(HEADS),
        (
            (2, ("2026-11-21", "41000", "2.5", "-300", "True")),
            (3, ("2026-11-22", "0", "", "O'Brien", "")),
        ),
    )


def test_a_hidden_row_is_left_out_and_said_and_the_others_keep_their_numbers() -> None:
    book = Workbook()
    for row in (["Name", "Points"], ["Bo", 1], ["O'Brien", 2], ["田中 愛子", 3]):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    out = io.BytesIO()
    book.save(out)
    sheet = read_spreadsheet(out.getvalue())
    assert sheet.rows == ((2, ("Bo", "1")), (4, ("田中 愛子", "3")))
    assert sheet.hidden == ("O'Brien · 2",)


@pytest.mark.parametrize(("count", "is_read"), [(6, True), (7, False)])
def test_sheets_of_a_list_are_counted_and_not_their_hidden_rows(count: int, is_read: bool) -> None:
    book = Workbook()
    book.remove(book.worksheets[0])
    for number in range(count):
        sheet = book.create_sheet(f"Team {number}")
        for name in ("Marguerite", "Bo", "Jean-Pierre"):
            sheet.append([f"{name} {number}"])
        sheet.row_dimensions[2].hidden = True
    out = io.BytesIO()
    book.save(out)
    if is_read:
        assert len(possible_decodings(out.getvalue())) == 2 * count, (
            "each sheet without its hidden row, and with"
        )
    else:
        with pytest.raises(FileRefused, match="more than 6 sheets"):
            possible_decodings(out.getvalue())


def test_how_a_name_is_spoken_is_no_part_of_a_shared_text() -> None:
    data = book_of(["a", "b"], ["田中 愛子", "1"])
    spoken = "<si><r><t>田中</t></r><r><t> 愛子</t></r><rPh sb='0' eb='2'><t>タナカ</t></rPh></si>".encode()
    data = changed_part(data, "xl/sharedStrings.xml", "<si><t>田中 愛子</t></si>".encode(), spoken)
    assert read_spreadsheet(data).rows == ((2, ("田中 愛子", "1")),)


def test_a_text_written_in_its_cell_is_read() -> None:
    data = book_of(["a", "b"], ["Bo", 7])
    inline = b'<c r="B2" t="inlineStr"><is><t>Lu</t></is></c>'
    assert b"<v>7</v>" in zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")
    data = changed_part(data, "xl/worksheets/sheet1.xml", b'<c r="B2" t="n"><v>7</v></c>', inline)
    assert read_spreadsheet(data).rows == ((2, ("Bo", "Lu")),)


def test_a_comment_in_an_ods_cell_is_no_part_of_the_cell() -> None:
    out = io.BytesIO()
    content = (
        '<o xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
        ' xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
        ' xmlns:f="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><t:table>'
        "<t:table-row><t:table-cell><x:p>a</x:p></t:table-cell>"
        "<t:table-cell><x:p>b</x:p></t:table-cell></t:table-row>"
        "<t:table-row><t:table-cell><f:annotation><x:p>who is this?</x:p></f:annotation>"
        "<x:p>Bo</x:p></t:table-cell>"
        '<t:table-cell f:value-type="float" f:value="4.0"><x:p>4,0</x:p></t:table-cell></t:table-row>'
        '<t:table-row t:number-rows-repeated="1048574"><t:table-cell/></t:table-row></t:table></o>'
    )
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("content.xml", content)
    assert read_spreadsheet(out.getvalue()).rows == ((2, ("Bo", "4")),)


def test_a_quoted_cell_of_two_lines_stays_one_cell() -> None:
    sheet = read_spreadsheet(b'a,b\r\n"Jean-\nPierre",1\r\n\r\nBo,2\r\n')
    assert [row for _number, row in sheet.rows] == [("Jean-Pierre", "1"), ("Bo", "2")]


def test_rows_beyond_the_budget_are_told_wherever_they_stand() -> None:
    for tail, reason in ((b"\n" * 20_000, None), (b"\n" * 20_000 + b"Bo,1\n", "too long")):
        data = b"a,b\nBo,1\n" + tail
        if reason is None:
            assert len(read_spreadsheet(data).rows) == 1
        else:
            with pytest.raises(FileRefused, match=reason):
                read_spreadsheet(data)
    far = changed_part(book_of(["a"], ["Bo"]), "xl/worksheets/sheet1.xml", b'"2"', b'"1048576"')
    far = changed_part(far, "xl/worksheets/sheet1.xml", b'"A2"', b'"A1048576"')
    with pytest.raises(FileRefused, match="too long"):
        read_spreadsheet(far)


def test_cells_beyond_the_budget_are_refused() -> None:
    wide = MOST_CELLS // MOST_ROWS + 1
    data = ("x," * wide + "\n").encode() * MOST_ROWS
    with pytest.raises(FileRefused, match="too many cells"):
        read_spreadsheet(data)
    row = b"<row>" + b'<c t="str"><v>x</v></c>' * 60 + b"</row>"
    full = b"<sheetData>" + row * (MOST_CELLS // 60 + 2)
    book = changed_part(book_of(["a", "b"], ["Bo", 7]), "xl/worksheets/sheet1.xml", b"<sheetData>", full)
    noise = io.BytesIO(book)
    with zipfile.ZipFile(noise, "a", zipfile.ZIP_STORED) as file:
        file.writestr("noise", b"\0" * 600_000)
    with pytest.raises(FileRefused, match="too many cells"):
        read_spreadsheet(noise.getvalue())


def test_a_season_of_a_club_fits_into_the_budgets() -> None:
    rows = [
        [date(2026, 1 + n % 12, 1 + n % 28), *(25_000 + n % 40 * 100,) * 4, "Łukasz Żółć"]
        for n in range(MOST_ROWS)
    ]
    assert len(read_spreadsheet(book_of([*HEADS, "note"], *rows)).rows) == MOST_ROWS


@pytest.mark.parametrize("packed", [1, SMALL // MOST_RATIO, 10 * SMALL // MOST_RATIO])
def test_a_packed_file_may_unfold_to_twenty_times_its_size(packed: int) -> None:
    data = gzip.compress(b"\n" + b"x" * (max(SMALL, packed * MOST_RATIO) + 1))
    with pytest.raises(FileRefused, match="too large once unpacked"):
        gunzip_if_packed(data)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), "not JSON of a game"),
        ("[" * MOST_DEPTH + "]" * MOST_DEPTH, None),
        ('["' + "[" * 99 + '", "\\"[[' + "{" * 99 + '"]', None),
        ("[" + "0," * MOST_VALUES + "0]", "too many values"),
        ("[" + "{}," * (MOST_VALUES // 5 + 1) + "0]", "too many values"),
    ],
)
def test_json_is_counted_before_it_is_built(text: str, reason: str | None) -> None:
    if reason is None:
        assert parse_json(text) == json.loads(text)
        return
    with pytest.raises(FileRefused, match=reason):
        parse_json(text)
