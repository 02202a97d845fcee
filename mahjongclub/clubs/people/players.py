"""The players one may change: spelt right, hidden, put on a roster, given away, merged, forgotten."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..accounts.identity import SignInAgainRequired, check_identity_confirmed
from ..club_access import ClubVisit, role_in
from ..club_model import Club
from ..devices import ClubRequest
from ..models import Account, Erasure, Player, PlayerMerge
from ..naming import alphabetical_key
from ..room import check_quota
from ..roster import (
    NameTaken,
    add_player_to_roster,
    get_or_create_own_player,
    hide_player_name,
    own_player,
    rename_player,
    show_player_name,
)
from .forms import PlayerNameForm, TypedNameForm, WhoIAmForm, name_taken_message, sign_in_again_message
from .leaving import ERASED_AFTER, cancel_erasure, schedule_name_erasure
from .merging import (
    AlreadyClaimed,
    NotTheNewest,
    PlayedTogether,
    SamePlayer,
    TwoAccounts,
    TwoPeople,
    accounts_to_link,
    claim_player,
    is_to_be_erased,
    merge_player,
    release_player,
    undo_merge,
)
from .reach import PlayerAccess, organised_club_ids, player_access_or_404, players_in_reach
from .references import registered_player_references, shared_tables, two_people_reason


@require_safe
def list_players(request: ClubRequest) -> HttpResponse:
    """Everybody in reach: names to be erased, mine, the rosters I look after, the guests of this phone."""
    reachable = sorted(
        players_in_reach(request).on_roster().select_related("club", "account", "erasure"),
        key=lambda player: alphabetical_key(player.shown_name),
    )
    mine = [player for player in reachable if player.account_id and player.account_id == request.user.pk]
    groups = {_("My players"): mine}
    for player in reachable:
        if player not in mine:
            title = player.club.name if player.club else _("Guests")
            groups.setdefault(title, []).append(player)
    account = request.user if isinstance(request.user, Account) else None
    clubs = organised_club_ids(account) if account is not None else []
    context = {
        "groups": [(title, rows) for title, rows in groups.items() if rows],
        "erasures": [person.erasure for person in reachable if hasattr(person, "erasure")] if clubs else [],
    }
    return render(request, "clubs/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_player(request: ClubRequest, pk: int) -> HttpResponse:
    """One player; posting spells the name anew."""
    reached = player_access_or_404(request, pk)
    person = reached.player
    readable = reached.mine or not person.name_hidden
    posted = request.POST if request.method == "POST" else None
    form = PlayerNameForm(posted, initial={"name": person.name if readable else ""})
    if request.method == "POST" and form.is_valid():
        check_quota(person.club)
        try:
            rename_player(person, form.cleaned_data["name"])
        except NameTaken as name_taken:
            form.add_error("name", _taken(name_taken))
        else:
            messages.success(request, _("The name is changed, in every game."))
            return redirect("people:player", pk)
    return _page(request, reached, form, 422 if request.method == "POST" else 200)


def _page(
    request: ClubRequest, reached: PlayerAccess, form: PlayerNameForm, status: int = 200
) -> HttpResponse:
    person = Player.objects.select_related("club", "account").get(pk=reached.player.pk)
    account = request.user if isinstance(request.user, Account) else None
    clubs = Club.objects.filter(pk__in=organised_club_ids(account)) if account else Club.objects.none()
    if person.club_id is not None:
        clubs = clubs.filter(pk=person.club_id) if person.guest else clubs.none()
    context = {
        "reach": reached,
        "player": person,
        "name": person.name if reached.mine else person.shown_name,
        "form": form,
        "readable": reached.mine or not person.name_hidden,
        "games": sum(reference.count_games(person) for reference in registered_player_references()),
        "merges": PlayerMerge.objects.filter(kept=person).select_related("gone"),
        "erasure": Erasure.objects.filter(player=person).first() if reached.organises else None,
        "clubs": clubs,
        "accounts": accounts_to_link(person) if reached.organises and person.account_id is None else [],
    }
    return render(request, "clubs/players_one.html", context, status=status)


def _taken(name_taken: NameTaken) -> str:
    return _("%(name)s is there already. If both are one person, merge them; else add an initial.") % {
        "name": name_taken.player.shown_name
    }


@require_POST
def show_or_hide_player(request: ClubRequest, pk: int) -> HttpResponse:
    """Show this player by name, or by a pseudonym."""
    reached = player_access_or_404(request, pk)
    if not reached.may_hide:
        raise PermissionDenied("a phone may only spell a name")
    if request.POST.get("hidden") == "yes":
        hide_player_name(reached.player)
    elif is_to_be_erased(reached.player):
        raise PermissionDenied("it is kept first")
    else:
        try:
            show_player_name(reached.player)
        except NameTaken:
            messages.error(request, name_taken_message(reached.player.name))
    return redirect("people:player", pk)


@login_required
@require_POST
def add_guest_to_roster(request: ClubRequest, pk: int) -> HttpResponse:
    """Put a guest on the roster of a club I organise."""
    reached = player_access_or_404(request, pk)
    clubs = organised_club_ids(cast(Account, request.user))
    club = get_object_or_404(Club, slug=request.POST.get("club", "")[:60].replace("\0", ""), pk__in=clubs)
    check_quota(club, people=1)
    try:
        taken_in = add_player_to_roster(reached.player, club)
    except NameTaken as name_taken:
        messages.error(request, _taken(name_taken))
    else:
        if taken_in:
            messages.success(request, _("%(club)s has a new player.") % {"club": club.name})
    return redirect("people:player", pk)


@login_required
@require_POST
def give_player_to_account(request: ClubRequest, pk: int) -> HttpResponse:
    """An organiser says whose account this player is."""
    reached = player_access_or_404(request, pk)
    if not reached.organises:
        raise PermissionDenied("organisers give players to accounts")
    check_quota(reached.player.club)
    chosen = {str(account.pk): account for account in accounts_to_link(reached.player)}
    account = chosen.get(request.POST.get("account", ""))
    try:
        if account is None:
            messages.error(request, _("Choose one of the members."))
        else:
            claim_player(reached.player, account)
            messages.success(request, _("Every game of this player is now theirs."))
    except AlreadyClaimed:
        messages.error(request, _("This player belongs to another account."))
    except PlayedTogether as together:
        messages.error(request, together.in_words(reached.player))
    return redirect("people:player", pk)


@login_required
@require_POST
def unlink_player(request: ClubRequest, pk: int) -> HttpResponse:
    """That was not me; or an organiser takes back what was claimed."""
    reached = player_access_or_404(request, pk)
    if not reached.may_hide:
        raise PermissionDenied("neither theirs nor an organiser's")
    release_player(reached.player)
    messages.success(request, _("This player belongs to no account now. The games stay with the player."))
    return redirect("people:players")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def schedule_player_name_erasure(request: ClubRequest, pk: int) -> HttpResponse:
    """An organiser has the name of somebody without an account erased; it waits, hidden, and can be kept."""
    reached = player_access_or_404(request, pk)
    if not reached.organises or reached.player.account_id is not None:
        raise PermissionDenied("whoever has an account removes it themselves")
    form = TypedNameForm(reached.player.shown_name, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            check_identity_confirmed(request)
        except SignInAgainRequired:
            form.add_error(None, sign_in_again_message())
        else:
            schedule_name_erasure(reached.player, cast(Account, request.user))
            messages.success(
                request,
                _(
                    "The name is hidden, and will be erased in %(days)s days. Until then you can cancel "
                    "the removal."
                )
                % {"days": ERASED_AFTER.days},
            )
            return redirect("people:players")
    context = {"form": form, "player": reached.player, "days": ERASED_AFTER.days}
    return render(request, "clubs/players_forget.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def keep_player_name(request: ClubRequest, pk: int) -> HttpResponse:
    """An organiser keeps a name that was to be erased."""
    reached = player_access_or_404(request, pk)
    if not reached.organises:
        raise PermissionDenied("organisers keep names")
    erasure = Erasure.objects.filter(player=reached.player).first()
    if erasure is not None:
        _keep(request, erasure)
    return redirect("people:player", pk)


def _keep(request: ClubRequest, erasure: Erasure) -> None:
    try:
        cancel_erasure(erasure)
    except NameTaken:
        messages.error(request, name_taken_message(erasure.player.name))
    else:
        messages.success(request, _("The name stays."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim_or_create_own_player(request: ClubRequest, slug: str) -> HttpResponse:
    """“This player is me”, or a player of my own; once that is said there is nothing to do here."""
    account = cast(Account, request.user)
    club = get_object_or_404(Club, slug=slug, memberships__account=account)
    visit = ClubVisit(club, role_in(club, request))
    if own_player(account.pk, club) is not None:
        return redirect("people:me")
    form = WhoIAmForm(account, unclaimed_players(visit), request.POST if request.method == "POST" else None)
    if form.is_valid() and _say_who(form, account, visit):
        messages.success(request, _("You are on the roster of %(club)s.") % {"club": club.name})
        return redirect(
            "tables:club" if visit.may_see_club else "people:me", *([slug] if visit.may_see_club else [])
        )
    context = {"club": club, "form": form, "may_see_club": visit.may_see_club}
    return render(request, "clubs/roster_me.html", context, status=422 if form.errors else 200)


def unclaimed_players(visit: ClubVisit) -> list[Player]:
    """The players of the roster whom no account has claimed, for those who may see them; none who hides."""
    if not visit.may_see_club:
        return []
    free = visit.club.players.on_roster().without_merged().filter(account=None, name_hidden=False)
    nobodys = free.annotate(games=Count("seats__session", distinct=True))
    return sorted(nobodys, key=lambda player: alphabetical_key(player.name))


def _say_who(form: WhoIAmForm, account: Account, visit: ClubVisit) -> bool:
    """Claim the player chosen, or make the new one; False where an error now stands at the field.

    The name of a guest of an event that nobody has claimed is theirs, for those who may see who played.
    """
    try:
        player = form.player
        if player is None and visit.may_see_club:
            named = visit.club.players.find_by_name(form.cleaned_data["name"])
            player = named if named is not None and named.guest and named.account_id is None else None
        if player is None:
            get_or_create_own_player(account, visit.club, form.cleaned_data["name"])
        else:
            claim_player(player, account)
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


@require_http_methods(["GET", "HEAD", "POST"])
def merge_players(request: ClubRequest, pk: int) -> HttpResponse:
    """Which other player is the same person; their games come to this one."""
    reached = player_access_or_404(request, pk)
    survivor = reached.player
    others = players_in_reach(request).exclude(pk=pk).select_related("club")
    if survivor.account_id is not None:
        others = others.filter(Q(account=None) | Q(account=survivor.account_id))
    other_pk = (request.POST if request.method == "POST" else request.GET).get("other", "")
    rows = sorted(others, key=lambda player: alphabetical_key(player.shown_name))
    gone = next((row for row in rows if str(row.pk) == other_pk), None)
    errors, together, refused = [], [], ""
    if gone is not None:
        together = shared_tables([survivor.pk], [gone.pk])
        refused = two_people_reason(survivor.pk, gone.pk) or ""
    elif other_pk or request.method == "POST":
        errors = [_("Choose one of the players.")]
    if request.method == "POST" and gone is not None:
        check_quota(survivor.club)
        try:
            merge_player(survivor, gone, request.user if isinstance(request.user, Account) else None)
        except PlayedTogether as at_one_table:
            together = at_one_table.tables
        except TwoPeople as why:
            refused = str(why)
        except (SamePlayer, TwoAccounts):
            errors = [_("These two cannot be merged: each belongs to another account.")]
        else:
            messages.success(request, _("Both are one player now. You can undo this on the player’s page."))
            return redirect("people:player", pk)
    context = {
        "reach": reached,
        "player": survivor,
        "others": rows,
        "other": gone,
        "errors": errors,
        "refused": refused,
        "together": together,
        "games": survivor.seats.count(),
    }
    failed = request.method == "POST" or bool(errors)
    return render(request, "clubs/players_merge.html", context, status=422 if failed else 200)


@require_POST
def undo_merging(request: ClubRequest, pk: int) -> HttpResponse:
    """Part two players again."""
    done = PlayerMerge.objects.filter(pk=pk).first()
    if done is None:
        raise Http404("no such merge")
    survivor = player_access_or_404(request, done.kept_id).player
    try:
        back: Player = undo_merge(done)
    except NotTheNewest as later:
        name = later.newest.gone.shown_name
        messages.error(request, _("Undo the merge with %(name)s first: it came later.") % {"name": name})
    else:
        messages.success(request, _("%(name)s is a separate player again.") % {"name": back.shown_name})
    return redirect("people:player", survivor.pk)
