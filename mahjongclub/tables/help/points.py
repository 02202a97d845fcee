"""The points card: each game's tables, every figure asked of the engine with the rules of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .points_classical import classical_tables
from .points_riichi import riichi_tables
from .points_six import six_tables
from .points_table import PointsTable
from .points_taiwanese import taiwanese_tables
from .points_ten import ten_tables

_TABLES: dict[str, Callable[[Any], tuple[PointsTable, ...]]] = {
    "riichi": riichi_tables,
    "classical": classical_tables,
    "taiwanese": taiwanese_tables,
    "ten": ten_tables,
    "six": six_tables,
}


def points_tables(variant: str, rules: Any) -> tuple[PointsTable, ...]:
    """The tables of a variant under these rules, in the order in which a hand is counted."""
    return _TABLES[variant](rules)
