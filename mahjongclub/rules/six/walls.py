"""How six players build, break and deal their walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..kit.wall_words import throw_sum_text
from ..kit.walls import Places, SetUp, Walls, in_turn
from ..words import Text

SOURCE = Text("The club’s six-player rules, “Pioche” and “Distribution”.")


def deal(dealer: int, seats: int = 6) -> Places:
    """Four tiles, then two, then one (seed 004)."""
    return in_turn(dealer, seats, (4, 2, 1))


def _build(table: SetUp) -> Text:
    longest, shortest = table.walls[0].stacks, table.walls[-1].stacks
    if longest == shortest == 9:
        return Text(
            "Take out honours, flowers and seasons. Everyone builds a wall nine tiles long, two tiles high."
        )
    if longest == shortest:
        return Text(
            "Take out honours, flowers and seasons. Everyone builds a wall {stacks} tiles long, two tiles "
            "high.",
            stacks=longest,
        )
    return Text(
        "Take out honours, flowers and seasons. Everyone builds a wall {shortest} tiles long, two tiles "
        "high; {longer}.",
        shortest=shortest,
        longer=Text.counted(
            "East’s has one stack more",
            "those of East and the next {others} have one stack more",
            sum(wall.stacks == longest for wall in table.walls),
            others=sum(wall.stacks == longest for wall in table.walls) - 1,
        ),
    )


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    total, skipped = sum(table.thrown[0]), min(table.thrown[0])
    name = table.walls[table.named].name
    return (
        _build(table),
        Text(
            "East, who won first in the last round (else drawn by lot), throws: {sum}. Counting "
            "anticlockwise from East as one, {total} names {name}.",
            sum=throw_sum_text(table),
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


SIX = Walls(tiles=(108,), deal=deal, steps=steps, source=SOURCE, seats=6, counts_smaller_die=True)
WALLS = replace(
    SIX, others={count: replace(SIX, seats=count, deal=partial(deal, seats=count)) for count in (3, 4, 5, 7)}
)
