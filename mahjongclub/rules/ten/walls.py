"""How Ten builds, breaks and deals its walls. Source: docs/rules/walls.md."""

from __future__ import annotations

from ..game import WIND_NAMES
from ..kit.wall_words import (
    DRAW_ORDER,
    TURN_THE_INDICATOR,
    count_stacks_sentence,
    dead_wall_of_seven_sentence,
    throw_sum_text,
)
from ..kit.walls import Dice, Places, SetUp, Wall, Walls, four_walls, in_turn, named_wind
from ..words import Text

SOURCE = Text("Fukumoto’s “Ten”, “Préparation”; the rest as in riichi.")


def deal(dealer: int) -> Places:
    """Three times two stacks, then the dealer jumps over one."""
    return [*in_turn(dealer, 2, (4, 4, 4)), (dealer, (24, 26)), (1 - dealer, (25,))]


def _build(dealer: int, tiles: int) -> tuple[Wall, ...]:
    """Winds belong to the places, whoever deals; two sides have nobody behind them."""
    return four_walls((0, None, 1, None), (tiles // 8,) * 4)


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order."""
    total = sum(table.thrown[0])
    dealer = "E" if named_wind(table.thrown[0]) in "EN" else "W"
    return (
        Text(
            "Set one of the two sets aside: it serves the guesses of phase B. East and West sit face "
            "to face; build four walls of 17 stacks, two tiles high, with the other set."
        ),
        Text(
            "Throw two dice: {sum}. Counting anticlockwise from East as one, {total} names {wall}. For "
            "the first hand this makes {dealer} the dealer.",
            sum=throw_sum_text(table),
            total=total,
            wall=table.walls[table.named].name,
            dealer=WIND_NAMES[dealer],
        ),
        count_stacks_sentence(table),
        dead_wall_of_seven_sentence(table),
        TURN_THE_INDICATOR,
        Text(
            "From the left of the break, clockwise: the dealer takes two stacks, then the other "
            "player, three times over."
        ),
        Text(
            "The dealer jumps: the top tiles of the first and second stacks; the other player takes "
            "the tile between. The dealer holds 14 tiles, the other 13."
        ),
        DRAW_ORDER,
    )


def first_dealer(dice: Dice) -> int:
    """The seat that deals first: East at the East or North wall, West at the South or West wall."""
    return 0 if named_wind(dice) in ("E", "N") else 1


WALLS = Walls(
    tiles=(136,),
    deal=deal,
    steps=steps,
    source=SOURCE,
    seats=2,
    build=_build,
    dead_stacks=7,
    indicator=True,
    first_dealer=first_dealer,
)
