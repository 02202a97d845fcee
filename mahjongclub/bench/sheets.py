"""`pdf.session_sheet_ms`: a session's sheet as PDF over HTTP, warm."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from django.urls import NoReverseMatch, reverse

from mahjongclub.tables.recording import Submission, record_hand

from .figures import Figure, figure_of, not_measured
from .phones import Phone
from .stand import Stand
from .tables import game, new_device, open_table

SHEETS, WARM_UP = 24, 4


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """Sheets of one table after another, none twice: Typst remembers a document it has set before."""
    device, cookie = new_device()
    phone = Phone(stand.server.port, cookie)
    taken = []
    for number in range(stand.few(WARM_UP) + stand.few(SHEETS)):
        session = open_table(device)
        for played, outcome in enumerate(game("riichi", number)[:-1]):
            record_hand(session.pk, Submission(uuid4(), played, device), outcome)
        try:
            path = reverse("sheets:table_filled_pdf", args=[session.code])
        except NoReverseMatch:
            yield "pdf.session_sheet_ms", not_measured("NOT PRINTED: this version has no sheet of a session.")
            return
        taken.append(1000 * phone.get(path))
    phone.close()
    yield "pdf.session_sheet_ms", figure_of(taken[stand.few(WARM_UP) :], 1)
