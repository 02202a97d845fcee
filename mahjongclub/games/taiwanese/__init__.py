"""The Taiwanese game on screens and paper: GAME is all that the rest of the app may import of it."""

from random import Random

from mahjongclub.rules.taiwanese import VARIANT

from ..base import Paper, Samples
from ..kit.counted.game import counted_game
from ..kit.counted.samples import CountedSamples
from .card import card
from .entry import SCREENS
from .examples import TEACHING
from .paper import taiwanese_points_tables, taiwanese_sheet_data

__all__ = ["GAME"]

#: what hands are worth at a made-up table
TAI = {0: 14.0, 1: 24.0, 2: 22.0, 3: 15.0, 4: 10.0, 5: 6.0, 6: 4.0, 8: 3.0, 10: 1.0, 16: 0.3}
#: patterns that may stand together in one hand, however it was won
PATTERNS = {"single_wait": 0.3, "seat_wind": 0.3, "concealed": 0.25, "half_flush": 0.12, "all_pungs": 0.1}


def sample_patterns(chance: Random) -> list[str]:
    """Some of them, and flowers."""
    patterns = [name for name, often in PATTERNS.items() if chance.random() < often]
    return patterns + ["own_flower"] * chance.choice([0, 0, 1, 2])


HANDS = CountedSamples("tai", TAI, sample_patterns, has_dice=True)

GAME = counted_game(
    VARIANT,
    SCREENS,
    points=taiwanese_points_tables,
    card=card,
    paper=Paper(blank=taiwanese_sheet_data, points_size=(9.25, 8.5), rules_size=(12.0, 12.0), han="zh-Hant"),
    teaching=TEACHING,
    samples=Samples(
        sample_hand=HANDS.sample_hand,
        sitting=(16, 20),
        often=12.0,
        usual_hands=22.0,
        league=("Taiwanese", {"worth": "places", "tie_1": "points", "tie_2": "firsts"}),
        tonight=((46, 6),),
        house_rules=(("Small stakes", "50/20", {"rounds": 1}),),
        common_mistake=HANDS.common_mistake,
    ),
)
