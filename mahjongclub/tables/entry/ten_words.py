"""A hand of Ten in words, from its outcome as a record writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.ten import DRAWS

from ..wording import said
from .riichi_words import value_in_words


def in_words(outcome: dict[str, Any], names: Sequence[str]) -> str:
    """What happened: "Aiko wins after a riichi, 2 han 30 fu"."""
    declared = outcome.get("winner" if outcome["type"] == "win" else "declared")
    riichi = declared is not None and declared in outcome.get("riichi", ())
    if outcome["type"] == "win":
        words = {"winner": names[outcome["winner"]], "value": value_in_words(outcome)}
        if riichi:
            return _("%(winner)s wins after a riichi, %(value)s") % words
        return _("%(winner)s wins after declaring tenpai, %(value)s") % words
    reason = said(DRAWS[outcome["reason"]])
    reason = reason[:1].lower() + reason[1:]  # it stands after a colon
    if declared is None:
        return _("Drawn hand: %(reason)s") % {"reason": reason}
    told = {"reason": reason, "name": names[declared]}
    if riichi:
        return _("Drawn hand: %(reason)s (riichi by %(name)s)") % told
    return _("Drawn hand: %(reason)s (tenpai declared by %(name)s)") % told
