"""QR codes on paper: where a sheet leads, and the picture of the way."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.urls import reverse

from mahjongclub.clubs.devices import ClubRequest


def absolute(request: ClubRequest, path: str) -> str:
    """An address of ours as it is scanned."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)


def entry_path(variant: str, preset: str = "", club: str = "") -> str:
    """Where a sheet of a game is typed in, by those rules; for a club where its slug is given."""
    path = (
        reverse("tables:club_sheet_entry", args=[club, variant])
        if club
        else reverse("tables:sheet_entry", args=[variant])
    )
    return f"{path}?{urlencode({'preset': preset})}" if preset else path


def qr(link: str, words: str) -> dict[str, str]:
    """A code for a template: its picture, what it says to who cannot see it, the words beside it."""
    body = BytesIO()
    segno.make(link, error="m").save(body, kind="svg", border=0, dark="#000", xmldecl=False, svgclass=None)
    return {"svg": body.getvalue().decode(), "alt": f"{words} {link}", "words": words, "link": link}
