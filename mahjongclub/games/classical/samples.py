"""Hands of Chinese classical: four counted hands, doubled now and then, and some told by their sets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.game import TableState

from ..kit.chance import pick_weighted, pick_winner_and_source, throw_two_dice

SEATS = range(4)
DOUBLINGS = {0: 46.0, 1: 32.0, 2: 15.0, 3: 5.0, 4: 1.5}


def sample_hand(
    chance: Random, rules: Rules, state: TableState, strengths: Sequence[float]
) -> dict[str, Any]:
    """The next hand of this table."""
    dice = throw_two_dice(chance)
    if chance.random() < 0.07:
        return {"type": "draw", "dice": dice}
    winner, source = pick_winner_and_source(chance, SEATS, strengths, self_drawn=0.3)
    flowers = rules.plays_flowers
    hands = [
        _hand(chance, won=seat == winner, suit="mpsm"[seat], low=seat < 3, flowers=flowers) for seat in SEATS
    ]
    named = [special.key for special in rules.special_hands if special.irregular]
    if named and chance.random() < 0.03:
        hands[winner] = {"special": chance.choice(named)}
    outcome = {"type": "win", "winner": winner, "dice": dice, "hands": hands}
    return outcome if source is None else {**outcome, "from": source}


def _hand(chance: Random, *, won: bool, suit: str, low: bool, flowers: bool) -> dict[str, Any]:
    if won and low and chance.random() < 0.35:
        return _by_sets(chance, suit, flowers=flowers)
    base = chance.randrange(24, 46, 2) if won else chance.randrange(0, 20, 2)
    points = base * 2 ** pick_weighted(chance, DOUBLINGS)
    return {"points": points if won else min(points, 160)}


def _by_sets(chance: Random, suit: str, *, flowers: bool) -> dict[str, Any]:
    """Runs and a triplet or two of one suit, so that no tile lies on the table a fifth time."""
    sets: list[dict[str, Any]] = [
        {"kind": "chow", "tile": f"1{suit}", "concealed": chance.random() < 0.5},
        {"kind": "chow", "tile": f"4{suit}", "concealed": chance.random() < 0.5},
        {"kind": "pung", "tile": f"8{suit}", "concealed": chance.random() < 0.4},
        {"kind": "pung", "tile": f"{chance.randint(1, 7)}z", "concealed": chance.random() < 0.4},
        {"kind": "pair", "tile": f"9{suit}", "concealed": True},
    ]
    drawn = [chance.randint(1, 4)] if chance.random() < 0.5 else []
    return {"sets": sets, "flowers": drawn if flowers else []}
