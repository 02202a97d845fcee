"""My page: who I am here, my players and their tables, and what I may ask for."""

from __future__ import annotations

from typing import Any, cast

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..accounts.identity import SignInAgainRequired, check_identity_confirmed, sign_out_elsewhere
from ..accounts.second_factor import has_second_factor
from ..devices import ClubRequest
from ..models import Account, Player
from ..roster import NameTaken, hide_player_name, show_player_name
from .forms import AccountNameForm, TypedNameForm, name_taken_message, sign_in_again_message
from .kept_about import exported_row, rows_about_players
from .leaving import (
    ERASED_AFTER,
    OwnsSharedClubs,
    clubs_of_only_member,
    clubs_to_hand_over,
    delete_account_and_names,
)
from .reach import players_in_reach
from .references import registered_player_references


def personal_data(account: Account) -> dict[str, Any]:
    """Everything kept about this account, for JSON. Other people at the tables are not in it."""
    players = list(
        Player.objects.without_merged().filter(account=account).select_related("club").order_by("pk")
    )
    keys = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return {
        "format": 1,
        "account": {
            "name": account.username,
            "mail": account.email or None,
            "made": account.date_joined.isoformat(),
            "last_signed_in": account.last_login.isoformat() if account.last_login else None,
            "passkeys": [{"name": str(key), "made": key.created_at.isoformat()} for key in keys],
            "second_factor": has_second_factor(account),
            "signed_in_on_devices_since": [
                known_device.since.isoformat() for known_device in account.known_devices.order_by("pk")
            ],
            "notified_on_devices_since": [
                subscription.made_at.isoformat() for subscription in account.subscriptions.order_by("pk")
            ],
        },
        "clubs": [
            {
                "club": membership.club.name,
                "role": membership.role,
                "joined": membership.joined_at.isoformat(),
            }
            for membership in account.memberships.select_related("club").order_by("pk")
        ],
        "players": [_player(player) for player in players],
        "entries_and_answers": rows_about_players(account, players),
    }


def _player(player: Player) -> dict[str, Any]:
    facts = {
        **exported_row(player),
        "other_spellings": list(player.spellings.order_by("pk").values_list("name", flat=True)),
        "club": player.club.name if player.club else None,
    }
    for reference in registered_player_references():
        facts |= reference.personal_data(player)
    return facts


@login_required
@require_safe
def show_my_page(request: ClubRequest) -> HttpResponse:
    """Everything about me."""
    account = cast(Account, request.user)
    players = list(players_in_reach(request).filter(account=account).select_related("club").order_by("name"))
    rostered = {player.club_id for player in players}
    memberships = account.memberships.select_related("club").order_by("club__name")
    context = {
        "players": players,
        "memberships": [
            {
                "club": membership.club,
                "role": membership.get_role_display(),
                "rostered": membership.club_id in rostered,
            }
            for membership in memberships
        ],
        "hidden": any(player.name_hidden for player in players),
        "second_factor": has_second_factor(account),
    }
    return render(request, "clubs/me.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_my_name(request: ClubRequest) -> HttpResponse:
    """Sign in with another name."""
    account = cast(Account, request.user)
    before = account.username
    form = AccountNameForm(
        account, request.POST if request.method == "POST" else None, initial={"name": before}
    )
    if request.method == "POST" and form.is_valid():
        try:
            account.username = form.cleaned_data["name"]
            account.save(update_fields=["username"])
        except IntegrityError:  # somebody took it in the same moment
            form.add_error("name", _("Somebody signs in with this name already: add an initial."))
        else:
            messages.success(request, _("You sign in with this name from now on."))
            return redirect("people:me")
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/me_name.html", {"form": form}, status=status)


@login_required
@require_POST
def show_or_hide_my_name(request: ClubRequest) -> HttpResponse:
    """Show my name, or a pseudonym in its place, at every table and on every page."""
    hidden = request.POST.get("hidden") == "yes"
    players = Player.objects.without_merged().filter(account=request.user.pk)
    taken_names = []
    for player in players:
        try:
            hide_player_name(player) if hidden else show_player_name(player)
        except NameTaken:
            taken_names.append(player.name)
    if not players:
        messages.info(request, _("You have no player yet whose name could be hidden."))
    elif hidden:
        messages.success(request, _("Your name is hidden: others see a pseudonym."))
    elif not taken_names:
        messages.success(request, _("Your name is shown again."))
    for name in taken_names:
        messages.error(request, name_taken_message(name))
    return redirect("people:me")


@login_required
@require_POST
def sign_out_my_other_devices(request: ClubRequest) -> HttpResponse:
    """End my sessions on every other phone and computer."""
    sign_out_elsewhere(request, cast(Account, request.user))
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("people:me")


@login_required
@require_safe
def export_my_data(request: ClubRequest) -> HttpResponse:
    """Everything kept about me, as a file."""
    data = personal_data(cast(Account, request.user))
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="mahjongclub-personal-data.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_my_account(request: ClubRequest) -> HttpResponse:
    """Take my account and my name away: the name typed for safety, then the password."""
    account = cast(Account, request.user)
    form = TypedNameForm(account.username, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            check_identity_confirmed(request)
            delete_account_and_names(account)
        except SignInAgainRequired:
            form.add_error(None, sign_in_again_message())
        except OwnsSharedClubs:
            form.add_error(None, _("Nothing was removed: hand over your clubs first."))
        else:
            logout(request)
            messages.success(
                request, _("Your account and your name are deleted. The games stay, without your name.")
            )
            return redirect("tables:home")
    context = {
        "form": form,
        "alone": clubs_of_only_member(account),
        "waiting": clubs_to_hand_over(account),
        "by_seat": account.players.without_merged().filter(claimed_by_seat=True),
        "days": ERASED_AFTER.days,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/me_remove.html", context, status=status)
