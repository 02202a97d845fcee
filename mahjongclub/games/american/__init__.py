"""American mah jongg on screens and paper: GAME is all that the rest of the app may import of it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from mahjongclub.rules.american import VARIANT
from mahjongclub.rules.american.options import VALUES

from ..base import Paper, Samples
from ..kit.valued_game import ValuedSamples, valued_game
from .card import card
from .entry import CHARLESTON, ENTRY, more_sheet_links
from .examples import TEACHING
from .paper import american_points_tables, american_sheet_data
from .questions import QUESTIONS, SHEET, WALL_GAME

__all__ = ["GAME"]

HANDS = ValuedSamples(
    QUESTIONS,
    ends={"win": 84.0, "draw": 15.0, "false_mahjong": 1.0},
    values=dict(zip(VALUES, (2.0, 50.0, 30.0, 6.0, 2.0, 2.0, 6.0, 1.0, 1.0, 0.5), strict=True)),
    rare={"jokerless": 0.15, "exempt": 0.15, "dead": 0.05},
)

GAME = valued_game(
    VARIANT,
    ENTRY,
    more_sheet_links=more_sheet_links,
    score_sheet=SHEET,
    card=card,
    teaching=TEACHING,
    points=american_points_tables,
    paper=Paper(blank=american_sheet_data, points_size=(12.0, 12.0), rules_size=(12.0, 12.0), han="ja"),
    samples=Samples(
        sample_hand=HANDS.sample_hand,
        sitting=(12, 20),
        often=4.0,
        tonight=((38, 4),),
        usual_hands=16.0,
        league=("American", {}),
        ends=lambda rules: rules.rounds is not None,
        common_mistake=HANDS.common_mistake,
    ),
    draw_label=WALL_GAME,
    self_draw_label=gettext_lazy("Self-picked"),
    won_by=(gettext_lazy("discard"), gettext_lazy("self-picked")),
    pages={CHARLESTON.page: CHARLESTON.step},
    event_minutes=55,
    event_preset="tournament",
)
