"""How the Taiwanese game builds, breaks and deals its walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from dataclasses import replace

from ..kit.common_options import BONUS_TILES
from ..kit.wall_words import (
    NORTH_EMPTY,
    count_stacks_sentence,
    east_throws_sentence,
    everyone_builds_sentence,
    round_the_corner_sentences,
    throw_sum_text,
)
from ..kit.walls import Places, SetUp, Wall, Walls, four_walls, in_turn
from ..words import Text

SOURCE = Text("The club’s Taiwanese rules, 2.2 “La distribution”.")


def deal(dealer: int) -> Places:
    """Four times two stacks, and one more for East."""
    return [*in_turn(dealer, 4, (4, 4, 4, 4)), (dealer, (64,))]


def deal_of_three(dealer: int) -> Places:
    """The same for three."""
    return [*in_turn(dealer, 3, (4, 4, 4, 4)), (dealer, (48,))]


def _build_of_three(dealer: int, tiles: int) -> tuple[Wall, ...]:
    seats = (*((dealer + step) % 3 for step in range(3)), None)
    return tuple(replace(wall, seat=seat) for wall, seat in zip(_build(dealer, tiles), seats, strict=True))


def _build(dealer: int, tiles: int) -> tuple[Wall, ...]:
    """With flowers alone the walls of East and West are a stack longer (seed 002)."""
    lengths = (18, 17, 18, 17) if tiles == 140 else (tiles // 8,) * 4
    return four_walls([(dealer + step) % 4 for step in range(4)], lengths)


DEAL_OF_FOUR = Text(
    "East takes the two first stacks left of the break, then South, West and North two stacks "
    "each, four times over: 16 tiles each. East draws one more, 17."
)
DEAL_OF_THREE = Text(
    "East takes the two first stacks left of the break, then South and West two stacks each, four times "
    "over: 16 tiles each. East draws one more, 17."
)


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    lengths = [wall.stacks for wall in table.walls]
    if len(set(lengths)) == 1:
        build = everyone_builds_sentence(lengths[0])
    else:
        build = Text("East and West build walls of 18 stacks, South and North of 17, two tiles high.")
    if table.own_wall:
        throw = Text(
            "First hand: East does not throw but opens their own wall at the last throw made for the seats: "
            "{sum}.",
            sum=throw_sum_text(table),
        )
    else:
        throw = east_throws_sentence(table)
    first = DEAL_OF_THREE if table.players == 3 else DEAL_OF_FOUR
    dead = Text.joined(
        Text(
            "The eight stacks right of the break are the dead wall, or kong box: 16 replacement tiles, taken "
            "from its left end and made up again from the very end of the live wall."
        ),
        *round_the_corner_sentences(table, 8),
    )
    flower_steps: tuple[Text, ...] = ()
    if table.tiles > 136:
        flower_steps = (
            Text(
                "Flowers and seasons are shown and replaced from the dead wall: East all of them, then "
                "South, West, North. A player who draws another one waits for the next turn round."
            ),
        )
    empty = (NORTH_EMPTY,) if table.players == 3 else ()
    return (build, *empty, throw, count_stacks_sentence(table), dead, first, *flower_steps)


FOUR = Walls(
    tiles=(144, 140, 136),
    deal=deal,
    steps=steps,
    source=SOURCE,
    build=_build,
    dead_stacks=8,
    bonus_tiles=BONUS_TILES,
    may_break_own=True,
)
WALLS = replace(FOUR, others={3: replace(FOUR, seats=3, build=_build_of_three, deal=deal_of_three)})
