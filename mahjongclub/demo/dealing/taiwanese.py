"""Hands of Taiwanese, some by their tai and some by patterns ticked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.taiwanese_rules import Rules

from ..chance import strong_first, throw, weak_first, weighted

SEATS = range(4)
ENDS = {"win": 87.0, "draw": 12.4, "false_win": 0.6}
TAI = {0: 14.0, 1: 24.0, 2: 22.0, 3: 15.0, 4: 10.0, 5: 6.0, 6: 4.0, 8: 3.0, 10: 1.0, 16: 0.3}
#: patterns that may stand together in one hand, however it was won
PATTERNS = {"single_wait": 0.3, "seat_wind": 0.3, "concealed": 0.25, "half_flush": 0.12, "all_pungs": 0.1}


def deal(chance: Random, rules: Rules, state: TableState, strengths: Sequence[float]) -> dict[str, Any]:
    """The next hand of this table."""
    end = weighted(chance, ENDS)
    if end == "draw":
        return {"type": "draw"}
    if end == "false_win":
        return {"type": "false_win", "offender": weak_first(chance, SEATS, strengths)}
    winner = strong_first(chance, SEATS, strengths)
    others = [seat for seat in SEATS if seat != winner]
    source = None if chance.random() < 0.35 else weak_first(chance, others, strengths)
    entry: dict[str, Any] = {"winner": winner, "from": source}
    if chance.random() < 0.4:
        entry["patterns"] = [name for name, often in PATTERNS.items() if chance.random() < often]
        entry["patterns"] += ["own_flower"] * chance.choice([0, 0, 1, 2])
    else:
        entry["tai"] = weighted(chance, TAI)
    return {"type": "win", "wins": [entry], "dice": throw(chance)}
