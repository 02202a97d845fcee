"""What templates ask for of counted games: a figure to be explained, and what a table counts for."""

from __future__ import annotations

from django import template
from django.template import RequestContext

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.models import Club
from mahjongclub.figures.backlog import games_left_to_count
from mahjongclub.figures.definitions import definitions_of
from mahjongclub.figures.models import Appearance
from mahjongclub.seasons.models import Season
from mahjongclub.tables.models import Session

register = template.Library()


@register.inclusion_tag("leagues/_season_or_ratings_link.html", takes_context=True)
def season_or_ratings_link(context: RequestContext, session: Session) -> dict[str, object]:
    """List items: the season's standings, else the club's ratings of this game; nothing without a club."""
    club = session.club
    if club is None or not ClubVisit(club, role_in(club, context["request"])).may_see_club:
        return {"club": None}
    counted = Appearance.objects.filter(session=session, seat=0).exists()
    season = Season.objects.filter(games__appearance__session=session).select_related("league").first()
    return {"club": club, "season": season, "variant": session.variant if counted else ""}


@register.inclusion_tag("leagues/_figures_backlog.html")
def figures_backlog(club: Club) -> dict[str, int]:
    """A note how many games of a club its figures are yet to follow; nothing where they are whole."""
    return {"left": games_left_to_count(club)}


@register.inclusion_tag("leagues/_term.html")
def figure_definition(key: str, where: str = "") -> dict[str, object]:
    """A figure of `definitions` to be tapped; `where` tells the second on a page from the first."""
    term = definitions_of(key)[0]
    return {"id": f"{key}-{where}" if where else key, "word": term.word, "meaning": term.meaning}
