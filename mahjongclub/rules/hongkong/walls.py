"""How the Hong Kong game builds, breaks and deals its walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from dataclasses import replace

from ..kit.common_options import BONUS_TILES
from ..kit.wall_words import (
    DRAW_ORDER,
    EAST_JUMPS,
    NORTH_EMPTY,
    ONE_EACH_OF_THREE,
    THREE_TIMES_FOUR,
    THREE_TIMES_FOUR_OF_THREE,
    count_stacks,
    east_throws,
    everyone_builds,
)
from ..kit.walls import SetUp, Walls, north_empty, thirteen_each, thirteen_each_of_three
from ..words import Text

FLOWERS = Text(
    "Flowers and seasons are shown and replaced from the other end of the wall, right of the break, as "
    "kongs are: East first, then South, West, North."
)
KONGS = Text(
    "There is no dead wall: kongs are replaced from the other end, right of the break, and the last "
    "tile is drawn too."
)


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    build = everyone_builds(table.walls[0].stacks)
    flower_step = (FLOWERS,) if table.tiles > BONUS_TILES["none"] else ()
    three = table.players == 3
    empty = (NORTH_EMPTY,) if three else ()
    dealt = (THREE_TIMES_FOUR_OF_THREE, ONE_EACH_OF_THREE) if three else (THREE_TIMES_FOUR, EAST_JUMPS)
    return (build, *empty, east_throws(table), count_stacks(table), *dealt, *flower_step, DRAW_ORDER, KONGS)


FOUR = Walls(
    tiles=(144, 136),
    deal=thirteen_each,
    steps=steps,
    source=Text("Common Hong Kong usage."),
    bonus_tiles={way: BONUS_TILES[way] for way in ("none", "flowers_seasons")},
)
WALLS = replace(FOUR, others={3: replace(FOUR, seats=3, build=north_empty, deal=thirteen_each_of_three)})
