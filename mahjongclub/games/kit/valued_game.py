"""A game whose hand is typed as one value, put together from the kit, and its made-up hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.variant import Variant

from ..base import Game
from .chance import pick_stronger_seat, pick_weaker_seat, pick_weighted
from .context import Draft
from .hand_form import hand_form_class
from .question_kinds import Flag, OneSeat, RareSeats
from .questions import Question, Questions
from .seat_steps import plain_drawn_hand
from .valued import NumberOnDiscard, ValuedEntry, ValueQuestion
from .wording import points_in_words


@dataclass(frozen=True)
class ValuedSamples:
    """How often a hand ends so, is worth so much, and has each of what is `rare`, between 0 and 1."""

    questions: Questions
    ends: Mapping[str, float]
    values: Mapping[int, float]
    rare: Mapping[str, float] = field(default_factory=dict)
    self_drawn: float = 0.3

    def sample_hand(self, chance: Random, rules: Any, state: TableState, strengths: Sequence[float]) -> Draft:
        """The next hand of a made-up table."""
        end = pick_weighted(chance, self.ends)
        hand = next(dict(ending.facts) for ending in self.questions.ends if ending.key == end)
        for question in self.questions.questions_for(end):
            answer = self._answer(chance, question, hand, state.seats, strengths)
            hand |= {} if answer is None or not question.only(rules) else {question.key: answer}
        return {"from": None, **hand} if "winner" in hand and "offender" not in hand else hand

    def _answer(
        self, chance: Random, question: Question, hand: Draft, seats: int, strengths: Sequence[float]
    ) -> Any:
        """What is said to a question; None for nothing."""
        others = (hand.get("winner"), hand.get("offender"))
        free = [seat for seat in range(seats) if seat not in others]
        if isinstance(question, ValueQuestion):
            return pick_weighted(chance, self.values)
        if isinstance(question, OneSeat):
            return pick_stronger_seat(chance, free, strengths) if question.missing else None
        if isinstance(question, NumberOnDiscard):
            return chance.randint(0, question.most) if "from" in hand else None
        often = self.rare.get(question.name, 1 - self.self_drawn if question.kind == "source" else 0.0)
        if chance.random() >= often:
            return None
        if isinstance(question, Flag):
            return True
        seat = pick_weaker_seat(chance, free, strengths)
        return [seat] if isinstance(question, RareSeats) else seat

    def common_mistake(self, outcome: Draft) -> Draft | None:
        """A hand typed with the next value."""
        near = dict(pairwise(self.values)).get(outcome.get("value", 0))
        return {**outcome, "value": near} if near else None


def valued_game(variant: Variant, entry: ValuedEntry, **game_fields: Any) -> Game:
    """The game of a variant whose hand is one value; `game_fields` are the `Game` fields of its own."""
    return Game(
        variant=variant,
        screen=entry.screen,
        in_words=lambda outcome, names: entry.in_words(variant.outcome_to_json(outcome), names),
        questions=entry.questions,
        hand_form=hand_form_class(entry.questions),
        drawn_hand=plain_drawn_hand,
        value_in_words=lambda rules, value: points_in_words(value),
        with_typed_values=entry.with_typed_values,
        has_honba=False,
        has_sticks=False,
        stylesheet="games/counted_table.css",
        **game_fields,
    )
