"""The 1000-point stick of a riichi while the hand is played, before any outcome is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from .game import TableState, Transfer, apply_transfers

STICK = 1000


def with_sticks_out(state: TableState, seats: Iterable[int]) -> TableState:
    """The table with these seats' sticks lying on it.

    >>> with_sticks_out(TableState((25000, 25000)), [1]).scores
    (25000, 24000)
    """
    out = [Transfer(seat, "table", STICK, "riichi") for seat in seats]
    return replace(state, scores=apply_transfers(state.scores, out), sticks=state.sticks + len(out))


def may_put_stick_out(rules: Any, state: TableState, seat: int) -> bool:
    """Whether a seat has the points for a riichi, or plays by rules that lend them."""
    return state.scores[seat] >= STICK or getattr(rules, "riichi_under_1000", False)
