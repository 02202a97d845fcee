"""How American mah jongg builds, breaks and deals its walls. Source: docs/rules/american.md."""

from __future__ import annotations

from ..kit.wall_words import DRAW_ORDER, all_build, sum_of, thirteen_dealt
from ..kit.walls import SetUp, Walls, or_three, thirteen_each
from ..words import Text

CHARLESTON = Text("Then comes the Charleston, before anybody discards.")
TO_THE_END = Text("There is no dead wall: the hand is played to the last tile.")


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    broken = Text(
        "East, the dealer, throws: {sum}. Count {total} stacks from the right end of East’s own wall and "
        "break it there. Those {total} stacks are played last.",
        sum=sum_of(table),
        total=sum(table.thrown[0]),
    )
    passes = (CHARLESTON,) if table.players == 4 else ()
    return (*all_build(table), broken, *thirteen_dealt(table), *passes, DRAW_ORDER, TO_THE_END)


WALLS = or_three(
    Walls((152,), thirteen_each, steps, Text("Common usage of clubs."), breaks_own=True),
)
