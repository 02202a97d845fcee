"""A club's page: tonight, what is being played, its evenings and latest results; the link of its wall."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.nights import tonight
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.wall_links import wall_token

from ..club_games import game_rows
from ..telling import tell_wall

EVENINGS_SHOWN = 8
GAMES_SHOWN = 6


@require_safe
@club_page()
def club(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """What is on tonight, and what was."""
    today = tonight()
    played = visit.club.sessions.exclude(ended_at=None).order_by("-ended_at")
    playing = visit.club.sessions.filter(ended_at=None).order_by("-created_at")
    evenings = visit.club.evenings
    context = {
        "visit": visit,
        "club": visit.club,
        "tonight": evenings.filter(date=today).first(),
        "coming": evenings.filter(date__gt=today).order_by("date")[:EVENINGS_SHOWN],
        "past": evenings.filter(date__lt=today)[:EVENINGS_SHOWN],
        "playing": game_rows(playing[:GAMES_SHOWN]),
        "played": game_rows(played[:GAMES_SHOWN]),
        "any_more": played.count() > GAMES_SHOWN or playing.count() > GAMES_SHOWN,
        "off_roster": visit.is_member and own_player(request.user.pk, visit.club) is None,
        "members": visit.club.memberships.count(),
        "players": visit.club.players.filter(merged_into=None).count(),
    }
    return render(request, "tables/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def wall_link(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The wall's address for a screen without an account; posting makes a new one and voids the old."""
    if request.method == "POST":
        Club.objects.filter(pk=visit.club.pk).update(wall_generation=F("wall_generation") + 1)
        tell_wall(visit.club.pk)
        messages.success(request, _("The wall has a new link. The old one shows nothing more."))
        return redirect("tables:wall_link", visit.club.slug)
    path = f"{reverse('tables:wall', args=[visit.club.slug])}?token={wall_token(visit.club)}"
    link = f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    return render(request, "tables/wall_link.html", {"visit": visit, "club": visit.club, "link": link})
