"""American mah jongg on screens and paper: GAME is all that the rest of the app may import of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules.american import VARIANT
from mahjongclub.rules.american.options import VALUES
from mahjongclub.rules.game import TableState

from ..base import Game, Paper, Samples
from ..kit.chance import weak_first, weighted, winner_and_source
from ..kit.context import Draft
from ..kit.hand_form import form_of
from ..kit.wording import points_in_words
from .card import card
from .charleston import charleston_page
from .entry import ENTRY, in_words, more_links
from .examples import TEACHING
from .paper import blank, tables
from .questions import QUESTIONS, SHEET

__all__ = ["GAME"]

SEATS = range(4)
ENDS = {"win": 84.0, "draw": 15.0, "false_mahjong": 1.0}
WORTH = dict(zip(VALUES, (2.0, 50.0, 30.0, 6.0, 2.0, 2.0, 6.0, 1.0, 1.0, 0.5), strict=True))


def deal(chance: Random, rules: Any, state: TableState, strengths: Sequence[float]) -> Draft:
    """The next hand of a made-up table."""
    end, value = weighted(chance, ENDS), weighted(chance, WORTH)
    dead = [weak_first(chance, SEATS, strengths)] if chance.random() < 0.05 else []
    if end == "draw":
        return {"type": "draw", "dead": dead}
    winner, source = winner_and_source(chance, SEATS, strengths, self_drawn=0.3)
    if end == "false_mahjong":
        return {"type": end, "offender": (winner + 1) % len(SEATS), "winner": winner, "value": value}
    win: Draft = {"type": "win", "winner": winner, "from": source, "value": value}
    win |= {name: True for name in ("jokerless", "exempt") if chance.random() < 0.15}
    if rules.is_tournament and source is not None:
        win["exposures"] = chance.choice([0, 1, 1, 2, 2, 3])
    return {**win, "dead": [seat for seat in dead if seat != winner]}


def misheard(outcome: Draft) -> Draft | None:
    """A hand typed with the next value."""
    near = dict(pairwise(VALUES)).get(outcome.get("value", 0))
    return {**outcome, "value": near} if near else None


GAME = Game(
    variant=VARIANT,
    screen=ENTRY.screen,
    more_links=more_links,
    in_words=in_words,
    questions=QUESTIONS,
    hand_form=form_of(QUESTIONS),
    score_sheet=SHEET,
    card=card,
    teaching=TEACHING,
    points=tables,
    paper=Paper(blank=blank, points_size=(12.0, 12.0), rules_size=(12.0, 12.0), han="ja"),
    samples=Samples(
        deal=deal,
        sitting=(12, 20),
        often=4.0,
        tonight=((38, 4),),
        usual_hands=16.0,
        league=("American", {}),
        ends=lambda rules: rules.rounds is not None,
        misheard=misheard,
    ),
    start_draw=lambda place: {"type": "draw"},
    draw_label=gettext_lazy("Wall game"),
    self_draw_label=gettext_lazy("Self-picked"),
    won_by=(gettext_lazy("discard"), gettext_lazy("self-picked")),
    value_in_words=lambda rules, value: points_in_words(value),
    with_typed=ENTRY.with_typed,
    pages={"charleston": charleston_page},
    event_minutes=55,
    event_preset="tournament",
    has_honba=False,
    has_sticks=False,
    stylesheet="games/counted_table.css",
)
