"""American mah jongg: VARIANT is all that other games and the app may import of it."""

from ..game import no_round_wind, number_to_come
from ..variant import Variant
from ..words import Text
from . import settle
from .options import PRESETS, VALUES, Rules
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = Variant(
    key="american",
    name=Text("American"),
    seats=settle.SEATS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=settle.read_outcome,
    write_outcome=settle.write_outcome,
    start=settle.start,
    settle=settle.settle,
    label=number_to_come,
    round_wind=no_round_wind,
    continued=settle.continued,
    values=lambda rules, self_drawn, riichi: VALUES,
    won=lambda notes, seat, source, value: settle.Win(seat, source, value),
    conserves_points=lambda rules: not rules.is_tournament,
    walls=WALLS,
    counts_honba=False,
    steps={"value": VALUES},
)
