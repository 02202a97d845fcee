"""The options of Hong Kong mahjong and its presets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .. import options
from ..kit import common_options as common
from ..kit.patterns import add_pattern_options
from ..kit.payers import Amounts
from ..options import option
from ..variant import Preset, Source
from ..words import Text
from .patterns import FAAN_LIST

HKMA = "Hong Kong Mahjong Association, general rules (香港麻雀總例)"
USAGE = "common Hong Kong usage"

HALF_SPICY = Amounts((1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384))
#: A quarter of what a discarder pays alone, by faan; the association's list is four times half spicy.
TABLES = {
    "hkma": HALF_SPICY,
    "half": HALF_SPICY,
    "full": Amounts([2**faan for faan in range(14)]),
    "tiers": Amounts((1, 2, 2, 2, 4, 4, 4, 8), first=3),
}


LIABILITY = {
    "dragons": Text("the third set of dragons"),
    "winds": Text("the fourth set of winds"),
    "flush": Text("the fourth set of a flush"),
    "twelve_tiles": Text("any fourth set: twelve tiles laid down"),
}


@dataclass(frozen=True)
@add_pattern_options(FAAN_LIST.table, "faan", Text("Faan of each pattern"), USAGE)
class Rules(options.GameRules):
    """The options of Hong Kong mahjong; the defaults settle what was stored before an option was there."""

    seats: int = common.seats(4, (3, 4), USAGE)
    minimum: int = common.minimum("faan", 3, HKMA, 13)
    flowers_in_minimum: bool = common.flowers_in_minimum("faan", True, USAGE)
    cap: int = common.cap("faan", 10, HKMA, 3, 13)
    table: str = option(
        "hkma",
        Text("Table"),
        Text("How points grow with the faan: half spicy 半辣上, full spicy 全辣上."),
        HKMA,
        choices={
            "hkma": Text("HKMA: 32 for 3 faan"),
            "half": Text("half spicy"),
            "full": Text("full spicy"),
            "tiers": Text("old tiers, from 3 faan"),
        },
    )
    payers: str = common.payers("full", HKMA)
    liability: tuple[str, ...] = option(
        ("dragons", "winds", "flush"),
        Text("What makes liable"),
        Text("A player who feeds one of these sets may have to pay for all; the players name the guarantor."),
        USAGE,
        choices=LIABILITY,
    )
    guarantor_pays: str = option(
        "always",
        Text("The guarantor pays"),
        Text("When a liable player pays for all: for a self-draw alone, or on another’s discard too."),
        USAGE,
        choices={"self_draw": Text("for a self-draw"), "always": Text("on a discard too")},
    )
    guarantor_freed: tuple[str, ...] = option(
        (),
        Text("What frees the guarantor"),
        Text("Wins for which a liable player need not pay for all."),
        USAGE,
        choices={
            "replacement": Text("a win on the replacement of a kong"),
            "robbed_kong": Text("a robbed kong: its owner pays"),
        },
    )
    concealed: str = option(
        "always",
        Text("Concealed hand counts"),
        Text("Whether a hand without a claimed set brings its faan in the game with flowers too."),
        USAGE,
        choices={"always": Text("always"), "without_flowers": Text("in the game without flowers")},
    )
    concealed_pairs: bool = option(
        True,
        Text("Seven pairs count as concealed too"),
        Text("Whether seven pairs bring the faan of a concealed hand besides their own."),
        USAGE,
    )
    earthly: str = option(
        "first_draw",
        Text("Earthly hand"),
        Text("What an earthly hand is, where patterns are ticked."),
        USAGE,
        choices={
            "first_draw": Text("another seat wins in the first turn"),
            "first_discard": Text("a win on the dealer’s first discard"),
        },
    )
    robbed_kong: str = option(
        "self_draw",
        Text("Robbed kong"),
        Text("What the robbed player pays."),
        HKMA,
        choices={"self_draw": Text("a self-draw, for all"), "discarder": Text("as for a discard")},
    )
    dealer_win: str = common.dealer_win("stays", HKMA)
    dealer_draw: str = common.dealer_draw("stays", USAGE)
    multi_win: str = common.multi_win("nearest", HKMA)
    stake: int = common.stake(USAGE)
    rounds: int = common.rounds(USAGE)
    starting_points: int = common.starting_points(USAGE)
    flowers: str = common.flowers(HKMA, ("none", "flowers_seasons"))

    @property
    def least(self) -> int:
        """Faan that a hand needs: the table may begin above the minimum."""
        return max(self.minimum, TABLES[self.table].first)

    def base(self, faan: int) -> int:
        """What one share of a hand of so many faan is worth."""
        return TABLES[self.table].base(min(faan, self.cap)) * self.stake


CLUB_USAGE = Source(
    Text("Common Hong Kong usage"),
    link="https://en.wikipedia.org/wiki/Hong_Kong_mahjong_scoring_rules",
    unread=Text("There is no single book; clubs differ in details."),
)

CLUB = Rules(concealed_pairs=False)

#: hands that are worth the limit whatever else they show (例牌), as the association's text lists them
LIMIT_HANDS = (
    "all_honours",
    "all_terminals",
    "nine_gates",
    "thirteen_orphans",
    "big_winds",
    "little_winds",
    "concealed_pungs_4",
    "four_kongs",
    "kong_on_kong",
    "heavenly",
    "earthly",
)

HKMA_RULES = Rules().with_options(
    {f"faan_{key}": 10 for key in LIMIT_HANDS}
    | {"faan_last_discard": 0, "faan_human": 0}
    | {
        "concealed": "without_flowers",
        "concealed_pairs": False,
        "earthly": "first_discard",
        "liability": ["dragons", "twelve_tiles"],
        "guarantor_pays": "self_draw",
        "guarantor_freed": ["replacement", "robbed_kong"],
    }
)

HKMA_TEXT = Source(
    Text.plain("香港麻雀總例"),
    edition="2025",
    date="2025",
    link="https://docs.google.com/document/d/1TgdYpE_5Qiht_lBco3BqN_ijZJDRWugwzRzv946raq0",
    unread=Text(
        "Read through a public project that implements the text by clause. What seven and eight flowers "
        "are worth could not be read: they have the faan of most clubs."
    ),
)

OLD_STYLE = replace(CLUB, table="half", payers="half", robbed_kong="discarder")
PRESETS = (
    Preset("club", Text("Hong Kong club"), CLUB, CLUB_USAGE),
    Preset("hkma", Text("HKMA, 3 to 10 faan"), HKMA_RULES, HKMA_TEXT),
    Preset(
        "oldstyle",
        Text("Old style"),
        OLD_STYLE,
        Source(
            Text("Chinese old style, at 4 Winds Mah Jong"),
            link="https://www.4windsmj.com/kb/rules/chinese_oldstyle/rules06.htm",
            unread=Text("The page has the payments; the faan are those of most clubs."),
        ),
    ),
)
