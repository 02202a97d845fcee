"""How riichi builds, breaks and deals its walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from ..kit.wall_words import (
    DRAW_ORDER,
    EAST_JUMPS,
    THREE_TIMES_FOUR,
    TURN_THE_INDICATOR,
    count_stacks,
    dead_wall_of_seven,
    east_throws,
    everyone_builds,
)
from ..kit.walls import SetUp, Walls, thirteen_each
from ..words import Text

SOURCE = Text("The club’s riichi rules for the draw and the dead wall; usual Japanese throw and deal.")


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    return (
        everyone_builds(17),
        east_throws(table),
        count_stacks(table),
        dead_wall_of_seven(table),
        TURN_THE_INDICATOR,
        THREE_TIMES_FOUR,
        EAST_JUMPS,
        DRAW_ORDER,
    )


WALLS = Walls(tiles=(136,), deal=thirteen_each, steps=steps, source=SOURCE, dead_stacks=7, indicator=True)
