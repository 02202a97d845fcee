"""The Hong Kong game: VARIANT is all that other games and the app may import of it."""

from ..kit.counted import counted_variant
from ..words import Text
from .options import PRESETS, Rules
from .settle import HONG_KONG
from .walls import WALLS

__all__ = ["VARIANT"]

VARIANT = counted_variant(HONG_KONG, "hongkong", Text("Hong Kong"), Rules, PRESETS, WALLS, counts_honba=False)
