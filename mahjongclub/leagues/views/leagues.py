"""What a club plays for: its leagues and their seasons."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.wording import said

from ..figures_model import Book


@require_safe
@club_page()
def leagues(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every league with its seasons, and the ways to ratings and the club's record."""
    today = timezone.localdate()
    found = [
        {
            "name": league.name,
            "seasons": [
                {
                    "season": season,
                    "game": said(season.game.name),
                    "running": season.starts <= today and (season.ends is None or today <= season.ends),
                }
                for season in league.seasons.all()
            ],
        }
        for league in visit.club.leagues.prefetch_related("seasons")
    ]
    books = Book.objects.filter(club=visit.club, ratings__isnull=False).distinct()
    context = {
        "visit": visit,
        "club": visit.club,
        "leagues": found,
        "rated": [{"variant": book.variant, "game": game_name(book.variant)} for book in books],
    }
    return render(request, "leagues/leagues.html", context)


def game_name(variant: str) -> str:
    """A variant's name in the reader's language."""
    return said(find_variant(variant).name)
