"""The players one may change: spelt right, hidden, put on a roster, given to an account, forgotten."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_model import Club
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Player, PlayerMerge
from mahjongclub.clubs.naming import alphabetical
from mahjongclub.clubs.roster import NameTaken, rename, take_on_roster

from ..access import visit
from ..wording import said
from .claiming import (
    AlreadyClaimed,
    accounts_to_link,
    claim,
    claimable_players,
    organised_clubs,
    release,
)
from .forms import PlayerNameForm, TypedNameForm
from .leaving import forget_player
from .merging import PlayedTogether
from .reach import Reach, players_in_reach, reach


@require_safe
def players(request: ClubRequest) -> HttpResponse:
    """Everybody in reach: mine, the rosters I look after, the guests of this phone."""
    found = sorted(
        players_in_reach(request).select_related("club", "account"),
        key=lambda player: alphabetical(player.shown_name),
    )
    mine = [player for player in found if player.account_id and player.account_id == request.user.pk]
    groups = {_("My players"): mine}
    for player in found:
        if player not in mine:
            title = player.club.name if player.club else _("Guests")
            groups.setdefault(title, []).append(player)
    context = {"groups": [(title, rows) for title, rows in groups.items() if rows]}
    return render(request, "clubs/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def player(request: ClubRequest, pk: int) -> HttpResponse:
    """One player; posting spells the name anew."""
    found = reach(request, pk)
    shown = found.player
    readable = found.mine or not shown.name_hidden
    given = request.POST if request.method == "POST" else None
    form = PlayerNameForm(given, initial={"name": shown.name if readable else ""})
    if request.method == "POST" and form.is_valid():
        try:
            rename(shown, form.cleaned_data["name"])
        except NameTaken as taken:
            form.add_error("name", _taken(taken))
        else:
            messages.success(request, _("The name is changed, in every game."))
            return redirect("people:player", pk)
    return _page(request, found, form, 422 if request.method == "POST" else 200)


def _page(request: ClubRequest, found: Reach, form: PlayerNameForm, status: int = 200) -> HttpResponse:
    shown = Player.objects.select_related("club", "account").get(pk=found.player.pk)
    account = request.user if isinstance(request.user, Account) else None
    clubs = Club.objects.filter(pk__in=organised_clubs(account)) if account and shown.club_id is None else []
    context = {
        "reach": found,
        "player": shown,
        "name": shown.name if found.mine else shown.shown_name,
        "form": form,
        "readable": found.mine or not shown.name_hidden,
        "games": shown.seats.values("session").distinct().count(),
        "merges": PlayerMerge.objects.filter(kept=shown).select_related("gone"),
        "clubs": clubs,
        "accounts": accounts_to_link(shown) if found.organises and shown.account_id is None else [],
    }
    return render(request, "clubs/players_one.html", context, status=status)


def _taken(taken: NameTaken) -> str:
    return _("%(name)s is there already. If both are one person, merge them; else add an initial.") % {
        "name": taken.player.shown_name
    }


@require_POST
def hide(request: ClubRequest, pk: int) -> HttpResponse:
    """Show this player by name, or by a pseudonym."""
    found = reach(request, pk)
    if not found.may_hide:
        raise PermissionDenied("a phone may only spell a name")
    found.player.name_hidden = request.POST.get("hidden") == "yes"
    found.player.save(update_fields=["name_hidden"])
    return redirect("people:player", pk)


@login_required
@require_POST
def take_in(request: ClubRequest, pk: int) -> HttpResponse:
    """Put a guest on the roster of a club I organise."""
    found = reach(request, pk)
    clubs = organised_clubs(cast(Account, request.user))
    club = get_object_or_404(Club, slug=request.POST.get("club", "")[:60].replace("\0", ""), pk__in=clubs)
    try:
        taken_in = take_on_roster(found.player, club)
    except NameTaken as taken:
        messages.error(request, _taken(taken))
    else:
        if taken_in:
            messages.success(request, _("%(club)s has a new player.") % {"club": club.name})
    return redirect("people:player", pk)


@login_required
@require_POST
def give(request: ClubRequest, pk: int) -> HttpResponse:
    """An organiser says whose account this player is."""
    found = reach(request, pk)
    if not found.organises:
        raise PermissionDenied("organisers give players to accounts")
    chosen = {str(account.pk): account for account in accounts_to_link(found.player)}
    account = chosen.get(request.POST.get("account", ""))
    try:
        if account is None:
            messages.error(request, _("Choose one of the members."))
        else:
            claim(found.player, account)
            messages.success(request, _("Every game of this player is now theirs."))
    except AlreadyClaimed:
        messages.error(request, _("This player belongs to another account."))
    except PlayedTogether as two_people:
        messages.error(request, _two_people(found.player, two_people))
    return redirect("people:player", pk)


def _two_people(player: Player, found: PlayedTogether) -> str:
    session = found.sessions[0]
    return _(
        "%(name)s and another player of this account sat at one table (%(game)s, %(day)s), so they are "
        "two people."
    ) % {
        "name": player.shown_name,
        "game": said(session.game.name),
        "day": date_format(timezone.localtime(session.created_at), "SHORT_DATE_FORMAT"),
    }


@login_required
@require_POST
def let_go(request: ClubRequest, pk: int) -> HttpResponse:
    """That was not me; or an organiser takes back what was claimed."""
    found = reach(request, pk)
    if not found.may_hide:
        raise PermissionDenied("neither theirs nor an organiser's")
    release(found.player)
    messages.success(request, _("This player belongs to no account now. The games stay with the player."))
    return redirect("people:players")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: ClubRequest, pk: int) -> HttpResponse:
    """An organiser takes the name of somebody without an account away for good."""
    found = reach(request, pk)
    if not found.organises or found.player.account_id is not None:
        raise PermissionDenied("whoever has an account removes it themselves")
    form = TypedNameForm(found.player.shown_name, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        forget_player(found.player)
        messages.success(request, _("The name is gone. The games stay, without it."))
        return redirect("people:players")
    context = {"form": form, "player": found.player}
    return render(request, "clubs/players_forget.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def that_is_me(request: ClubRequest, code: str) -> HttpResponse:
    """The guest on this seat is me: every game of theirs becomes mine."""
    access = visit(request, code)
    found = {str(one.pk): one for one in claimable_players(access)}.get(request.POST.get("player", ""))
    if found is None:
        messages.error(
            request, _("This seat is not free to claim: say first that you sit there, on this phone.")
        )
        return redirect("tables:sit", code)
    try:
        claim(found, cast(Account, request.user))
    except AlreadyClaimed:
        messages.error(request, _("This player belongs to another account."))
    except PlayedTogether as two_people:
        messages.error(request, _two_people(found, two_people))
    else:
        messages.success(
            request, _("%(name)s is you: every game of theirs is now yours.") % {"name": found.name}
        )
    return redirect("people:me")
