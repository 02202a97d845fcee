"""The members of a club and their roles: changing one, removing somebody, leaving."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..club_access import ClubVisit, club_page, show
from ..club_model import Club, Membership, Role
from ..devices import ClubRequest
from ..founding import LastOwner, change_role, end_membership
from ..models import Player
from ..naming import alphabetical_key


@require_safe
@club_page(Role.MEMBER)
def list_members(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Who belongs to the club, in which role."""
    context = {"rows": _rows(request, visit)}
    return show(request, visit, "clubs/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def edit_member(request: ClubRequest, visit: ClubVisit, account: int) -> HttpResponse:
    """Give a member another role, or take them out of the club."""
    membership = _member(visit, account)
    errors: list[str] = []
    if request.method == "POST":
        new_role = request.POST.get("role", "")
        if "remove" not in request.POST and new_role not in [role.value for role in assignable_roles(visit)]:
            errors = [_("Choose one of the roles.")]
        else:
            try:
                return _change(
                    request, visit, membership, None if "remove" in request.POST else Role(new_role)
                )
            except LastOwner:
                errors = [_("A club has at least one owner: make another member an owner first.")]
    context = {"member": membership, "roles": assignable_roles(visit), "errors": errors}
    return show(request, visit, "clubs/member.html", context, status=422 if errors else 200)


@require_POST
@club_page(Role.MEMBER, while_locked=True)
def leave_club(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Leave the club; games and player stay."""
    assert request.user.pk is not None
    try:
        end_membership(visit.club, request.user.pk)
    except LastOwner:
        messages.error(request, _("A club has at least one owner: make another member an owner first."))
        return redirect("clubs:members", visit.club.slug)
    messages.success(request, _("You have left %(club)s.") % {"club": visit.club.name})
    return redirect("tables:home")


def assignable_roles(visit: ClubVisit) -> list[Role]:
    """The roles this visitor may give away: an owner all, an organiser those below."""
    if visit.is_owner:
        return list(Role)
    return [role for role in Role if visit.role is not None and role.rank > visit.role.rank]


def _member(visit: ClubVisit, account_id: int) -> Membership:
    """The membership to change; PermissionDenied for an organiser at somebody who ranks as high."""
    membership = (
        Membership.objects.select_related("account").filter(club=visit.club, account_id=account_id).first()
    )
    if membership is None:
        raise Http404("no such member")
    if Role(membership.role) not in assignable_roles(visit):
        raise PermissionDenied("ranks too high")
    return membership


def _change(
    request: ClubRequest, visit: ClubVisit, membership: Membership, role: Role | None
) -> HttpResponse:
    club: Club = visit.club
    if role is None:
        end_membership(club, membership.account_id)
        messages.success(request, _("%(name)s is no longer a member.") % {"name": membership.account})
    else:
        change_role(club, membership.account_id, role)
        messages.success(
            request, _("%(name)s is now: %(role)s.") % {"name": membership.account, "role": role.label}
        )
    if membership.account_id == request.user.pk and role is None:
        return redirect("tables:home")
    return redirect("clubs:members", club.slug)


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member as the list of members shows them: `name` as readers see it, `role` in words."""

    member: Membership
    name: str
    role: str
    own: bool
    may_change: bool


def _rows(request: ClubRequest, visit: ClubVisit) -> list[MemberRow]:
    """The members, the higher roles first."""
    memberships = Membership.objects.filter(club=visit.club).select_related("account")
    givable = assignable_roles(visit) if visit.is_organiser else []
    hidden = _hidden_names(visit, request.user.pk)
    rows = [
        MemberRow(
            member=membership,
            name=hidden.get(membership.account_id) or str(membership.account),
            role=str(Role(membership.role).label),
            own=membership.account_id == request.user.pk,
            may_change=Role(membership.role) in givable,
        )
        for membership in memberships
    ]
    return sorted(rows, key=lambda row: (Role(row.member.role).rank, alphabetical_key(row.name)))


def _hidden_names(visit: ClubVisit, my_pk: int | None) -> dict[int, str]:
    """The pseudonyms of members who hide their name, by account; organisers see who it is."""
    if visit.is_organiser:
        return {}
    players = Player.objects.filter(
        account__memberships__club=visit.club, merged_into=None, name_hidden=True
    ).exclude(account=my_pk)
    # the player of this club last, so that the pseudonym is the one of its standings
    rows = sorted(players, key=lambda player: player.club_id == visit.club.pk)
    return {player.account_id: player.shown_name for player in rows if player.account_id is not None}
