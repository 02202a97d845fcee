"""Why the hands of a classical round count what they do; the same hand won otherwise."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.classical.settle import FalseMahjong, count_table

from ..kit.context import Draft, EntryContext, Reasons
from .counting import count_reasons
from .notes import Won


def classical_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Every seat's hand line by line. RuleError for a hand that cannot be counted."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    if isinstance(outcome, FalseMahjong):
        return []
    counts = count_table(place.rules, place.before, outcome)
    return [count_reasons(count, place.names[seat]) for seat, count in enumerate(counts)]


def classical_otherwise(rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand won from another source: ways to finish that no longer fit are left out, and a cannon."""
    if draft.get("type") != "win" or draft.get("winner") != winner:
        return None
    dice = draft.get("dice")
    hands = tuple(draft.get("hands") or (None,) * 4)
    won = Won(winner, draft.get("from"), tuple(dice) if dice else None, hands)
    return won.won_by(winner, source).outcome()
