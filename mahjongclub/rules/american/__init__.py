"""American mah jongg: VARIANT is all that other games and the app may import of it."""

from ..game import no_round_wind, number_to_come
from ..kit.deals import one_more_round, start_even
from ..variant import Variant
from ..words import Text
from . import settle
from .options import PRESETS, SEAT_COUNTS, VALUES, Rules
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = Variant(
    key="american",
    name=Text("American"),
    seats=4,
    seat_counts=SEAT_COUNTS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=settle.OUTCOMES.read,
    write_outcome=settle.OUTCOMES.write,
    start=start_even,
    settle=settle.settle,
    label=number_to_come,
    round_wind=no_round_wind,
    continued=one_more_round,
    values=lambda rules, self_drawn, riichi: VALUES,
    won=lambda notes, seat, source, value, seats=4: settle.Win(seat, source, value),
    conserves_points=lambda rules: not rules.is_tournament,
    walls=WALLS,
    counts_honba=False,
    steps={"value": VALUES},
)
