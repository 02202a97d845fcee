"""The named parts of won hands in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from mahjongclub.rules.six_table import CLASSES
from mahjongclub.rules.taiwanese_patterns import PATTERNS
from mahjongclub.tables.wording import said


def yaku_in_words(variant: str, counts: Iterable[tuple[str, int]]) -> list[dict[str, str | int]]:
    """Each part's name and how often it was in a won hand."""
    return [{"name": _name(variant, key), "times": times} for key, times in counts]


def _name(variant: str, key: str) -> str:
    if variant == "six" and key in CLASSES:
        return said(CLASSES[key].name)
    if variant == "taiwanese" and key in PATTERNS:
        return said(PATTERNS[key].name)
    return key.replace("_", " ")
