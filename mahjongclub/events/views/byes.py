"""The page on which an event says who sits out, what a bye brings, and what holds for substitutes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsInForm

from ..byes import ByesForm, keep_byes, stewards_of
from ..pages import about, tournament_of
from ..state import TournamentState


@club_page(Role.ORGANISER, FORM, fresh=True)
def byes(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Byes or stewards, the points of both, and how many substitutes there may be."""
    tournament = tournament_of(visit, pk)
    initial = {"stewards": "\n".join(stewards_of(TournamentState(tournament)))}
    posted = posted_data(request)
    form = ByesForm(posted, instance=tournament, initial=initial)
    if form.is_valid():
        with RefusalsInForm(form, "stewards"):
            keep_byes(tournament, form)
            messages.success(request, _("The settings are saved."))
            return redirect("tournaments:tournament", visit.club.slug, pk)
    context = {**about(visit, tournament_of(visit, pk)), "form": form}
    return render(request, "leagues/tournament_byes.html", context, status=422 if form.errors else 200)
