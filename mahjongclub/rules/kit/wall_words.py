"""The steps of setting up that several games share, in words, from a `walls.SetUp`."""

from __future__ import annotations

from ..words import Text
from .walls import WALL_NAMES, SetUp

#: a wall after "of", which other languages may grow together with its name
OF_WALLS = {
    WALL_NAMES["E"]: Text.at("of", "East’s wall"),
    WALL_NAMES["S"]: Text.at("of", "South’s wall"),
    WALL_NAMES["W"]: Text.at("of", "West’s wall"),
    WALL_NAMES["N"]: Text.at("of", "North’s wall"),
}

TURN_THE_INDICATOR = Text(
    "Turn over the top tile of the third stack right of the break: the dora indicator. The four "
    "tiles next to the break replace kongs."
)
THREE_TIMES_FOUR = Text(
    "From the left of the break, clockwise: East takes two stacks (four tiles), then South, West "
    "and North, three times over."
)
EAST_JUMPS = Text(
    "East jumps: the top tiles of the first and third stacks. South, West and North take one tile "
    "each. East holds 14 tiles, the others 13."
)
THREE_TIMES_FOUR_OF_THREE = Text(
    "From the left of the break, clockwise: East takes two stacks (four tiles), then South and West, three "
    "times over."
)
ONE_EACH_OF_THREE = Text(
    "East, South and West take one tile each, and East one more. East holds 14 tiles, the others 13."
)
NORTH_EMPTY = Text("Three play: North’s wall is built too, before the empty seat.")
DRAW_ORDER = Text("Tiles are then drawn clockwise, the top one of a stack before the bottom one.")


def all_build_sentences(table: SetUp) -> tuple[Text, ...]:
    """What is built at a game of four, also where three play it."""
    empty = (NORTH_EMPTY,) if table.players == 3 else ()
    return (everyone_builds_sentence(table.walls[0].stacks), *empty)


def thirteen_dealt_sentences(table: SetUp) -> tuple[Text, ...]:
    """How thirteen tiles each and one more for East are dealt to four or three."""
    if table.players == 3:
        return (THREE_TIMES_FOUR_OF_THREE, ONE_EACH_OF_THREE)
    return (THREE_TIMES_FOUR, EAST_JUMPS)


def everyone_builds_sentence(stacks: int) -> Text:
    return Text("Everyone builds a wall of {stacks} stacks, two tiles high.", stacks=stacks)


def east_throws_sentence(table: SetUp) -> Text:
    total = sum(table.thrown[0])
    name = table.walls[table.named].name
    return Text(
        "East, the dealer, throws: {sum}. Counting anticlockwise from East as one, {total} names {name}.",
        sum=throw_sum_text(table),
        total=total,
        name=name,
    )


def count_stacks_sentence(table: SetUp) -> Text:
    total = sum(table.thrown[0])
    return Text("Count {total} stacks from the right end of that wall and break it there.", total=total)


def dead_wall_of_seven_sentence(table: SetUp) -> Text:
    return Text.joined(
        Text("The seven stacks right of the break are the dead wall, 14 tiles."),
        *round_the_corner_sentences(table, 7),
    )


def round_the_corner_sentences(table: SetUp, stacks: int) -> tuple[Text, ...]:
    """Where the dead wall does not fit right of the break: how much of it stands round the corner."""
    missing = stacks - table.stack
    if missing <= 0:
        return ()
    # The dead wall runs right, so round the right-hand corner stands the next wall anticlockwise.
    neighbour = table.walls[(table.broken + 1) % len(table.walls)].name
    corner = Text.counted(
        "The last stack stands round the corner, at the left end of {wall}.",
        "The last {count} stacks stand round the corner, at the left end of {wall}.",
        missing,
        wall=wall_after_of(neighbour),
    )
    return (corner,)


def throw_sum_text(table: SetUp, throw: int = 0) -> str:
    first, second = table.thrown[throw]
    return f"{first} + {second} = {first + second}"


def wall_after_of(wall: Text) -> Text:
    """The wall as it stands after "of": « du mur Est » for « le mur Est »."""
    return OF_WALLS.get(wall, wall)
