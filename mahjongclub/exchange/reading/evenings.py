"""The evenings of a club that games on their way in may belong to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from mahjongclub.clubs.models import Club, Evening

from .games import Incoming


def evenings_of(club: Club, games: Sequence[Incoming]) -> dict[date, Evening]:
    """The club's evening of each night on which one of the games was played; the first of several."""
    nights = {game.night for game in games}
    if not nights:
        return {}
    found = club.evenings.filter(date__range=(min(nights), max(nights))).order_by("-pk")
    return {evening.date: evening for evening in found if evening.date in nights}
