"""The plain list of games, and the way to find one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .game import RuleError
from .variant import Variant
from .words import Text

#: Where each game's VARIANT stands: a line a game, in the order in which games are offered.
VARIANTS = {
    "riichi": "mahjongclub.rules.riichi",
    "sanma": "mahjongclub.rules.sanma",
    "classical": "mahjongclub.rules.classical",
    "taiwanese": "mahjongclub.rules.taiwanese",
    "hongkong": "mahjongclub.rules.hongkong",
    "american": "mahjongclub.rules.american",
    "ten": "mahjongclub.rules.ten",
    "six": "mahjongclub.rules.six",
}


def variants() -> tuple[Variant, ...]:
    """All games, in the order in which they are offered."""
    return tuple(find_variant(key) for key in VARIANTS)


def find_variant(key: Any) -> Variant:
    """The variant of that key; RuleError `unknown_variant` otherwise.

    >>> find_variant("riichi").seats
    4
    """
    if isinstance(key, str) and key in VARIANTS:
        variant: Variant = import_module(VARIANTS[key]).VARIANT
        return variant
    names = ", ".join(VARIANTS)
    raise RuleError("unknown_variant", "variant", Text("“variant” must be one of: {names}.", names=names))
