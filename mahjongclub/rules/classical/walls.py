"""How the classical game builds, breaks and deals its walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..game import WIND_NAMES, WINDS
from ..kit.common_options import BONUS_TILES
from ..kit.wall_words import NORTH_EMPTY, everyone_builds_sentence, throw_sum_text, wall_after_of
from ..kit.walls import WALL_NAMES, Places, SetUp, Walls, in_turn, walls_with_north_empty
from ..words import Text
from .options import Rules

FLOWERS = (
    Text(
        "East asks for flowers and seasons: each is laid face up and replaced from right of the "
        "breach, East first, then South, West, North."
    ),
)
SOURCE = Text("Règles du Mahjong, “Début de partie”.")


def deal(dealer: int, seats: int = 4) -> Places:
    """Upper tiles at the end: of the first and third stacks, then of the fifth, seventh, ninth (seed 001)."""
    first = 12 * seats
    others = [((dealer + step) % seats, (first + 4 + 4 * step,)) for step in range(1, seats)]
    return [*in_turn(dealer, seats, (4, 4, 4)), (dealer, (first, first + 4)), *others]


DEAL_OF_FOUR = (
    Text(
        "East deals: the first two stacks left of the breach for East, the next two for South, "
        "then West, then North, until each has 12 tiles."
    ),
    Text(
        "Then upper tiles: East those of the first and third stacks, South of the fifth, West of "
        "the seventh, North of the ninth. East holds 14 tiles, the others 13."
    ),
)
DEAL_OF_THREE = (
    Text(
        "East deals: the first two stacks left of the breach for East, the next two for South, then West, "
        "until each has 12 tiles."
    ),
    Text(
        "Then upper tiles: East those of the first and third stacks, South of the fifth, West of the "
        "seventh. East holds 14 tiles, the others 13."
    ),
)


def steps(table: SetUp, *, dominant: bool = True) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order; `dominant`: the wall names a wind."""
    first, second = (sum(dice) for dice in table.thrown)
    wind = WINDS[table.named]
    ruler = WIND_NAMES[wind]
    return (
        everyone_builds_sentence(table.walls[0].stacks),
        *((NORTH_EMPTY,) if table.players == 3 else ()),
        Text(
            "East, the banker, throws: {sum}. {ruler} is the dominant wind of this hand, and {wall} is "
            "opened.",
            sum=throw_sum_text(table),
            ruler=ruler,
            wall=WALL_NAMES[wind],
        )
        if dominant
        else Text(
            "East, the banker, throws: {sum}. {wall} is opened.",
            sum=throw_sum_text(table),
            wall=WALL_NAMES[wind],
        ),
        Text(
            "{ruler} throws again: {sum}. Added up: {first} + {second} = {total}.",
            ruler=ruler if table.walls[table.named].seat is not None else WIND_NAMES["E"],
            sum=throw_sum_text(table, 1),
            first=first,
            second=second,
            total=first + second,
        ),
        _breach(table, first + second),
        Text(
            "Lay the two tiles of that stack one by one on the wall, right of the breach: the loose "
            "tiles, for kongs, flowers and seasons."
        ),
        *(DEAL_OF_THREE if table.players == 3 else DEAL_OF_FOUR),
        *(FLOWERS if table.tiles > BONUS_TILES["none"] else ()),
        Text("East discards first; then each player takes the first tile left of the breach."),
    )


def steps_by(rules: Rules, table: SetUp) -> tuple[Text, ...]:
    """The steps by the rules of a table: the wall may name no wind."""
    return steps(table, dominant=rules.round_wind == "break")


def _breach(table: SetUp, total: int) -> Text:
    if table.broken == table.named:
        return Text(
            "Counting from the right end of that wall, stack {total} is the breach: take it out.", total=total
        )
    further = table.walls[table.broken].name
    return Text(
        "Counting from the right end of that wall and on round the corner, stack {total} is the "
        "breach: it is stack {stack} of {further}. Take it out.",
        total=total,
        stack=table.stack,
        further=wall_after_of(further),
    )


FOUR = Walls(
    tiles=(144, 136),
    deal=deal,
    steps=steps,
    steps_by=steps_by,
    source=SOURCE,
    dominant_throw=True,
    bonus_tiles={way: BONUS_TILES[way] for way in ("none", "flowers_seasons")},
)
WALLS = replace(
    FOUR, others={3: replace(FOUR, seats=3, build=walls_with_north_empty, deal=partial(deal, seats=3))}
)
