"""The kinds of file that sheets can be taken along as."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: tuple[tuple[str, str | Promise], ...] = (
    ("xlsx", _("XLSX: Excel and others")),
    ("ods", _("ODS: LibreOffice and others")),
    ("csv", _("CSV: any program")),
)


@cache
def offered_file_kinds() -> tuple[tuple[str, str | Promise], ...]:
    """Return key and label of each kind this installation writes: ODS is an extra (`mahjongclub[ods]`)."""
    return tuple(kind for kind in KINDS if kind[0] != "ods" or find_spec("odf") is not None)


def file_kind_or_xlsx(key: str) -> str:
    """Return the kind of an address: what it asks for if that is offered, else XLSX."""
    return key if key in dict(offered_file_kinds()) else "xlsx"
