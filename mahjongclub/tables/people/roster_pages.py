"""Who a member is on the roster of their club: one of its players, or a new one."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.club_model import Club
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.naming import alphabetical
from mahjongclub.clubs.roster import NameTaken, own_player, put_on_roster

from .claiming import AlreadyClaimed, claim
from .forms import WhoIAmForm
from .merging import PlayedTogether


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_roster(request: ClubRequest, slug: str) -> HttpResponse:
    """“This player is me”, or a player of my own; once that is said there is nothing to do here."""
    account = cast(Account, request.user)
    club = get_object_or_404(Club, slug=slug, memberships__account=account)
    visit = ClubVisit(club, role_in(club, request))
    if own_player(account.pk, club) is not None:
        return redirect("people:me")
    form = WhoIAmForm(account, nobodys_players(visit), request.POST if request.method == "POST" else None)
    if form.is_valid() and _say_who(form, account, club):
        messages.success(request, _("You are on the roster of %(club)s.") % {"club": club.name})
        return redirect("tables:club" if visit.may_look else "people:me", *([slug] if visit.may_look else []))
    context = {"club": club, "form": form, "may_look": visit.may_look}
    return render(request, "clubs/roster_me.html", context, status=422 if form.errors else 200)


def nobodys_players(visit: ClubVisit) -> list[Player]:
    """The players of the roster whom no account has claimed, for those who may see them; none who hides."""
    if not visit.may_look:
        return []
    free = visit.club.players.themselves().filter(account=None, name_hidden=False)
    found = free.annotate(games=Count("seats__session", distinct=True))
    return sorted(found, key=lambda player: alphabetical(player.name))


def _say_who(form: WhoIAmForm, account: Account, club: Club) -> bool:
    """Claim the player chosen, or make the new one; False where an error now stands at the field."""
    try:
        if form.player is None:
            put_on_roster(account, club, form.cleaned_data["name"])
        else:
            claim(form.player, account)
    except NameTaken:
        form.add_error(
            "name",
            _("The club has a player of this name. Choose them in the list if it is you, or add an initial."),
        )
    except IntegrityError:  # the same name in the same moment
        form.add_error("name", _("The club has a player of this name: add an initial."))
    except AlreadyClaimed:
        form.add_error("who", _("This player belongs to another account."))
    except PlayedTogether:
        form.add_error("who", _("You have sat at one table with this player under another name."))
    return not form.errors
