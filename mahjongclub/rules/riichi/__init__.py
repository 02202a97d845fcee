"""Riichi: VARIANT is all that other games and the app may import of it."""

from ..game import prevailing_wind, wind_and_deal
from ..kit.riichi import settle
from ..kit.riichi.end import continued, rank
from ..kit.riichi.options import Rules
from ..kit.riichi.outcomes import read_outcome, refuse, won, write_outcome
from ..kit.riichi.value import STEPS, rising_values
from ..variant import Variant
from ..words import Text
from .presets import PRESETS
from .walls import WALLS

__all__ = ["VARIANT"]

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
