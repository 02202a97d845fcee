"""How American mah jongg builds, breaks and deals its walls. Source: docs/rules/american.md."""

from __future__ import annotations

from ..kit.wall_words import DRAW_ORDER, EAST_JUMPS, THREE_TIMES_FOUR, everyone_builds, sum_of
from ..kit.walls import SetUp, Walls, thirteen_each
from ..words import Text

CHARLESTON = Text("Then comes the Charleston, before anybody discards.")
TO_THE_END = Text("There is no dead wall: the hand is played to the last tile.")


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    total = sum(table.thrown[0])
    broken = Text(
        "East, the dealer, throws: {sum}. Count {total} stacks from the right end of East’s own wall and "
        "break it there. Those {total} stacks are played last.",
        sum=sum_of(table),
        total=total,
    )
    build = everyone_builds(table.walls[0].stacks)
    return (build, broken, THREE_TIMES_FOUR, EAST_JUMPS, CHARLESTON, DRAW_ORDER, TO_THE_END)


WALLS = Walls(
    tiles=(152,),
    deal=thirteen_each,
    steps=steps,
    source=Text("Common usage of clubs."),
    breaks_own=True,
)
