"""The game of six players: VARIANT is all that other games and the app may import of it."""

from functools import partial

from ..game import hand_number_label, no_round_wind
from ..kit.payers import one_more_round, start_even
from ..variant import Preset, Source, Variant
from ..words import Text
from . import settle
from .classes import KNOWN
from .options import MOST_ROUNDS, SixRules
from .round import SEAT_COUNTS, SEATS
from .walls import WALLS

__all__ = ["VARIANT"]

CLUB_TEXT = Source(
    Text("The club’s own rules for six players"),
    unread=Text("No other text of this game was found: what it leaves open is a reading."),
)

VARIANT = Variant(
    key="six",
    name=Text("Six players"),
    seats=SEATS,
    seat_counts=SEAT_COUNTS,
    rules_type=SixRules,
    presets=(Preset("club", Text("Club"), SixRules(), CLUB_TEXT),),
    read_outcome=settle.ROUNDS.read,
    outcome_to_json=settle.ROUNDS.write,
    start=start_even,
    settle=settle.settle,
    label=hand_number_label,
    round_wind=no_round_wind,
    counts_honba=False,
    continued=partial(one_more_round, most=MOST_ROUNDS),
    values=settle.values,
    win_from_notes=settle.win_from_notes,
    walls=WALLS,
    knows_tenpai=True,
    steps={"hand": tuple(KNOWN), "kongs": range(5), "four_identical": range(5)},
)
