"""The codes of a round's tables in a page."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.safestring import mark_safe


@lru_cache(maxsize=512)
def qr_in_page(link: str) -> str:
    """A QR code of a link as an SVG to stand in a page; it holds nothing anybody typed."""
    drawn = segno.make(link, error="m").svg_inline(
        scale=4, border=2, dark="#000", light="#fff", omitsize=True
    )
    return mark_safe(drawn)
