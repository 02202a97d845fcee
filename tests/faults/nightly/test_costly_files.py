"""Small files that want much memory or time: refused, while the pages of others are answered as ever."""

from __future__ import annotations

import gzip
import io
import json
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from mahjongclub.exchange.importing.cells import MOST_CELLS
from mahjongclub.exchange.tenhou.mjlog import MOST_TAGS
from mahjongclub.exchange.unpacking import MOST_UNPACKED, MOST_VALUES
from tests.http_phone import Answer, HttpPhone
from tests.serving import RunningServer, running_server
from tests.waiting import within

MEGABYTE = 1024 * 1024
#: how much more than an idle server the worst file may take, in bytes, all its processes together
MOST_ABOVE_IDLE = 150 * MEGABYTE
LONGEST_PAGE = within(1000) / 1000
LONGEST_FILE = within(20_000) / 1000


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return out.getvalue()


def book(sheet: bytes, **parts: bytes) -> bytes:
    """An XLSX file whose first sheet is this."""
    relations = b"".join(
        b'<Relationship Id="r%d" Type="http://x/%s" Target="%s.xml"/>' % (number, kind, kind)
        for number, kind in enumerate((b"worksheet", b"sharedStrings", b"styles"), start=1)
    )
    return zipped(
        xl__workbook_dot_xml=b'<workbook xmlns:r="r"><sheets><sheet name="1" r:id="r1"/></sheets></workbook>',
        xl___rels__workbook_dot_xml_dot_rels=b"<Relationships>" + relations + b"</Relationships>",
        xl__worksheet_dot_xml=sheet,
        **parts,
    )


def two_cells(first: bytes = b'<c r="A1" t="s"><v>1999999</v></c>') -> bytes:
    return b'<worksheet><sheetData><row r="1">' + first + b"</row></sheetData></worksheet>"


def noise(size: int) -> bytes:
    """Bytes that cannot be packed: what else is in a file may then be more."""
    return Random(7).randbytes(size)


def rows_of_cells(cells: int) -> bytes:
    row = b"<row>" + b'<c t="n"><v>7</v></c>' * 60 + b"</row>"
    return b"<worksheet><sheetData>" + row * (cells // 60) + b"</sheetData></worksheet>"


FILES: dict[str, Callable[[], bytes]] = {
    "empty lines, packed": lambda: gzip.compress(b"\n" * (16 * MEGABYTE - 1)),
    "empty lines, not packed": lambda: b"a,b\n" + b"\n" * (4 * MEGABYTE - 9),
    "separators, not packed": lambda: b"," * (4 * MEGABYTE - 9),
    "letters of four bytes": lambda: ("\U0001f004," * 838_000).encode(),
    "two million fonts": lambda: book(
        two_cells(b'<c r="A1" s="2"><v>1</v></c>'),
        xl__styles_dot_xml=b"<styleSheet><fonts>" + b"<font/>" * 2_000_000 + b"</fonts></styleSheet>",
    ),
    "fonts as many as may be": lambda: book(
        two_cells(b'<c r="A1" s="2"><v>1</v></c>'),
        noise=noise(600_000),
        xl__styles_dot_xml=b"<styleSheet><fonts>" + b"<font/>" * 1_300_000 + b"</fonts></styleSheet>",
    ),
    "two million shared texts": lambda: book(
        two_cells(), xl__sharedStrings_dot_xml=b"<sst>" + b"<si/>" * 2_000_000 + b"</sst>"
    ),
    "shared texts as many as may be": lambda: book(
        two_cells(), noise=noise(600_000), xl__sharedStrings_dot_xml=b"<sst>" + b"<si/>" * 900_000 + b"</sst>"
    ),
    "cells as many as may be": lambda: book(rows_of_cells(MOST_CELLS - 60), noise=noise(600_000)),
    "a table that repeats itself": lambda: zipped(
        content_dot_xml=b'<o xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><t:table>'
        + (
            b'<t:table-row t:number-rows-repeated="999999999">'
            b'<t:table-cell t:number-columns-repeated="99999999"></t:table-cell></t:table-row>'
        )
        * 9
        + b"</t:table></o>"
    ),
    "lists within lists": lambda: gzip.compress(b"[" * 8 * MEGABYTE + b"]" * 8 * MEGABYTE),
    "lists within lists, not packed": lambda: b'{"log":' + b"[" * (4 * MEGABYTE - 99),
    "lists beside lists": lambda: gzip.compress(b"[" + b"[]," * (5 * MEGABYTE) + b"[]]"),
    "values as many as may be": lambda: b"[" + b'{"a":[]},' * (MOST_VALUES // 6 - 20) + b"{}]",
    "numbers as many as may be": lambda: json.dumps([[n + 0.5 for n in range(399_000)]]).encode(),
    "tags as many as may be": lambda: b"<mjloggm>" + b"<a/>" * MOST_TAGS + b"</mjloggm>",
    "a tag without end": lambda: b"<mjloggm " + b"".join(b'a%x="" ' % n for n in range(390_000)) + b"/>",
    "a game's text, not packed": lambda: b"<mjloggm>" + b"x" * (4 * MEGABYTE - 99) + b"</mjloggm>",
}


class Watching:
    """The most memory that the processes of a server take while it is open, in bytes."""

    def __init__(self, server: RunningServer) -> None:
        self.server, self.most, self._over = server, 0, threading.Event()

    def __enter__(self) -> Watching:
        self.thread = threading.Thread(target=self._watch)
        self.thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._over.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.01):
            self.most = max(self.most, memory_of(self.server))


def memory_of(server: RunningServer) -> int:
    """The memory of a server and of all it has started, in bytes, but for files that lie in memory."""
    found, waiting = 0, [server.process.pid]
    while waiting:
        number = waiting.pop()
        try:
            tasks = Path(f"/proc/{number}/task")
            for task in tasks.iterdir():
                waiting += map(int, (task / "children").read_text().split())
            pages = Path(f"/proc/{number}/smaps_rollup").read_text()
        except OSError:
            continue
        found += (
            next(int(line.split()[1]) for line in pages.splitlines() if line.startswith("Anonymous:")) * 1024
        )
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("costly")) as server:
        yield server


