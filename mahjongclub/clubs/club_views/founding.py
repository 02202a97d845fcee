"""Founding a club, and its settings."""

from __future__ import annotations

from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..club_access import ClubVisit, club_page, show
from ..club_forms import ClubForm
from ..club_model import Club, Role
from ..devices import ClubRequest
from ..hosting import (
    NotInvited,
    account_id_made_by_invitation,
    create_club_with_invitation,
    find_host_invitation,
    may_found_club,
)
from ..hosting_model import host_choice
from ..limits import Limit
from ..models import Account

#: as many as somebody founds who sets a federation up, and no more
FOUNDED = Limit("clubs-founded", per_device=20, per_address=60, seconds=3600)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def start_club(request: ClubRequest) -> HttpResponse:
    """A new club; whoever founds it owns it. ?invitation= is the host's, where one is needed."""
    founder = cast(Account, request.user)
    invitation = find_host_invitation(request.GET.get("invitation", ""))
    if not may_found_club(founder, invitation):
        return _not_founded(request)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and FOUNDED.is_reached(request):
        return render(request, "429.html", status=429)
    if request.method == "POST" and form.is_valid():
        FOUNDED.count_use(request)
        try:
            data = form.cleaned_data
            club = create_club_with_invitation(
                founder, data["name"], data["visibility"], invitation, data["time_zone"]
            )
        except NotInvited:  # used in another tab, in the same moment
            return _not_founded(request)
        except IntegrityError:  # somebody took the name in the same moment
            form.add_error("name", _("Another club has this name: add your town, for instance."))
        else:
            return redirect("tables:club", club.slug)
    context = {"form": form, "invitation": request.GET.get("invitation", "")}
    return render(request, "clubs/found.html", context, status=_status(request))


def _not_founded(request: ClubRequest) -> HttpResponse:
    return render(request, "clubs/found_closed.html", {"choice": host_choice()}, status=403)


@require_safe
@never_cache
def show_server_invitation(request: ClubRequest, token: str) -> HttpResponse:
    """What somebody who follows the host's invitation sees: what it opens, and where to go on."""
    invitation = find_host_invitation(token)
    account = request.user if request.user.is_authenticated else None
    if invitation is None:
        theirs = account is not None and account_id_made_by_invitation(token) == account.pk
        return redirect("people:me") if theirs else render(request, "clubs/invited_gone.html", status=404)
    if (
        account is not None
        and invitation.may_found_club_by_it
        and invitation.account_id in (None, account.pk)
    ):
        return redirect(f"{reverse('clubs:found')}?{urlencode({'invitation': token})}")
    context = {"invitation": invitation, "here": request.path, "door": host_choice().accounts}
    return render(request, "clubs/invited.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.OWNER)
def edit_club_settings(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Rename the club, change who may look at it, delete it."""
    name = visit.club.name
    form = ClubForm(request.POST if request.method == "POST" else None, instance=visit.club)
    if request.method == "POST" and form.is_valid():
        try:
            form.save()
        except IntegrityError:
            form.add_error("name", _("Another club has this name: add your town, for instance."))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("tables:club", visit.club.slug)
    return show(request, visit, "clubs/settings.html", {"form": form, "name": name}, _status(request))


@require_POST
@club_page(Role.OWNER)
def dissolve_club(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Dissolve the club, its name typed for safety. Games and players stay, as nobody's."""
    if request.POST.get("name", "").strip().casefold() != visit.club.name.casefold():
        context = {
            "form": ClubForm(instance=visit.club),
            "name": visit.club.name,
            "delete_error": _("Type the club’s name to delete it."),
            "delete_typed": request.POST.get("name", ""),
        }
        return show(request, visit, "clubs/settings.html", context, status=422)
    Club.objects.filter(pk=visit.club.pk).delete()
    messages.success(request, _("The club is deleted. Its games can still be opened by their links."))
    return redirect("tables:home")


def _status(request: ClubRequest) -> int:
    """Of a page with a form: whoever posted and is still here made a mistake."""
    return 422 if request.method == "POST" else 200
