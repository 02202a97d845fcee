"""Riichi: VARIANT is all that other games and the app may import of it."""

from ..game import prevailing_wind, wind_and_deal
from ..kit.riichi import settle
from ..kit.riichi.end import continued, rank
from ..kit.riichi.options import Rules
from ..kit.riichi.outcomes import read_outcome, refuse, won, write_outcome
from ..kit.riichi.value import STEPS, rising_values
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
from ..variant import Variant
from ..words import Text
from .presets import PRESETS

__all__ = ["VARIANT"]

WALL_SOURCE = Text("The club’s riichi rules for the draw and the dead wall; usual Japanese throw and deal.")


def wall_steps(table: SetUp) -> tuple[Text, ...]:
    """Return what the players do as they build and deal, one sentence or two a step, in order."""
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


WALLS = Walls(
    tiles=(136,), deal=thirteen_each, steps=wall_steps, source=WALL_SOURCE, dead_stacks=7, indicator=True
)

VARIANT = Variant(
    key="riichi",
    name=Text("Riichi"),
    seats=Rules.seats,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=read_outcome,
    write_outcome=write_outcome,
    refuse=refuse,
    start=settle.start,
    settle=settle.settle,
    rank=rank,
    label=wind_and_deal,
    round_wind=prevailing_wind,
    continued=continued,
    values=rising_values,
    won=won,
    decimal_points=True,
    walls=WALLS,
    knows_tenpai=True,
    knows_riichi=True,
    steps=STEPS,
)
