"""What games have alike after a hand: the deal passes on, and a session is played for one more round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..game import TableState, Termination, Transfer, sum_by_seat
from .common_options import MOST_ROUNDS


def start_even(rules: Any, dice: tuple[int, int] | None = None) -> TableState:
    """The table before the first hand: the same points before everybody."""
    return TableState((rules.starting_points,) * rules.seats)


def pass_deal(state: TableState, transfers: Iterable[Transfer], rounds: int | None) -> TableState:
    """The table after these transfers, with the next seat as dealer; it ends after `rounds`, if any."""
    changes = sum_by_seat(transfers, state.places)
    dealer = (state.dealer + 1) % state.seats
    played = state.round + (dealer == 0)
    return replace(
        state,
        scores=tuple(score + change for score, change in zip(state.scores, changes, strict=False)),
        aside=(state.aside[0] + changes[-1], *state.aside[1:]) if state.order else (),
        dealer=dealer,
        honba=0,
        round=played,
        hands=state.hands + 1,
        ended="last_hand" if rounds is not None and played >= rounds else None,
    )


def one_more_round(rules: Any, ended: Termination) -> Any:
    """One more round after the last hand; a session that the players closed goes on as it was."""
    if ended != "last_hand" or rules.rounds is None:
        return rules
    return replace(rules, rounds=rules.rounds + 1) if rules.rounds < MOST_ROUNDS else None
