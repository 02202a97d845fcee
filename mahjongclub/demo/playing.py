"""One made-up game from its plan, by the engine alone: no database, so that worker processes can play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjongclub.games.kit.chance import random_source, throw_two_dice
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import Settlement
from mahjongclub.rules.record import HandJson, PlayedHand, close_table
from mahjongclub.rules.registry import find_variant

#: a game that runs on is closed here
MOST_HANDS = 40


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to be played: `number` seeds it, `strengths` are the players' by seat (1.0 is usual).

    `stop_after` leaves it running after so many hands.
    """

    seed: int
    number: int
    variant: str
    rules: dict[str, Any]
    strengths: tuple[float, ...]
    stop_after: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as played: (outcome, result) of each hand as they are stored, the table after the last."""

    hands: list[tuple[dict[str, Any], HandJson]]
    state: dict[str, Any]
    closed: bool
    dice: list[int] | None


def play_plan(plan: GamePlan) -> PlayedGame:
    """Play a plan to its end: by the rules, by the players who have enough, or by `stop_after`."""
    chance = random_source(plan.seed, "game", plan.number)
    variant = find_variant(plan.variant)
    rules = variant.rules_type().with_options(plan.rules)
    dice = throw_two_dice(chance) if variant.thrown_dealer else None
    state = variant.start(rules, (dice[0], dice[1]) if dice else None)
    samples = find_game(plan.variant).samples
    enough = MOST_HANDS if samples.ends(rules) else chance.randint(*samples.sitting)
    hands: list[tuple[dict[str, Any], HandJson]] = []
    while not state.ended and len(hands) < min(enough, plan.stop_after or enough):
        outcome = variant.read_outcome(rules, samples.sample_hand(chance, rules, state, plan.strengths))
        settlement: Settlement = variant.settle(rules, state, outcome)
        hand = PlayedHand(len(hands) + 1, variant.label(state), state, outcome, settlement)
        hands.append((variant.outcome_to_json(outcome), hand.to_json()))
        state = settlement.after
    closed = not state.ended and plan.stop_after is None
    if closed:
        state = close_table(variant, state)
    return PlayedGame(hands, state.to_json(), closed, dice)
