"""The rules card of each game: who may claim what, when a hand may win, what a round forbids.

Pure data in both languages, in the words of the game's source text, each section with its source named.
"""

from __future__ import annotations

from collections.abc import Mapping

from .classical import CLASSICAL
from .riichi import RIICHI
from .section import Section
from .six import SIX
from .taiwanese import TAIWANESE
from .ten import TEN

__all__ = ["CARDS", "Section"]

#: The sections of every variant's card, in the order a player needs them.
CARDS: Mapping[str, tuple[Section, ...]] = {
    "riichi": RIICHI,
    "classical": CLASSICAL,
    "taiwanese": TAIWANESE,
    "ten": TEN,
    "six": SIX,
}
