"""The one door for people of an event: a name, a list pasted or from a file, and the roster; looked at
first.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from mahjongclub.clubs.readings import ReadingChoice, chosen_text, readings_asked
from mahjongclub.clubs.refusal import Refused

from ..models import Tournament
from ..pages import about, tournament_of
from . import changes
from .lists import KINDS, Listing, read_list


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def listed(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Paste a list, say what its columns are, then put everybody on it in one go."""
    tournament = tournament_of(visit, pk)
    if request.method != "POST":
        return list_page(request, visit, tournament, "")
    text = chosen_text(request.POST, "rows")
    if not text.strip() or "\0" in text:
        return list_page(request, visit, tournament, "", _("Paste a list, or choose a file."))
    listing = read_list(tournament, text, request.POST.dict())
    readings = readings_asked(request.POST)
    if "add" in request.POST and not listing.open and not readings:
        try:
            made = changes.enter(tournament, listing.entries, others=listing.apart)
        except Refused as refused:
            return list_page(request, visit, tournament, text, str(refused), listing)
        done = ngettext("%(count)s person is on the list.", "%(count)s people are on the list.", len(made))
        messages.success(request, done % {"count": len(made)})
        return redirect("entries:people", visit.club.slug, pk)
    return list_page(request, visit, tournament, text, "", listing, readings)


def list_page(
    request: ClubRequest,
    visit: ClubVisit,
    tournament: Tournament,
    text: str,
    fault: str = "",
    listing: Listing | None = None,
    readings: Sequence[ReadingChoice] = (),
) -> HttpResponse:
    """The page of a list with what was read of `text`; 422 where something is wrong with it.

    `readings` are the ways in which the letters of a file can be read, where somebody has to say which is
    right.
    """
    if listing is None and text:
        listing = read_list(tournament, text, {})
    faults = [fault] if fault else []
    faults += listing.faults if listing is not None else []
    context = {
        **about(visit, tournament),
        "text": text,
        "faults": faults,
        "listing": listing,
        "columns": listing.columns.shown if listing is not None else [],
        "column_kinds": KINDS.items(),
        "asked": listing.asked if listing is not None else [],
        "readings": readings,
    }
    wrong = bool(faults) or (listing is not None and bool(listing.faulty) and not listing.leaves_out_faults)
    return render(request, "leagues/entry/list.html", context, status=422 if wrong else 200)
