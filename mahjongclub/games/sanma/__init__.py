"""Sanma on screens and paper: GAME is all that the rest of the app may import of it."""

from functools import partial

from mahjongclub.rules.sanma import VARIANT

from ..base import Samples
from ..kit.riichi.game import riichi_game
from ..kit.riichi.samples import common_mistake, endless_game, sample_hand
from .card import card
from .examples import ABORTS, TEACHING

__all__ = ["GAME"]

GAME = riichi_game(
    VARIANT,
    card=card,
    samples=Samples(
        sample_hand=sample_hand,
        sitting=(6, 9),
        often=6.0,
        tonight=((34, 3),),
        usual_hands=8.4,
        league=("Sanma", {"minimum_games": 5}),
        common_mistake=common_mistake,
        endless=partial(endless_game, others=(1, 2)),
    ),
    teaching=TEACHING,
    aborts=ABORTS,
    sizes=((10.0, 10.0), (9.5, 9.0)),
    has_dan=False,
)
