"""`{% if session.variant|in_rounds %}`: a game that records rounds, each of several hands, says so."""

from __future__ import annotations

from django import template

from ..games import GAMES

register = template.Library()


@register.filter
def in_rounds(variant: str) -> bool:
    """Whether what the log lists is a round; of no session it is a hand."""
    return variant in GAMES and GAMES[variant].in_rounds
