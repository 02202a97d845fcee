"""Riichi: VARIANT is all that other games and the app may import of it."""

from ..game import prevailing_wind, wind_and_deal
from ..kit.riichi.value import STEPS, rising_values
from ..variant import Variant
from ..words import Text
from . import settle
from .card import CARD
from .end import continued, rank
from .options import Rules
from .outcomes import SEATS, read_outcome, refuse, won, write_outcome
from .presets import PRESETS
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = Variant(
    key="riichi",
    name=Text("Riichi"),
    seats=SEATS,
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
    card=CARD,
    knows_tenpai=True,
    knows_riichi=True,
    steps=STEPS,
)
