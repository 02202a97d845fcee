"""My page: who I am here, my players and their tables, and what I may ask for."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Player

from ..access import let_in
from ..club_games import now_at
from ..models import Access, Session
from ..wording import said
from .export import personal_data
from .forms import AccountNameForm, TypedNameForm
from .leaving import StillOwner, clubs_alone, clubs_to_hand_over, remove_account
from .reach import players_in_reach

TABLES_A_PAGE = 20


@login_required
@require_safe
def me(request: ClubRequest) -> HttpResponse:
    """Everything about me."""
    account = cast(Account, request.user)
    players = list(players_in_reach(request).filter(account=account).select_related("club").order_by("name"))
    rostered = {player.club_id for player in players}
    memberships = account.memberships.select_related("club").order_by("club__name")
    page = Paginator(_my_tables(request), TABLES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "players": players,
        "memberships": [
            {"club": one.club, "role": one.get_role_display(), "rostered": one.club_id in rostered}
            for one in memberships
        ],
        "tables": [_table_row(session) for session in page],
        "page": page,
        "hidden": any(player.name_hidden for player in players),
    }
    return render(request, "clubs/me.html", context)


def _my_tables(request: ClubRequest) -> QuerySet[Session]:
    """The sessions my players sat at, and those of this phone, the newest first."""
    here = Access.objects.filter(session=OuterRef("pk"), device_id=request.visitor.device_id or 0)
    mine = Session.objects.filter(seats__player__account=request.user.pk).values("pk")
    found = Session.objects.annotate(here=Exists(here)).filter(Q(pk__in=mine) | Q(here=True))
    return found.prefetch_related("seats__player").order_by("-created_at", "-pk")


def _table_row(session: Session) -> dict[str, Any]:
    return {
        "session": session,
        "game": said(session.game.name),
        "now": now_at(session),
        "seats": list(session.seats.all()),
        "here": session.here,  # type: ignore[attr-defined]
        "page": "tables:end" if session.ended_at else "tables:table",
    }


@login_required
@require_POST
def open_table(request: ClubRequest, code: str) -> HttpResponse:
    """A table I sat at, on another phone than it was played on: to look on."""
    mine = Session.objects.filter(seats__player__account=request.user.pk, code=code)
    session = get_object_or_404(mine.distinct())
    let_in(request, session, Access.Role.VIEWER)
    return redirect("tables:end" if session.ended_at else "tables:table", code)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: ClubRequest) -> HttpResponse:
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
def hide(request: ClubRequest) -> HttpResponse:
    """Show my name, or a pseudonym in its place, at every table and on every page."""
    hidden = request.POST.get("hidden") == "yes"
    players = Player.objects.themselves().filter(account=request.user.pk)
    for player in players:
        player.name_hidden = hidden
        player.save(update_fields=["name_hidden"])
    if not players:
        messages.info(request, _("You have no player yet whose name could be hidden."))
    elif hidden:
        messages.success(request, _("Your name is hidden: others see a pseudonym."))
    else:
        messages.success(request, _("Your name is shown again."))
    return redirect("people:me")


@login_required
@require_safe
def export(request: ClubRequest) -> HttpResponse:
    """Everything kept about me, as a file."""
    data = personal_data(cast(Account, request.user))
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="mahjongclub-personal-data.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: ClubRequest) -> HttpResponse:
    """Take my account and my name away for good, the name typed for safety."""
    account = cast(Account, request.user)
    form = TypedNameForm(account.username, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            remove_account(account)
        except StillOwner:
            form.add_error(None, _("Nothing was removed: first hand over your clubs."))
        else:
            logout(request)
            messages.success(
                request, _("Your account and your name are gone. The games stay, without your name.")
            )
            return redirect("tables:home")
    context = {
        "form": form,
        "alone": clubs_alone(account),
        "waiting": clubs_to_hand_over(account),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/me_remove.html", context, status=status)
