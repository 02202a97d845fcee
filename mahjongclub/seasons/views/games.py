"""The games of a season, and an organiser's word on which of them count."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.figures.models import Appearance, Book
from mahjongclub.figures.wording import rounded
from mahjongclub.rounds.corrected_views import show_corrected
from mahjongclub.tables.models import Session

from ..changes import include_game, save_season_choice
from ..games import season_game_of
from ..models import Season, SeasonGame
from ..pages import player_names
from ..wording import season_points
from .filters import find_season_or_404
from .standings import season_context

GAMES_A_PAGE = 30


@club_page(methods=READ)
def list_season_games(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Every game of the season, and those of its dates that were left out; of events that do not count with
    ?events=1."""
    season = find_season_or_404(visit, pk)
    book = Book.objects.filter(club=visit.club, variant=season.variant).first()
    within = Q(day__gte=season.starts) & (Q(day__lte=season.ends) if season.ends else Q())
    tables = Appearance.objects.filter(book=book, seat=0)
    tables = tables.filter(Q(season_game__season=season) | Q(season_game=None) & within)
    beside = Q(season_game=None, session__round_table__round__competition__tournament__isnull=False)
    of_events = tables.filter(beside).count() if not season.events else 0
    if of_events and "events" not in request.GET:
        tables = tables.exclude(beside)
    page = Paginator(
        tables.order_by("-order").select_related("session", "season_game"), GAMES_A_PAGE
    ).get_page(request.GET.get("page"))
    rows = Appearance.objects.filter(session_id__in=[appearance.session_id for appearance in page])
    rows = rows.select_related("season_game").order_by("place", "seat")
    by_session: dict[int, list[Appearance]] = {}
    for row in rows:
        by_session.setdefault(row.session_id, []).append(row)
    names = player_names(row.player_id for row in rows)
    decimals = 1 if season.game.decimal_points else 0
    context = {
        **season_context(visit, season),
        "page": page,
        "of_events": of_events,
        "events_shown": "events" in request.GET,
        "rows": [
            {
                "code": appearance.session.code,
                "day": appearance.day,
                "counts": _counts(season, appearance) is not None,
                "seats": [
                    {
                        "place": row.place,
                        "name": names[row.player_id],
                        "points": season_points(season, game.value, game=True)
                        if (game := _counts(season, row)) is not None
                        else rounded(row.tenths / 10, decimals, signed=True),
                    }
                    for row in by_session[appearance.session_id]
                ],
            }
            for appearance in page
        ],
    }
    return render(request, "leagues/games.html", context)


def _counts(season: Season, row: Appearance) -> SeasonGame | None:
    game = season_game_of(row)
    return game if game is not None and game.season_id == season.pk else None


@club_page(Role.ORGANISER, POST)
def choose_whether_game_counts(request: ClubRequest, visit: ClubVisit, pk: int, code: str) -> HttpResponse:
    """Leave a game out, or have it count: again as its date says, or one of an event."""
    season = find_season_or_404(visit, pk)
    session = get_object_or_404(Session, code=code, club=visit.club, variant=season.variant)
    if request.POST.get("counts") == "no":
        save_season_choice(session, None)
        messages.success(request, _("The game is left out of the season."))
    else:
        include_game(session, season)
        messages.success(request, _("The game counts again."))
    return redirect("leagues:games", visit.club.slug, pk)


@club_page(Role.ORGANISER, READ, fresh=True)
def show_season_corrections(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """What was corrected in the games of a season after their round or evening was over."""
    season = get_object_or_404(Season, pk=pk, league__club=visit.club)
    back = reverse("leagues:season", args=[visit.club.slug, pk])
    sessions = Session.objects.filter(appearances__season_game__season=season, appearances__seat=0)
    return show_corrected(request, visit, sessions, season.name, back)
