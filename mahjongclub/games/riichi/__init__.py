"""Riichi on screens and paper: GAME is all that the rest of the app may import of it."""

from mahjongclub.rules.riichi import VARIANT

from ..base import Samples
from ..kit.riichi.card import riichi_card
from ..kit.riichi.game import riichi_game
from ..kit.riichi.samples import common_mistake, endless_game, sample_hand

__all__ = ["GAME"]

GAME = riichi_game(
    VARIANT,
    card=riichi_card,
    federation_name="riichi",
    samples=Samples(
        sample_hand=sample_hand,
        sitting=(6, 9),
        often=58.0,
        usual_hands=10.2,
        league=("Riichi", {"minimum_games": 5}),
        tonight=((55, 7), (40, 5), (240, None)),
        house_rules=(("Short evening", "club", {"rounds": 1}),),
        on_paper=(41200, 28700, 18300, 11800),
        common_mistake=common_mistake,
        endless=endless_game,
    ),
)
