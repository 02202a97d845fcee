"""The options of Taiwanese mahjong and its presets, named by base and unit."""

from __future__ import annotations

from dataclasses import dataclass

from .. import options
from ..kit import common_options as common
from ..kit.patterns import add_pattern_options
from ..options import option
from ..variant import Preset, Source
from ..words import Text
from .patterns import TAI_LIST

SEED = "seed 002"
USAGE = "common Taiwanese usage"


@dataclass(frozen=True)
@add_pattern_options(TAI_LIST.table, "tai", Text("Tai of each pattern"), USAGE)
class Rules(options.GameRules):
    """The options of Taiwanese mahjong; the defaults are the preset "3/1"."""

    seats: int = common.seats(4, (3, 4), USAGE)
    base: int = option(
        3,
        Text("Base"),
        Text("What one payment is without any tai."),
        USAGE,
        low=0,
        high=100_000,
    )
    unit: int = option(
        1,
        Text("Unit"),
        Text("What each tai adds to a payment."),
        USAGE,
        low=0,
        high=100_000,
    )
    multi_win: str = common.multi_win("all", USAGE)
    all_chows: str = option(
        "five_chows",
        Text("All chows"),
        Text(
            "What a hand of all chows needs: five chows and a pair, or as in Taiwan no honours, no flowers "
            "and a wait on two sides as well, won on a discard."
        ),
        USAGE,
        choices={"five_chows": Text("five chows and a pair"), "taiwan": Text("as in Taiwan")},
        reading=True,
    )
    cap: int | None = common.cap("tai", None, USAGE, 1, 100)
    false_win_tai: int = option(
        8,
        Text("Tai of a false win"),
        Text(
            "A player who declares a false win pays each of the others the base and this many units "
            "of tai; the hand is replayed."
        ),
        USAGE,
        low=0,
        high=100,
    )
    dealer_draw: str = common.dealer_draw("stays", SEED)
    rounds: int = common.rounds(SEED)
    starting_points: int = common.starting_points(USAGE)
    flowers: str = common.flowers(SEED)
    first_break: str = option(
        "dice",
        Text("First break"),
        Text(
            "On the first hand East throws for the wall, or breaks their own wall at the last throw for the "
            "seats."
        ),
        SEED,
        choices={"dice": Text("by the dice"), "own_wall": Text("East’s own wall")},
        reading=True,
    )


TAIWANESE_TEXT = Source(
    Text("The club’s own Taiwanese rules"),
    unread=Text("The text has the course of a game and the wall alone; the tai are usual ones of Taiwan."),
)


def _preset(base: int, unit: int) -> Preset:
    name = f"{base}/{unit}"
    words = Text("{name} (base {base}, {unit} per tai)", name=name, base=base, unit=unit)
    return Preset(name, words, Rules(base=base, unit=unit), TAIWANESE_TEXT)


PRESETS = tuple(
    _preset(base, unit)
    for base, unit in (
        (3, 1),
        (5, 2),
        (30, 10),
        (50, 20),
        (100, 20),
        (300, 100),
        (300, 50),
        (500, 100),
    )
)
