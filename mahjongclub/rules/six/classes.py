"""The six-player table of points: what each kind of hand, kong and tenpai is worth.

Source: seed 004, the table "Combinaisons | Points"; RULES.md section 5. Points are whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..words import Text
from .options import SixRules


@dataclass(frozen=True, slots=True)
class HandClass:
    """A row of the table: what the hand is called, shown and worth.

    `most_kongs` and `most_four_identical` are what eight tiles of that class can hold at all (a pung and the
    pair cannot share a tile, four pairs hold no kong).
    """

    points: int
    name: Text
    help: Text
    most_kongs: int
    most_four_identical: int


CLASSES: dict[str, HandClass] = {
    "chows": HandClass(
        1, Text("One or two chows"), Text("A hand with at least one run, in two suits."), 1, 1
    ),
    "all_pungs": HandClass(
        2, Text.at("six players", "All pungs"), Text("Two pungs or kongs and a pair."), 2, 0
    ),
    "pure": HandClass(4, Text("Pure hand"), Text("Every tile is of one suit."), 2, 2),
    "four_pairs": HandClass(4, Text("Four pairs"), Text("Four pairs, no group of three."), 0, 2),
    "pure_all_pungs": HandClass(
        8, Text("Pure all pungs"), Text("Pungs or kongs and a pair of one suit."), 2, 0
    ),
    "pungs_258": HandClass(8, Text("Pungs of 2, 5 and 8"), Text("Pungs and pair of 2, 5 and 8 only."), 2, 0),
    "all_pungs_terminals": HandClass(
        16, Text("All pungs of ends"), Text("Pungs and pair of 1 and 9 only."), 2, 0
    ),
    "pure_terminals": HandClass(
        32, Text("Pure, all ends"), Text("One suit, and every group and the pair holds a 1 or a 9."), 2, 2
    ),
    "pure_pungs_258": HandClass(
        64, Text("Pure pungs of 2, 5 and 8"), Text("Pungs and pair of 2, 5 and 8 of one suit."), 2, 0
    ),
}

#: What `pure_four_pairs: product` makes of two classes; no row of the table.
PURE_FOUR_PAIRS = "pure_four_pairs"
KNOWN: dict[str, HandClass] = {
    **CLASSES,
    PURE_FOUR_PAIRS: HandClass(16, Text("Pure four pairs"), Text("Four pairs of one suit."), 0, 2),
}


def classes_of(rules: SixRules) -> dict[str, HandClass]:
    """The classes that these rules have, in the order of the table."""
    return KNOWN if rules.pure_four_pairs == "product" else CLASSES


def points_of(rules: SixRules, hand: str) -> int:
    """What a class is worth; four pairs of one suit are no more than four pairs where the highest counts.

    >>> points_of(SixRules(), "pure_four_pairs")
    4
    >>> points_of(SixRules(pure_four_pairs="product"), "pure_four_pairs")
    16
    """
    classes = classes_of(rules)
    return classes[hand if hand in classes else "four_pairs"].points


KONGS: dict[str, tuple[int, Text]] = {
    "concealed": (2, Text("Concealed kong")),
    "exposed": (1, Text("Exposed kong")),
    "claimed": (2, Text("Kong on a discard")),
}

TENPAI_POINTS = {True: 2, False: 1}
