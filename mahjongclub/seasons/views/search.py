"""A search in a club: its people, its evenings, its games."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.finding import LONGEST_SEARCH, are_words_in, find_roster_players, search_words
from mahjongclub.clubs.models import Evening
from mahjongclub.tables.club_games import game_rows, search_games
from mahjongclub.tables.visibility import viewer_of

MOST_PEOPLE = 24
MOST_OTHERS = 12


@club_page(methods=READ)
def search_club(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """What ?q= is found in: names, evenings by name, place or day, games by who played or their code."""
    typed = request.GET.get("q", "")[:LONGEST_SEARCH]
    words = search_words(typed)
    people = find_roster_players(visit.club, words)
    evenings = (
        [evening for evening in visit.club.evenings.all() if _is_meant(words, evening)] if words else []
    )
    games = search_games(visit.club, words) if words else visit.club.sessions.none()
    context = {
        "typed": typed,
        "asked": bool(words),
        "people": people[:MOST_PEOPLE],
        "evenings": evenings[:MOST_OTHERS],
        "rows": game_rows(games.order_by("-created_at", "-pk")[:MOST_OTHERS], viewer_of(request, visit)),
        "more_people": max(0, len(people) - MOST_PEOPLE),
        "more_evenings": max(0, len(evenings) - MOST_OTHERS),
        "all_games": f"{reverse('tables:club_games', args=[visit.club.slug])}?{urlencode({'q': typed})}",
        "more_games": max(0, games.count() - MOST_OTHERS),
    }
    return show(request, visit, "leagues/search.html", context)


def _is_meant(words: list[str], evening: Evening) -> bool:
    days = f"{evening.date.isoformat()} {date_format(evening.date)} {date_format(evening.date, 'l')}"
    return are_words_in(words, f"{evening.name} {evening.place} {days}")
