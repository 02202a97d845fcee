"""What games are worth in a season, as people read it."""

from __future__ import annotations

from fractions import Fraction

from mahjongclub.figures.wording import rounded
from mahjongclub.pairing.scoring import VALUE_UNIT

from .models import Season


def season_points(season: Season, value: Fraction | int, *, game: bool = False) -> str:
    """A value (600ths of a point) as the season's points; `game` for what one game brought."""
    if season.rules.together == "average":
        decimals = 1 if game else 2
    else:
        decimals = 1 if season.rules.worth == "places" or season.game.decimal_points else 0
    exact = Fraction(value, VALUE_UNIT)
    if exact and decimals < 2 and (exact * 10**decimals).denominator != 1:
        decimals = 2  # a shared third of a point
    return rounded(exact, decimals, signed=season.rules.worth != "places")
