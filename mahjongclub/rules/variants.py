"""The plain list of games, and the way to find one."""

from __future__ import annotations

from typing import Any

from . import classical, riichi, six, taiwanese, ten
from .game import RuleError, Text, Variant

VARIANTS: tuple[Variant, ...] = (
    riichi.VARIANT,
    classical.VARIANT,
    taiwanese.VARIANT,
    ten.VARIANT,
    six.VARIANT,
)


def find_variant(key: Any) -> Variant:
    """The variant of that key; RuleError `unknown_variant` otherwise.

    >>> find_variant("riichi").seats
    4
    """
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    names = ", ".join(variant.key for variant in VARIANTS)
    raise RuleError(
        "unknown_variant", "variant", Text(f"“variant” must be one of: {names}.", f"Variantes : {names}.")
    )
