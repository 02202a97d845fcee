"""Why the hands of a classical round count what they do; the same hand won otherwise."""

from __future__ import annotations

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from mahjongclub.rules.classical.count import Count
from mahjongclub.rules.classical.settle import FalseMahjong, count_table

from ..kit.context import Draft, EntryContext, Reasons
from ..kit.wording import points_in_words
from .counting import explained
from .notes import Won
from .words import points_of_one


def classical_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Every seat's hand line by line. RuleError for a hand that cannot be counted."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    if isinstance(outcome, FalseMahjong):
        return []
    counts = count_table(place.rules, place.before, outcome)
    return [_of_count(place.names[seat], count) for seat, count in enumerate(counts)]


def _of_count(name: str, count: Count) -> Reasons:
    page = explained(count)
    lines = [(capfirst(text), points_in_words(points)) for text, points in page["lines"]]
    if page["doublings"]:
        lines.append((_("Together"), points_in_words(page["base"])))
    lines += [(capfirst(text), f"× {factor}") for text, factor in page["doublings"]]
    lines += [(capfirst(text), f"+ {points_in_words(points)}") for text, points in page["apart"]]
    if page["uncapped"]:
        lines.append((_("Counted"), points_in_words(page["uncapped"])))
        lines.append((_("By the limit"), points_in_words(page["points"])))
    return Reasons(name, tuple(lines), points_of_one(page["points"]))


def classical_otherwise(rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand won from another source: ways to finish that no longer fit are left out, and a cannon."""
    if draft.get("type") != "win" or draft.get("winner") != winner:
        return None
    dice = draft.get("dice")
    hands = tuple(draft.get("hands") or (None,) * 4)
    won = Won(winner, draft.get("from"), tuple(dice) if dice else None, hands)
    return won.won_by(winner, source).outcome()
