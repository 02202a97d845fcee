"""The six-player table of points: what each kind of hand, kong and tenpai is worth.

Source: seed 004, the table "Combinaisons | Points"; RULES.md section 5. Points are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .game import Text

KongKind = Literal["concealed", "exposed", "claimed"]


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
        1,
        Text("One or two chows", "Un ou deux chows"),
        Text("A hand with at least one run, in two suits.", "Au moins un chow, en deux familles."),
        1,
        1,
    ),
    "all_pungs": HandClass(
        2,
        Text("All pungs", "Tout pung"),
        Text("Two pungs or kongs and a pair.", "Deux pungs ou kongs et une paire."),
        2,
        0,
    ),
    "pure": HandClass(
        4,
        Text("Pure hand", "Main pure"),
        Text("Every tile is of one suit.", "Toutes les tuiles sont d’une seule famille."),
        2,
        2,
    ),
    "four_pairs": HandClass(
        4,
        Text("Four pairs", "Quatre paires"),
        Text("Four pairs, no group of three.", "Quatre paires, sans groupe de trois."),
        0,
        2,
    ),
    "pure_all_pungs": HandClass(
        8,
        Text("Pure all pungs", "Tout pung pur"),
        Text("Pungs or kongs and a pair of one suit.", "Pungs ou kongs et une paire d’une seule famille."),
        2,
        0,
    ),
    "pungs_258": HandClass(
        8,
        Text("Pungs of 2, 5 and 8", "Pungs de 2, 5 et 8"),
        Text("Pungs and pair of 2, 5 and 8 only.", "Pungs et paire de 2, 5 et 8 seulement."),
        2,
        0,
    ),
    "all_pungs_terminals": HandClass(
        16,
        Text("All pungs of ends", "Tout pung extrémités"),
        Text("Pungs and pair of 1 and 9 only.", "Pungs et paire de 1 et de 9 seulement."),
        2,
        0,
    ),
    "pure_terminals": HandClass(
        32,
        Text("Pure, all ends", "Tout extrémité pur"),
        Text(
            "One suit, and every group and the pair holds a 1 or a 9.",
            "Une seule famille, et chaque groupe ainsi que la paire contient un 1 ou un 9.",
        ),
        2,
        2,
    ),
    "pure_pungs_258": HandClass(
        64,
        Text("Pure pungs of 2, 5 and 8", "Pungs purs de 2, 5 et 8"),
        Text("Pungs and pair of 2, 5 and 8 of one suit.", "Pungs et paire de 2, 5 et 8 d’une seule famille."),
        2,
        0,
    ),
}

KONGS: dict[KongKind, tuple[int, Text]] = {
    "concealed": (2, Text("Concealed kong", "Kong caché")),
    "exposed": (1, Text("Exposed kong", "Kong exposé")),
    "claimed": (2, Text("Kong on a discard", "Kong sur une défausse")),
}

TENPAI_POINTS = {True: 2, False: 1}
