"""Points an organiser gives or takes in a season, with the reason."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page, posted_by_organiser
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.sent_once import do_once
from mahjongclub.pairing.scoring import TENTH

from ..forms import AdjustmentForm
from ..models import Adjustment
from ..pages import names_of
from ..wording import season_points
from .filters import season_of
from .standings import about


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def adjustments(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """All of them for everybody to read; an organiser adds one."""
    season = season_of(visit, pk)
    initial = {"day": timezone.localdate(), "player": request.GET.get("player")}
    form = AdjustmentForm(season, posted_by_organiser(request, visit), initial=initial)
    if form.is_valid():
        columns = {**form.cleaned_data, "tenths": int(form.cleaned_data["points"] * 10)}
        del columns["points"]

        def adjust() -> str:
            with transaction.atomic():  # with what others hear of it
                Adjustment.objects.create(season=season, made_by_id=request.user.pk, **columns)
            messages.success(request, _("The standings are updated."))
            return reverse("leagues:adjustments", args=[visit.club.slug, pk])

        return redirect(do_once(request, adjust, by_content=False))
    found = list(season.adjustments.order_by("-day", "-pk"))
    names = names_of(one.player_id for one in found)
    context = {
        **about(visit, season),
        "form": form,
        "rows": [
            {
                "pk": one.pk,
                "name": names[one.player_id],
                "points": season_points(season, one.tenths * TENTH, game=True) if one.tenths else "",
                "reason": one.full_reason,
                "day": one.day,
            }
            for one in found
        ],
    }
    return render(request, "leagues/adjustments.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def delete(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Take an adjustment back."""
    get_object_or_404(Adjustment, pk=number, season=season_of(visit, pk)).delete()
    messages.success(request, _("The adjustment is withdrawn."))
    return redirect("leagues:adjustments", visit.club.slug, pk)
