"""Final points as paper has them."""

from __future__ import annotations

from django.utils.formats import number_format

from mahjongclub.rules.game import Variant
from mahjongclub.tables.wording import points_in_words


def tenths_in_words(tenths: int) -> str:
    """Tenths of a point with their sign and one decimal."""
    return f"{'+' if tenths > 0 else ''}{number_format(tenths / 10, 1)}".replace("-", "−")


def result_in_words(game: Variant, tenths: int) -> str:
    """A result in the unit its game ranks in: with its sign and a decimal, or the score itself."""
    return tenths_in_words(tenths) if game.decimal_points else points_in_words(tenths // 10)
