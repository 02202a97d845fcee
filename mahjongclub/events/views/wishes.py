"""The page of the wishes for a seating."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest

from ..changes import lock_tournament
from ..pages import event_context, find_tournament_or_404, name_or_blank
from ..state import TournamentState
from ..wishes import WishesForm


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_wishes(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who is kept apart in the first rounds, and who stays at which tables."""
    state = TournamentState(find_tournament_or_404(visit, pk))
    form = WishesForm(state, posted_data(request))
    if form.is_valid():
        with lock_tournament(state.tournament) as locked:
            form.save_to(locked)
        messages.success(request, _("The next draw follows the wishes."))
        return redirect("tournaments:tournament", visit.club.slug, pk)
    rows = [
        {
            "number": place.number,
            "name": name_or_blank(state.player(place.pk, state.tournament.round_count)),
            "country": place.last_holder.country if place.last_holder else "",
            "fields": (form[f"group-{place.number}"], form[f"tables-{place.number}"]),
        }
        for place in form.places
    ]
    groups = sorted({place.group for place in form.places if place.group})
    context = {
        **event_context(visit, find_tournament_or_404(visit, pk)),
        "form": form,
        "rows": rows,
        "groups": groups,
    }
    return render(request, "leagues/tournament_wishes.html", context, status=422 if form.errors else 200)
