"""Points, figures and reasons of leagues in words and numbers, as people read them."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from mahjongclub.tables.wording import said

from .scoring import TIES, VALUE_UNIT
from .season_model import Season
from .standings import Row


def rounded(value: Fraction | float, decimals: int, *, signed: bool = False) -> str:
    """A number with that many decimals, grouped, with a true minus, and a plus where `signed`.

    Halves are rounded away from zero, as one does by hand.
    """
    exact = Fraction(value)
    units = abs(exact) * 10**decimals
    whole = int(units + Fraction(1, 2))
    sign = "−" if exact < 0 and whole else "+" if signed and whole else ""
    text = number_format(Fraction(whole, 10**decimals).__float__(), decimals, force_grouping=True)
    return f"{sign}{text}"


def decimals_of(season: Season) -> int:
    """How many decimals a season's points are shown with."""
    scoring = season.rules
    if scoring.together == "average":
        return 2
    if scoring.worth == "places":
        return 1
    return 1 if season.game.decimal_points else 0


def season_points(season: Season, value: Fraction | int, *, game: bool = False) -> str:
    """A value (600ths of a point) as the season's points; `game` for what one game brought."""
    decimals = decimals_of(season)
    if game and season.rules.together == "average":
        decimals = 1
    exact = Fraction(value, VALUE_UNIT)
    if exact and decimals < 2 and (exact * 10**decimals).denominator != 1:
        decimals = 2  # a shared third of a point
    return rounded(exact, decimals, signed=season.rules.worth == "points")


def place_in_words(rank: int | None) -> str:
    """A place, a dash where there is none."""
    return "–" if rank is None else str(rank)


def why_below(row: Row) -> str:
    """What put a row below one with an equal total, "" where the totals say it."""
    if row.decided_by is None:
        return ""
    return _("Equal totals: decided by %(what)s.") % {"what": said(TIES[row.decided_by])}
