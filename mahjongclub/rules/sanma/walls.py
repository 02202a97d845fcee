"""How sanma builds, breaks and deals its walls. Source: docs/rules/sanma.md."""

from __future__ import annotations

from ..game import WINDS
from ..kit.wall_words import (
    DRAW_ORDER,
    ONE_EACH_OF_THREE,
    THREE_TIMES_FOUR_OF_THREE,
    count_stacks_sentence,
    dead_wall_of_seven_sentence,
    east_throws_sentence,
    everyone_builds_sentence,
)
from ..kit.walls import WALL_NAMES, SetUp, Wall, Walls, three_player_deal
from ..words import Text

SOURCE = Text("The Japanese Mahjong Wiki (riichi.wiki), “Sanma”; usual Japanese throw and deal.")
TURN_THE_INDICATOR = Text(
    "Turn over the top tile of the fifth stack right of the break: the dora indicator. The eight tiles "
    "next to the break replace norths and kans. Where no norths are laid aside, turn the third stack’s."
)


def build(dealer: int, tiles: int) -> tuple[Wall, ...]:
    """A wall before East, South and West."""
    return tuple(
        Wall(WALL_NAMES[wind], (dealer + step) % 3, tiles // 6, wind) for step, wind in enumerate(WINDS[:3])
    )


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    return (
        everyone_builds_sentence(18),
        east_throws_sentence(table),
        count_stacks_sentence(table),
        dead_wall_of_seven_sentence(table),
        TURN_THE_INDICATOR,
        THREE_TIMES_FOUR_OF_THREE,
        ONE_EACH_OF_THREE,
        DRAW_ORDER,
    )


WALLS = Walls(
    tiles=(108,),
    deal=three_player_deal,
    steps=steps,
    source=SOURCE,
    seats=3,
    build=build,
    dead_stacks=7,
    indicator=True,
    indicator_stack=5,
)
