"""The one door for people of an event: a name, a list pasted or from a file, and the roster; looked at
first.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import FORM, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import alphabetical_key, name_key
from mahjongclub.clubs.readings import ReadingChoice, list_text_with_corrections, unanswered_readings
from mahjongclub.clubs.refusal import RefusalsAsMessages, Refused
from mahjongclub.tables.views.new_table import known_names

from ..models import Tournament
from ..pages import event_context, find_tournament_or_404
from . import changes, entries
from .lists import KINDS, EntryListing, list_with_names_added, read_entrant_list


@club_page(Role.ORGANISER, FORM, fresh=True)
def add_entrants_from_list(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Paste a list or tick names of the roster, say what the columns are, then put everybody on it in one
    go.
    """
    tournament = find_tournament_or_404(visit, pk)
    if request.method != "POST":
        return entrant_list_page(request, visit, tournament, "")
    text = list_with_names_added(
        list_text_with_corrections(request.POST, "rows"), request.POST.getlist("known")
    )
    if not text.strip() or "\0" in text:
        return entrant_list_page(request, visit, tournament, "", _("Paste a list, or choose a file."))
    listing = read_entrant_list(tournament, text, request.POST.dict())
    readings = unanswered_readings(request.POST)
    if "add" in request.POST and not listing.has_open_questions and not readings:
        try:
            made = changes.add_entrants(tournament, listing.entries, namesakes=listing.namesake_positions)
        except Refused as refused:
            return entrant_list_page(request, visit, tournament, text, str(refused), listing)
        done = ngettext("%(count)s person is on the list.", "%(count)s people are on the list.", len(made))
        messages.success(request, done % {"count": len(made)})
        if "players" in request.POST and tournament.is_draft:
            changes.add_players_as_entrants(tournament)
            return use_entrants_as_players(request, visit, tournament)
        return redirect("entries:people", visit.club.slug, pk)
    fault = ""
    if "add" in request.POST and listing.faulty_rows and not listing.leaves_out_faults:
        fault = _("Some lines have errors: correct them in the list below, or leave them out.")
    if "add" in request.POST and listing.columns.asks_about_gaps:
        fault = _("Say who plays in the team above them.")
    return entrant_list_page(request, visit, tournament, text, fault, listing, readings)


def use_entrants_as_players(request: ClubRequest, visit: ClubVisit, tournament: Tournament) -> HttpResponse:
    """Have those who have a place be the players; why that cannot be is said on the list."""
    pk = tournament.pk
    people = reverse("entries:people", args=[visit.club.slug, pk])
    with RefusalsAsMessages(request):
        try:
            count = changes.make_entrants_players(tournament)
        except Refused as refused:
            people += "?show=doubtful" if refused.code == changes.DOUBTFUL else ""
            raise
        done = ngettext("%(count)s player.", "%(count)s players.", count)
        messages.success(request, done % {"count": count})
        return redirect("tournaments:tournament", visit.club.slug, pk)
    return redirect(people)


def entrant_list_page(
    request: ClubRequest,
    visit: ClubVisit,
    tournament: Tournament,
    text: str,
    fault: str = "",
    listing: EntryListing | None = None,
    readings: Sequence[ReadingChoice] = (),
) -> HttpResponse:
    """The page of a list with what was read of `text`; 422 where something is wrong with it.

    `readings` are the ways in which the letters of a file can be read, where somebody has to say which is
    right.
    """
    if listing is None and text:
        listing = read_entrant_list(tournament, text, {})
    faults = [fault] if fault else []
    faults += listing.faults if listing is not None else []
    context = {
        **event_context(visit, tournament),
        "text": text,
        "faults": faults,
        "listing": listing,
        "columns": listing.columns.column_rows if listing is not None else [],
        "column_kinds": KINDS.items(),
        "asked": listing.names_asked_about if listing is not None else [],
        "readings": readings,
        "known": _known(request, visit, tournament) if listing is None else [],
        "makes_players": "players" in request.POST if "seen" in request.POST else _goes_by_hand(tournament),
    }
    wrong = bool(faults) or (
        listing is not None and bool(listing.faulty_rows) and not listing.leaves_out_faults
    )
    return render(request, "leagues/entry/list.html", context, status=422 if wrong else 200)


def _known(request: ClubRequest, visit: ClubVisit, tournament: Tournament) -> list[str]:
    """The names of the roster that are not on the event's list, in the order a reader looks them up."""
    there = {
        name_key(entrant.shown_name)
        for entrant in entries.entrants_of(tournament)
        if not entrant.has_withdrawn
    }
    names_to_offer = [name for name in known_names(request, visit.club) if name_key(name) not in there]
    return sorted(names_to_offer, key=alphabetical_key)


def _goes_by_hand(tournament: Tournament) -> bool:
    """Whether an organiser alone says who plays: then whoever is put on the list is a player at once."""
    registration = changes.get_or_new_registration(tournament)
    return tournament.is_draft and not registration.wanted and registration.capacity is None
