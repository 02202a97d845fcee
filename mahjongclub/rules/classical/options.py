"""The options of Chinese classical mahjong and its presets. Each reading of seed 001 is an option."""

from __future__ import annotations

from dataclasses import dataclass

from .. import options
from ..kit import common_options as common
from ..options import option
from ..variant import Preset
from ..words import Text

SEED = "Règles du Mahjong (seed 001)"
READING = "a reading of Règles du Mahjong (seed 001)"


@dataclass(frozen=True)
class Rules(options.Rules):
    """The options of Chinese classical; the defaults are the preset "family"."""

    winner_pays: bool = option(
        True,
        Text("The winner pays too"),
        Text("Whether the winner pays losers for their hands, or is exempt as in many houses."),
        READING,
        reading=True,
    )
    limit: int | None = option(
        None,
        Text("Limit"),
        Text("The most points one hand can be worth before it is paid; empty for no limit."),
        SEED,
        low=1,
        high=1_000_000,
        optional=True,
    )
    starting_points: int = common.starting_points(SEED)
    hands: int | None = option(
        None,
        Text("Hands"),
        Text("The game ends after so many hands; empty to play until you stop."),
        SEED,
        low=1,
        high=2000,
        optional=True,
        empty=Text("until the players stop"),
    )
    draw_east: str = option(
        "stays",
        Text("East after a draw"),
        Text("Whether East stays or the next seat becomes East when nobody wins."),
        READING,
        choices={"stays": Text("stays"), "passes": Text("passes")},
        reading=True,
    )
    east_policy: str = option(
        "winner",
        Text("East after a win"),
        Text("Whether East is the winner, the next seat unless East won, or always the next seat."),
        SEED,
        choices={
            "winner": Text("the winner"),
            "in_turn": Text("the next seat, unless East won"),
            "passes": Text("always the next seat"),
        },
    )
    flower_points: int = option(
        0,
        Text("Points for each flower and season"),
        Text("What each adds to a hand before it is doubled; 4 in British rules, 0 in the text."),
        SEED,
        low=0,
        high=20,
    )
    heavenly: str = option(
        "east",
        Text("Mahjong as dealt"),
        Text("Who may have a mahjong as dealt: the text does not say how far it goes."),
        READING,
        choices={
            "east": Text("East alone"),
            "first_turn": Text("everyone, on their first draw"),
            "first_turn_or_first_discard": Text("everyone, and on East’s first discard"),
        },
        reading=True,
    )
    winner_bonus: str = option(
        "highest",
        Text("Points for mahjong"),
        Text("Only the highest of 20, 22, 30 and 100 counts, or self-draw (2) and no pung (10) add to 20."),
        READING,
        choices={"highest": Text("the highest only"), "additive": Text("added up")},
        reading=True,
    )
    loose_tile: bool = option(
        True,
        Text("Doubling for a loose tile"),
        Text("Whether a mahjong on a replacement tile from right of the breach is doubled."),
        READING,
        reading=True,
    )
    terminal_pungs: str = option(
        "pair_free",
        Text("Doubling for 1 and 9"),
        Text("Which mahjong is doubled for having pungs and kongs of 1 or 9 only."),
        READING,
        choices={
            "pair_free": Text("four such sets, any pair"),
            "pair_too": Text("four such sets, pair of 1 or 9 too"),
            "chows_too": Text("chows allowed beside them"),
        },
        reading=True,
    )
    honours_hand: str = option(
        "all_honours",
        Text("Honours times eight"),
        Text("Which honours multiply a mahjong by 8: the text’s dragons-only hand cannot exist."),
        READING,
        choices={
            "all_honours": Text("only winds and dragons"),
            "three_dragons": Text("pungs of all three dragons"),
            "none": Text("none"),
        },
        reading=True,
    )
    bouquet_includes_own: bool = option(
        True,
        Text("A bouquet includes one’s own tile"),
        Text("All four flowers (or seasons) are times 8 in all; otherwise one’s own doubles once more."),
        READING,
        reading=True,
    )
    double_wind_pair: bool = option(
        True,
        Text("A pair of both winds counts 4"),
        Text("A pair of the seat wind that is the dominant wind too counts twice 2 points, or 2 once."),
        READING,
        reading=True,
    )


PRESETS = (
    Preset("family", Text("Family"), Rules()),
    Preset("exempt-1000", Text("Winner exempt, limit 1000"), Rules(winner_pays=False, limit=1000)),
)
