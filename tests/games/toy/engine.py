"""The toy game's engine: whoever wins a hand takes so many points from each of the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mahjongclub.rules import options
from mahjongclub.rules.game import Settlement, TableState, Transfer, apply_transfers
from mahjongclub.rules.kit.wall_words import (
    DRAW_ORDER,
    count_stacks_sentence,
    east_throws_sentence,
    everyone_builds_sentence,
)
from mahjongclub.rules.kit.walls import Walls, in_turn
from mahjongclub.rules.options import option
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.rules.words import Text

SEATS = 3
HOUSE = Text("The house")
NAME = Text("Winner takes all")


@dataclass(frozen=True)
class Rules(options.GameRules):
    """What a club may turn."""

    stake: int = option(
        10,
        Text("Stake"),
        Text("What each of the others pays the winner."),
        "the house",
        low=1,
        high=1000,
    )


def read_outcome(rules: Rules, hand: Mapping[str, Any]) -> int | None:
    """The winner's seat, None for a drawn hand; RuleError for anything else."""
    reader = Reader(hand)
    winner = reader.seat("winner", SEATS) if reader.word("type", ("win", "draw")) == "win" else None
    reader.check_all_read()
    return winner


def outcome_to_json(winner: int | None) -> dict[str, Any]:
    """The way back."""
    return {"type": "draw"} if winner is None else {"type": "win", "winner": winner}


def settle(rules: Rules, state: TableState, winner: int | None) -> Settlement:
    """Everybody pays the winner; the deal passes on after every hand."""
    payers = () if winner is None else state.after_seat(winner)
    transfers = tuple(Transfer(payer, winner or 0, rules.stake, "hand") for payer in payers)
    scores, hands = apply_transfers(state.scores, transfers), state.hands + 1
    rounds, dealer = divmod(hands, state.seats)
    after = replace(state, scores=scores, hands=hands, round=rounds, dealer=dealer)
    return Settlement(transfers, after)


WALLS = Walls(
    tiles=(120,),
    deal=lambda dealer: in_turn(dealer, SEATS, (4, 4, 4, 1)),
    steps=lambda table: (
        everyone_builds_sentence(table.walls[0].stacks),
        east_throws_sentence(table),
        count_stacks_sentence(table),
        DRAW_ORDER,
    ),
    source=HOUSE,
    seats=SEATS,
)
VARIANT = Variant(
    key="toy",
    name=NAME,
    seats=SEATS,
    rules_type=Rules,
    presets=(Preset("club", Text("Club"), Rules()),),
    read_outcome=read_outcome,
    outcome_to_json=outcome_to_json,
    start=lambda rules, dice: TableState((0,) * SEATS),
    settle=settle,
    walls=WALLS,
)
