"""Points an organiser gives or takes in a season, with the reason."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, POST, ClubVisit, club_page, organiser_post_data_or_403
from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rounds.penalties.models import penalty_row
from mahjongclub.rounds.penalties.views import PenaltyPage, show_or_add_penalty

from ..changes import give_points
from ..forms import AdjustmentForm
from ..pages import player_names
from ..wording import game_points_formatter
from .filters import find_season_or_404
from .standings import season_context


@club_page(methods=FORM)
def edit_adjustments(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """All of them for everybody to read; an organiser adds one."""
    season = find_season_or_404(visit, pk)
    initial = {"day": tonight(), "receiver": request.GET.get("player")}
    form = AdjustmentForm(season, organiser_post_data_or_403(request, visit), initial=initial)
    page = PenaltyPage(
        path=reverse("leagues:adjustments", args=[visit.club.slug, pk]),
        layout="leagues/_season_page.html",
        delete="leagues:delete_adjustment",
        owner=pk,
        give=partial(give_points, season),
        message=_("The standings are updated."),
    )
    penalties = list(season.penalties.select_related("team").order_by("-day", "-pk"))
    names = player_names(penalty.player_id for penalty in penalties if penalty.player_id)
    rows = [
        penalty_row(
            penalty,
            names[penalty.player_id or 0] if penalty.team is None else penalty.team.name,
            game_points_formatter(season),
        )
        for penalty in penalties
    ]
    return show_or_add_penalty(request, page, form, {**season_context(visit, season), "rows": rows})


@club_page(Role.ORGANISER, POST)
def delete_adjustment(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Take an adjustment back."""
    get_object_or_404(find_season_or_404(visit, pk).penalties, pk=number).delete()
    messages.success(request, _("The adjustment is withdrawn."))
    return redirect("leagues:adjustments", visit.club.slug, pk)