@pytest.fixture(scope="module")
def organiser(server: RunningServer) -> HttpPhone:
    """Who may send files; `club` is the path of the club."""
    phone = HttpPhone(server.url, timeout=60)
    club = phone.found_club("Anne-Sophie de La Rochefoucauld", "Łukasz Żółć")
    assert phone.get(f"{club}import/").status == 200
    phone.club = club  # type: ignore[attr-defined]
    send(phone, b"a,b\n1,2\n")  # the server loads what it needs to take any file
    return phone


def send(organiser: HttpPhone, data: bytes) -> Answer:
    path = organiser.club  # type: ignore[attr-defined]
    return organiser.send_files(f"{path}import/", "chosen", {"file": data})


def slowest_page(server: RunningServer, over: Callable[[], bool]) -> float:
    """The seconds of the slowest of somebody else's pages, asked for one after the other until it is over."""
    guest, slowest = HttpPhone(server.url), 0.0
    while not over():
        began = time.monotonic()
        assert guest.get("/new/?variant=riichi").status == 200
        slowest = max(slowest, time.monotonic() - began)
    return slowest


@pytest.mark.parametrize("what", FILES)
def test_a_costly_file_is_refused_cheaply_and_nobody_waits_for_it(
    server: RunningServer, organiser: HttpPhone, what: str
) -> None:
    data = FILES[what]()
    idle = memory_of(server)
    with Watching(server) as watching, ThreadPoolExecutor() as pool:
        began = time.monotonic()
        sent = pool.submit(send, organiser, data)
        slowest = slowest_page(server, sent.done)
        answer, seconds = sent.result(), time.monotonic() - began
    above = watching.most - idle
    print(f"{what}: {len(data):,} bytes, {above / MEGABYTE:.0f} MB, {seconds:.1f} s, page {slowest:.2f} s")
    assert answer.status in (302, 422), answer.text
    assert above < MOST_ABOVE_IDLE
    assert slowest < LONGEST_PAGE
    assert seconds < LONGEST_FILE


def test_ten_costly_files_at_once_leave_the_pages_of_others_alone(
    server: RunningServer, organiser: HttpPhone
) -> None:
    data = FILES["values as many as may be"]()
    idle = memory_of(server)
    with Watching(server) as watching, ThreadPoolExecutor(10) as pool:
        sent = [pool.submit(send, organiser, data) for _number in range(10)]
        slowest = slowest_page(server, lambda: all(one.done() for one in sent))
    answers = [one.result() for one in sent]
    assert {answer.status for answer in answers} == {422}
    assert any("Other files are being read" in answer.text for answer in answers)
    assert slowest < LONGEST_PAGE
    assert watching.most - idle < MOST_ABOVE_IDLE


def test_a_good_file_comes_in_as_before(server: RunningServer, organiser: HttpPhone) -> None:
    rows = "date,Bo,Σοφία Παπαδοπούλου,田中 愛子,O'Brien\n2026-11-21,40000,30000,20000,10000\n"
    answer = send(organiser, rows.encode())
    assert answer.status == 302
    assert "Σοφία Παπαδοπούλου" in organiser.get(answer.headers["Location"]).text
    assert MOST_UNPACKED == 10 * MEGABYTE
