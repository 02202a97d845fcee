"""Chinese classical: VARIANT is all that other games and the app may import of it."""

from ..game import hand_number_label, no_round_wind
from ..kit.payers import start_even
from ..variant import Variant
from ..words import Text
from . import settle
from .options import Rules
from .presets import PRESETS
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = Variant(
    key="classical",
    name=Text("Chinese classical"),
    seats=4,
    seat_counts=settle.SEAT_COUNTS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=settle.OUTCOMES.read,
    outcome_to_json=settle.OUTCOMES.write,
    start=start_even,
    settle=settle.settle,
    label=hand_number_label,
    round_wind=no_round_wind,
    wind_by_rules=settle.round_wind,
    counts_honba=False,
    continued=settle.continued,
    values=settle.values,
    win_from_notes=settle.win_from_notes,
    walls=WALLS,
)
