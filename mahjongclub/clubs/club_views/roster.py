"""The roster: everybody who plays in the club, with an account or without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from ..club_access import ClubVisit, club_page, show
from ..club_forms import RosterNameForm
from ..club_model import Role
from ..devices import ClubRequest
from ..file_kinds import offered_file_kinds
from ..name_lists import PEOPLE_KINDS, NameList, read_names, set_row_faults, too_many_error
from ..naming import alphabetical_key
from ..readings import ReadingChoice, list_text_with_corrections, unanswered_readings
from ..typed_names import (
    LONGEST_LIST,
    TypedName,
    find_or_create_players,
    look_up_names,
    mark_as_different,
    similar_player_pairs,
)

#: digits of a row's number, and one more
LONGEST_NUMBER = 19
#: what the roster is sorted by, within which it goes by name
ORDERS: dict[str, Callable[[Any], Any]] = {
    "name": lambda player: 0,
    "games": lambda player: -player.games,
    "last": lambda player: -player.last.timestamp() if player.last else 0,
}


@require_POST
@club_page(Role.ORGANISER)
def mark_different_people(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Two of nearly one name are two people, and are not proposed for merging again."""
    posted = [request.POST.get(name, "") for name in ("one", "other")]
    player_id, other = (
        int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else 0 for text in posted
    )
    if mark_as_different(visit.club, player_id, other):
        messages.success(request, _("The two stay separate people, and are not proposed again."))
    return redirect("clubs:roster", visit.club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.SCORER)
def edit_roster(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The players by name, or by ?sort=; one is added by the name alone, several by a list, checked first.

    ?guests=1 lists in their place who came by an event alone.
    """
    return roster_page(
        request,
        visit,
        list_text_with_corrections(request.POST, "name"),
        readings=unanswered_readings(request.POST),
    )


def roster_page(
    request: ClubRequest,
    visit: ClubVisit,
    text: str,
    file_fault: str = "",
    readings: Sequence[ReadingChoice] = (),
) -> HttpResponse:
    """The roster with this list typed or read; what is asked of it stands in what was posted.

    `file_fault` is why a file was not read, `readings` the ways in which its letters can be read.
    """
    is_too_long = len(text) > LONGEST_LIST
    listed = read_names("" if is_too_long else text, request.POST.dict())
    names = listed.names
    several = len(names) > 1 or listed.columns is not None or bool(readings) or is_too_long
    several = several or (bool(names) and listed.is_rewritten and not listed.has_unseen)
    form = RosterNameForm(
        visit.club, {"name": text} if request.method == "POST" and not several and not file_fault else None
    )
    typed: list[TypedName] = []
    faults: list[str] = []
    if several:
        typed, faults = _listed(visit, listed, request)
        if is_too_long:
            faults.append(_("This list is too long."))
        if listed.columns is not None and not listed.columns.has_names:
            faults.append(_("Say which column holds the names."))
        form = RosterNameForm(visit.club, initial={"name": text})
    elif form.is_bound and form.is_valid():
        typed = look_up_names(visit.club, [form.cleaned_data["name"]], request.POST.dict(), are_listed=True)
        for fault in filter(None, (typed_name.fault for typed_name in typed)):
            form.add_error("name", fault)
    asks = any(typed_name.asks for typed_name in typed)
    seen = not several or ("add" in request.POST and listed.is_seen and not readings)
    if typed and not (faults or form.errors) and not asks and seen:
        new = [typed_name for typed_name in typed if typed_name.player is None]
        find_or_create_players(visit.club, typed)
        messages.success(request, _added(typed, new))
        return redirect("clubs:roster", visit.club.slug)
    played = Q(seats__session__ended_at__isnull=False)
    everybody = visit.club.players.without_merged()
    guests = everybody.filter(guest=True)
    guests_shown = "guests" in request.GET and visit.is_organiser
    players = (guests if guests_shown else everybody.on_roster()).annotate(
        games=Count("seats__session", filter=played, distinct=True),
        last=Max("seats__session__ended_at", filter=played),
    )
    order = request.GET.get("sort", "")
    order = order if order in ORDERS else "name"
    context = {
        "form": form,
        "players": sorted(
            sorted(players, key=lambda player: alphabetical_key(player.shown_name)), key=ORDERS[order]
        ),
        "order": order,
        "guests": guests.count() if visit.is_organiser else 0,
        "guests_shown": guests_shown,
        "kept": "&guests=1" if guests_shown else "",
        "asked": [typed_name for typed_name in typed if typed_name.is_or_was_asked],
        "new": [
            typed_name.name
            for typed_name in typed
            if typed_name.player is None and not typed_name.asks and not typed_name.fault
        ],
        "known": [typed_name for typed_name in typed if typed_name.player is not None],
        "faults": faults,
        "several": several,
        "file_fault": file_fault,
        "listing": listed,
        "columns": listed.columns.column_rows if listed.columns is not None else [],
        "column_kinds": PEOPLE_KINDS.items(),
        "readings": readings,
        "kinds": offered_file_kinds(),
        "twice": similar_player_pairs(visit.club) if visit.is_organiser else [],
    }
    status = 422 if form.errors or faults or asks or file_fault else 200
    return show(request, visit, "clubs/roster.html", context, status=status)


def _listed(visit: ClubVisit, listed: NameList, request: ClubRequest) -> tuple[list[TypedName], list[str]]:
    """The names of a list, looked up, and what is wrong with it; faults of names stand in its rows."""
    if error := too_many_error(listed):
        return [], [error]
    typed = look_up_names(visit.club, listed.names, request.POST.dict(), request.user.pk, are_listed=True)
    set_row_faults(listed, typed)
    wrong = _("Some lines have errors: correct them below.")
    return typed, [wrong] if any(row.fault for row in listed.rows) else []


def _added(typed: list[TypedName], new: list[TypedName]) -> str:
    """What is said once they stand there."""
    if len(typed) == 1:
        person = typed[0].player
        return _("%(name)s is on the roster.") % {"name": person.shown_name if person else typed[0].name}
    added = ngettext("%(count)s player is added.", "%(count)s players are added.", len(new))
    return added % {"count": len(new)}
