"""Points, figures and reasons of leagues in words and numbers, as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.pairing.scoring import TIES, TIES_OF_EVENTS
from mahjongclub.pairing.standings import StandingsRow

from .dan import HIGHEST, RANKS
from .models import Rating


def rounded(value: Fraction | float, decimals: int, *, signed: bool = False) -> str:
    """A number with that many decimals, grouped, and a plus where `signed`.

    Halves are rounded away from zero, as one does by hand.
    """
    exact = Fraction(value)
    units = abs(exact) * 10**decimals
    whole = int(units + Fraction(1, 2))
    sign = "-" if exact < 0 and whole else "+" if signed and whole else ""
    text = number_format(Fraction(whole, 10**decimals).__float__(), decimals, force_grouping=True)
    return f"{sign}{text}"


def place_in_words(rank: int | None) -> str:
    """A place, a dash where there is none."""
    return "–" if rank is None else str(rank)


def tie_break_words(row: StandingsRow) -> str:
    """What put a row below one with an equal total, "" where the totals say it."""
    if row.decided_by is None:
        return ""
    what = said({**TIES, **TIES_OF_EVENTS}[row.decided_by])
    return (_("Equal totals: decided by %(what)s.") % {"what": what}).replace("….", "…")


def rating_in_words(rating: Rating, variant: str) -> dict[str, str]:
    """The ratings in words; `dan` and `dan_points` ("260 / 400") are "" but for riichi."""
    has_dan = find_game(variant).has_dan
    rank = RANKS[rating.dan]
    points = [rounded(rating.dan_points, 0), rounded(rank.target, 0)]
    return {
        "mu": rounded(rating.mu, 1),
        "spread": rounded(2 * rating.sigma, 1),
        "safe": rounded(rating.safe, 1),
        "r": rounded(rating.r, 0),
        "dan": said(rank.name) if has_dan else "",
        "dan_points": "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}".join(points)
        if has_dan and rating.dan < HIGHEST
        else "",
    }


def player_ratings_in_words(club: Club, variant: str, *players: Player) -> list[dict[str, str] | None]:
    """The ratings of these players in words, None for who has none. One query."""
    rows = Rating.objects.filter(book__club=club, book__variant=variant, player__in=players)
    ratings = {row.player_id: rating_in_words(row, variant) for row in rows}
    return [ratings.get(player.pk) for player in players]


def yaku_counts_in_words(variant: str, counts: Iterable[tuple[str, int]]) -> list[dict[str, str | int]]:
    """Each part's name and how often it was in a won hand."""
    names = find_game(variant).part_names
    return [
        {"name": said(names[key]) if key in names else key.replace("_", " "), "times": times}
        for key, times in counts
    ]
