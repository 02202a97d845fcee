"""What games share of what their cards say of their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: By option and value: what the card says in English and in French.
Statements = Mapping[str, Mapping[Any, tuple[str, str]]]

OF_COUNTED: Statements = {
    "rounds": {
        2: ("A whole game is 2 rounds", "Une session compte 2 manches"),
        4: ("A whole game is 4 rounds", "Une session compte 4 manches"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        100: ("Everyone starts with 100 points", "Chacun commence avec 100 points"),
    },
    "multi_win": {
        "all": ("If several win on the tile, all of them", "gagnent sur la tuile, tous sont payés"),
        "nearest": ("If several win on the tile, only the nearest", "gagnent sur la tuile, seul le plus"),
    },
}
