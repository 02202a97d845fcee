"""How strong the club's players are in one variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.figures.definitions import definitions_of
from mahjongclub.figures.models import Book, Rating
from mahjongclub.figures.wording import rating_in_words
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game, find_variant_or_404

from ..pages import player_names

ORDERS: dict[str, Callable[[Rating], Any]] = {
    "strength": lambda rating: rating.safe,
    "r": lambda rating: rating.r,
    "dan": lambda rating: (rating.dan, rating.dan_points),
}
TERMS = {"strength": ("strength", "uncertainty", "safe"), "r": ("r",), "dan": ("dan",)}


@club_page(methods=READ)
def show_ratings(request: ClubRequest, visit: ClubVisit, variant: str) -> HttpResponse:
    """By Plackett-Luce, by R with ?by=r, and in riichi by the dan with ?by=dan."""
    game = find_variant_or_404(variant)
    book = Book.objects.filter(club=visit.club, variant=game.key).first()
    has_dan = find_game(game.key).has_dan
    order_key = request.GET.get("by", "")
    by = order_key if order_key == "r" or (order_key == "dan" and has_dan) else "strength"
    ratings_shown = list(Rating.objects.filter(book=book, player__guest=False)) if book else []
    names = player_names(rating.player_id for rating in ratings_shown)
    ratings_shown.sort(key=ORDERS[by], reverse=True)
    context = {
        "variant": game.key,
        "game": said(game.name),
        "stale": bool(book and book.stale_from),
        "by": by,
        "has_dan": has_dan,
        "rows": [
            {
                "rank": number,
                "player_id": rating.player_id,
                "name": names[rating.player_id],
                "games": rating.games,
                **rating_in_words(rating, game.key),
            }
            for number, rating in enumerate(ratings_shown, start=1)
        ],
        "terms": definitions_of(*TERMS[by]),
    }
    return show(request, visit, "leagues/ratings.html", context)
