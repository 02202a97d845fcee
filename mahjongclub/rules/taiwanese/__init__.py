"""The Taiwanese game of sixteen tiles: VARIANT is all that other games and the app may import of it."""

from ..kit.counted import counted_variant
from ..words import Text
from .options import PRESETS, Rules
from .settle import TAIWANESE
from .walls import WALLS

__all__ = ["VARIANT"]

NAME = Text("Taiwanese, sixteen tiles")
VARIANT = counted_variant(TAIWANESE, "taiwanese", NAME, Rules, PRESETS, WALLS)
