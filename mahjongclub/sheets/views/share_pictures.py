"""The pictures to share in a chat, for who may look at the page that offers them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.nights.story import story_of
from mahjongclub.seasons.share_text import placed_standings, year_in_facts
from mahjongclub.seasons.views.filters import find_season_or_404
from mahjongclub.seasons.views.players import selection_from_address

from ..answers import png_answer
from ..share_pictures import night_picture, player_year_picture, standings_picture


@require_safe
@club_page()
def draw_standings(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """A season's table, of its teams with ?by=teams; 404 while nobody is placed."""
    season = find_season_or_404(visit, pk)
    placed = placed_standings(season, by_teams=request.GET.get("by") == "teams")
    if not placed:
        raise Http404("nobody is placed yet")
    return png_answer(request, standings_picture(season, placed, language=get_language()))


@require_safe
@club_page()
def draw_player_year(request: ClubRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """A player's year, as ?year= and ?variant= choose it; 404 where nothing was played."""
    person = get_object_or_404(Player, pk=player_id, club=visit.club, merged_into=None)
    selection = selection_from_address(request, visit, person)
    if selection is None or not (facts := year_in_facts(selection)):
        raise Http404("nothing played")
    return png_answer(request, player_year_picture(selection, facts, language=get_language()))


@require_safe
@club_page()
def draw_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """What was remarkable at an evening; 404 before its first game has ended."""
    story = story_of(get_object_or_404(visit.club.evenings.select_related("club"), pk=number))
    if not story.facts:
        raise Http404("nothing played")
    return png_answer(request, night_picture(story, language=get_language()))
