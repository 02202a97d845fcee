"""The codes of a round's tables in a page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import segno
from django.utils import timezone
from django.utils.safestring import mark_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.models import Access, JoinCode
from mahjongclub.tables.views.share import link_for


@lru_cache(maxsize=512)
def qr_in_page(link: str) -> str:
    """A QR code of a link as an SVG to stand in a page; it holds nothing anybody typed."""
    drawn = segno.make(link, error="m").svg_inline(
        scale=4, border=2, dark="#000", light="#fff", omitsize=True
    )
    return mark_safe(drawn)


def add_codes(request: ClubRequest, rows: Iterable[dict[str, Any]]) -> None:
    """Add what lets a phone keep the score to rows of open tables: `qr`, and `code` to say aloud."""
    rows = list(rows)
    known = JoinCode.objects.filter(
        session__in=[row["session"] for row in rows], role=Access.Role.SCORER, expires_at__gt=timezone.now()
    )
    codes = {one.session_id: one.code for one in known.select_related("session")}
    for row in rows:
        row["qr"] = qr_in_page(link_for(request, row["session"], Access.Role.SCORER))
        spoken = codes.get(row["session"].pk, "")
        row["code"] = f"{spoken[:3]} {spoken[3:]}".strip()
