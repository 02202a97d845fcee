"""The options of Hong Kong mahjong and its presets."""

from __future__ import annotations

from dataclasses import dataclass

from .. import options
from ..kit import common_options as common
from ..kit.patterns import pattern_values
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


@dataclass(frozen=True)
@pattern_values(FAAN_LIST.table, "faan", Text("Faan of each pattern"), USAGE)
class Rules(options.Rules):
    """The options of Hong Kong mahjong; the defaults are the preset "hkma"."""

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


HKMA_TEXT = Source(
    Text.plain("香港麻雀總例"),
    edition="2025",
    date="2025",
    link="https://docs.google.com/document/d/1TgdYpE_5Qiht_lBco3BqN_ijZJDRWugwzRzv946raq0",
    unread=Text("Read through a public project that implements the association’s text clause by clause."),
)

OLD_STYLE = Rules(table="half", payers="half", robbed_kong="discarder")
PRESETS = (
    Preset("hkma", Text("HKMA, 3 to 10 faan"), Rules(), HKMA_TEXT),
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
