"""The toy game, put into the lists of games for as long as a test (or a phone's engine) runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from mahjongclub.games.registry import GAMES
from mahjongclub.rules.registry import VARIANTS

#: what stands in for a game with another number of players than any of the house has
TOYS = {"toy-of-three": 3, "toy-of-five": 5}
EVERY_GAME = (*GAMES, *TOYS)


def register_toy(
    seats: int,
    setattr: Callable[[Any, str, Any], None] = setattr,
    setitem: Callable[[dict[str, str], str, str], None] = dict.__setitem__,
) -> None:
    """Add its line to both lists, for that many players; monkeypatch's two functions take it out again."""
    setitem(VARIANTS, "toy", "tests.games.toy.engine")
    setitem(GAMES, "toy", "tests.games.toy")
    engine, screens = import_module(VARIANTS["toy"]), import_module(GAMES["toy"])
    variant = replace(engine.VARIANT, seats=seats, walls=replace(engine.WALLS, seats=seats))
    setattr(engine, "SEATS", seats)
    setattr(engine, "VARIANT", variant)
    setattr(screens, "GAME", replace(screens.GAME, variant=variant))
