"""A registration sheet for the organiser's list, pasted or from a file: looked at before it is kept."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import Refused

from ..models import Tournament
from ..pages import about, tournament_of
from . import changes
from .lists import KINDS, Listing, read_list

ROWS_SHOWN = 8


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def listed(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Paste a list, say what its columns are, then put everybody on it in one go."""
    tournament = tournament_of(visit, pk)
    if request.method != "POST":
        return list_page(request, visit, tournament, "")
    text = request.POST.get("rows", "")
    if not text.strip() or "\0" in text:
        return list_page(request, visit, tournament, "", _("Paste a list, or choose a file."))
    listing = read_list(tournament, text, request.POST.dict())
    if "add" in request.POST and not listing.open:
        try:
            made = changes.enter(tournament, listing.entries, others="others" in request.POST)
        except Refused as refused:
            return list_page(request, visit, tournament, text, str(refused), listing)
        done = ngettext("%(count)s person is on the list.", "%(count)s people are on the list.", len(made))
        messages.success(request, done % {"count": len(made)})
        return redirect("entries:people", visit.club.slug, pk)
    return list_page(request, visit, tournament, text, "", listing)


def list_page(
    request: ClubRequest,
    visit: ClubVisit,
    tournament: Tournament,
    text: str,
    fault: str = "",
    listing: Listing | None = None,
) -> HttpResponse:
    """The page of a list with what was read of `text`; 422 where something is wrong with it."""
    if listing is None and text:
        listing = read_list(tournament, text, {})
    faults = [fault] if fault else []
    faults += listing.faults if listing is not None else []
    columns = []
    if listing is not None:
        below = listing.rows[1:] if listing.has_heads else listing.rows
        columns = [
            {
                "name": f"column-{at}",
                "head": listing.rows[0][at] if listing.has_heads and at < len(listing.rows[0]) else "",
                "kind": kind,
                "cells": [row[at] if at < len(row) else "" for row in below[:ROWS_SHOWN]],
            }
            for at, kind in enumerate(listing.kinds)
        ]
    context = {
        **about(visit, tournament),
        "text": text,
        "faults": faults,
        "listing": listing,
        "columns": columns,
        "kinds": KINDS.items(),
        "asked": listing.asked if listing is not None else [],
    }
    return render(request, "leagues/entry/list.html", context, status=422 if faults else 200)
