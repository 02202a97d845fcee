"""Ten, for two: VARIANT is all that other games and the app may import of it."""

from ..kit.riichi.value import STEPS
from ..variant import Variant
from ..words import Text
from . import settle
from .options import PRESETS, Rules
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = Variant(
    key="ten",
    name=Text("Ten"),
    seats=settle.SEATS,
    rules_type=Rules,
    presets=PRESETS,
    read_outcome=settle.read_outcome,
    outcome_to_json=settle.outcome_to_json,
    check_new_outcome=settle.check_new_outcome,
    start=settle.start,
    settle=settle.settle,
    label=settle.label,
    round_wind=settle.round_wind,
    continued=settle.continued,
    values=settle.values,
    win_from_notes=settle.win_from_notes,
    closing="time",
    walls=WALLS,
    knows_riichi=True,
    steps=STEPS,
    thrown_dealer=True,
    wins_on_discards=False,
)
