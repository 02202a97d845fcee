"""A poster for the wall: one code, read from across a room, to a club, an evening or a table."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from urllib.parse import urlencode

import segno
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from .sheet import Sheet, WrittenText, printable_text


def sheet_entry_path(variant: str, preset: str = "", club: str = "") -> str:
    """Where a sheet of a game is typed in, by those rules; for a club where its slug is given."""
    path = (
        reverse("tables:club_sheet_entry", args=[club, variant])
        if club
        else reverse("tables:sheet_entry", args=[variant])
    )
    return f"{path}?{urlencode({'preset': preset})}" if preset else path


def qr_code_for_template(link: str, words: str) -> dict[str, str]:
    """A code for a template: its picture, what it says to who cannot see it, the words beside it."""
    body = BytesIO()
    segno.make(link, error="m").save(body, kind="svg", border=0, dark="#000", xmldecl=False, svgclass=None)
    return {"svg": body.getvalue().decode(), "alt": f"{words} {link}", "words": words, "link": link}


def poster_sheet(
    link: str,
    words: str,
    *,
    title: str,
    lines: Sequence[str],
    names: Sequence[tuple[str, WrittenText]] = (),
    han: str = "ja",
    paper: str,
    language: str,
) -> Sheet:
    """`title` and `lines` are what people wrote or ours; `names` are seats with their players."""
    return Sheet(
        template="poster",
        title=title,
        language=language,
        paper=paper,
        file_name=slugify(f"{_('Poster')} {title}"),
        data={
            "headline": printable_text(title, han=han),
            "lines": [printable_text(line, han=han) for line in lines if line],
            "names": [{"place": place, "name": name} for place, name in names],
            "qr": qr_code_for_template(link, words),
        },
    )
