"""Riichi: VARIANT is all that other games and the app may import of it."""

from ..kit.riichi.options import Rules
from ..kit.riichi.variant import riichi_variant
from ..kit.wall_words import (
    DRAW_ORDER,
    EAST_JUMPS,
    THREE_TIMES_FOUR,
    TURN_THE_INDICATOR,
    count_stacks_sentence,
    dead_wall_of_seven_sentence,
    east_throws_sentence,
    everyone_builds_sentence,
)
from ..kit.walls import SetUp, Walls, four_player_deal
from ..words import Text
from .presets import PRESETS

__all__ = ["VARIANT"]

WALL_SOURCE = Text("The club’s riichi rules for the draw and the dead wall; usual Japanese throw and deal.")


def wall_steps(table: SetUp) -> tuple[Text, ...]:
    """Return what the players do as they build and deal, one sentence or two a step, in order."""
    return (
        everyone_builds_sentence(17),
        east_throws_sentence(table),
        count_stacks_sentence(table),
        dead_wall_of_seven_sentence(table),
        TURN_THE_INDICATOR,
        THREE_TIMES_FOUR,
        EAST_JUMPS,
        DRAW_ORDER,
    )


WALLS = Walls(
    tiles=(136,), deal=four_player_deal, steps=wall_steps, source=WALL_SOURCE, dead_stacks=7, indicator=True
)

VARIANT = riichi_variant("riichi", Text("Riichi"), Rules, PRESETS, WALLS)
