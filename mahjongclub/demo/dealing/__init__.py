"""How hands end at a made-up table: one module a game, each a function that draws the next outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from mahjongclub.rules.game import TableState

from . import classical, riichi, six, taiwanese, ten

#: (chance, rules, table, strength of each seat) -> an outcome as a game record writes it
Deal = Callable[[Random, Any, TableState, Sequence[float]], dict[str, Any]]

DEALS: Mapping[str, Deal] = {
    "riichi": riichi.deal,
    "classical": classical.deal,
    "taiwanese": taiwanese.deal,
    "ten": ten.deal,
    "six": six.deal,
}
