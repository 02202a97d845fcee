"""How strong the club's players are in one variant."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.tables.wording import said

from ..definitions import explain
from ..figures_model import Book, Rating
from ..rating_order import strength_of
from ..season_page import names_of
from ..wording import rounded
from .finding import variant_called


@require_safe
@club_page()
def ratings(request: ClubRequest, visit: ClubVisit, variant: str) -> HttpResponse:
    """By Plackett-Luce, or by R with ?by=r."""
    game = variant_called(variant)
    book = Book.objects.filter(club=visit.club, variant=game.key).first()
    by_r = request.GET.get("by") == "r"
    found = list(Rating.objects.filter(book=book)) if book else []
    names = names_of(one.player_id for one in found)
    found.sort(key=lambda one: -one.r if by_r else -strength_of(one).safe)
    context = {
        "visit": visit,
        "club": visit.club,
        "variant": game.key,
        "game": said(game.name),
        "stale": bool(book and book.stale_from),
        "by_r": by_r,
        "rows": [
            {
                "rank": number,
                "player_id": one.player_id,
                "name": names[one.player_id],
                "games": one.games,
                "mu": rounded(one.mu, 1),
                "spread": rounded(2 * one.sigma, 1),
                "safe": rounded(strength_of(one).safe, 1),
                "r": rounded(one.r, 0),
            }
            for number, one in enumerate(found, start=1)
        ],
        "terms": explain("r") if by_r else explain("strength", "uncertainty", "safe"),
    }
    return render(request, "leagues/ratings.html", context)
