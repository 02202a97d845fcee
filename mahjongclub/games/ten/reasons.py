"""Why a hand of Ten is worth what it is: as riichi counts it."""

from __future__ import annotations

from mahjongclub.rules.ten.settle import VALUE_RULES, Win, read_outcome, tile_value

from ..kit.context import Draft, EntryContext
from ..kit.reasons import Reasons
from ..kit.riichi.reasons import value_reasons


def ten_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Yaku, fu and basic points of the winner. RuleError for tiles that are no winning hand."""
    outcome = read_outcome(place.rules, draft)
    if not isinstance(outcome, Win):
        return []
    read = None if outcome.value.tiles is None else tile_value(outcome)
    return [value_reasons(place.names[outcome.winner], outcome.value, VALUE_RULES, read)]
