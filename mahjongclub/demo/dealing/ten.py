"""Hands of Ten: a declaration mostly decides, and the defender guesses right about as often as not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.riichi_stick import may_put_stick_out
from mahjongclub.rules.riichi_value import possible
from mahjongclub.rules.ten_rules import Rules

from ..chance import strong_first, weighted
from .riichi import FU, HAN

SEATS = range(2)
ENDS = {"win": 52.0, "guessed": 33.0, "wall_exhausted": 9.0, "no_declaration": 6.0}


def deal(chance: Random, rules: Rules, state: TableState, strengths: Sequence[float]) -> dict[str, Any]:
    """The next hand of this table."""
    end = weighted(chance, ENDS)
    if end == "no_declaration":
        return {"type": "draw", "reason": end}
    declared = strong_first(chance, SEATS, strengths)
    riichi = [declared] if chance.random() < 0.4 and may_put_stick_out(rules, state, declared) else []
    if end != "win":
        return {"type": "draw", "reason": end, "declared": declared, "riichi": riichi}
    han = weighted(chance, HAN)
    value = {"han": han}
    if han < 5:
        value["fu"] = weighted(chance, {fu: weight for fu, weight in FU.items() if possible(han, fu, True)})
    return {"type": "win", "winner": declared, "riichi": riichi, **value}
