"""The roster: everybody who plays in the club, with an account or without."""

from __future__ import annotations

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..club_access import ClubVisit, club_page, show
from ..club_forms import PlayerForm
from ..club_model import Role
from ..devices import ClubRequest
from ..models import Player
from ..naming import alphabetical


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.SCORER)
def roster(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The players by name; a new one is added by the name alone."""
    form = PlayerForm(visit.club, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                player = Player.objects.create(club=visit.club, name=form.cleaned_data["name"])
        except IntegrityError:  # another phone added the same name in the same moment
            form.add_error("name", _("The club has a player of this name: add an initial."))
        else:
            messages.success(request, _("%(name)s is on the roster.") % {"name": player.name})
            return redirect("clubs:roster", visit.club.slug)
    players = Player.objects.filter(club=visit.club, merged_into=None).select_related("account")
    context = {"form": form, "players": sorted(players, key=lambda player: alphabetical(player.shown_name))}
    return show(request, visit, "clubs/roster.html", context, status=422 if form.errors else 200)
