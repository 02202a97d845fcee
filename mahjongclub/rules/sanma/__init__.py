"""Sanma, riichi for three: VARIANT is all that other games and the app may import of it."""

from ..kit.riichi.variant import riichi_variant
from ..words import Text
from .options import PRESETS, Rules
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = riichi_variant("sanma", Text("Sanma"), Rules, PRESETS, WALLS)
