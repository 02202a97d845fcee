"""Entering an event without an account: the page for strangers, and each entrant's own."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import Account
from mahjongclub.games.kit.wording import said

from ..federation import federation_name_of
from ..tournament_changes import Refused
from ..tournament_model import Tournament
from . import changes, pages
from .forms import EntryForm
from .models import DETAILS, Entrant
from .way import way_of

ENTERED = Limit("entered-event", per_device=20, per_address=300, seconds=3600)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter(request: ClubRequest, slug: str, pk: int) -> HttpResponse:
    """Enter an event, where its organiser lets strangers; who entered on this phone is listed above."""
    found = Tournament.objects.select_related("club", "house_rules", "registration")
    tournament = get_object_or_404(found, pk=pk, club__slug=slug, registration__wanted=True)
    registration = changes.registration_of(tournament)
    posted = request.POST if request.method == "POST" and registration.is_open else None
    form = EntryForm(tournament, posted, initial=_remembered(request) if posted is None else None)
    asked: Entrant | None = None
    status = 200
    if request.method == "POST":
        status = 422 if registration.is_open else 409
        if ENTERED.reached(request):
            form.add_error(None, _("Too many people were entered from here. Ask the organiser."))
            status = 429
        elif form.is_valid():
            asked = changes.same_person(tournament, form.cleaned_data["name"])
            if asked is None or request.POST.get("another") == "yes":
                made = _entered(request, tournament, form)
                if made is not None:
                    return redirect(pages.own_path(made))
    context: dict[str, Any] = {
        **_event(tournament),
        **pages.about_entry(changes.registration_of(tournament)),
        "form": form,
        "asked": asked,
        "mine": _entered_here(request, tournament),
    }
    return render(request, "leagues/entry/enter.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own(request: ClubRequest, number: int, own_token: str) -> HttpResponse:
    """Somebody's own entry by their link: a place or not yet, what they told, withdrawing."""
    found = Entrant.objects.select_related(
        "tournament__club", "tournament__house_rules", "player__merged_into", "place"
    )
    entrant = get_object_or_404(found, pk=number)
    if not pages.opens_own(own_token, entrant):
        raise Http404("no such entry for this link")
    tournament = entrant.tournament
    do = request.POST.get("do", "") if request.method == "POST" else ""
    changing = do == "change" and tournament.is_draft and not entrant.is_out
    form = EntryForm(tournament, request.POST if changing else None, instance=entrant)
    if do in ("withdraw", "return", "forget") and (refused := _do(do, entrant)):
        messages.error(request, refused)
    elif changing and form.is_valid():
        try:
            changes.change(form.save(commit=False))
            messages.success(request, _("Your entry is saved."))
        except Refused as refused:
            form.add_error("name", str(refused))
    if request.method == "POST" and not form.errors:
        if do == "forget" and not Entrant.objects.filter(pk=number).exists():
            messages.success(request, _("Your entry is deleted, with all you told."))
            return redirect("entries:enter", tournament.club.slug, tournament.pk)
        return redirect(request.path)
    entrant = found.get(pk=number)
    context: dict[str, Any] = {
        **_event(tournament),
        "entrant": entrant,
        "line": pages.place_in_line(entrant),
        "registration": changes.registration_of(tournament),
        "form": form,
        "open": bool(form.errors),
        "link": pages.absolute(request, request.path),
        "badge": pages.badge_path(entrant) if entrant.place is not None else "",
    }
    return render(request, "leagues/entry/own.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
def badge(request: ClubRequest, number: int, badge_token: str) -> HttpResponse:
    """Where a player sits and how it went, by the code on the badge; organisers check in here."""
    found = Entrant.objects.select_related(
        "tournament__club", "tournament__house_rules", "player__merged_into", "place"
    )
    entrant = get_object_or_404(found, pk=number)
    if not pages.opens_badge(badge_token, entrant):
        raise Http404("no such badge")
    device, club = request.visitor.device_id, entrant.tournament.club
    context: dict[str, Any] = {
        **_event(entrant.tournament),
        "entrant": entrant,
        "way": way_of(entrant),
        "organiser": ClubVisit(club, role_in(club, request)).is_organiser,
        "row": pages.entrant_row(entrant.tournament, entrant, pages.place_in_line(entrant)),
        "own": pages.own_path(entrant) if device is not None and entrant.device_id == device else "",
    }
    return render(request, "leagues/entry/badge.html", context)


def _do(what: str, entrant: Entrant) -> str:
    """Withdraw, come back, or be forgotten; why it cannot be done, in words."""
    try:
        if what == "withdraw":
            changes.withdraw(entrant)
        elif what == "return" and not changes.registration_of(entrant.tournament).is_open:
            return _("Nobody can enter this event just now.")
        elif what == "return":
            changes.come_back(entrant)
        elif entrant.is_out:
            changes.delete(entrant)
    except Refused as refused:
        return str(refused)
    return ""


def _entered(request: ClubRequest, tournament: Tournament, form: EntryForm) -> Entrant | None:
    """The entry, made; None with the reason at the form."""
    account = request.user if isinstance(request.user, Account) else None
    device = request.visitor.device()
    ENTERED.count(request)
    try:
        made = changes.enter(tournament, [form.columns], device=device, account=account, by_page=True)
    except changes.Closed as closed:
        form.add_error(None, str(closed))
    except Refused as refused:
        form.add_error("name", str(refused))
    else:
        return made[0]
    return None


def _entered_here(request: ClubRequest, tournament: Tournament) -> list[dict[str, Any]]:
    """Who entered on this phone, with the way to their own page."""
    device = request.visitor.device_id
    if device is None:
        return []
    mine = tournament.entrants.filter(device=device).select_related("player__merged_into")
    return [{"one": one, "name": one.shown_name, "path": pages.own_path(one)} for one in mine]


def _remembered(request: ClubRequest) -> dict[str, Any]:
    """What is filled in for somebody who wanted it so."""
    before = changes.remembered_of(request.user.pk, request.visitor.device_id)
    if before is None:
        return {}
    return {"remembered": True, "name": before.name, **{name: getattr(before, name) for name in DETAILS}}


def _event(tournament: Tournament) -> dict[str, Any]:
    """What a page for strangers says of an event."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "game": said(tournament.game.name),
        "rules_name": said(tournament.frozen_preset.name),
        "federation": federation_name_of(tournament),
    }
