"""Typst, which sets the sheets: 82 MB, so an extra (`mahjongclub[sheets]`), and loaded when first used.

Without it every page works but those of sheets, which say what to install.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import HttpRequest


class PrintingMissing(Exception):
    """Nothing can be printed here: Typst is not installed."""


@cache
def can_print() -> bool:
    """Whether this installation prints sheets."""
    return find_spec("typst") is not None


def typst() -> Any:
    """Return the module; PrintingMissing where it is not installed."""
    if not can_print():
        raise PrintingMissing
    return import_module("typst")


def printing(request: HttpRequest) -> dict[str, bool]:
    """`printing_missing`: whether pages are to leave out what only Typst draws."""
    return {"printing_missing": not can_print()}
