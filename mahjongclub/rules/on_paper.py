"""A game kept on paper: the table at its end from the points each seat went home with.

Nothing is known of its hands, so nothing is settled; the points must add up to what was on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .game import RuleError, TableState, Text, Variant
from .record import close_table
from .riichi_stick import STICK

MOST_POINTS = 100_000_000
MOST_STICKS = 50


def table_on_paper(
    variant: Variant, rules: Any, scores: Sequence[int], sticks: int = 0, bank: int | None = None
) -> TableState:
    """The ended table with these scores (in seat order), riichi sticks left lying, points left in the bank.

    RuleError where they are not what such a table can hold; its field is `scores`, `sticks` or `bank`.
    """
    start = variant.start(rules, (1, 1) if variant.key == "ten" else None)
    _check(start, scores, sticks, bank)
    held = sum(scores) + sticks * STICK + (bank or 0)
    expected = sum(start.scores) + (start.bank or 0)
    if held != expected:
        raise RuleError("points_not_conserved", "scores", _difference(held, expected))
    return close_table(variant, replace(start, scores=tuple(scores), sticks=sticks, bank=bank))


def _check(start: TableState, scores: Sequence[int], sticks: int, bank: int | None) -> None:
    if len(scores) != start.seats:
        raise RuleError(
            "wrong_number_of_scores",
            "scores",
            Text(f"{start.seats} scores are needed.", f"Il faut {start.seats} scores."),
        )
    if any(abs(score) > MOST_POINTS for score in scores):
        raise RuleError("score_out_of_range", "scores", Text("Too many points.", "Trop de points."))
    if not 0 <= sticks <= MOST_STICKS:
        raise RuleError(
            "sticks_out_of_range",
            "sticks",
            Text(f"From 0 to {MOST_STICKS} sticks.", f"De 0 à {MOST_STICKS} bâtons."),
        )
    if (bank is None) != (start.bank is None) or (bank is not None and not 0 <= bank <= MOST_POINTS):
        raise RuleError(
            "bank_out_of_range",
            "bank",
            Text("How many points are left in the bank?", "Combien de points reste-t-il à la banque ?"),
        )


def _difference(held: int, expected: int) -> Text:
    """How far the points are from what was on the table."""
    off = abs(held - expected)
    more, less = ("too many", "de trop") if held > expected else ("missing", "qui manquent")
    return Text(
        f"The points add up to {held:,} and should be {expected:,}: {off:,} {more}.",
        f"Les points font {_grouped(held)} au lieu de {_grouped(expected)} : {_grouped(off)} {less}.",
    )


def _grouped(points: int) -> str:
    """Points with the spaces French writes."""
    return f"{points:,}".replace(",", "\u202f")
