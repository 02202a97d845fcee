"""Rounds of six players: two or three mahjongs, now and then a kong, tenpai where the wall ran out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.six.classes import CLASSES
from mahjongclub.rules.six.options import SixRules

from ..kit.chance import pick_stronger_seat, pick_weaker_seat, pick_weighted, throw_two_dice

SEATS = range(6)
WINS = {0: 5.0, 1: 15.0, 2: 26.0, 3: 27.0, 4: 17.0, 5: 10.0}
HANDS = {
    "chows": 48.0,
    "all_pungs": 22.0,
    "four_pairs": 11.0,
    "pure": 11.0,
    "pungs_258": 2.5,
    "pure_all_pungs": 3.0,
    "all_pungs_terminals": 1.5,
    "pure_terminals": 0.7,
    "pure_pungs_258": 0.3,
}


def sample_hand(
    chance: Random, rules: SixRules, state: TableState, strengths: Sequence[float]
) -> dict[str, Any]:
    """The next round of this table."""
    playing = list(SEATS)
    events: list[dict[str, Any]] = []
    wins = pick_weighted(chance, WINS)
    for _win in range(wins):
        winner = pick_stronger_seat(chance, playing, strengths)
        kongs = 0
        if chance.random() < 0.16:
            events.append({"type": "kong", "seat": winner, "kind": chance.choice(["concealed", "exposed"])})
            kongs = 1
        source = None
        if chance.random() > 0.4:
            source = pick_weaker_seat(chance, [seat for seat in playing if seat != winner], strengths)
        hand = pick_weighted(chance, {key: w for key, w in HANDS.items() if CLASSES[key].most_kongs >= kongs})
        events.append({"type": "win", "seat": winner, "from": source, "hand": hand, "kongs": kongs})
        playing.remove(winner)
    outcome: dict[str, Any] = {"type": "round", "dice": throw_two_dice(chance), "events": events}
    if wins < 5:
        outcome["tenpai"] = [
            {"seat": seat, "all_pungs": chance.random() < 0.25} for seat in playing if chance.random() < 0.35
        ]
    if not wins:
        outcome["next_east"] = chance.choice(SEATS)
    return outcome
