"""The named parts of won hands in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from mahjongclub.rules.riichi_yaku import YAKU_NAMES
from mahjongclub.rules.six_table import CLASSES
from mahjongclub.rules.taiwanese_patterns import PATTERNS
from mahjongclub.tables.wording import said

#: the names of a variant's parts, where it has any
NAMES = {
    "riichi": YAKU_NAMES,
    "ten": YAKU_NAMES,
    "six": {key: one.name for key, one in CLASSES.items()},
    "taiwanese": {key: one.name for key, one in PATTERNS.items()},
}


def yaku_in_words(variant: str, counts: Iterable[tuple[str, int]]) -> list[dict[str, str | int]]:
    """Each part's name and how often it was in a won hand."""
    names = NAMES.get(variant, {})
    return [
        {"name": said(names[key]) if key in names else key.replace("_", " "), "times": times}
        for key, times in counts
    ]
