"""A poster for the wall: one code, read from across a room, to a club, an evening or a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import slugify
from django.utils.translation import gettext as _

from .codes import qr
from .sheet import Sheet, written


def poster(
    link: str,
    words: str,
    *,
    title: str,
    lines: Sequence[str],
    names: Sequence[tuple[str, dict[str, str]]] = (),
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
            "headline": written(title, han=han),
            "lines": [written(line, han=han) for line in lines if line],
            "names": [{"place": place, "name": name} for place, name in names],
            "qr": qr(link, words),
        },
    )
