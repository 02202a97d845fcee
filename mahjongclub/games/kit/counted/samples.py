"""Hands of a counted game, some by their number and some by patterns ticked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState

from ..chance import pick_weaker_seat, pick_weighted, pick_winner_and_source, throw_two_dice
from ..context import Draft

SEATS = range(4)
ENDS = {"win": 87.0, "draw": 12.4, "false_win": 0.6}


class CountedSamples:
    """How a made-up table plays: `values` are numbers, `ticked(chance)` patterns that may stand together."""

    def __init__(
        self,
        unit: str,
        values: Mapping[int, float],
        ticked: Callable[[Random], list[str]],
        *,
        has_dice: bool = False,
    ) -> None:
        self.unit, self.values, self.ticked, self.has_dice = unit, values, ticked, has_dice

    def sample_hand(
        self, chance: Random, rules: Any, state: TableState, strengths: Sequence[float]
    ) -> dict[str, Any]:
        """The next hand of this table."""
        end = pick_weighted(chance, ENDS)
        if end == "draw":
            return {"type": "draw"} | ({"dice": throw_two_dice(chance)} if self.has_dice else {})
        if end == "false_win":
            return {"type": "false_win", "offender": pick_weaker_seat(chance, SEATS, strengths)}
        winner, source = pick_winner_and_source(chance, SEATS, strengths, self_drawn=0.35)
        entry: dict[str, Any] = {"winner": winner, "from": source}
        if chance.random() < 0.4:
            entry["patterns"] = self.ticked(chance)
        else:
            entry[self.unit] = pick_weighted(chance, self.values)
        win: dict[str, Any] = {"type": "win", "wins": [entry]}
        return win | ({"dice": throw_two_dice(chance)} if self.has_dice else {})

    def common_mistake(self, outcome: Draft) -> Draft | None:
        """A hand typed with one too few."""
        wins = outcome.get("wins")
        if not wins or not wins[0].get(self.unit):
            return None
        return {**outcome, "wins": [{**wins[0], self.unit: wins[0][self.unit] + 1}, *wins[1:]]}
