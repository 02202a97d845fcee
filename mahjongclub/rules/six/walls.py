"""How six players build, break and deal their walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from ..kit.wall_words import sum_of
from ..kit.walls import Places, SetUp, Walls, in_turn
from ..words import Text

SOURCE = Text("The club’s six-player rules, “Pioche” and “Distribution”.")


def deal(dealer: int) -> Places:
    """Four tiles, then two, then one (seed 004)."""
    return in_turn(dealer, 6, (4, 2, 1))


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    total, skipped = sum(table.thrown[0]), min(table.thrown[0])
    name = table.walls[table.named].name
    return (
        Text(
            "Take out honours, flowers and seasons. Everyone builds a wall nine tiles long, two tiles high."
        ),
        Text(
            "East, who won first in the last round (else drawn by lot), throws: {sum}. Counting "
            "anticlockwise from East as one, {total} names {name}.",
            sum=sum_of(table),
            total=total,
            name=name,
        ),
        Text(
            "The smaller die is {skipped}: skip {tiles} along that wall ({stacks}) from its right end.",
            skipped=skipped,
            tiles=Text.counted("{count} tile", "{count} tiles", skipped),
            stacks=Text.counted("{count} stack", "{count} stacks", skipped),
        ),
        Text(
            "From there, clockwise along the walls, East first: everyone takes 4 tiles, then 2, then "
            "1. Everyone holds 7; East draws first."
        ),
        Text("No tiles are reserved: a kong is replaced from the other end of the wall, right of the break."),
    )


WALLS = Walls(tiles=(108,), deal=deal, steps=steps, source=SOURCE, seats=6, counts_smaller_die=True)
