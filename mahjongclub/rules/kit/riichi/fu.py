"""How fu are counted, for a printed card: what each part of a winning hand brings before rounding up to 10.

The engine reads fu from tiles through the package `mahjong`; a test holds this table to that reading.
Source: the published fu table of the European Mahjong Association's riichi rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...words import Text


@dataclass(frozen=True, slots=True)
class FuPart:
    """One thing fu are given for."""

    key: str
    name: Text
    fu: int


#: Sets: (key, name, open, closed); a set completed by ron counts as open.
FU_SETS: tuple[tuple[str, Text, int, int], ...] = (
    ("pon_simple", Text("Pon of 2 to 8"), 2, 4),
    ("pon_end", Text("Pon of 1, 9 or honours"), 4, 8),
    ("kan_simple", Text("Kan of 2 to 8"), 8, 16),
    ("kan_end", Text("Kan of 1, 9 or honours"), 16, 32),
)

#: What a hand has before its sets are counted: exactly one of these.
FU_BASE = (
    FuPart("base", Text("Any other win"), 20),
    FuPart("closed_ron", Text("Ron with a closed hand"), 30),
    FuPart("seven_pairs", Text("Seven pairs, nothing added"), 25),
)

FU_PARTS = (
    FuPart("tsumo", Text("Tsumo (not with pinfu)"), 2),
    FuPart("wait", Text("Wait for one kind only: middle (kanchan), edge (penchan), pair (tanki)"), 2),
    FuPart("valued_pair", Text("Pair of dragons, of the seat wind or of the round wind"), 2),
    FuPart("open_pinfu", Text("Open hand with nothing else, ron"), 2),
)
#: A pair of the wind that is both: the fu stand in the rules (`double_wind_pair_fu`).
DOUBLE_WIND_PAIR = Text("Pair of the wind that is both the seat’s and the round’s")
