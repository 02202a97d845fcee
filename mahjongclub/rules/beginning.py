"""Where a game begins: at its beginning, or elsewhere (kept on paper until now, or begun last week).

GAME_RECORD.md, "Beginning elsewhere, and what is no hand".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .entries import read_seat_points
from .game import WINDS, RuleError, TableState
from .kit.sticks import STICK
from .reading import Reader
from .rotation import with_extra_player
from .variant import Variant
from .words import Text

MOST_COUNTERS = 1000


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game begins; what is None is as at the beginning."""

    scores: tuple[int, ...] | None = None
    round_wind: str | None = None
    dealer: int | None = None
    honba: int | None = None
    sticks: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The start as a record writes it; `read_start` gives it back."""
        parts = {
            "scores": None if self.scores is None else list(self.scores),
            "round_wind": self.round_wind,
            "dealer": self.dealer,
            "honba": self.honba,
            "riichi_sticks": self.sticks,
        }
        return {name: value for name, value in parts.items() if value is not None}


def read_start(reader: Reader, variant: Variant, rules: Any) -> Start:
    """Where a record begins; RuleError at its field ("start.scores") for what such a game cannot have."""
    scores = read_seat_points(reader, "scores", variant.players) if reader.has("scores") else None
    reader.taken.add("scores")
    wind = reader.word("round_wind", WINDS) if reader.has("round_wind") else None
    reader.taken.add("round_wind")
    start = Start(
        scores,
        wind,
        reader.optional_seat("dealer", variant.seats),
        reader.optional_whole("honba", 0, MOST_COUNTERS),
        reader.optional_whole("riichi_sticks", 0, MOST_COUNTERS),
    )
    if wind is not None and _round_of(variant, rules, wind) is None:
        raise reader.rule_error("no_such_round", "round_wind", Text("This game has no round of that wind."))
    if start.honba and not variant.counts_honba:
        raise reader.rule_error("no_honba", "honba", Text("This game has no honba."))
    if start.sticks and not variant.knows_riichi:
        raise reader.rule_error("no_riichi_sticks", "riichi_sticks", Text("This game has no riichi sticks."))
    reader.check_all_read()
    return start


def surplus_over_start(variant: Variant, rules: Any, state: TableState) -> int:
    """How many points there are beyond those handed out at the beginning; below 0 where some are missing."""
    usual = state_at_start(variant, rules)
    there, dealt = (
        sum(table.all_scores) + table.sticks * STICK + (table.bank or 0) for table in (state, usual)
    )
    return there - dealt


def stored_start(variant: Variant, rules: Any, value: Any) -> Start | None:
    """A start as `Start.write` wrote it, None for the beginning; RuleError at its field ("start.dealer")."""
    if value is None:
        return None
    return read_start(Reader({"start": value}).object("start"), variant, rules)


def state_at_start(
    variant: Variant, rules: Any, dice: tuple[int, int] | None = None, start: Start | None = None
) -> TableState:
    """The table before the first hand, elsewhere than at the beginning where `start` says so.

    A bank holds what is then missing from what was handed out; RuleError where that is nothing.
    """
    state = variant.start(rules, dice)
    if variant.rotation:
        state = with_extra_player(state)
    if start is None:
        return state
    scores = state.all_scores if start.scores is None else start.scores
    started = replace(
        state,
        scores=scores[: state.seats],
        aside=(*scores[state.seats :], *state.aside[1:]),
        dealer=state.dealer if start.dealer is None else start.dealer,
        round=(_round_of(variant, rules, start.round_wind) or 0) if start.round_wind else state.round,
        honba=start.honba or 0,
        sticks=start.sticks or 0,
    )
    if state.bank is None:
        return started
    bank = state.bank + sum(state.scores) - sum(started.scores) - started.sticks * STICK
    if bank <= 0:
        raise RuleError("bank_empty", "start.scores", Text("With these points nothing is left in the bank."))
    return replace(started, bank=bank)


def winds_of(variant: Variant, rules: Any) -> list[str]:
    """The winds of the rounds that such a game has, in their order.

    >>> from .registry import find_variant
    >>> riichi = find_variant("riichi")
    >>> winds_of(riichi, riichi.default_preset.rules)
    ['E', 'S', 'W', 'N']
    """
    return [wind for wind in WINDS if _round_of(variant, rules, wind) is not None]


def _round_of(variant: Variant, rules: Any, wind: str) -> int | None:
    """How many rounds were over when that wind prevails, None where it never does in this game."""
    some = TableState((0,) * variant.seats)
    winds = [variant.wind_to_come(rules, replace(some, round=number)) for number in range(len(WINDS))]
    return winds.index(wind) if wind in winds else None
