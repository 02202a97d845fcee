"""Merging two players on screen: choose, look at what comes together, confirm; and undo."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Player, PlayerMerge
from mahjongclub.clubs.naming import alphabetical
from mahjongclub.games.kit.wording import said

from .merging import (
    NotTheNewest,
    PlayedTogether,
    SamePlayer,
    TwoAccounts,
    TwoPeople,
    merge,
    players_in_reach,
    reach,
    tables_of_both,
    undo_merge,
    why_two_people,
)


@require_http_methods(["GET", "HEAD", "POST"])
def merge_players(request: ClubRequest, pk: int) -> HttpResponse:
    """Which other player is the same person; their games come to this one."""
    found = reach(request, pk)
    kept = found.player
    others = players_in_reach(request).exclude(pk=pk).select_related("club")
    if kept.account_id is not None:
        others = others.filter(Q(account=None) | Q(account=kept.account_id))
    asked = (request.POST if request.method == "POST" else request.GET).get("other", "")
    rows = sorted(others, key=lambda player: alphabetical(player.shown_name))
    gone = next((one for one in rows if str(one.pk) == asked), None)
    errors, together, refused = [], [], ""
    if gone is not None:
        together = tables_of_both(kept, gone)
        refused = why_two_people(kept.pk, gone.pk) or ""
    elif asked or request.method == "POST":
        errors = [_("Choose one of the players.")]
    if request.method == "POST" and gone is not None:
        try:
            merge(kept, gone, request.user if isinstance(request.user, Account) else None)
        except PlayedTogether as two_people:
            together = two_people.sessions
        except TwoPeople as two_people:
            refused = str(two_people)
        except (SamePlayer, TwoAccounts):
            errors = [_("These two cannot be merged: each belongs to another account.")]
        else:
            messages.success(request, _("Both are one player now. You can undo this on the player’s page."))
            return redirect("people:player", pk)
    context = {
        "reach": found,
        "player": kept,
        "others": rows,
        "other": gone,
        "errors": errors,
        "refused": refused,
        "together": [{"session": one, "game": said(one.game.name)} for one in together],
        "games": kept.seats.count(),
    }
    failed = request.method == "POST" or bool(errors)
    return render(request, "clubs/players_merge.html", context, status=422 if failed else 200)


@require_POST
def undo(request: ClubRequest, pk: int) -> HttpResponse:
    """Part two players again."""
    done = PlayerMerge.objects.filter(pk=pk).first()
    if done is None:
        raise Http404("no such merge")
    kept = reach(request, done.kept_id).player
    try:
        back: Player = undo_merge(done)
    except NotTheNewest as later:
        name = later.newest.gone.shown_name
        messages.error(request, _("Undo the merge with %(name)s first: it came later.") % {"name": name})
    else:
        messages.success(request, _("%(name)s is a player of their own again.") % {"name": back.shown_name})
    return redirect("people:player", kept.pk)
