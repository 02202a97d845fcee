"""A player's ratings as pages show them."""

from __future__ import annotations

from mahjongclub.clubs.models import Club, Player
from mahjongclub.tables.wording import said

from .dan import HIGHEST, RANKS
from .figures_model import Rating
from .rating_order import DAN_VARIANT, strength_of
from .wording import rounded


def rating_in_words(rating: Rating, variant: str) -> dict[str, str]:
    """The ratings in words; `dan` and `dan_points` ("260 / 400") are "" but for riichi."""
    has_dan = variant == DAN_VARIANT
    rank = RANKS[rating.dan]
    points = [rounded(rating.dan_points, 0), rounded(rank.target, 0)]
    return {
        "mu": rounded(rating.mu, 1),
        "spread": rounded(2 * rating.sigma, 1),
        "safe": rounded(strength_of(rating).safe, 1),
        "r": rounded(rating.r, 0),
        "dan": said(rank.name) if has_dan else "",
        "dan_points": "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}".join(points)
        if has_dan and rating.dan < HIGHEST
        else "",
    }


def ratings_of(club: Club, variant: str, *players: Player) -> list[dict[str, str] | None]:
    """The ratings of these players in words, None for who has none. One query."""
    rows = Rating.objects.filter(book__club=club, book__variant=variant, player__in=players)
    found = {row.player_id: rating_in_words(row, variant) for row in rows}
    return [found.get(player.pk) for player in players]
