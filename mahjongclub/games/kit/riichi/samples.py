"""Hands of riichi about as often as they fall at real tables: four in five won, a third self-drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.kit.riichi.value import is_possible
from mahjongclub.rules.kit.sticks import may_put_stick_out

from ..chance import pick_stronger_seat, pick_weaker_seat, pick_weighted
from ..context import Draft

ENDS = {"win": 82.0, "draw": 16.4, "abort": 1.0, "chombo": 0.6}
HAN = {1: 30.0, 2: 28.0, 3: 18.0, 4: 9.0, 5: 6.0, 6: 3.5, 7: 2.0, 8: 1.2, 9: 0.5, 11: 0.2, 13: 0.1}
FU = {20: 6.0, 25: 4.0, 30: 56.0, 40: 26.0, 50: 6.0, 60: 1.6, 70: 0.4}
#: whole hands that have a yaku however they are finished; the last of each pair is the tile won on
TILES = (
    ("234m345p567s22p678s", "8s"),
    ("22m55m88m33p66p44s77s", "7s"),
    ("123m456m789m22m555z", "9m"),
    ("234m567p345s666s88p", "3s"),
    ("345m345p345s678p22s", "4s"),
    ("123m123p123s789s11p", "3p"),
    ("456p678p234m55s666s", "6p"),
    ("111z234s567s99s666z", "9s"),
    ("777z345m678m456p22s", "2s"),
    ("222m444m666p88s555z", "5z"),
)
#: the same without characters from 2 to 8
TILES_OF_THREE = (
    ("234p345p567s22p678s", "8s"),
    ("22p55p88p33s66s44s77s", "7s"),
    ("123p456p789p22p555z", "9p"),
    ("234s567p345s666s88p", "3s"),
    ("345p345p345s678p22s", "4s"),
    ("123p123p123s789s11m", "3p"),
    ("456p678p234s55s666s", "6p"),
    ("111z234s567s99s666z", "9s"),
    ("777z345s678p456p22s", "2s"),
    ("222p444p666s88s555z", "5z"),
)
#: of each kind in the set
COPIES = 4
DORA = ("1z", "3z", "4z", "9p", "1s")


def sample_hand(
    chance: Random, rules: Rules, state: TableState, strengths: Sequence[float]
) -> dict[str, Any]:
    """The next hand of this table."""
    seats = range(rules.seats)
    riichi = [seat for seat in seats if chance.random() < 0.19 and may_put_stick_out(rules, state, seat)]
    end = pick_weighted(chance, ENDS)
    if len(riichi) == len(seats):
        riichi.pop()
    if end == "abort" and "nine_terminals" in rules.abortive:
        return {"type": "abort", "reason": "nine_terminals", "riichi": []}
    if end == "chombo" and rules.chombo != "off":
        return {"type": "chombo", "offenders": [pick_weaker_seat(chance, seats, strengths)], "riichi": []}
    if end == "draw":
        tenpai = [seat for seat in seats if seat in riichi or chance.random() < 0.38]
        return {"type": "draw", "tenpai": tenpai, "riichi": riichi}
    return {"type": "win", "wins": _wins(chance, rules, riichi, strengths), "riichi": riichi}


def _wins(
    chance: Random, rules: Rules, riichi: Sequence[int], strengths: Sequence[float]
) -> list[dict[str, Any]]:
    seats = range(rules.seats)
    ahead = [strength * (3.0 if seat in riichi else 1.0) for seat, strength in enumerate(strengths)]
    winner = pick_stronger_seat(chance, seats, ahead)
    if chance.random() < 0.36:
        return [
            {
                "winner": winner,
                "from": None,
                **_value(chance, rules, self_drawn=True, riichi=winner in riichi),
            }
        ]
    source = pick_weaker_seat(chance, [seat for seat in seats if seat != winner], strengths)
    winners = [winner]
    if chance.random() < 0.015 and rules.multi_ron != "head_bump":
        winners.append(next(seat for seat in seats if seat not in (winner, source)))
    return [
        {"winner": seat, "from": source, **_value(chance, rules, self_drawn=False)}
        for seat in sorted(winners)
    ]


def _value(chance: Random, rules: Rules, *, self_drawn: bool, riichi: bool = False) -> dict[str, Any]:
    if chance.random() < 0.12:
        hand = chance.choice(TILES_OF_THREE if rules.tile_set.three else TILES)
        concealed, winning = (_as_coloured(tiles, rules) for tiles in hand)
        tiles = {"concealed": concealed, "winning": winning, "dora": chance.choice(DORA)}
        norths = chance.randrange(3) if rules.tile_set.north == "dora" else 0
        return {"tiles": {**tiles, "norths": norths} if norths else tiles}
    if chance.random() < 0.0015:
        return {"yakuman": 1}
    return sample_value(chance, self_drawn=self_drawn, riichi=riichi)


def _as_coloured(tiles: str, rules: Rules) -> str:
    """The tiles with red fives where every five of a suit is red."""
    red = {suit for suit, most in rules.tile_set.reds().items() if most == COPIES}
    return re.sub(
        r"([0-9]+)([mpsz])",
        lambda group: f"{group[1].replace('5', '0') if group[2] in red else group[1]}{group[2]}",
        tiles,
    )


def sample_value(chance: Random, *, self_drawn: bool, riichi: bool = False) -> dict[str, Any]:
    """A value as often as it falls; fu below five han, such as there can be."""
    han = max(pick_weighted(chance, HAN), 2 if riichi and self_drawn else 1)
    if han >= 5:
        return {"han": han}
    fu = pick_weighted(chance, {fu: often for fu, often in FU.items() if is_possible(han, fu, self_drawn)})
    return {"han": han, "fu": fu}


def common_mistake(outcome: Draft) -> Draft | None:
    """A hand of 2 or 3 han typed with one too few."""
    if outcome["type"] != "win":
        return None
    win, *others = outcome["wins"]
    if win.get("han") not in (2, 3) or win.get("fu") not in (30, 40):
        return None
    return {**outcome, "wins": [{**win, "han": win["han"] + 1}, *others]}


def endless_game(hands: int, others: Sequence[int] = (1, 2, 3)) -> tuple[dict[str, Any], list[Draft]]:
    """Hands in which the dealer stays, wins and draws, and the rules that let them."""
    wins: list[Draft] = [
        {"type": "win", "riichi": [], "wins": [{"winner": 0, "from": payer, "han": 1, "fu": 30}]}
        for payer in others
    ]
    draws: list[Draft] = [{"type": "draw", "riichi": [], "tenpai": [0, other]} for other in others]
    outcomes = [hand for pair in zip(wins, draws, strict=True) for hand in pair]
    return {"bust": "off"}, [outcomes[number % len(outcomes)] for number in range(hands)]
