"""Riichi on screens and paper: GAME is all that the rest of the app may import of it."""

from mahjongclub.rules.riichi import VARIANT

from ..base import Samples
from ..kit.riichi.card import card
from ..kit.riichi.game import riichi_game
from ..kit.riichi.samples import deal, endless, misheard

__all__ = ["GAME"]

GAME = riichi_game(
    VARIANT,
    card=card,
    federation_name="riichi",
    samples=Samples(
        deal=deal,
        sitting=(6, 9),
        often=58.0,
        usual_hands=10.2,
        league=("Riichi", {"minimum_games": 5}),
        tonight=((55, 7), (40, 5), (240, None)),
        house_rules=(("Short evening", "club", {"rounds": 1}),),
        on_paper=(41200, 28700, 18300, 11800),
        misheard=misheard,
        endless=endless,
    ),
)
