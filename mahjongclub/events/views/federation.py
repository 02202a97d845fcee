"""What a federation is told of an event: the event, its players, its weight; typed or pasted."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import FORM, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.readings import list_text_with_corrections

from ..federation.details import (
    FederationEventForm,
    PastedDetailsForm,
    PlayerDetailsForm,
    federation_game_name,
    missing_details_in_words,
    save_player_details,
    tournament_weight,
)
from ..federation.lists import KINDS, DetailsList, read_pasted_details
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404, name_or_blank, penalty_rows
from ..report import holder_changes, recorded_hand_faults
from ..state import TournamentState


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_federation_details(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The event and its players as the workbook has them; pasted columns fill in many at once."""
    tournament = _asked(visit, pk)
    posted = posted_data(request)
    event = FederationEventForm(posted if posted and "event" in posted else None, instance=tournament)
    pasted = PastedDetailsForm(
        {"rows": list_text_with_corrections(posted, "rows")}
        if posted is not None and "event" not in posted
        else None
    )
    here = redirect("tournaments:federation", visit.club.slug, pk)
    if event.is_bound and event.is_valid():
        Tournament.objects.filter(pk=pk).update(**event.cleaned_data)
        messages.success(request, _("The settings are saved."))
        return here
    listing: DetailsList | None = None
    if pasted.is_bound and pasted.is_valid():
        listing = read_pasted_details(
            TournamentState(tournament), pasted.cleaned_data["rows"], request.POST.dict()
        )
        if "fill" in request.POST and listing.is_ready:
            save_player_details(tournament, listing.stints)
            count = len(listing.stints)
            done = ngettext("%(count)s player is filled in.", "%(count)s players are filled in.", count)
            messages.success(request, done % {"count": count})
            return here
    if event.errors:  # what was typed and not kept stands in the form alone
        tournament.refresh_from_db()
    state = TournamentState(tournament)
    rows = [
        {
            "number": place.number,
            "name": name_or_blank(holder.player and holder.player.person),
            "entrant": holder,
        }
        for place in state.places
        if (holder := place.last_holder) is not None
    ]
    context: dict[str, object] = {
        **event_context(visit, tournament),
        "mers": tournament_weight(state),
        "missing": missing_details_in_words(state),
        "event": event,
        "pasted": pasted,
        "listing": listing,
        "column_kinds": KINDS.items(),
        "rows": rows,
        "faults": recorded_hand_faults(state),
        "changes": holder_changes(state),
        "penalties": penalty_rows(state),
    }
    wrong = event.errors or pasted.errors or (listing is not None and listing.has_open_questions)
    status = 422 if wrong else 200
    return render(request, "leagues/federation.html", context, status=status)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_player_details(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """One player: names, country, number."""
    tournament = _asked(visit, pk)
    places = tournament.places.prefetch_related("stints__player__merged_into")
    stint = get_object_or_404(places, number=number).last_holder
    if stint is None:
        raise Http404("nobody holds this place")
    form = PlayerDetailsForm(posted_data(request), instance=stint)
    if form.is_bound and form.is_valid():
        save_player_details(tournament, [form.save(commit=False)])
        messages.success(request, _("The player is saved."))
        return redirect("tournaments:federation", visit.club.slug, pk)
    name = name_or_blank(stint.player and stint.player.person)
    context = {**event_context(visit, tournament), "form": form, "name": name}
    return render(request, "leagues/entrant.html", context, status=422 if form.errors else 200)


def _asked(visit: ClubVisit, pk: int) -> Tournament:
    """The tournament, of a game that the federation ranks."""
    tournament = find_tournament_or_404(visit, pk)
    if not federation_game_name(tournament):
        raise Http404("no federation ranks this game")
    return tournament
