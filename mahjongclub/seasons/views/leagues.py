"""What a club plays for: its leagues and their seasons."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.figures.models import Book
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.registry import find_variant


@club_page(methods=READ)
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
        "leagues": found,
        "rated": [{"variant": one.variant, "game": said(find_variant(one.variant).name)} for one in books],
    }
    return show(request, visit, "leagues/leagues.html", context)
